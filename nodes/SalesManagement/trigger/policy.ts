import type { Policy, Tells } from '../polling';
import type { Poll } from './onePoll';

/** By how much a window filter may be off, and how long a timestamp stays open. */
const GUARD_MS = 2_000;
const HOLD_MS = 2_000;

/** Characters of state, out of the 64 KB in all. The ledger takes what the event leaves. */
const ROOM = { all: 62_000, seen: 16_000, watched: 24_000 };

/** What the engine is told of the user's choices. */
export function policyOf(tells: Tells, { settings, fingerprint, budget, namesSize }: Poll): Policy {
	const { event, compared } = settings;
	const watched = compared ? ROOM.watched : 0;
	const seen = tells === 'changed' && !event.newCounts ? 0 : ROOM.seen;
	return {
		tells,
		fingerprint,
		startFrom: settings.startFrom,
		lookbackMs: settings.lookbackMs,
		guardMs: GUARD_MS,
		holdMs: HOLD_MS,
		batchLimit: settings.batchLimit,
		agreeingPasses: 2,
		...(compared && { watches: compared.name, newChanges: event.newCounts }),
		room: { ledger: ROOM.all - namesSize - seen - watched, seen, watched },
		hasTime: () => budget.readingMs > 0,
	};
}
