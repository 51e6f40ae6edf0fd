/** Polls that end early and come no further: since when, and when that is no longer normal. */
import type { Outcome, Policy, State } from './types';

export interface Standstill {
	/** The service's time of the first poll that came no further. */
	readonly since: number;
	/** Where it stands. */
	readonly at: number;
	readonly why: NonNullable<Outcome<unknown>['stopped']>;
	readonly failure?: unknown;
}

export interface Standing {
	/** For the state of the next poll. */
	readonly stuckSince?: number;
	readonly standstill?: Standstill;
}

/** A full ledger empties as the lookback moves on; polls are a minute apart or more. */
const MARGIN_MS = 120_000;

/**
 * Whether it came further in time, dealt with more of one time, or began or ended a long run. Another
 * cursor proves nothing: a service may word the same place differently each time.
 */
const isFurther = (before: State, after: State): boolean =>
	after.watermark !== before.watermark ||
	after.settled !== before.settled ||
	(before.run === undefined) !== (after.run === undefined);

/** @param before the state that the poll went on from; a trigger that begins has not stood still. */
export function standingOf(
	before: State | undefined,
	{ state, events, stopped, failure, serverTime }: Outcome<unknown>,
	{ lookbackMs }: Pick<Policy, 'lookbackMs'>,
): Standing {
	const hasMoved = !before || events.length > 0 || isFurther(before, state);
	if (stopped === undefined || hasMoved) return {};
	const since = Math.min(before.stuckSince ?? serverTime, serverTime);
	const isNormal = stopped === 'ledger full' && serverTime - since < lookbackMs + MARGIN_MS;
	if (isNormal) return { stuckSince: since };
	return { stuckSince: since, standstill: { since, at: state.watermark, why: stopped, failure } };
}
