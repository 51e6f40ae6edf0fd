import { isoOf, UsageError } from '../shared';
import { Ledger } from './emittedVersions';
import type { Newest } from './newestState';
import { startAt, type Saved, type State } from './savedState';
import type { Policy } from './types';

/** The beginning of a poll. */
export interface Beginning<S> {
	/** The state from which it reads; absent if it begins now. */
	readonly before?: S;
	/** Why it does not simply go on, as n8n's log says; absent at the first publication, and if downtime is skipped. */
	readonly because?: 'refused' | 'unusable' | 'other question' | 'replay';
	/** The date that was replayed last, by this poll or an earlier one. */
	readonly replayed?: string;
}

/** The facts that decide: what n8n has saved, and what this process remembers. */
export interface Found<S> extends Saved<S> {
	/** Whether n8n has saved nothing for this trigger, whatever its event. */
	readonly isFirst: boolean;
	/** Whether this is the first poll after a later activation of the workflow. */
	readonly isReactivation: boolean;
	readonly newest: Newest<S>;
}

/**
 * Decides what a poll does about its saved state. The first row that fits counts:
 *
 * | the saved state                                 | the poll                                     |
 * | ----------------------------------------------- | -------------------------------------------- |
 * | precedes an activation, and downtime is skipped | begins now, unless a replay is due           |
 * | precedes a batch that n8n is still saving       | waits: `undefined`                           |
 * | has not replayed the date under Replay From     | begins again from there, or earlier          |
 * | precedes a batch that is to be repeated         | goes on from before that batch               |
 * | answers the same question                       | goes on, after its batch if it precedes one  |
 * | is damaged or of another version                | the same, by its times alone; else now       |
 * | belongs to another question or kind of event    | begins now                                   |
 * | does not exist                                  | begins as set under Start From               |
 *
 * @throws UsageError for a replay from the future, since it would leave out the changes until then.
 */
export function beginningOf(found: Found<State>, policy: Policy): Beginning<State> | undefined {
	const { replayFrom: date, skipsDowntime } = policy;
	const last = found.state?.replayed;
	const isReplayed = date === undefined || date === last;
	const beginning = withoutReplay(found, skipsDowntime && isReplayed, firstState(policy));
	if (!beginning) return undefined;
	const before = beginning.before && resumed(beginning.before, policy);
	const { replayed = last, setAside } = before ?? {};
	if (date === undefined || date === replayed) return { ...beginning, before, replayed };
	if (Date.parse(date) > policy.ownTime()) {
		throw new UsageError(`Replay From is ${date}, which is in the future: choose an earlier date.`);
	}
	// The earliest time after which anything was not emitted yet counts, too: that of creations while a backlog lasts.
	const { watermark = date, createdWatermark = date } = before ?? {};
	const [from = date] = [date, watermark, createdWatermark].toSorted();
	const ledger = new Ledger(before?.ledger);
	ledger.prune(-Infinity, Date.parse(date) - 1);
	const again = { ...startAt(from, policy), ledger: ledger.saved(), replayed: date, setAside };
	return { before: again, because: 'replay', replayed: date };
}

/**
 * The same for an event without batches and replays, Deleted.
 * @param skips whether what happened before an activation is skipped.
 * @param first the state of a trigger that has none; absent if it begins now.
 */
export function withoutReplay<S>(
	{ state, isUnusable, isFirst, isReactivation, newest }: Found<S>,
	skips?: boolean,
	first?: S,
): Beginning<S> | undefined {
	const { relation, state: before } = newest;
	if (skips && isReactivation) return {};
	if (relation === 'on its way') return undefined;
	if (isUnusable && (!before || before === state)) return { before, because: 'unusable' };
	const isOther = !before && (!isFirst || relation === 'other question');
	if (isOther) return { because: 'other question' };
	return { before: before ?? first, because: relation === 'refused' ? relation : undefined };
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
 */
export function resumed({ batch, ...before }: State, { repeatsBatch, view }: Policy): State {
	if (!batch || (repeatsBatch && batch.view === view)) return before;
	// The values are older than the batch, so those of its records are learned, as for another view.
	return { ...batch, view: '', values: before.values };
}
