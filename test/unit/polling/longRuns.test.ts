/** More records of one timestamp than a poll has time for: each poll goes on where the last one stopped. */
import {
	CursorRejected,
	poll,
	standingOf,
	type Policy,
	type Row,
	type State,
} from '../../../nodes/SalesManagement/polling';
import { readState } from '../../../nodes/SalesManagement/polling/state';
import { NOW, policyWith, QuietService, rowAt } from '../support/quietService';

const FINAL = NOW - 600_000;
const ROOM = { ledger: 46_000, seen: 16_000, watched: 0 };

const POLICY = policyWith({ startFrom: NOW - 86_400_000, room: ROOM });

interface World {
	readonly ordered: boolean;
	readonly pageSize: number;
	/** What a poll has time for: 45 s less n8n's share, at 800 ms a page. */
	readonly requests: number;
}

/** Polls until nothing more comes, each time for so many requests. */
async function drain(
	rows: Array<Row<number>>,
	{ ordered, pageSize, requests }: World,
	rest: Partial<Policy> = {},
	between: (source: QuietService, polls: number) => void = () => {},
) {
	const source = new QuietService(ordered, rows, { pageSize });
	let mayAsk = 0;
	const policy = { ...POLICY, hasTime: () => source.requests < mayAsk, ...rest };
	const ids: number[] = [];
	let state: State | undefined;
	let largest = 0;
	let polls = 0;
	for (let quiet = 0; quiet < 2 && polls < 400; polls++) {
		mayAsk = source.requests + requests;
		const outcome = await poll(state, source, policy);
		state = JSON.parse(JSON.stringify(outcome.state)) as State;
		largest = Math.max(largest, JSON.stringify(state).length);
		ids.push(...outcome.events.map(({ row }) => row.id));
		quiet = outcome.stopped === undefined && outcome.events.length === 0 ? quiet + 1 : 0;
		between(source, polls);
		source.now += 60_000;
	}
	return { ids, largest, polls, requests: source.requests };
}

const atStamps = (count: number, ...stamps: number[]) =>
	stamps.flatMap((stamp, i) =>
		Array.from({ length: count }, (_, n) => rowAt(i * count + n, stamp)),
	);

describe.each([
	['sorted, 1,000 a page', { ordered: true, pageSize: 1_000, requests: 39 }, 25_000],
	['sorted, 100 a page', { ordered: true, pageSize: 100, requests: 39 }, 4_000],
	['cut into windows, 100 a page', { ordered: false, pageSize: 100, requests: 39 }, 4_000],
	['sorted, with time for four requests', { ordered: true, pageSize: 500, requests: 4 }, 4_000],
])('a list %s', (_, world, count) => {
	it(`${count} records of each of four timestamps drain to the end`, async () => {
		const rows = atStamps(count, FINAL, FINAL + 1_000, FINAL + 20_000, FINAL + 20_001);
		const { ids, largest, requests } = await drain(rows, world);
		expect(ids).toHaveLength(4 * count);
		expect(new Set(ids).size).toBe(4 * count);
		expect(largest).toBeLessThan(64_000);
		expect(requests).toBeLessThan(8 * ((4 * count) / world.pageSize));
	});
});

it('a list that says no length is cut further with each poll, however few requests it has', async () => {
	const source = new QuietService(false, atStamps(600, NOW - 7_200_000), {
		...{ pageSize: 100, total: () => undefined },
	});
	const ids: number[] = [];
	let state: State | undefined;
	for (let polls = 0; polls < 100 && ids.length < 600; polls++) {
		const mayAsk = source.requests + 4;
		const hasTime = () => source.requests < mayAsk;
		const outcome = await poll(state, source, { ...POLICY, hasTime });
		state = JSON.parse(JSON.stringify(outcome.state)) as State;
		ids.push(...outcome.events.map(({ row }) => row.id));
	}
	expect(new Set(ids).size).toBe(600);
	expect(ids).toHaveLength(600);
});

it('a page that is empty though the list goes on says nothing about widths', async () => {
	const source = new QuietService(false, atStamps(600, NOW - 7_200_000), { pageSize: 100 });
	const read = source.read.bind(source);
	source.read = async (query) => {
		const view = await read(query);
		return source.requests === 1 ? { ...view, rows: [] } : view;
	};
	const hasTime = () => source.requests < 2;
	const { state } = await poll(undefined, source, { ...POLICY, hasTime });
	expect(readState(JSON.parse(JSON.stringify(state)))).toEqual({ state });
	const { events } = await poll(state, source, POLICY);
	expect(events).toHaveLength(600);
});

const SLOW: World = { ordered: true, pageSize: 100, requests: 9 };

it('records that leave the run between two polls hide none of those behind them', async () => {
	const rows = atStamps(3_000, FINAL);
	const gone: number[] = [];
	const { ids } = await drain(rows, SLOW, {}, ({ rows: shown }, polls) => {
		if (polls > 20) return;
		gone.push(...shown.splice(0, 30).map(({ id }) => id));
	});
	expect(new Set(ids).size).toBe(ids.length);
	const missing = rows.map(({ id }) => id).filter((id) => !ids.includes(id));
	expect(missing).toEqual([]);
	expect(gone.length).toBeGreaterThanOrEqual(300);
});

it('when more of them leave than a page holds, it begins the run again, and repeats none', async () => {
	const rows = atStamps(3_000, FINAL);
	const { ids } = await drain(rows, SLOW, {}, ({ rows: shown }, polls) => {
		if (polls === 3) shown.splice(0, 250);
	});
	expect(new Set(ids).size).toBe(ids.length);
	expect(rows.filter(({ id }) => !ids.includes(id))).toEqual([]);
});

it('records that have moved behind the run are not taken for those that were in it', async () => {
	const rows = atStamps(600, FINAL);
	const { ids } = await drain(rows, SLOW, {}, ({ rows: shown, now }, polls) => {
		if (polls > 0) return;
		// The first poll read up to 400. Now the cursor of its last page leads to the same 100 records.
		for (const [at, row] of shown.entries()) {
			const updatedAt = now - (at < 200 ? 10_000 : 20_000);
			if (at < 200 || (at >= 300 && at < 400)) shown[at] = { ...row, updatedAt, digest: 'moved' };
		}
	});
	expect(new Set(ids).size).toBe(600);
});

it('a cursor that the service no longer takes costs a new beginning, and nothing else', async () => {
	const rows = atStamps(3_000, FINAL);
	let rejects = false;
	const { ids, polls } = await drain(
		rows,
		{ ...SLOW, requests: 50 },
		{ batchLimit: 700 },
		(source, at) => {
			if (at === 0) {
				const read = source.read.bind(source);
				source.read = async (query) => {
					if (!rejects || query.cursor === undefined) return await read(query);
					rejects = false;
					throw new CursorRejected('400');
				};
			}
			rejects = at === 1;
		},
	);
	expect(ids).toHaveLength(3_000);
	expect(new Set(ids).size).toBe(3_000);
	expect(polls).toBeLessThan(20);
});

it('a run that never ends, since its cursors live for one poll only, is told as a standstill', async () => {
	const source = new QuietService(true, atStamps(6_000, FINAL));
	const read = source.read.bind(source);
	let polls = 0;
	let cursors = 0;
	source.read = async ({ cursor, ...query }) => {
		const [poll, , place] = cursor?.split(' ') ?? [];
		if (cursor !== undefined && Number(poll) !== polls) throw new CursorRejected('400');
		const view = await read({ ...query, ...(place !== undefined && { cursor: place }) });
		return { ...view, ...(view.cursor && { cursor: `${polls} ${++cursors} ${view.cursor}` }) };
	};
	const told: Array<number | undefined> = [];
	let state: State | undefined;
	let events = 0;
	for (; polls < 20; polls++) {
		const mayAsk = source.requests + 5;
		const policy = { ...POLICY, hasTime: () => source.requests < mayAsk };
		const outcome = await poll(state, source, policy);
		const { stuckSince, standstill } = standingOf(state, outcome, policy);
		told.push(standstill?.since);
		events += outcome.events.length;
		state = { ...outcome.state, ...(stuckSince !== undefined && { stuckSince }) };
		source.now += 60_000;
	}
	expect(events).toBeLessThan(6_000);
	expect(told.slice(-15)).toEqual(Array(15).fill(told.at(-1)));
	expect(told.at(-1)).toBeDefined();
});

it('pages that hold no readable record are gone through like others, also when some leave the list', async () => {
	const source = new QuietService(true, atStamps(1_200, FINAL), { pageSize: 100 });
	const read = source.read.bind(source);
	const isReadable = ({ id }: Row<number>) => id < 150 || id >= 850;
	source.read = async (query) => {
		const view = await read(query);
		const rows = view.rows.filter(isReadable);
		return { ...view, rows, unreadable: view.rows.length - rows.length };
	};
	const seen: number[] = [];
	let state: State | undefined;
	for (let polls = 0; polls < 30; polls++) {
		const mayAsk = source.requests + 7;
		const hasTime = () => source.requests < mayAsk;
		const outcome = await poll(state, source, { ...POLICY, hasTime });
		state = JSON.parse(JSON.stringify(outcome.state)) as State;
		seen.push(...outcome.events.map(({ row }) => row.id));
		if (polls === 1) source.rows.splice(0, 30);
		source.now += 60_000;
	}
	expect(seen.sort((a, b) => a - b)).toEqual(
		Array.from({ length: 1_200 }, (_, id) => id).filter((id) => id < 150 || id >= 850),
	);
});

it.each([
	[700, 16_000],
	[5_000, 25_000],
])(
	'records %i ids apart that are all held back, %i, outgrow no state and are created once each',
	async (gap, count) => {
		const rows = Array.from({ length: count }, (_, i) =>
			rowAt((i + 1) * gap + (i % 3), NOW - 1_900 + (i % 1_800), { createdAt: FINAL - 86_400_000 }),
		);
		const world = { ordered: true, pageSize: 1_000, requests: 500 };
		const { ids, largest } = await drain(rows, world, { tells: 'created', startFrom: 0 });
		expect(largest).toBeLessThan(62_000);
		expect(ids).toHaveLength(count);
		expect(new Set(ids).size).toBe(count);
	},
);

it('16,000 scattered ids of one timestamp fit into the state', async () => {
	const rows = Array.from({ length: 16_000 }, (_, i) => rowAt(1_000_000 + i * 997, FINAL));
	const { ids, largest } = await drain(rows, { ordered: true, pageSize: 1_000, requests: 9 });
	expect(new Set(ids).size).toBe(16_000);
	expect(largest).toBeLessThan(64_000);
});

it('what no longer fits stops the poll instead of outgrowing the state', async () => {
	const rows = Array.from({ length: 4_000 }, (_, i) => rowAt(1_000_000 + i * 99_991, FINAL));
	const room = { ledger: 5_000, seen: 1_000, watched: 0 };
	const world = { ordered: true, pageSize: 100, requests: 500 };
	const { ids, largest } = await drain(rows, world, { room, tells: 'updated', batchLimit: 1e6 });
	expect(new Set(ids).size).toBe(ids.length);
	// Of the ids, up to 500 are not measured yet: they take 3.3 characters each.
	expect(largest).toBeLessThan(5_000 + 1_000 + 1_650 + 500);
});

it('a window that is hardly filled grows no further than the list', async () => {
	const rows = Array.from({ length: 2_500 }, (_, i) => rowAt(i, FINAL + i * 20));
	const world = { ordered: false, pageSize: 1_000, requests: 500 };
	const { ids } = await drain(rows, world, { batchLimit: 10 });
	expect(ids).toHaveLength(2_500);
	expect(new Set(ids).size).toBe(2_500);
});

it('a saved width that no calendar holds is none to fail of', async () => {
	const source = new QuietService(false, [rowAt(1, FINAL)]);
	const policy = { ...POLICY, startFrom: FINAL - 1 };
	const { state } = await poll(undefined, source, policy);
	const window = { ms: 8.64e15, pageSize: 1_000 };
	await expect(poll({ ...state, window }, source, policy)).resolves.toMatchObject({ events: [] });
});
