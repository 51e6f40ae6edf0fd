/** When the created watermark may follow, for a pass over the list that spans several polls. */
import {
	byClock,
	CreatedTracker,
	type Moment,
} from '../../../nodes/SalesManagement/polling/createdTracker';
import { unpackIds } from '../../../nodes/SalesManagement/polling/idSet';
import type { State } from '../../../nodes/SalesManagement/polling/types';
import { rowAt } from '../support/quietService';

const LOOKBACK_MS = 60_000;
const GUARD_MS = 1_000;
const EMPTY_LEDGER = { has: () => false, ids: () => [], settledIds: () => [] };

/** The created watermark after polls of one pass, each of which begins where the one before ended. */
function watermarkAfter(polls: ReadonlyArray<Pick<Moment, 'serverTime' | 'wholePass'>>): number {
	const first = { watermark: 0, createdWatermark: 0, createdSeen: [] } as unknown as State;
	return polls.reduce((state, poll) => {
		const policy = { lookbackMs: LOOKBACK_MS, guardMs: GUARD_MS };
		const tracker = new CreatedTracker(state, EMPTY_LEDGER, policy);
		const watermark = poll.serverTime;
		const room = { ledger: 1_000, seen: 1_000, watched: 1_000 };
		const next: Partial<State> = tracker.next({ ...poll, watermark }, [], room);
		return { ...state, pendingPass: undefined, ...next, watermark };
	}, first).createdWatermark;
}

const part = (serverTime: number) => ({ serverTime, wholePass: false });
const end = (serverTime: number) => ({ serverTime, wholePass: true });

test('it follows a pass of one poll, a guard’s width behind', () => {
	expect(watermarkAfter([end(200_000)])).toBe(200_000 - GUARD_MS);
});

test('it stays while the pass has not come to its end', () => {
	expect(watermarkAfter([part(100_000), part(200_000), part(300_000)])).toBe(0);
});

test('it stays while any part of the pass is younger than the lookback, the last one above all', () => {
	const parts = [part(100_000), part(200_000)];
	expect(watermarkAfter([...parts, end(200_000 + LOOKBACK_MS - 1)])).toBe(0);
	const followed = 200_000 + LOOKBACK_MS - GUARD_MS;
	expect(watermarkAfter([...parts, end(200_000 + LOOKBACK_MS)])).toBe(followed);
});

test('a poll that reads to the end too early does not put off the time itself', () => {
	const early = [part(200_000), end(200_000 + LOOKBACK_MS - 1)];
	const followed = 200_000 + LOOKBACK_MS - GUARD_MS;
	expect(watermarkAfter([...early, end(200_000 + LOOKBACK_MS)])).toBe(followed);
});

test('times of the future, by a clock that was wrong, hold it no longer than the lookback', () => {
	const ahead = part(900_000_000);
	const polls = [ahead, part(100_000), end(100_000 + LOOKBACK_MS)];
	expect(watermarkAfter(polls)).toBe(100_000 + LOOKBACK_MS - GUARD_MS);
	const early = end(100_000);
	expect(watermarkAfter([ahead, early, end(100_000 + LOOKBACK_MS)])).toBe(
		100_000 + LOOKBACK_MS - GUARD_MS,
	);
});

describe('once not all who were seen fit', () => {
	const STARTED = 500_000;
	const WATERMARK = STARTED - LOOKBACK_MS;
	const FORGOTTEN = WATERMARK - 5_000;
	const isFirst = (createdAt: number, updatedAt: number) => {
		const pendingPass = { startedAt: STARTED, partAt: STARTED, known: '', forgottenTo: FORGOTTEN };
		const state = { watermark: WATERMARK, createdWatermark: 0, createdSeen: [], pendingPass };
		const policy = { lookbackMs: LOOKBACK_MS, guardMs: GUARD_MS };
		const tracker = new CreatedTracker(state as unknown as State, EMPTY_LEDGER, policy);
		return tracker.isFirst(rowAt(1, updatedAt, { createdAt }));
	};

	test.each([
		['that was there and changed since a lookback before the pass', 0, 0, false],
		['that changed before that is read for the first time', 0, -1, true],
		['that was created after all who were forgotten is new', 1, 0, true],
	])('a record %s', (_which, created, changed, first) => {
		expect(isFirst(FORGOTTEN + created, WATERMARK + changed)).toBe(first);
	});
});

test('held back, a record is owed its first event if it was created below the watermark, not at it', () => {
	const state = { watermark: 0, createdWatermark: 0, createdSeen: [] } as unknown as State;
	const tracker = new CreatedTracker(state, EMPTY_LEDGER, { lookbackMs: 0, guardMs: GUARD_MS });
	const held = [rowAt(1, 900, { createdAt: 799 }), rowAt(2, 900, { createdAt: 800 })];
	const at = { serverTime: 1_000, watermark: 800, wholePass: true };
	const { createdOwed } = tracker.next(at, held, { ledger: 100, seen: 100, watched: 100 });
	expect([...unpackIds(createdOwed?.ids ?? '')]).toEqual([1]);
});

test('no pass began later than a lookback from now, nor was a part of it read later than now', () => {
	const pass = { startedAt: 900, partAt: 800, known: '', forgottenTo: 700 };
	expect(byClock(pass, 1_000)).toEqual(pass);
	expect(byClock(pass, 500)).toEqual({ ...pass, startedAt: 500, partAt: 500 });
	expect(byClock(pass, 500, 700)).toEqual({ ...pass, startedAt: 700, partAt: 500 });
});
