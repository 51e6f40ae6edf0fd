/** What reading in stretches does with a service that fails, or is not as it needs it. */
import type { ServiceError } from '../../../../nodes/SalesManagement/api/errors';
import { clientOf, failureOf, type Respond } from '../../support/testClient';
import { dealsOf, evenly, inStretches, PAGE, serviceOf } from '../../support/datedDeals';

const deals = dealsOf(evenly.slice(0, 12_000));
const service = serviceOf(deals);
const LATENCY = 800;

/** The service, whose answers from the given one on are others. */
const changed = (change: Respond, from = 2): Respond => {
	return (request, number) => (number < from ? service : change)(request, number);
};
const clientTo = (respond: Respond, signal?: AbortSignal) =>
	clientOf(respond, { rate: 5, latency: LATENCY, signal });

test('a request that fails for good fails the list, and nothing is sent behind it', async () => {
	const client = clientTo(changed(() => ({ status: 403, body: { error: 'Not yours' } }), 5));
	const error = await failureOf<ServiceError>(inStretches(client));
	expect(error.status).toBe(403);
	expect(error.message).toContain('Not yours');
	const { length } = client.requests;
	await client.clock.sleep(60_000);
	expect(client.requests).toHaveLength(length);
});

test('a request that fails once is repeated', async () => {
	const client = clientTo((request, number) =>
		number === 6 ? { status: 503, body: '' } : service(request, number),
	);
	expect(await inStretches(client)).toMatchObject({ isWhole: true, count: deals.length });
});

test('what is cancelled sends nothing more', async () => {
	const cancel = new AbortController();
	const client = clientTo((request, number) => {
		if (number === 5) cancel.abort();
		return service(request, number);
	}, cancel.signal);
	const error = await failureOf<ServiceError>(inStretches(client));
	expect(error.message).toMatch(/cancelled/);
	expect(client.requests.length).toBeLessThan(11);
});

const withQuery =
	(query: (given: Record<string, unknown>) => object): Respond =>
	(request, number) =>
		service({ ...request, query: { ...query(request.query) } }, number);

test.each<[string, Respond]>([
	['refuses the window', changed(() => ({ status: 400, body: { error: 'BAD_REQUEST' } }))],
	['ignores the window', changed(withQuery(({ sort }) => ({ sort })))],
	['ignores the order', changed(withQuery((given) => ({ ...given, sort: undefined })))],
	[
		'does not tell the time',
		(request, number) => ({ body: (service(request, number) as { body: unknown }).body }),
	],
	[
		'shows no update times',
		changed((request, number) => {
			const { body } = service(request, number) as { body: { deals: Array<{ id: number }> } };
			return { body: { ...body, deals: body.deals.map(({ id }) => ({ id })) } };
		}),
	],
])('a service that %s is left to the cursor', async (_, respond) => {
	const client = clientTo(respond);
	expect(await inStretches(client)).toMatchObject({ isWhole: false });
	// What was under way when the first odd page came, and no more.
	expect(client.requests.length).toBeLessThanOrEqual(6);
});

test('a list of which more than a page is new is left to the cursor', async () => {
	const client = clientTo(serviceOf(dealsOf(evenly.map((age) => age / 400 / 300 - 1))));
	expect(await inStretches(client)).toMatchObject({ isWhole: false });
	expect(client.requests).toHaveLength(1);
});

test('so many pages are under way at once that the memory stays bounded', async () => {
	let most = 0;
	let underWay = 0;
	const long = serviceOf(dealsOf(evenly));
	const client = clientOf(long, { rate: 1_000, latency: 30_000 });
	const { send } = client;
	const counted: typeof send = async (...given) => {
		most = Math.max(most, ++underWay);
		try {
			return await send(...given);
		} finally {
			underWay--;
		}
	};
	await inStretches(Object.assign(client, { send: counted }));
	expect(most).toBeLessThanOrEqual(10);
	expect(most).toBeGreaterThan(3);
});

test('a cursor that leads through a crowd and repeats itself is an error', async () => {
	const crowd = serviceOf(
		dealsOf(evenly.slice(0, 3 * PAGE).map((_, at) => (at < PAGE ? at / PAGE : 9))),
	);
	const client = clientTo((request, number) => {
		const { cursor, ...query } = request.query;
		const { body, ...answer } = crowd({ ...request, query }, number) as { body: object };
		return {
			...answer,
			body: { ...body, ...(cursor !== undefined && { hasMore: true, nextCursor: 'x' }) },
		};
	});
	await expect(inStretches(client)).rejects.toThrow(/cursor was repeated/);
});
