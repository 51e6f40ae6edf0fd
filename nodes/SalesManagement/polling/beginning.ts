import { startAt } from './firstState';
import type { Newest } from './newestState';
import type { Saved, State } from './savedState';
import type { Policy, StartFrom } from './types';

/** Where a poll begins. */
export interface Beginning<S> {
	/** The state that it goes on from, or would have, were nothing replayed; absent where it begins anew. */
	readonly before?: S;
	/** From when it begins anew. */
	readonly anew?: StartFrom;
	/** Why it does, unless this is the first publication. */
	readonly because?: 'unusable' | 'other question' | 'replay';
}

/** The facts from which it follows where a poll begins. */
interface Found<S> {
	/** Whether n8n holds nothing of the trigger, for whatever event. */
	readonly isFirst: boolean;
	readonly saved: Saved<S>;
	readonly newest: Newest<S>;
	readonly fingerprint: string;
	readonly startFrom: StartFrom;
}

/**
 * | what is saved                                  | a poll                               |
 * | ---------------------------------------------- | ------------------------------------ |
 * | what was before a batch that is on its way     | waits: `undefined`                   |
 * | a state that answers the same question         | goes on                              |
 * | one that is damaged or of another version      | begins from its watermark, or now    |
 * | the state of another question or kind of event | begins now                           |
 * | nothing                                        | begins as set under Start From       |
 */
export function beginningOf<S>(found: Found<S>): Beginning<S> | undefined {
	const { isFirst, fingerprint } = found;
	const { relation, state: before } = found.newest;
	const { other } = found.saved;
	if (relation === 'on its way') return undefined;
	if (before) return { before };
	if (other) {
		const isSame = other.fingerprint === fingerprint && !Number.isNaN(other.watermark);
		return { anew: isSame ? other.watermark : 'now', because: 'unusable' };
	}
	if (isFirst && relation !== 'other question') return { anew: found.startFrom };
	return { anew: 'now', because: 'other question' };
}

/**
 * The same where a date is replayed: every version from then on, and what was not emitted yet. The watermark
 * of creations stays behind while a backlog lasts.
 */
export function replaying({ before, anew }: Beginning<State>, date: number): Beginning<State> {
	const watermarks = before && [before.watermark, before.createdWatermark].map(Date.parse);
	const left = watermarks ?? (typeof anew === 'number' ? [anew] : []);
	return { before, anew: Math.min(date, ...left), because: 'replay' };
}

/** The state that a poll reads on from; none where it begins now. */
export function stateOf({ before, anew }: Beginning<State>, policy: Policy): State | undefined {
	return typeof anew === 'number' ? startAt(anew, policy) : before;
}
