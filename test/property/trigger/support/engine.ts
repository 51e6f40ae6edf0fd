/**
 * How the trigger calls the engine, as `trigger/changes.ts` and `trigger/stateStore.ts` do; of the model only
 * this file and `host.ts` know.
 */
import {
	poll,
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

/** Where a poll begins, and where it would, were nothing replayed. */
export interface Beginnings {
	readonly actual: Beginning<State>;
	readonly plain: Began;
}

export interface Went<T> {
	/** What n8n saves of it. JSON. */
	readonly saved: State;
	readonly outcome: PollOutcome<T>;
	/** Where it would have begun, were nothing replayed. */
	readonly beginning: Began;
	/** Where it began again, if it did. */
	readonly replayedFrom?: number;
	/** From where on it may emit versions again: the date, or amid a backlog where it began again. */
	readonly repeatsFrom?: number;
	/** What it read from, as a restart that repeats it has to know it. */
	readonly before?: State;
	/** Below it nothing is read. */
	readonly watermark: number;
}

/** One poll, which may begin again from a date that was not replayed yet. */
export async function pollOnce<T>(
	{ plain, actual: { before, because, replayed } }: Beginnings,
	source: Source<T>,
	policy: Policy,
): Promise<Went<T>> {
	const outcome = await poll(before, source, policy);
	const isReplay = because === 'replay';
	const date = plain.before?.backlog ? before?.watermark : replayed;
	return {
		saved: { ...outcome.state, replayed },
		before,
		outcome,
		beginning: plain,
		watermark: before ? Date.parse(before.watermark) : -Infinity,
		...(isReplay && {
			replayedFrom: Date.parse(before!.watermark),
			repeatsFrom: Date.parse(date!),
		}),
	};
}
