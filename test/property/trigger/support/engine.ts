/**
 * How the trigger calls the engine; of the model only this file knows. What is saved between two polls
 * is an opaque value to all others.
 */
import {
	firstState,
	poll,
	startAt,
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
	const { startFrom } = policy;
	// What is not told yet is not skipped.
	const { watermark, createdWatermark } = before?.state ?? {};
	const told =
		watermark && createdWatermark
			? Math.min(Date.parse(watermark), Date.parse(createdWatermark))
			: startFrom === 'now'
				? Infinity
				: startFrom;
	const from = isReplay ? Math.min(date, told) : startFrom;
	const again = isReplay && before ? startAt(from as number, policy) : undefined;
	const state = again ?? before?.state ?? firstState({ ...policy, startFrom: from });
	const outcome = await poll(state, source, { ...policy, startFrom: from });
	const saved = {
		fingerprint: policy.fingerprint,
		state: outcome.state,
		replayed: isReplay ? date : before?.replayed,
	};
	return { saved, outcome, ...(isReplay && { replayedFrom: from as number }) };
}
