/** The lists as the polling engine reads them: what is asked, and what is made of the answers. */
import type { IDataObject } from 'n8n-workflow';
import { CursorRejected } from '../../../nodes/SalesManagement/polling';
import { ListSource, type Question } from '../../../nodes/SalesManagement/trigger/source';
import { watchedRecord } from '../support/watchedRecord';
import { clientOf, type Respond } from '../support/testClient';

const DATE = 'Sat, 21 Nov 2026 08:00:00 GMT';
const NOW = Date.parse('2026-11-21T08:00:00Z');
const HOUR = 3_600_000;

const record = (id: number, updatedAt: number): IDataObject => ({
	id,
	createdAt: new Date(updatedAt - 1_000).toISOString(),
	updatedAt: new Date(updatedAt).toISOString(),
});

const deals: Question = {
	list: 'deal.getMany',
	record: watchedRecord('deal'),
	query: { searchWord: 'acme' },
	path: {},
};
const actions: Question = {
	list: 'dealAction.getMany',
	record: watchedRecord('dealAction'),
	query: {},
	path: {},
};

const listed = (records: IDataObject[], more: IDataObject = {}) => ({
	headers: { date: DATE },
	body: { deals: records, actions: records, ...more },
});

function sourceOf(
	respond: Respond,
	question: Question = deals,
	kind: 'personalToken' | 'v1ApiKey' = 'personalToken',
) {
	const client = clientOf(respond, { kind });
	return {
		client,
		source: new ListSource(client, question, { waits: { maxWaitMs: 60_000, timeLeftMs: 80_000 } }),
	};
}

describe('one page', () => {
	test('asks for the window and the filters, rising by update time', async () => {
		const { client, source } = sourceOf(() => listed([]));
		await source.read({ from: NOW - HOUR, to: NOW });
		expect(client.requests[0]?.query).toEqual({
			searchWord: 'acme',
			updatedAtFrom: '2026-11-21T07:00:00.000Z',
			updatedAtTo: '2026-11-21T08:00:00.000Z',
			sort: 'updatedAt',
			limit: 1_000,
		});
		await source.read({});
		expect(client.requests[1]?.query).toEqual({
			searchWord: 'acme',
			sort: 'updatedAt',
			limit: 1_000,
		});
	});

	test('of v1 also by id, since equal times have no order there (v1 §4)', async () => {
		const { client, source } = sourceOf(() => listed([]), deals, 'v1ApiKey');
		await source.read({});
		expect(client.requests[0]?.query).toMatchObject({ sort: 'updatedAt,id', page: 1 });
	});

	test('of a list that can’t be sorted by it asks for no order (v2 §4.5)', async () => {
		const { client, source } = sourceOf(() => listed([]), actions);
		await source.read({ from: NOW });
		expect(client.requests[0]?.query).not.toHaveProperty('sort');
		expect(source.ordered).toBe(false);
	});

	test('has its versions, the service’s time and count, and where it goes on', async () => {
		const more = { hasMore: true, nextCursor: 'next', totalCount: 7 };
		const { client, source } = sourceOf(() => listed([record(1, NOW)], more));
		expect(await source.read({})).toMatchObject({
			rows: [{ id: 1, updatedAt: NOW, createdAt: NOW - 1_000 }],
			cursor: 'next',
			total: 7,
			serverTime: NOW,
		});
		await source.read({ cursor: 'next' });
		expect(client.requests[1]?.query).toMatchObject({ cursor: 'next' });
	});

	test('at the end has no cursor', async () => {
		const { source } = sourceOf(() => listed([], { hasMore: false, nextCursor: null }));
		expect(await source.read({})).toEqual({ rows: [], serverTime: NOW });
	});

	test('tells how many records lie behind it, but not behind a window or a cursor’s page', async () => {
		const { source } = sourceOf(() => listed([record(1, NOW)], { totalCount: 7 }));
		const beyond: unknown[] = [];
		for (const query of [{}, { to: NOW }, { from: NOW }, { cursor: 'next' }, {}]) {
			await source.read(query);
			beyond.push(source.beyond);
		}
		expect(beyond).toEqual([6, undefined, 6, undefined, 6]);
	});

	test('knows what an event compares', async () => {
		const question = { ...deals, watchedOf: ({ id }: IDataObject) => `of ${Number(id)}` };
		const { source } = sourceOf(() => listed([record(1, NOW)]), question);
		expect((await source.read({})).rows).toMatchObject([{ watched: 'of 1' }]);
		expect(
			(await sourceOf(() => listed([record(1, NOW)])).source.read({})).rows[0],
		).not.toHaveProperty('watched');
	});

	test('without a Date header is no use, and says so', async () => {
		const { source } = sourceOf(() => ({ body: { deals: [] } }));
		await expect(source.read({})).rejects.toThrow(/no Date header/);
		await expect(source.serverTime()).rejects.toThrow(/no Date header/);
	});

	test.each(['yesterday', '1', 'Sat, 21 Nov 2026'])(
		'whose Date header is %j is no use either, and says why',
		async (date) => {
			const { source } = sourceOf(() => ({ headers: { date }, body: { deals: [] } }));
			for (const reading of [
				async () => await source.read({}),
				async () => await source.serverTime(),
			]) {
				await expect(reading()).rejects.toThrow(
					`has the Date header "${date}", which is no HTTP date such as "Sat, 21 Nov 2026 08:00:00 GMT"`,
				);
			}
		},
	);
});

describe('a cursor', () => {
	test('that gets a 400 was rejected; what else fails, failed', async () => {
		const refusing = (status: number) => sourceOf(() => ({ status, body: { error: 'no' } })).source;
		await expect(refusing(400).read({ cursor: 'old' })).rejects.toBeInstanceOf(CursorRejected);
		await expect(refusing(400).read({})).rejects.not.toBeInstanceOf(CursorRejected);
		await expect(refusing(403).read({ cursor: 'old' })).rejects.not.toBeInstanceOf(CursorRejected);
	});

	test('is dropped when pages have become smaller, since it counted in the larger ones', async () => {
		const { client, source } = sourceOf(({ query }) =>
			Number(query.limit) > 600 ? { status: 413, body: '' } : listed([record(1, NOW)]),
		);
		await expect(source.read({ cursor: 'old' })).rejects.toBeInstanceOf(CursorRejected);
		expect((await source.read({})).rows).toHaveLength(1);
		expect(client.requests.map(({ query }) => query.limit)).toEqual([1_000, 500]);
	});

	test('is none on the first page, which is read again at once', async () => {
		const { client, source } = sourceOf(({ query }) =>
			Number(query.limit) > 300 ? { status: 413, body: '' } : listed([record(1, NOW)]),
		);
		expect((await source.read({ from: NOW - HOUR })).rows).toHaveLength(1);
		expect(client.requests.map(({ query }) => query.limit)).toEqual([1_000, 500, 250]);
		expect(client.requests.at(-1)?.query).toHaveProperty('updatedAtFrom');
	});
});

test('the service’s time costs one record', async () => {
	const { client, source } = sourceOf(() => listed([]));
	expect(await source.serverTime()).toBe(NOW);
	expect(client.requests[0]?.query).toEqual({ searchWord: 'acme', limit: 1 });
});

describe('the newest records, for a manual test', () => {
	test('are asked for where the list sorts them', async () => {
		const three = [3, 2, 1].map((id) => record(id, NOW + id));
		const { client, source } = sourceOf(() => listed(three));
		expect((await source.newest(2)).map(({ id }) => id)).toEqual([3, 2]);
		expect(client.requests.map(({ query }) => query)).toEqual([
			{ searchWord: 'acme', sort: '-updatedAt', limit: 2 },
		]);
	});

	test('are looked for further and further back where it does not', async () => {
		const ages = [2, 30, 31, 24 * 40].map((hours) => hours * HOUR);
		const { client, source } = sourceOf(({ query }) => {
			const from = Date.parse((query.updatedAtFrom as string | undefined) ?? '1970-01-01');
			const found = ages.map((age, id) => record(id, NOW - age));
			return listed(found.filter(({ updatedAt }) => Date.parse(updatedAt as string) >= from));
		}, actions);
		expect((await source.newest(1)).map(({ id }) => id)).toEqual([0]);
		expect((await source.newest(3)).map(({ id }) => id)).toEqual([0, 1, 2]);
		client.requests.length = 0;
		expect((await source.newest(9)).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
		// The service's time first, then an hour, a day, thirty days, all.
		expect(client.requests.map(({ query }) => query.updatedAtFrom)).toEqual([
			undefined,
			'2026-11-21T07:00:00.000Z',
			'2026-11-20T08:00:00.000Z',
			'2026-10-22T08:00:00.000Z',
			undefined,
		]);
	});

	test('are none in an empty list', async () => {
		expect(await sourceOf(() => listed([])).source.newest(5)).toEqual([]);
		expect(await sourceOf(() => listed([]), actions).source.newest(5)).toEqual([]);
	});
});

test('no request waits longer than the poll has time', async () => {
	const client = clientOf(() => ({ status: 429, headers: { 'retry-after': '20' }, body: '' }));
	const source = new ListSource(client, deals, { waits: { maxWaitMs: 5_000, timeLeftMs: 6_000 } });
	const began = client.clock.now();
	await expect(source.read({})).rejects.toThrow();
	expect(client.clock.now() - began).toBeLessThanOrEqual(5_000);
});

describe('a full page of which nothing says whether more follows', () => {
	const full = Array.from({ length: 1_000 }, (_, at) => record(at + 1, NOW - HOUR + at));
	const bare = () => ({ headers: { date: DATE }, body: full });

	test('is not taken for all there is', async () => {
		const { source } = sourceOf(bare);
		await expect(source.read({ from: 0 })).rejects.toThrow(
			/^The response does not say whether more than these 1,000 records follow/,
		);
	});

	test('does for the newest records, and for the service’s time', async () => {
		const { source } = sourceOf(() => ({ headers: { date: DATE }, body: full.slice(0, 1) }));
		expect(await source.newest(1)).toHaveLength(1);
		expect(await source.serverTime()).toBe(NOW);
	});

	test('is one where a header says so', async () => {
		const { source } = sourceOf(() => ({
			...bare(),
			headers: { date: DATE, 'x-has-more': 'true', 'x-next-cursor': 'more' },
		}));
		expect(await source.read({ from: 0 })).toMatchObject({ cursor: 'more' });
	});
});

describe('a short page of v1 of which nothing says whether more follows', () => {
	const one = [record(1, NOW - 2), record(2, NOW - 1)];
	const answering = (...pages: IDataObject[][]) =>
		sourceOf((_request, number) => listed(pages[number - 1] ?? []), deals, 'v1ApiKey');
	const asked = (client: ReturnType<typeof answering>['client']) =>
		client.requests.map(({ query }) => query.page);

	test('is all there is where an empty one follows, and it is the same after it', async () => {
		const { client, source } = answering(one, [], [...one].reverse());
		expect(await source.read({ from: 0 })).toEqual({
			rows: [expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 })],
			serverTime: NOW,
		});
		expect(asked(client)).toEqual([1, 2, 1]);
	});

	test('is not where records follow', async () => {
		const { client, source } = answering(one, [record(3, NOW)]);
		expect(await source.read({ from: 0 })).toMatchObject({ cursor: '2:2' });
		expect(asked(client)).toEqual([1, 2]);
	});

	test('is not where one of its records has gone meanwhile, and another has come up', async () => {
		const { source } = answering(one, [], [record(2, NOW - 1), record(3, NOW)]);
		const { rows, cursor } = await source.read({ from: 0 });
		expect([rows.map(({ id }) => id), cursor]).toEqual([[2, 3], '2:2']);
	});

	test('costs nothing more where it is empty, or the service says', async () => {
		const { client, source } = answering([]);
		expect(await source.read({ from: 0 })).not.toHaveProperty('cursor');
		expect(asked(client)).toEqual([1]);
		const told = sourceOf(() => listed(one, { totalCount: 2 }), deals, 'v1ApiKey');
		expect(await told.source.read({ from: 0 })).not.toHaveProperty('cursor');
		expect(asked(told.client)).toEqual([1]);
	});

	test('is read again in smaller pages where the one behind it is too large', async () => {
		const { client, source } = sourceOf(
			({ query }) => {
				if (query.page === 1) return listed(one);
				return Number(query.limit) > 500 ? { status: 413, body: '' } : listed([]);
			},
			deals,
			'v1ApiKey',
		);
		expect(await source.read({ from: 0 })).not.toHaveProperty('cursor');
		expect(client.requests.map(({ query }) => [query.limit, query.page])).toEqual([
			...[1000, 1000].map((limit, at) => [limit, at + 1]),
			...[1, 2, 1].map((page) => [500, page]),
		]);
	});
});
