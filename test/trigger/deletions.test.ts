/** Deleted: what a sweep tells, what it must not take for a deletion, and what it says when it can't go on. */
import type { IDataObject } from 'n8n-workflow';
import tables from './deletions.json';
import { many } from '../support/many';
import { table } from '../support/table';
import {
	begun,
	DAY,
	dealAt,
	Host,
	HOUR,
	iso,
	listOf,
	MINUTE,
	NOT_FOUND,
	START,
	type Reply,
} from './support/host';

/** A trigger that has seen these deals. */
const watching = async (ids: number[], options: IDataObject = {}, parameters: IDataObject = {}) =>
	await begun(
		{ event: 'deleted', ...parameters },
		options,
		ids.map((id) => dealAt(id, START)),
	);

const lookUps = (host: Host) => host.asked.filter(({ path }) => /\d$/.test(path)).length;

/** So that a look by its ID is answered so. */
const looking = (host: Host, reply: (id: number) => Reply | undefined) =>
	(host.answers = ({ path }) => {
		const id = /\/(\d+)$/.exec(path)?.[1];
		return id === undefined ? undefined : reply(Number(id));
	});

test('a deletion is told once, by its ID, after the next sweep, which is due at once where n8n’s clock was set back', async () => {
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
	expect(await host.requestsOf(host.next(-HOUR))).toBe(1);
	await host.tellsOnly([], DAY);
});

describe('a missing record is an event only where the service says that it is gone', () => {
	test.each(table<[string, Reply, number[], RegExp[]]>(tables.answers, { notFound: NOT_FOUND }))(
		'%s',
		async (_what, reply, ids, said) => {
			const host = await watching([1, 2]);
			host.remove(1);
			looking(host, () => reply);
			await host.tellsOnly(ids, DAY);
			host.saysOnly(...said);
			expect(await host.requestsOf(host.next())).toBe(0);
			// The next sweep looks again.
			looking(host, () => NOT_FOUND);
			expect(await host.idsOfPolls(2, DAY)).toEqual(ids.length > 0 ? [] : [1]);
		},
	);

	test('a look-up that fails holds no other back', async () => {
		const host = await watching([1, 2, 3]);
		host.deals = [];
		looking(host, (id) => (id === 1 ? { statusCode: 500, body: {} } : undefined));
		await host.tellsOnly([2, 3], DAY);
	});

	test.each(table<[string, Reply]>(tables.ends))(
		'%s ends the sweep: nothing else is asked',
		async (_what, reply) => {
			const host = await watching([1, 2, 3]);
			host.deals = [];
			looking(host, () => reply);
			await host.tellsOnly([], DAY);
			expect(lookUps(host)).toBe(1);
			host.saysOnly(/stopped early/);
		},
	);
});

describe('a record that is there and not listed', () => {
	/** Lists deal 2 alone. */
	const leaveOut = (host: Host) =>
		(host.answers = (request) =>
			/\d$/.test(request.path) ? { body: { id: 1 } } : listOf([host.deals[1]!], request));

	test.each(tables.lookUps)('is looked up $how', async ({ parameters, looks }) => {
		const host = await watching([1, 2], {}, parameters);
		leaveOut(host);
		expect(await host.idsOfPolls(4, DAY)).toEqual([]);
		expect(lookUps(host)).toBe(looks);
	});

	test('is watched again where a filter lists it again', async () => {
		const host = await watching([1, 2], {}, { filters: { searchWord: 'x' } });
		for (let times = 0; times < 2; times++) {
			leaveOut(host);
			await host.next(DAY);
			host.answers = () => undefined;
			await host.next(DAY);
		}
		host.remove(1);
		await host.tellsOnly([1], DAY);
	});
});

describe('a list that can’t be trusted tells nobody as deleted', () => {
	test('records without a usable ID stand for no other one', async () => {
		const ids = [null, '', 1.5, 2 ** 53, 7];
		const host = await begun(
			{ event: 'deleted' },
			{},
			ids.map((id) => dealAt(id, START)),
		);
		host.deals = [];
		await host.tellsOnly([7], DAY);
	});

	test('one of which nothing says whether it goes on', async () => {
		const host = await watching([1, 2, 5_000]);
		host.answers = ({ path }) =>
			/deals$/.test(path) ? { body: many(1_000, (at) => ({ id: at + 10 })) } : undefined;
		await expect(host.next(DAY)).rejects.toThrow(/^The response does not say whether more/);
		host.answers = () => undefined;
		host.remove(5_000);
		await host.tellsOnly([5_000]);
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
		host.saysOnly(
			/stopped early .*: The pages no longer contain new records/,
			/can’t move: .* after record 3 of the list, because each poll fails/,
		);
		host.answers = () => undefined;
		host.remove(2);
		await host.next();
		await host.tellsOnly([2], DAY);
	});
});

describe('a sweep that comes no further', () => {
	/** A page takes a poll's time, and its cursor is refused by the next. */
	async function stalled(options: IDataObject) {
		const host = new Host({ event: 'deleted' }, options);
		host.deals = many(1_500, (id) => dealAt(id + 1, START));
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
		host.saysOnly(/ran out of time and will continue to look for deleted deals/);
		const stands =
			/can’t move: its sweep for deleted deals, begun at 2026-11-21T08:\S+, stands after record 1,000 of the list, because/;
		expect(conditions(await host.next())).toEqual([['stalled', expect.stringMatching(stands)]]);
		host.saysOnly(stands);
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
		expect(await host.idsOfPolls(2, DAY / 2)).toEqual([]);
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
	await host.tellsOnly(told, DAY + 1);
	// A running trigger skips nothing.
	host.remove(2);
	expect(await host.idsOfPolls(2, DAY)).toEqual([2]);
});

describe('begins anew, with what it finds, and the log says so', () => {
	const begins = /begins anew.* What was deleted before is not/;

	test.each(table<[string, IDataObject, string]>(tables.beginsAnew))(
		'with %s',
		async (_what, parameters, credentialId) => {
			const host = await watching([1, 2]);
			Object.assign(host.parameters, parameters);
			host.credentialId = credentialId;
			host.answers = (request) => listOf([], request);
			expect(await host.idsOfPolls(2, DAY)).toEqual([]);
			host.saysOnly(begins);
		},
	);

	test('another event that becomes Deleted, and the other way round', async () => {
		const host = await watching([1, 2]);
		host.parameters.event = 'updated';
		expect(await host.idsOfPolls(2)).toEqual([]);
		host.saysOnly(/begins anew.* It starts now/);
		expect(JSON.stringify(host.state)).not.toContain('sweep');
		host.parameters.event = 'deleted';
		expect(await host.idsOfPolls(2)).toEqual([]);
		host.saysOnly(begins);
		host.remove(1);
		await host.tellsOnly([1], DAY);
	});
});
