/** Previous values of older records are learned in the time that polls have left. */
import { poll, type Policy, type State } from '../../../nodes/SalesManagement/polling';
import { readState } from '../../../nodes/SalesManagement/polling/state';
import { WatchedValues } from '../../../nodes/SalesManagement/polling/watchedValues';
import { NOW, QuietService, policyWith, rowAt } from '../support/quietService';

const YEAR = 31_536_000_000;

const policy = (rest: Partial<Policy> = {}) =>
	policyWith({
		...{ tells: 'changed', watches: 'phase' },
		room: { ledger: 46_000, seen: 16_000, watched: 24_000 },
		...rest,
	});

/** Deals of three years, the newest a day old, each in the phase that its id says. */
const deals = (count: number) =>
	Array.from({ length: count }, (_, at) =>
		rowAt(at + 1, Math.floor(NOW - 3 * YEAR + ((3 * YEAR - 86_400_000) / count) * at), {
			watched: String(at % 5),
		}),
	);

/** Polls within so many requests each until everything is learned; says after how many. */
async function learned(source: QuietService, each: number, given: Partial<Policy> = {}) {
	const states: State[] = [];
	for (let polls = 0; polls < 200; polls++) {
		const before = source.requests;
		const hasTime = () => source.requests < before + each;
		const outcome = await poll(states.at(-1), source, policy({ ...given, hasTime }));
		expect(outcome.events).toEqual([]);
		states.push(JSON.parse(JSON.stringify(outcome.state)) as State);
		if (!outcome.state.watched?.learning) return states;
		source.now += 60_000;
	}
	throw new Error('It is never learned');
}

describe.each([
	['sorted by update time', true, 6],
	['cut into windows', false, 7],
])('a list %s that takes longer than a poll', (_name, ordered, each) => {
	test('is learned whole over several polls, the newest first, each record once', async () => {
		const source = new QuietService(ordered, deals(12_000));
		const states = await learned(source, each);
		expect(states.length).toBeGreaterThan(2);
		const first = new WatchedValues('phase', states[1]?.watched);
		expect([first.of(12_000), first.of(1)]).toEqual(['4', undefined]);
		const all = new WatchedValues('phase', states.at(-1)?.watched);
		const wrong = source.rows.filter(({ id, watched }) => all.of(id) !== watched);
		expect(wrong).toEqual([]);
		expect(all.partial).toBe(false);
	});

	test('tells a change of an old record with what it was, as soon as that is learned', async () => {
		const source = new QuietService(ordered, deals(8_000));
		const old = source.rows.find(({ id }) => id === 1)!;
		const states = await learned(source, each);
		expect(states.length).toBeGreaterThan(1);
		source.rows.splice(source.rows.indexOf(old), 1, {
			...old,
			updatedAt: source.now - 30_000,
			watched: 'won',
		});
		const { events } = await poll(states.at(-1), source, policy());
		expect(events).toMatchObject([{ type: 'changed', from: '0', row: { id: 1, watched: 'won' } }]);
	});
});

describe.each([
	['sorted by update time', true, 7],
	['cut into windows', false, 8],
])('a list %s, imported at one time', (_name, ordered, each) => {
	test('is learned whole, though no poll has time for all of that moment', async () => {
		const imported = Array.from({ length: 12_000 }, (_, at) =>
			rowAt(at + 1, NOW - YEAR, { watched: String(at % 5) }),
		);
		const older = Array.from({ length: 20 }, (_, at) =>
			rowAt(20_000 + at, NOW - 2 * YEAR - at, { watched: '7' }),
		);
		const source = new QuietService(ordered, [...imported, ...older]);
		const states = await learned(source, each);
		expect(states.length).toBeGreaterThan(2);
		const all = new WatchedValues('phase', states.at(-1)?.watched);
		expect(source.rows.filter(({ id, watched }) => all.of(id) !== watched)).toEqual([]);
		const kept = states.map((state) => readState(state).problem).filter(Boolean);
		expect(kept).toEqual([]);
	});
});

test('what is learned costs about a request for each full page', async () => {
	const source = new QuietService(true, deals(15_000));
	await learned(source, 1_000);
	expect(source.requests).toBeLessThan(15 * 2 + 12);
});

test('a record that changed while others were learned keeps its newer value', async () => {
	const source = new QuietService(true, deals(12_000));
	const first = await poll(undefined, source, policy({ hasTime: () => source.requests < 3 }));
	const stale = source.rows.find(({ id }) => id === 1)!;
	source.rows.push({ ...stale, updatedAt: NOW + 1_000, watched: 'won' });
	source.now = NOW + 60_000;
	// The list shows both versions: one page comes from a replica that is behind.
	const next = await poll(first.state, source, policy());
	expect(next.events).toEqual([]);
	expect(next.state.watched).not.toHaveProperty('learning');
	expect(new WatchedValues('phase', next.state.watched).of(1)).toBe('won');
});

test('it ends when there is no more room, with the records that changed last', async () => {
	const source = new QuietService(true, deals(30_000));
	const narrow = { room: { ledger: 46_000, seen: 16_000, watched: 4_000 } };
	const states = await learned(source, 5, narrow);
	const { watched } = states.at(-1)!;
	expect(watched?.partial).toBe(true);
	const known = new WatchedValues('phase', watched);
	expect(known.of(30_000)).toBe('4');
	expect(known.of(1)).toBeUndefined();
	expect(source.requests).toBeLessThan(30);
});

test('a failure while learning does not fail the poll, and the next one goes on', async () => {
	const source = new QuietService(true, deals(12_000));
	let { state } = await poll(undefined, source, policy({ hasTime: () => source.requests < 3 }));
	const read = source.read.bind(source);
	const failure = new Error('503');
	source.read = async (query) => {
		if ((query.from ?? 0) < NOW - 86_400_000) throw failure;
		return await read(query);
	};
	source.rows.push(rowAt(20_000, NOW + 1_000, { watched: '1' }));
	source.now = NOW + 60_000;
	const failed = await poll(state, source, policy({ newChanges: true }));
	expect(failed).toMatchObject({ events: [{ row: { id: 20_000 } }], learningFailure: failure });
	expect(failed.stopped).toBeUndefined();
	source.read = read;
	({ state } = await poll(failed.state, source, policy()));
	expect(state.watched).not.toHaveProperty('learning');
	expect(new WatchedValues('phase', state.watched).of(1)).toBe('0');
});

test('it waits while a backlog is read, and goes on after it', async () => {
	const source = new QuietService(true, deals(12_000));
	const first = await poll(undefined, source, policy({ hasTime: () => source.requests < 3 }));
	for (let id = 1; id <= 3; id++) source.rows.push(rowAt(50_000 + id, NOW + id, { watched: '1' }));
	source.now = NOW + 60_000;
	const busy = policy({ newChanges: true, batchLimit: 1 });
	const next = await poll(first.state, source, busy);
	expect(next).toMatchObject({ stopped: 'batch limit', learningFailure: undefined });
	expect(next.state.watched?.learning).toEqual(first.state.watched?.learning);
	const { state } = await poll(next.state, source, policy({ newChanges: true }));
	expect(state.watched).not.toHaveProperty('learning');
});
