/** Where a poll begins: where the last one ended, from a date that is replayed, or anew. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import {
	firstState,
	reasonToBeginAnew,
	startAt,
	type Begin,
	type Policy,
	type StartFrom,
	type State,
} from '../polling';
import * as log from './log';
import { changedParts, isOfOtherEvent, replayedIn, savedState } from './savedState';
import type { Settings } from './settings';
import { isoOf } from '../values';

export interface Beginning {
	/** There can be no news yet, see `N8nSaves`. */
	readonly isStale?: true;
	/** What the poll goes on from; absent where the trigger begins now. */
	readonly from?: State;
	/** What it was before; absent where the trigger begins anew. It goes on from that, unless it replays. */
	readonly before?: State;
	readonly replays?: true;
	/** For the state: the date that needs no replay any more, and what was set aside. */
	readonly replayed?: string;
	readonly setAside?: string;
	/** What the log should say. */
	readonly said: readonly string[];
}

/** @param recall takes up what n8n saved, or what this process knows. */
export function beginningOf(
	home: IDataObject,
	policy: Policy,
	{ replayFrom, recall }: Pick<Settings, 'replayFrom'> & Recalling,
): Beginning {
	const replayed = replayedIn(home);
	const known = recall ? recalled(home, policy, recall) : { startFrom: 'now' as const, said: [] };
	const { state, isAnew, isStale, startFrom = policy.startFrom, said } = known;
	const date = state?.replayed ?? replayed;
	const kept = { ...(date !== undefined && { replayed: date }), setAside: state?.setAside };
	if (isStale) return { isStale, said };
	if (replayFrom !== undefined && isoOf(replayFrom) !== date) {
		return replaying(replayFrom, state, { startFrom, policy });
	}
	if (!state || isAnew) return { ...kept, from: firstState({ ...policy, startFrom }), said };
	return { ...kept, from: state, before: state, said };
}

interface Recalling {
	/** Absent where what was before is to be left out. */
	readonly recall?: (saved: State | undefined) => Begin<State>;
}

interface Recalled {
	readonly state?: State;
	/** The state is of an event that compared something else. */
	readonly isAnew?: true;
	readonly isStale?: true;
	/** Where to begin without a state, instead of as set. */
	readonly startFrom?: StartFrom;
	readonly said: readonly string[];
}

function recalled(
	home: IDataObject,
	policy: Policy,
	recall: NonNullable<Recalling['recall']>,
): Recalled {
	const saved = savedState(home);
	const { state, isStale, isRepeat } = recall(saved.state);
	if (isStale) return { isStale, said: [] };
	if (state) {
		const isAnew = reasonToBeginAnew(state, policy) === 'compared';
		if (isAnew) return { state, isAnew, said: [log.COMPARES_ANEW] };
		return { state, said: isRepeat ? [log.REPEATS] : [] };
	}
	if (saved.problem !== undefined) return fromProblem(saved, policy);
	if (!saved.state && !isOfOtherEvent(home, 'changes')) return { said: [] };
	const changed = changedParts(saved.state?.fingerprint, policy.fingerprint);
	return { said: [log.beginsAnew(changed)] };
}

/** What a damaged state still says is where it had got to: so nothing is lost, but some may be repeated. */
function fromProblem(
	{ problem, reached }: Extract<ReturnType<typeof savedState>, { problem: string }>,
	policy: Policy,
): Recalled {
	if (reached?.fingerprint !== policy.fingerprint || policy.tells === 'changed') {
		return { said: [log.unusable(problem)] };
	}
	return { startFrom: reached.watermark, said: [log.unusable(problem, reached.watermark)] };
}

/**
 * Begins again from a date. What is not yet emitted is not skipped: it never begins above the watermark,
 * nor above that of creations, which stays behind while a backlog is worked off.
 * @throws UsageError for a date in the future, since changes until then would be left out.
 */
function replaying(
	date: number,
	state: State | undefined,
	{ startFrom, policy }: { readonly startFrom: StartFrom; readonly policy: Policy },
): Beginning {
	if (date > policy.ownTime()) {
		throw new UsageError(
			`Replay From is ${isoOf(date)}, which is in the future: choose an earlier date.`,
		);
	}
	const reached = state
		? Math.min(Date.parse(state.watermark), Date.parse(state.createdWatermark))
		: startFrom;
	const from = reached === 'now' ? date : Math.min(date, reached);
	return {
		from: startAt(from, policy),
		before: state,
		replays: true,
		replayed: isoOf(date),
		setAside: state?.setAside,
		said: [log.replays(from)],
	};
}
