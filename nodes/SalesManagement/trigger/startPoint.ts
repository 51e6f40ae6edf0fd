/** Where a poll begins: where the last one ended, from a date that is replayed, or anew. */
import { UsageError } from '../api/errors/errors';
import { canAnswer, firstState, startAt, type Policy, type State } from '../polling';
import * as log from './log';
import type { Poll } from './pollContext';
import { changes, replayedIn } from './stateStore';
import { isoOf } from '../values';

export interface Beginning {
	/** There can be no news yet, see `NewestState`. */
	readonly isStale?: true;
	/** What the poll goes on from; absent where the trigger begins now. */
	readonly from?: State;
	/** What it was before; absent where the trigger begins anew. It goes on from that, unless it replays. */
	readonly before?: State;
	/** For the state: the date that needs no replay any more, and what was set aside. */
	readonly kept: Pick<State, 'replayed' | 'setAside'>;
	/** What the log should say. */
	readonly said: readonly string[];
}

/** @throws UsageError for a replay from the future, since changes until then would be left out. */
export function beginningOf(poll: Poll, policy: Policy): Beginning {
	const { replayFrom } = poll.settings;
	const replay = replayFrom === undefined ? undefined : isoOf(replayFrom);
	const lastReplayed = replayedIn(poll.home);
	const isReplayed = replay === undefined || replay === lastReplayed;
	const { state, said, isStale, startFrom = policy.startFrom } = changes.begin(poll, isReplayed);
	const { setAside, replayed = lastReplayed } = state ?? {};
	const kept = { ...(replayed !== undefined && { replayed }), setAside };
	if (isStale) return { isStale, kept, said };
	if (replayFrom === undefined || replay === replayed) {
		if (state && canAnswer(state, policy)) return { from: state, before: state, kept, said };
		const from = firstState({ ...policy, startFrom });
		return { from, kept, said: state ? [log.COMPARES_ANEW] : said };
	}
	if (replayFrom > policy.ownTime()) {
		throw new UsageError(
			`Replay From is ${isoOf(replayFrom)}, which is in the future: choose an earlier date.`,
		);
	}
	// What is not yet emitted is not skipped: the watermark of creations stays behind while a backlog lasts.
	const left = state
		? Math.min(Date.parse(state.watermark), Date.parse(state.createdWatermark))
		: startFrom;
	const from = left === 'now' ? replayFrom : Math.min(replayFrom, left);
	return {
		from: startAt(from, policy),
		before: state,
		kept: { ...kept, replayed: replay },
		said: [log.replays(from)],
	};
}
