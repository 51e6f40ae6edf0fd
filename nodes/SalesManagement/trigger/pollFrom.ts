/** One poll from where its trigger begins, replays included: what became of it, and what stands still. */
import {
	replayedFrom,
	standingOf,
	startAt,
	type Outcome,
	type Policy,
	type Standing,
	type State,
} from '../polling';
import { assertPast, type Replayable } from './replay';

/** A poll of the engine. */
type PollOnce<W> = (state: State | undefined, policy: Policy) => Promise<W>;

export interface From {
	/** What it went on from; absent where it began anew. */
	readonly wentOnFrom?: State;
	/** A state with which the same could be read again; absent where it begins now. */
	readonly base?: State;
	readonly standing: Standing;
	/** A trigger that begins now emits nothing that it finds. */
	readonly beginsNow: boolean;
}

/** @throws UsageError for a replay from a time in the future, and whatever the poll throws. */
export async function pollFrom<T, W extends { readonly outcome: Outcome<T> }>(
	beginning: Replayable,
	policy: Policy,
	poll: PollOnce<W>,
): Promise<W & From> {
	const { state: before, replays, isAnew, startFrom = policy.startFrom } = beginning;
	const from = firstState(before, { ...policy, startFrom }, replays);
	const went = await poll(from, { ...policy, startFrom });
	const { outcome } = went;
	assertPast(beginning, outcome.serverTime);
	const wentOnFrom = replays || isAnew ? undefined : before;
	return {
		...went,
		...(wentOnFrom && { wentOnFrom }),
		standing: standingOf(wentOnFrom, outcome, policy),
		...(from && { base: from }),
		beginsNow: from === undefined || isAnew === true,
	};
}

/** What is read on from; none where it begins now. */
function firstState(before: State | undefined, policy: Policy, replays?: true): State | undefined {
	const { startFrom, tells } = policy;
	if (before)
		return replays && startFrom !== 'now' ? replayedFrom(startFrom, before, policy) : before;
	return startFrom === 'now' || tells === 'changed' ? undefined : startAt(startFrom, policy);
}
