/** What a poll emits at most: its events and the records that it sets aside share the Batch Limit. */
import type { Policy } from '../polling';
import type { Checked } from './doubts';
import type { From } from './pollFrom';
import type { SetAside } from './setAside';

/** A policy whose limit leaves room for what is set aside while the poll reads. */
export const sharing = (policy: Policy, setAside: SetAside): Policy => ({
	...policy,
	get batchLimit() {
		return policy.batchLimit - setAside.due;
	},
});

/**
 * The poll as it went, unless a page held more to set aside than fits beside the events. Then only
 * that is emitted, and the next poll, which knows it, reads the same again.
 */
export function withinLimit<Went extends Checked & From>(
	went: Went,
	{ due }: Pick<SetAside, 'due'>,
	{ batchLimit }: Pick<Policy, 'batchLimit'>,
): Went {
	const { outcome, base, beginsNow } = went;
	if (due === 0 || beginsNow) return went;
	const { events, serverTime } = outcome;
	// To have emitted some of them is progress.
	const standing = outcome.stopped === 'batch limit' ? {} : went.standing;
	if (!base || events.length + due <= batchLimit) return { ...went, standing };
	const held = {
		...{ events: [], state: base, stopped: 'batch limit' as const },
		...{ reached: Math.min(base.watermark, serverTime), left: events.length },
	};
	return { ...went, outcome: { ...outcome, ...held }, standing: {} };
}
