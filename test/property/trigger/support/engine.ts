/**
 * How the trigger calls the engine, as `trigger/changes.ts` and `trigger/stateStore.ts` do; of the model only
 * this file and `host.ts` know.
 */
import {
	poll,
	replaying,
	type Beginning,
	type PollOutcome,
	type Policy,
	type Source,
	type StartFrom,
	type State,
} from '../../../../nodes/SalesManagement/polling';

/** A beginning that says when it begins, if it does not go on. */
export interface Began extends Beginning<State> {
	readonly anew?: StartFrom;
}

export interface Went<T> {
	/** What n8n saves of it. JSON. */
	readonly saved: State;
	readonly outcome: PollOutcome<T>;
	/** Where it would have begun, were nothing replayed. */
	readonly beginning: Began;
	/** Where it began again, if it did. */
	readonly replayedFrom?: number;
	/** What it read from, as a restart that repeats it has to know it. */
	readonly before?: State;
	/** Below it nothing is read. */
	readonly watermark: number;
}

/**
 * One poll, which begins again from a date that was not replayed yet.
 * @param lastReplayed the date that what n8n holds says was replayed last.
 */
export async function pollOnce<T>(
	beginning: Began,
	lastReplayed: string | undefined,
	source: Source<T>,
	policy: Policy,
	date?: number,
): Promise<Went<T>> {
	const { replayed = lastReplayed } = beginning.before ?? {};
	const asked = date === undefined ? undefined : new Date(date).toISOString();
	const isReplay = date !== undefined && asked !== replayed;
	const { before } = beginning;
	const state = isReplay ? replaying(before, date, policy) : before;
	const outcome = await poll(state, source, policy);
	const then = isReplay ? asked : replayed;
	return {
		saved: { ...outcome.state, replayed: then },
		before: state && { ...state, replayed: then },
		outcome,
		beginning,
		watermark: state ? Date.parse(state.watermark) : -Infinity,
		...(isReplay && { replayedFrom: Date.parse(state!.watermark) }),
	};
}
