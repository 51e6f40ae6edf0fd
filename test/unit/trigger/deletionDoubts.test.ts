/** What Deleted must not take for a deletion, and what it says when it can't go on or begins anew. */
import type { IDataObject } from 'n8n-workflow';
import { idsOf } from '../support/dealList';
import { TriggerHost, type AskedOfService, type ServiceReply } from '../support/triggerHost';
import { DAY, deal, MINUTE, NOT_FOUND, watching } from '../support/watchedDeletions';

/** n8n's clock, by which sweeps are due. */
let now: number;
beforeEach(() => {
	now = Date.parse('2026-11-22T00:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

describe('a 404 that is not the service’s own', () => {
	test.each<[string, ServiceReply]>([
		['an HTML page', { statusCode: 404, body: '<html><body>404</body></html>' }],
		['a text', { statusCode: 404, body: '404 page not found' }],
		['nothing', { statusCode: 404 }],
	])('with %s tells nothing, says why, and is looked up at the next sweep', async (_, reply) => {
		const { host, service } = watching([1, 2, 3].map(deal));
		await host.poll();
		service.deals = [deal(3)];
		service.look = () => reply;
		now += DAY;
		expect(await host.poll()).toBeNull();
		const said = [
			expect.stringMatching(
				/got a 404 for 2 of the missing deals that is not in the form of the service’s own.*not told as deleted.*next sweep.*the first with ID 1: .*Deal: Get, HTTP 404/,
			),
		];
		expect(host.warnings).toEqual(said);
		const { length } = host.asked;
		now += MINUTE;
		expect(await host.poll()).toBeNull();
		expect(host.asked).toHaveLength(length);
		service.look = () => NOT_FOUND;
		now += DAY;
		expect(idsOf(await host.poll())).toEqual([1, 2]);
		expect(host.warnings).toEqual(said);
	});

	test.each<[string, IDataObject]>([
		['error', { error: 'NOT_FOUND' }],
		['a code and a message', { code: 404, message: 'Not found' }],
		['an empty object', {}],
		['the status 410', { status: 410 }],
	])('but with %s is one of its own', async (_, body) => {
		const { host, service } = watching([1, 2].map(deal));
		await host.poll();
		service.deals = [deal(2)];
		service.look = () => ({ statusCode: Number(body.status ?? 404), body });
		now += DAY;
		expect(idsOf(await host.poll())).toEqual([1]);
		expect(host.warnings).toEqual([]);
	});
});

test('a list of which nothing says whether it goes on tells nobody as deleted', async () => {
	const { host, service } = watching([1, 2, 5_000].map(deal));
	await host.poll();
	service.list = () => ({ body: Array.from({ length: 1_000 }, (_, at) => ({ id: at + 10 })) });
	now += DAY;
	await expect(host.poll()).rejects.toThrow(/^The response does not say whether more than these/);
	service.list = () => ({ body: [{ id: '1' }, { id: '2' }] });
	expect(idsOf(await host.poll())).toEqual([5_000]);
});

describe('a list whose IDs don’t fit', () => {
	const tooMany = () => {
		const watched = watching(
			Array.from({ length: 12_000 }, (_, at) => deal(1 + at * 2 ** 39 + ((at * 7_919) % 2 ** 30))),
		);
		const fails = async () => {
			const { length } = watched.host.asked;
			const error = await watched.host.poll().catch((reason: unknown) => (reason as Error).message);
			return [error, watched.host.asked.length - length];
		};
		return { ...watched, fails };
	};
	const said = expect.stringMatching(
		/^Deleted can’t watch this list: the IDs of its 12000 records don’t fit .* It is read again after 2026-11-23T00:00:00.000Z, or when the resource, the filters or the credential have changed\.$/,
	);

	test('is refused at each poll, and read again only when the next sweep would be due', async () => {
		const { service, fails } = tooMany();
		expect(await fails()).toEqual([said, 12]);
		for (let poll = 0; poll < 3; poll++) {
			now += MINUTE;
			expect(await fails()).toEqual([said, 0]);
		}
		now += DAY;
		expect(await fails()).toEqual([expect.stringContaining('2026-11-24T00:03'), 12]);
		service.deals = [deal(1)];
		now += DAY;
		expect(await fails()).toEqual([null, 1]);
		now += MINUTE;
		expect(await fails()).toEqual([null, 0]);
	});

	test('is read at once when the settings have changed, or n8n’s clock was set back', async () => {
		const { host, fails } = tooMany();
		await fails();
		host.parameters.filters = { searchWord: 'x' };
		expect(await fails()).toEqual([said, 12]);
		host.parameters.options = { deletionSweepHours: 1 };
		now += 61 * MINUTE;
		expect(await fails()).toEqual([expect.stringContaining('T02:01'), 12]);
		now -= 2 * DAY;
		expect(await fails()).toEqual([expect.stringContaining('2026-11-20'), 12]);
	});
});

describe('the log says what changed when', () => {
	const begun = async () => {
		const watched = watching([1, 2].map(deal));
		await watched.host.poll();
		expect(watched.host.warnings).toEqual([]);
		return watched;
	};
	const withNewList = (what: string): unknown[] => [
		expect.stringContaining(`begins with a new list of IDs, since this changed: ${what}; what was`),
	];

	test.each([
		['the filters', { filters: { searchWord: 'x' } }],
		['the resource', { resource: 'customer' }],
	])('Deleted begins with a new list: %s', async (what, parameters) => {
		const { host, service } = await begun();
		Object.assign(host.parameters, parameters);
		service.look = () => ({ body: { customers: [], hasMore: false, nextCursor: null } });
		expect(await host.poll()).toBeNull();
		expect(await host.poll()).toBeNull();
		expect(host.warnings).toEqual(withNewList(what));
	});

	test('another event becomes Deleted, and the other way round', async () => {
		const { host } = await begun();
		host.parameters.event = 'updated';
		expect(await host.poll()).toBeNull();
		expect(await host.poll()).toBeNull();
		expect(host.warnings.splice(0)).toEqual([
			expect.stringMatching(
				/begins anew as set under Start From, since this changed: the event\.$/,
			),
		]);
		host.parameters.event = 'deleted';
		expect(await host.poll()).toBeNull();
		expect(await host.poll()).toBeNull();
		expect(host.warnings).toEqual(withNewList('the event'));
	});
});

describe('actions of a customer', () => {
	const html: ServiceReply = { statusCode: 404, body: '<html>404</html>' };

	/** Actions 1 and 2 of customer 7, beside customer 8; what a test breaks comes first. */
	function watchingActions(batchLimit = 100) {
		const service = {
			customers: [7, 8],
			actions: [1, 2],
			missing: NOT_FOUND,
			breaks: (_path: string): ServiceReply | undefined => undefined,
		};
		const isThere = () => service.customers.includes(7);
		const answer = ({ path, query }: AskedOfService): ServiceReply => {
			const broken = service.breaks(path);
			if (broken) return broken;
			const [id = 0, action] = [...path.matchAll(/\d+/g)].slice(1).map(Number);
			if (path.endsWith('/customers')) {
				const customers = service.customers.map((each) => ({ id: each }));
				expect(query.limit).toBe(1);
				const hasMore = customers.length > 1;
				return {
					body: { customers: customers.slice(0, 1), hasMore, nextCursor: hasMore ? '1' : null },
				};
			}
			if (path.endsWith('/actions')) {
				if (!isThere()) return service.missing;
				const actions = service.actions.map((each) => ({ id: each }));
				return { body: { actions, hasMore: false, nextCursor: null } };
			}
			if (action === undefined)
				return service.customers.includes(id) ? { body: { id } } : service.missing;
			return isThere() && service.actions.includes(action)
				? { body: { id: action } }
				: service.missing;
		};
		const host = new TriggerHost(answer, {
			...{ resource: 'customerAction', event: 'deleted' },
			filters: { customerId: 7 },
			options: { batchLimit },
		});
		return { host, service };
	}
	const gone = /^The customer with ID 7 no longer exists.*choose another in Filters/;

	test('are told as deleted with it; then the polls fail, and say that it is gone', async () => {
		const { host, service } = watchingActions(1);
		await host.poll();
		service.customers = [8];
		now += DAY;
		expect(idsOf(await host.poll())).toEqual([1]);
		expect(idsOf(await host.poll())).toEqual([2]);
		now += DAY;
		await expect(host.poll()).rejects.toMatchObject({
			message: expect.stringMatching(gone),
			failure: { cause: 'configuration-invalid' },
		});
	});

	test('also where what is gone is answered with a 410', async () => {
		const { host, service } = watchingActions();
		await host.poll();
		service.missing = { ...NOT_FOUND, statusCode: 410 };
		service.customers = [8];
		now += DAY;
		expect(idsOf(await host.poll())).toEqual([1, 2]);
	});

	test('also of the last customer that there was', async () => {
		const { host, service } = watchingActions();
		await host.poll();
		service.customers = [];
		now += DAY;
		expect(idsOf(await host.poll())).toEqual([1, 2]);
	});

	test('of a customer that never was are refused at once', async () => {
		const { host, service } = watchingActions();
		service.customers = [8];
		await expect(host.poll()).rejects.toThrow(gone);
	});

	const list = /\/customers\/7\/actions$/;
	test.each<[string, (path: string) => ServiceReply | undefined]>([
		['only their list is answered so', (path) => (list.test(path) ? NOT_FOUND : undefined)],
		['all addresses are wrong', () => NOT_FOUND],
		['all addresses lead to a proxy', () => html],
		['the list is answered by a proxy', (path) => (list.test(path) ? html : undefined)],
		['no customer is found by its ID', (path) => (/customers$/.test(path) ? undefined : NOT_FOUND)],
		['the list of customers fails', (path) => (/customers$/.test(path) ? html : undefined)],
		[
			'the customer is answered by a proxy',
			(path) => (/customers\/7$/.test(path) ? html : undefined),
		],
	])('are not told while %s', async (what, breaks) => {
		const { host, service } = watchingActions();
		await host.poll();
		if (!what.startsWith('only')) service.customers = [8];
		service.breaks = breaks;
		now += DAY;
		await expect(host.poll()).rejects.toThrow(/Customer Action: Get Many, HTTP 404/);
		service.breaks = () => undefined;
		service.customers = [7, 8];
		expect(await host.poll()).toBeNull();
	});
});
