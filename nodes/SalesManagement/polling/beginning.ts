import { startAt } from './firstState';
import type { Newest } from './newestState';
import type { Saved, State } from './savedState';
import type { Policy, StartFrom } from './types';

/** The beginning of a poll: a state to go on from, or a time to begin at. */
export interface Beginning<S> {
	/** The state to go on from, or to replay from; absent if the poll begins anew. */
	readonly before?: S;
	/** The start if it begins anew: now, or a time. */
	readonly anew?: StartFrom;
	/** Why it begins anew; absent at the first publication. */
	readonly because?: 'unusable' | 'other question' | 'replay';
}

/** The facts that decide where a poll begins. */
interface BeginningFacts<S> {
	/** Whether n8n has saved nothing for this trigger, whatever its event. */
	readonly isFirst: boolean;
	readonly saved: Saved<S>;
	readonly newest: Newest<S>;
	readonly fingerprint: string;
	readonly startFrom: StartFrom;
}

/**
 * Decides what a poll does about its saved state.
 *
 * | the saved state                                 | the poll                             |
 * | ----------------------------------------------- | ------------------------------------ |
 * | precedes a batch that n8n is still saving       | waits: `undefined`                   |
 * | answers the same question                       | goes on                              |
 * | is damaged or of another version                | begins from its watermark, or now    |
 * | belongs to another question or kind of event    | begins now                           |
 * | does not exist                                  | begins as set under Start From       |
 */
export function beginningOf<S>({
	isFirst,
	saved: { other },
	newest: { relation, state: before },
	fingerprint,
	startFrom,
}: BeginningFacts<S>): Beginning<S> | undefined {
	if (relation === 'on its way') return undefined;
	if (before) return { before };
	if (other) {
		const isSame = other.fingerprint === fingerprint && !Number.isNaN(other.watermark);
		return { anew: isSame ? other.watermark : 'now', because: 'unusable' };
	}
	if (isFirst && relation !== 'other question') return { anew: startFrom };
	return { anew: 'now', because: 'other question' };
}

/**
 * The beginning of a poll that replays a date: so early that every version since then comes again, and every
 * one that was not emitted yet. The created watermark counts too, since it stays behind while a backlog
 * lasts.
 */
export function replaying({ before, anew }: Beginning<State>, date: number): Beginning<State> {
	const watermarks = before && [before.watermark, before.createdWatermark].map(Date.parse);
	const left = watermarks ?? (typeof anew === 'number' ? [anew] : []);
	return { before, anew: Math.min(date, ...left), because: 'replay' };
}

/** The state from which a poll reads; none if it begins now. */
export function stateOf({ before, anew }: Beginning<State>, policy: Policy): State | undefined {
	return typeof anew === 'number' ? startAt(anew, policy) : before;
}
