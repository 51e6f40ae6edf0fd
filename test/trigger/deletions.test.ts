/** Deleted: what a sweep tells, what it must not take for a deletion, and what it says when it can't go on. */
import type { IDataObject } from 'n8n-workflow';
import {
	DAY,
	dealAt,
	Host,
	HOUR,
	idsOf,
	iso,
	MINUTE,
	NOT_FOUND,
	START,
	type Reply,
} from './support/host';

/** A trigger that has seen these deals. */
async function watching(ids: number[], options: IDataObject = {}, parameters: IDataObject = {}) {
	const host = new Host({ event: 'deleted', ...parameters }, options);
	for (const id of ids) host.write(id);
	expect(await host.poll()).toEqual([]);
	return host;
}

const HTML: Reply = { statusCode: 404, body: '<html><body>404</body></html>' };
const lookUps = (host: Host) => host.asked.filter(({ path }) => /\d$/.test(path)).length;

/** So that a look by its ID is answered so. */
const looking = (host: Host, reply: (id: number) => Reply | undefined) =>
	(host.answers = ({ path }) => {
		const id = /\/(\d+)$/.exec(path)?.[1];
		return id === undefined ? undefined : reply(Number(id));
	});

test('a deletion is told once, by its ID, after the next sweep', async () => {
	const host = await watching([1, 2]);
	host.remove(1);
	expect(await host.requestsOf(host.next(23 * HOUR))).toBe(0);
	expect(await host.next(HOUR)).toEqual([
		{
			id: 1,
			_event: {
				...{ id: 'deal:1:deleted', type: 'deleted', resource: 'deal', detectedAt: iso(host.now) },
			},
		},
	]);
	expect(await host.next(DAY)).toEqual([]);
});

describe('a missing record is an event only where the service says that it is gone', () => {
	test.each<[string, Reply, tells: boolean, said: RegExp | undefined]>([
		['its own words', NOT_FOUND, true, undefined],
		['an error alone', { statusCode: 404, body: { error: 'NOT_FOUND' } }, true, undefined],
		['an empty object', { statusCode: 404, body: {} }, true, undefined],
		['the status 410', { statusCode: 410, body: {} }, true, undefined],
		['that it is there', { body: { id: 1 } }, false, undefined],
		[
			'an HTML page',
			HTML,
			false,
			/could not find out whether 1 of .* are deleted.* again by the next sweep.*ID 1:/,
		],
		['a text', { statusCode: 404, body: '404 page not found' }, false, /could not find out/],
		['nothing', { statusCode: 404 }, false, /could not find out/],
		['a bad request', { statusCode: 400, body: {} }, false, /could not find out.*HTTP 400/],
		['a failure', { statusCode: 503, body: {} }, false, /could not find out.*HTTP 503/],
		['a refusal', { statusCode: 403, body: {} }, false, /may no longer read 1 of the deals/],
	])('%s', async (_what, reply, tells, said) => {
		const host = await watching([1, 2]);
		host.remove(1);
		looking(host, () => reply);
		expect(idsOf(await host.next(DAY))).toEqual(tells ? [1] : []);
		expect(host.said()).toEqual(said ? [expect.stringMatching(said)] : []);
		expect(await host.requestsOf(host.next())).toBe(0);
		// The next sweep looks again.
		if (said === undefined || /no longer read/.test(said.source)) return;
		looking(host, () => NOT_FOUND);
		expect(idsOf(await host.next(DAY))).toEqual([1]);
	});

	test('a look-up that fails holds no other back', async () => {
		const host = await watching([1, 2, 3]);
		host.deals = [];
		looking(host, (id) => (id === 1 ? { statusCode: 500, body: {} } : undefined));
		expect(idsOf(await host.next(DAY))).toEqual([2, 3]);
	});

	test.each<[string, Reply]>([
		['a refused credential', { statusCode: 401, body: {} }],
		['a used-up quota', { statusCode: 429, headers: { 'retry-after': '7200' }, body: {} }],
	])('%s ends the sweep: nothing else is asked', async (_what, reply) => {
		const host = await watching([1, 2, 3]);
		host.deals = [];
		looking(host, () => reply);
		expect(await host.next(DAY)).toEqual([]);
		expect(lookUps(host)).toBe(1);
		expect(host.said()).toEqual([expect.stringMatching(/stopped early/)]);
	});
});

describe('a list that can’t be trusted tells nobody as deleted', () => {
	test('records without a usable ID stand for no other one', async () => {
		const host = new Host({ event: 'deleted' });
		for (const id of [null, '', 1.5, 2 ** 53, 7]) host.deals.push(dealAt(id, host.now));
		await host.poll();
		host.deals = [];
		expect(idsOf(await host.next(DAY))).toEqual([7]);
	});

	test('one of which nothing says whether it goes on', async () => {
		const host = await watching([1, 2, 5_000]);
		host.answers = ({ path }) =>
			/deals$/.test(path)
				? { body: Array.from({ length: 1_000 }, (_, at) => ({ id: at + 10 })) }
				: undefined;
		await expect(host.next(DAY)).rejects.toThrow(/^The response does not say whether more/);
		host.answers = () => undefined;
		host.remove(5_000);
		expect(idsOf(await host.next())).toEqual([5_000]);
	});

	test('one that goes in circles ends each poll soon, and says so', async () => {
		const host = await watching([1, 2, 3]);
		host.answers = ({ path, query }) => {
			if (!/deals$/.test(path)) return undefined;
			const [ids, nextCursor] = query.cursor === 'b' ? [[3], 'a'] : [[1, 2], 'b'];
			return { body: { deals: ids.map((id) => ({ id })), nextCursor, hasMore: true } };
		};
		await host.next(DAY);
		await host.next();
		expect(host.asked.length).toBeLessThan(12);
		expect(host.said()).toEqual([
			expect.stringMatching(/stopped early .*: The pages no longer contain new records/),
			expect.stringMatching(/can’t move: .* after record 3 of the list, because each poll fails/),
		]);
		host.answers = () => undefined;
		host.remove(2);
		await host.next();
		expect(idsOf(await host.next(DAY))).toEqual([2]);
	});
});

describe('a sweep that comes no further', () => {
	/** A page takes a poll's time, and its cursor is refused by the next. */
	async function stalled(options: IDataObject) {
		const host = new Host({ event: 'deleted' }, options);
		for (let id = 1; id <= 1_500; id++) host.deals.push(dealAt(id, START));
		Object.assign(host, { budgetMs: 45_000, tripMs: 35_000 });
		host.answers = ({ query }) =>
			query.cursor === undefined ? undefined : { statusCode: 400, body: { error: 'Unknown' } };
		const first = await host.poll();
		return { host, first };
	}
	const conditions = (items: IDataObject[]) =>
		items.map(({ condition, problem }) => [condition, problem]);

	test('is in the log and the health item at once, and fails a poll after a while', async () => {
		const { host, first } = await stalled({ health: true, failAfterMinutes: 30 });
		expect(conditions(first)).toEqual([['behind', undefined]]);
		expect(host.said()).toEqual([
			expect.stringMatching(/ran out of time and will continue to look for deleted deals/),
		]);
		const stands =
			/can’t move: its sweep for deleted deals, begun at 2026-11-21T08:\S+, stands after record 1,000 of the list, because/;
		expect(conditions(await host.next())).toEqual([['stalled', expect.stringMatching(stands)]]);
		expect(host.said()).toEqual([expect.stringMatching(stands)]);
		host.pass(30 * MINUTE);
		for (let poll = 0; poll < 2; poll++) {
			await expect(host.next()).rejects.toMatchObject({
				message: expect.stringMatching(/^The trigger can’t move: its sweep/),
				failure: { cause: 'temporarily-unavailable' },
			});
		}
		Object.assign(host, { answers: () => undefined, tripMs: 0 });
		expect(conditions(await host.poll())).toEqual([['working', undefined]]);
	});

	test('never fails with 0 minutes', async () => {
		const { host } = await stalled({ failAfterMinutes: 0 });
		for (let poll = 0; poll < 2; poll++) expect(await host.next(DAY / 2)).toEqual([]);
		expect(host.said().filter((text) => /can’t move/.test(text))).toHaveLength(2);
	});
});

test.each([
	['catchUp', [1]],
	['skip', []],
])('After Downtime %s: what was deleted before a start', async (afterDowntime, told) => {
	const host = await watching([1, 2, 3], { afterDowntime });
	host.remove(1);
	host.restart();
	expect(idsOf(await host.next(DAY + 1))).toEqual(told);
	// A running trigger skips nothing.
	host.remove(2);
	expect(idsOf(await host.next(DAY))).toEqual([2]);
	expect(await host.next(DAY)).toEqual([]);
});

describe('begins anew, with what it finds, and the log says so', () => {
	const begins: unknown = expect.stringMatching(/begins anew.* What was deleted before is not/);

	test.each<[string, (host: Host) => void]>([
		['with other filters', ({ parameters }) => (parameters.filters = { searchWord: 'x' })],
		['with another resource', ({ parameters }) => (parameters.resource = 'customer')],
		// In another domain all records would be missing.
		['with another credential', (host) => (host.credentialId = '2')],
	])('%s', async (_with, change) => {
		const host = await watching([1, 2]);
		change(host);
		host.answers = () => ({ body: { customers: [], deals: [], hasMore: false } });
		for (let poll = 0; poll < 2; poll++) expect(await host.next(DAY)).toEqual([]);
		expect(host.said()).toEqual([begins]);
	});

	test('another event that becomes Deleted, and the other way round', async () => {
		const host = await watching([1, 2]);
		host.parameters.event = 'updated';
		for (let poll = 0; poll < 2; poll++) expect(await host.poll()).toEqual([]);
		expect(host.said()).toEqual([expect.stringMatching(/begins anew.* It starts now/)]);
		expect(JSON.stringify(host.state)).not.toContain('sweep');
		host.parameters.event = 'deleted';
		for (let poll = 0; poll < 2; poll++) expect(await host.poll()).toEqual([]);
		expect(host.said()).toEqual([begins]);
		host.remove(1);
		expect(idsOf(await host.next(DAY))).toEqual([1]);
	});
});
