import { isoOf } from '../shared';
import type { Newest } from './newestState';
import { startAt, type Saved, type State } from './savedState';
import type { Policy } from './types';

/** The beginning of a poll. */
export interface Beginning<S> {
	/** The state from which it reads; absent if it begins now. */
	readonly before?: S;
	/** Why it does not simply go on; absent at the first publication. */
	readonly because?: 'unusable' | 'other question' | 'replay';
}

/** The facts that decide where a poll begins. */
interface BeginningFacts<S> {
	/** Whether n8n has saved nothing for this trigger, whatever its event. */
	readonly isFirst: boolean;
	readonly saved: Saved<S>;
	readonly newest: Newest<S>;
	/** The state of a trigger that has none; absent if it begins now. */
	readonly first?: S;
}

/**
 * Decides what a poll does about its saved state.
 *
 * | the saved state                                 | the poll                             |
 * | ----------------------------------------------- | ------------------------------------ |
 * | precedes a batch that n8n is still saving       | waits: `undefined`                   |
 * | answers the same question                       | goes on                              |
 * | is damaged or of another version                | goes on from its watermark, or now   |
 * | belongs to another question or kind of event    | begins now                           |
 * | does not exist                                  | begins as set under Start From       |
 */
export function beginningOf<S>({
	isFirst,
	saved,
	newest: { relation, state: before },
	first,
}: BeginningFacts<S>): Beginning<S> | undefined {
	if (relation === 'on its way') return undefined;
	const because = saved.isUnusable && 'unusable';
	if (before) return before === saved.state ? { before, because } : { before };
	if (because) return { because };
	return isFirst && relation !== 'other question'
		? { before: first }
		: { because: 'other question' };
}

/**
 * The state of a poll that replays a date: so early that every version since then comes again, and every one that
 * was not emitted yet. The created watermark counts too, since it stays behind while a backlog lasts.
 */
export function replaying(before: State | undefined, date: number, policy: Policy): State {
	const left = before ? [before.watermark, before.createdWatermark].map(Date.parse) : [];
	return startAt(isoOf(Math.min(date, ...left)), policy);
}

/**
 * The first state of a trigger, as set under Start From; none if it begins now. A changed value is only found with
 * values that were learned before.
 */
export const firstState = (policy: Policy): State | undefined =>
	policy.startFrom === 'now' || policy.reports === 'changed'
		? undefined
		: { ...startAt(isoOf(policy.startFrom), policy), start: isoOf(policy.startFrom) };

/**
 * The state that a restart goes on from: the one before the last batch if exactly that is to be repeated, else the
 * one after it. To another view, what this one left out before is old.
 * @param view absent if nothing is to be repeated.
 */
export function resumed({ batch, ...before }: State, view?: string): State {
	if (!batch || batch.view === view) return before;
	// The values are older than the batch, so those of its records are learned, as for another view.
	return { ...batch, view: '', values: before.values };
}
