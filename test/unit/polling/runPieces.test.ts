/** Pieces of a long run: how often it is begun again, and what of it the state keeps for the next poll. */
import {
	poll,
	type Policy,
	type Query,
	type Source,
	type State,
} from '../../../nodes/SalesManagement/polling';
import { MOST_PASSES, TooRestless } from '../../../nodes/SalesManagement/polling/cursorPasses';
import { readRun } from '../../../nodes/SalesManagement/polling/longRun';
import { NOW, policyWith, QuietService, rowAt } from '../support/quietService';

const AT = NOW - 3_600_000;

test('a run whose pages never connect is begun again twelve times, then it is too restless', async () => {
	let requests = 0;
	let begun = 0;
	const source: Source<number> = {
		ordered: true,
		serverTime: async () => NOW,
		// No page shows again what it showed before.
		read: async () => ({ rows: [rowAt(++requests, AT)], cursor: 'next', serverTime: NOW }),
	};
	const query = {};
	const begin = async () => {
		begun++;
		return { query, view: await source.read(query) };
	};
	const read = async () => {
		const run = { query, begin, openFrom: NOW, ends: () => false };
		for await (const piece of readRun(source, run, { hasTime: () => requests < 1_000 })) {
			expect(piece.rows).toHaveLength(1);
		}
	};
	await expect(read()).rejects.toBeInstanceOf(TooRestless);
	expect(begun).toBe(MOST_PASSES + 1);
});

/** A service whose cursors are so many characters long. */
class Wordy extends QuietService {
	constructor(private readonly length: number) {
		const rows = Array.from({ length: 600 }, (_, id) => rowAt(id, AT));
		super(true, rows, { pageSize: 100 });
	}

	override async read(query: Query) {
		const { cursor, ...rest } = query;
		const place = cursor === undefined ? {} : { cursor: cursor.trim() };
		const view = await super.read({ ...rest, ...place });
		return { ...view, ...(view.cursor && { cursor: view.cursor.padEnd(this.length) }) };
	}
}

const inTheMiddle = async (source: QuietService, rest: Partial<Policy> = {}, saved?: State) => {
	const mayAsk = source.requests + 6;
	const policy = policyWith({ startFrom: AT - 60_000, ...rest });
	return (await poll(saved, source, { ...policy, hasTime: () => source.requests < mayAsk })).state;
};

test.each([
	[300, true],
	[301, false],
])('a place with cursors of %i characters is kept: %s', async (length, isKept) => {
	const { run } = await inTheMiddle(new Wordy(length));
	expect(run).toMatchObject({ at: AT });
	expect(run?.place !== undefined).toBe(isKept);
});

describe('the place of what is learned in a long run', () => {
	const place = { next: '100', count: 100, shown: '0:0' };
	const learning = { from: 0, at: 5, to: AT - 60_000, run: { at: 5, until: 5, place } };
	const learned = async (rows: Array<ReturnType<typeof rowAt>>) => {
		const source = new QuietService(true, rows, { pageSize: 100 });
		const watching = { tells: 'changed', watches: 'phase', newChanges: true } as const;
		const begun = await poll(undefined, new QuietService(true, []), policyWith(watching));
		const { watched, ...rest } = begun.state;
		const saved = { ...rest, watermark: AT - 60_000, watched: { ...watched!, learning } };
		return await inTheMiddle(source, watching, saved);
	};

	test('gives way to that in which a poll stops', async () => {
		const state = await learned(Array.from({ length: 900 }, (_, id) => rowAt(id, AT)));
		expect(state.run?.place).toBeDefined();
		expect(state.watched?.learning).toEqual({ ...learning, run: undefined });
	});

	test('stays where a poll stops elsewhere', async () => {
		const state = await learned(Array.from({ length: 900 }, (_, id) => rowAt(id, AT + id)));
		expect(state.run).toBeUndefined();
		expect(state.watched?.learning).toEqual(learning);
	});
});

test('a poll that stops among records of one time of a list without order reads from below it', async () => {
	const AGAIN = AT + 10_000;
	const rows = [1, 2, 3].map((id) => rowAt(id, AT + id * 1_000));
	rows.push(...Array.from({ length: 10 }, (_, i) => rowAt(10 + i, AGAIN)));
	const all = rows.map(({ id }) => id);
	const source = new QuietService(false, rows);
	const read = source.read.bind(source);
	// By its filter some of them are older than they are shown (A2).
	source.read = async (query) => {
		const view = await read(query);
		const isOlder = ({ id, updatedAt }: (typeof rows)[number]) =>
			updatedAt === AGAIN && id % 2 === 0 && (query.from ?? 0) > AGAIN - 500;
		return { ...view, rows: view.rows.filter((row) => !isOlder(row)) };
	};
	const ids: number[] = [];
	let state: State | undefined;
	for (let polls = 0; polls < 4; polls++) {
		const policy = policyWith({ startFrom: AT - 60_000, batchLimit: 6 });
		const outcome = await poll(state, source, policy);
		ids.push(...outcome.events.map(({ row }) => row.id));
		({ state } = outcome);
	}
	expect(ids.sort((a, b) => a - b)).toEqual(all);
});
