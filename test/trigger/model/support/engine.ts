/**
 * How the trigger calls the engine; of the model only this file knows. What is saved between two polls
 * is an opaque value to all others.
 */
import {
	poll,
	replayedFrom,
	standingOf,
	type Outcome,
	type Policy,
	type Source,
	type Standstill,
	type State,
} from '../../../../nodes/SalesManagement/polling';

/** What n8n saves of a poll: the engine's state, and what the trigger keeps beside it. JSON. */
export interface Saved {
	readonly fingerprint: string;
	readonly state: State;
	readonly stuckSince?: number;
	/** The date that was replayed last. */
	readonly replayed?: number;
	/** All that changed before this time was surely told, creations included. */
	readonly done: number;
	/** The last poll that ended early, until one that reached the end a lookback later. */
	readonly partAt?: number;
}

export interface Went<T> {
	readonly saved: Saved;
	readonly outcome: Outcome<T>;
	/** Where it began again, if it did. */
	readonly replayedFrom?: number;
	readonly standstill?: Standstill;
}

/** One poll, which begins again from a date that was not replayed yet. */
export async function pollOnce<T>(
	before: Saved | undefined,
	source: Source<T>,
	policy: Policy,
	date?: number,
): Promise<Went<T>> {
	const isReplay = date !== undefined && date !== before?.replayed;
	const { startFrom } = policy;
	// What is not told yet is not skipped.
	const told = before?.done ?? (startFrom === 'now' ? Infinity : startFrom);
	const from = isReplay ? Math.min(date, told) : startFrom;
	const again = isReplay && before ? replayedFrom(from as number, before.state, policy) : undefined;
	const outcome = await poll(again ?? before?.state, source, { ...policy, startFrom: from });
	const wentOnFrom = isReplay ? undefined : before;
	const { stuckSince, standstill } = standingOf(
		wentOnFrom && { ...wentOnFrom.state, stuckSince: wentOnFrom.stuckSince },
		outcome,
		policy,
	);
	const saved = {
		fingerprint: policy.fingerprint,
		state: outcome.state,
		stuckSince,
		replayed: isReplay ? date : before?.replayed,
		...doneAfter(outcome, policy, wentOnFrom ?? { done: from === 'now' ? -Infinity : from }),
	};
	return { saved, outcome, standstill, ...(isReplay && { replayedFrom: from as number }) };
}

function doneAfter(
	{ stopped, serverTime }: Outcome<unknown>,
	{ lookbackMs, guardMs, holdMs }: Policy,
	{ done, partAt }: Pick<Saved, 'done' | 'partAt'>,
): Pick<Saved, 'done' | 'partAt'> {
	if (stopped) return { done, partAt: serverTime };
	if (partAt !== undefined && serverTime < partAt + lookbackMs) return { done, partAt };
	return { done: Math.max(done, serverTime - lookbackMs - guardMs - holdMs) };
}
