/**
 * How the trigger calls the engine, as `trigger/changes.ts` and `trigger/stateStore.ts` do; of the model only
 * this file and `host.ts` know.
 */
import {
	poll,
	replaying,
	stateOf,
	type Beginning,
	type PollOutcome,
	type Policy,
	type Source,
	type State,
} from '../../../../nodes/SalesManagement/polling';

export interface Went<T> {
	/** What n8n saves of it. JSON. */
	readonly saved: State;
	readonly outcome: PollOutcome<T>;
	/** Where it would have begun, were nothing replayed. */
	readonly beginning: Beginning<State>;
	/** Where it began again, if it did. */
	readonly replayedFrom?: number;
	/** Below it nothing is read. */
	readonly watermark: number;
}

/**
 * One poll, which begins again from a date that was not replayed yet.
 * @param lastReplayed the date that what n8n holds says was replayed last.
 */
export async function pollOnce<T>(
	beginning: Beginning<State>,
	lastReplayed: string | undefined,
	source: Source<T>,
	policy: Policy,
	date?: number,
): Promise<Went<T>> {
	const { replayed = lastReplayed } = beginning.before ?? {};
	const asked = date === undefined ? undefined : new Date(date).toISOString();
	const isReplay = date !== undefined && asked !== replayed;
	const from = isReplay ? replaying(beginning, date) : beginning;
	const state = stateOf(from, policy);
	const outcome = await poll(state, source, policy);
	return {
		saved: { ...outcome.state, replayed: isReplay ? asked : replayed },
		outcome,
		beginning,
		watermark: state ? Date.parse(state.watermark) : -Infinity,
		...(isReplay && { replayedFrom: from.anew as number }),
	};
}
