/** When the created watermark may follow, for a pass over the list that spans several polls. */
import { CreatedTracker, type Moment } from '../../../nodes/SalesManagement/polling/createdTracker';
import type { State } from '../../../nodes/SalesManagement/polling/types';

const LOOKBACK_MS = 60_000;
const GUARD_MS = 1_000;
const EMPTY_LEDGER = { has: () => false, ids: () => [], settledIds: () => [] };

/** The created watermark after polls of one pass, each of which begins where the one before ended. */
function watermarkAfter(polls: ReadonlyArray<Pick<Moment, 'serverTime' | 'wholePass'>>): number {
	const first = { watermark: 0, createdWatermark: 0, createdSeen: '' } as unknown as State;
	return polls.reduce((state, poll) => {
		const policy = { lookbackMs: LOOKBACK_MS, guardMs: GUARD_MS };
		const tracker = new CreatedTracker(state, EMPTY_LEDGER, policy);
		const watermark = poll.serverTime;
		const room = { ledger: 1_000, seen: 1_000, watched: 1_000 };
		const { pendingPass, ...next } = tracker.next({ ...poll, watermark }, [], room);
		return { ...state, ...next, pendingPass, watermark };
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
