/** Replay From: a running trigger begins again from a date, once for each date that is entered. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import type { Policy } from '../polling';
import { isObject } from '../values';
import type { Beginning } from './savedState';

export interface Replayable extends Beginning {
	/** The date that needs no replay any more, for the state. */
	readonly replayed?: number;
	/** Begins again from `startFrom`; the state is what n8n goes back to otherwise. */
	readonly replays?: true;
}

/** Even a state that can't be used may say it. */
export const replayedIn = (saved: unknown): number | undefined =>
	isObject(saved) && typeof saved.replayed === 'number' ? saved.replayed : undefined;

/**
 * What is not yet emitted is not skipped: a replay never begins above the watermark, nor above that
 * of creations, which stays behind while a backlog is worked off.
 */
export function withReplay(
	beginning: Beginning,
	saved: unknown,
	{ replayFrom }: { readonly replayFrom?: number },
	policy: Pick<Policy, 'startFrom'>,
): Replayable {
	const replayed = beginning.state?.replayed ?? replayedIn(saved);
	if (beginning.isStale || replayFrom === undefined || replayFrom === replayed) {
		return { ...beginning, ...(replayed !== undefined && { replayed }) };
	}
	const { state, startFrom = policy.startFrom } = beginning;
	const reached = state ? Math.min(state.watermark, state.createdWatermark) : startFrom;
	const from = reached === 'now' ? replayFrom : Math.min(replayFrom, reached);
	const since = new Date(from).toISOString();
	const news = `begins again from ${since}, as set under Replay From: every record that has changed since is emitted, also if it was before.`;
	return { state, startFrom: from, replays: true, replayed: replayFrom, news };
}

/** @throws UsageError, since changes until then would be left out. */
export function assertPast({ replays, replayed = 0 }: Replayable, now: number): void {
	if (!replays || replayed <= now) return;
	const date = new Date(replayed).toISOString();
	throw new UsageError(`Replay From is ${date}, which is in the future: choose an earlier date.`);
}

/** The parts of a state that the engine doesn't know. */
export const ownParts = (parts: { setAside?: string; stuckSince?: number; replayed?: number }) =>
	Object.fromEntries(
		Object.entries<unknown>(parts).filter(([, value]) => value !== undefined),
	) as IDataObject;
