/** Polls that end early and come no further: since when, and when that is no longer normal. */
import type { Outcome } from './outcome';
import type { State } from './state';
import type { Policy } from './types';
import { isoOf } from '../values';

export interface Stalled {
	/** The service's time of the first poll that came no further. */
	readonly since: number;
	/** Where it stands. */
	readonly at: number;
	readonly why: NonNullable<Outcome<unknown>['stopped']>;
	readonly failure?: unknown;
}

/** A full ledger empties as the lookback moves on; polls are a minute apart or more. */
const MARGIN_MS = 120_000;

/**
 * @param before the state that the poll went on from; a trigger that begins has not stalled.
 * @returns `stalledSince`, for the state of the next poll; and `stalled`, where that is not normal.
 */
export function stalledBy(
	before: Pick<State, 'watermark' | 'stalledSince'> | undefined,
	{ state, events, stopped, failure, serverTime }: Outcome<unknown>,
	{ lookbackMs }: Pick<Policy, 'lookbackMs'>,
): { readonly stalledSince?: string; readonly stalled?: Stalled } {
	const hasMoved = !before || events.length > 0 || state.watermark !== before.watermark;
	if (stopped === undefined || hasMoved) return {};
	const saved = before.stalledSince === undefined ? serverTime : Date.parse(before.stalledSince);
	const since = Math.min(saved, serverTime);
	const stalledSince = isoOf(since);
	const isLedgerFull = stopped === 'ledger full' || stopped === 'clock behind';
	if (isLedgerFull && serverTime - since < lookbackMs + MARGIN_MS) return { stalledSince };
	const at = Date.parse(state.watermark);
	return { stalledSince, stalled: { since, at, why: stopped, failure } };
}
