/** What is said of a trigger that can't move. */
import type { Standstill } from '../polling';

const WHY: Readonly<Record<Standstill['why'], string>> = {
	'out of time': 'each poll runs out of time before it has read what changed then',
	'ledger full': 'more records changed at that time than the trigger can remember',
	'batch limit': 'the Batch Limit leaves no room for what changed then',
	failure: 'each poll fails on what changed then',
};

const ADVICE: Readonly<Record<Standstill['why'], string>> = {
	'out of time':
		'Narrow the list with Filters, allow polls more time, or tell the operator of the service that its list is slow',
	'ledger full': 'Narrow the list with Filters, or share it among several triggers',
	'batch limit': 'Raise the Batch Limit',
	failure: 'Look up the failure in n8n’s log',
};

const isoOf = (time: number) => new Date(time).toISOString();

/** As the second half of a sentence of which the trigger is the subject. */
export function standstillNews({ since, at, why, failure }: Standstill): string {
	const cause = failure instanceof Error ? ` (${failure.message})` : '';
	return `can’t move: since ${isoOf(since)} it stands at ${isoOf(at)}, because ${WHY[why]}${cause}. ${ADVICE[why]}; nothing is lost meanwhile.`;
}

/** Fails a poll, so that n8n shows it and runs error workflows. */
class StuckError extends Error {
	/** What n8n reads of a poll that failed: it is worth another try. */
	readonly failure = { cause: 'temporarily-unavailable' } as const;
}

/**
 * @param news what is said of it, as the second half of a sentence.
 * @throws StuckError when it has stood still for longer than the user allows.
 */
export function assertMoving<S extends { readonly since: number }>(
	standstill: S | undefined,
	news: (standstill: S) => string,
	{ now, failAfterMs }: { readonly now: number; readonly failAfterMs: number },
): void {
	if (!standstill || failAfterMs === 0 || now - standstill.since < failAfterMs) return;
	throw new StuckError(`The trigger ${news(standstill)}`);
}
