/** What holds of each poll of the engine by itself, and of the last one. */
import type { Outcome, Policy, State } from '../../../nodes/SalesManagement/polling';
import { hold } from './hold';

export function checkOutcome(
	before: State | undefined,
	{ events, state }: Outcome<unknown>,
	{ room }: Policy,
): void {
	const times = events.map(({ row }) => row.updatedAt);
	hold(
		times.every((time, i) => time >= (times[i - 1] ?? 0)),
		'events out of order',
	);
	hold(state.watermark >= (before?.watermark ?? 0), 'the watermark fell');
	const most = room.ledger + room.seen + room.watched + 1_000;
	hold(JSON.stringify(state).length <= most, 'the state outgrew its room');
}

/** Nothing has changed for longer than the lookback, so there is nothing left to remember. */
export function checkCompact(state: State, { guardMs }: Policy): void {
	const { watermark, createdWatermark, createdSeen, createdOwed, createdAhead, ledger } = state;
	const isNobodyKept = createdSeen.length === 0 && !createdOwed && !createdAhead;
	hold(state.pendingPass === undefined, 'a pass over the list is never over');
	hold(state.window === undefined, 'the width of a window is remembered without need');
	hold(createdWatermark >= watermark - guardMs, 'the created watermark stays behind');
	hold(isNobodyKept, 'created records are kept for ever');
	hold(ledger === '', 'the ledger is never emptied');
	hold(state.watched?.learning === undefined, 'previous values are learned for ever');
	hold(state.stuckSince === undefined, 'a standstill has no end');
}
