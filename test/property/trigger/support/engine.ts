/**
 * How the trigger calls the engine; of the model only this file knows. What is saved between two polls
 * is an opaque value to all others.
 */
import {
	poll,
	replaying,
	stateOf,
	type Outcome,
	type Policy,
	type Source,
	type State,
} from '../../../../nodes/SalesManagement/polling';

/** What n8n saves of a poll: the engine's state, and what the trigger keeps beside it. JSON. */
export interface Saved {
	readonly fingerprint: string;
	readonly state: State;
	/** The date that was replayed last. */
	readonly replayed?: number;
}

export interface Went<T> {
	readonly saved: Saved;
	readonly outcome: Outcome<T>;
	/** Where it began again, if it did. */
	readonly replayedFrom?: number;
}

/** One poll, which begins again from a date that was not replayed yet. */
export async function pollOnce<T>(
	before: Saved | undefined,
	source: Source<T>,
	policy: Policy,
	date?: number,
): Promise<Went<T>> {
	const isReplay = date !== undefined && date !== before?.replayed;
	const startFrom = policy.tells === 'changed' ? 'now' : policy.startFrom;
	const usual = before ? { before: before.state } : { anew: startFrom };
	const beginning = isReplay ? replaying(usual, date) : usual;
	const outcome = await poll(stateOf(beginning, policy), source, policy);
	const saved = {
		fingerprint: policy.fingerprint,
		state: outcome.state,
		replayed: isReplay ? date : before?.replayed,
	};
	return { saved, outcome, ...(isReplay && { replayedFrom: beginning.anew as number }) };
}
