/** What reading in stretches does with a service that fails, or is not as it needs it. */
import type { ServiceError } from '../../../../nodes/SalesManagement/api/errors';
import { textOf } from '../../../../nodes/SalesManagement/values';
import { clientOf, failureOf, type Respond, type TestClient } from '../../support/testClient';
import {
	asDivided,
	dealsOf,
	evenly,
	inStretches,
	PAGE,
	serviceOf,
	type Read,
} from '../../support/datedDeals';

const deals = dealsOf(evenly.slice(0, 12_000));
const service = serviceOf(deals);
const LATENCY = 800;

/** The service, whose answers from the given one on are others. */
const changed = (change: Respond, from = 2): Respond => {
	return (request, number) => (number < from ? service : change)(request, number);
};
const clientTo = (respond: Respond, signal?: AbortSignal) =>
	clientOf(respond, { rate: 5, latency: LATENCY, signal });

/** The list is read for the first time, or once more as it was divided then. */
const WAYS: ReadonlyArray<[string, (client: TestClient) => Promise<Read>]> = [
	['for the first time', inStretches],
	[
		'as it was divided before',
		async (client) => {
			const { division } = await inStretches(clientTo(service));
			if (!division) throw new Error('The list is long enough');
			return await asDivided(client, division);
		},
	],
];

describe.each(WAYS)('a list that is read %s', (way, read) => {
	const isFirst = way === 'for the first time';

	test('a request that fails for good fails the list, and nothing is sent behind it', async () => {
		const client = clientTo(changed(() => ({ status: 403, body: { error: 'Not yours' } }), 5));
		const error = await failureOf<ServiceError>(read(client));
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
		expect(await read(client)).toMatchObject({ isWhole: true, count: deals.length });
	});

	test('what is cancelled sends nothing more', async () => {
		const cancel = new AbortController();
		const client = clientTo((request, number) => {
			if (number === 5) cancel.abort();
			return service(request, number);
		}, cancel.signal);
		const error = await failureOf<ServiceError>(read(client));
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
		expect(await read(client)).toMatchObject({ isWhole: false });
		// What was under way when the first odd page came, and no more.
		expect(client.requests.length).toBeLessThanOrEqual(isFirst ? 6 : 14);
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
		await read(Object.assign(client, { send: counted }));
		expect(most).toBeLessThanOrEqual(10);
		expect(most).toBeGreaterThan(3);
	});
});

test('a list of which more than a page is new is left to the cursor', async () => {
	const client = clientTo(serviceOf(dealsOf(evenly.map((age) => age / 400 / 300 - 1))));
	expect(await inStretches(client)).toMatchObject({ isWhole: false });
	expect(client.requests).toHaveLength(1);
});

test('a list of which much is new is read as it was divided before', async () => {
	const { division } = await inStretches(clientTo(service));
	if (!division) throw new Error('The list is long enough');
	const ages = evenly.slice(0, 12_000).map((age, at) => (at % 4 === 0 ? age / 400 / 300 - 1 : age));
	const client = clientTo(serviceOf(dealsOf(ages)));
	expect(await asDivided(client, division)).toMatchObject({ isWhole: true, count: 12_000 });
	expect(client.requests.length).toBeLessThan(1.6 * 12);
});

describe('a change that becomes visible four minutes late, behind the first page', () => {
	const minutesAgo = (minutes: number) => minutes / 1_440 - 1;
	const ages = evenly.slice(0, 12_000);
	const someNew = ages.map((age, at) => (at < 1_500 ? minutesAgo(at / 500) : age));

	test.each([
		['where that page reaches into the last five minutes', ages, someNew],
		['where that page has all that is newer', ages, ages.slice(1_400)],
	])('is not missed, %s', async (_, before, now) => {
		const { division } = await inStretches(clientTo(serviceOf(dealsOf(before))));
		if (!division) throw new Error('The list is long enough');
		const deals = dealsOf(now);
		const [changed] = dealsOf([minutesAgo(4)]);
		const oldest = { ...deals.at(-1), updatedAt: changed?.updatedAt };
		const late = [...deals.slice(0, -1), oldest].sort((a, b) =>
			textOf(b.updatedAt).localeCompare(textOf(a.updatedAt)),
		);
		const [first, others] = [serviceOf(deals), serviceOf(late)];
		const client = clientTo((request, number) => (number === 1 ? first : others)(request, number));
		const read = await asDivided(client, division);
		expect(read).toMatchObject({ isWhole: true, count: deals.length });
	});
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
