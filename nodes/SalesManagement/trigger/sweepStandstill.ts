/** What is said of Deleted when its sweep can't move. */
import type { SweepStandstill } from '../polling';
import type { Settings } from './settings';

const SLOW =
	'each poll runs out of time before it reads anything new. Narrow the list with Filters, allow polls more time, or tell the operator of the service that its list is slow or its cursors don’t last';

const failing = (failure: unknown) =>
	`each poll fails there${failure instanceof Error && failure.message ? ` (${failure.message})` : ''}. Look up the failure in n8n’s log`;

/** As the second half of a sentence of which the trigger is the subject. */
export function sweepStandstillNews(
	{ since, read, failure }: SweepStandstill,
	{ record }: Pick<Settings, 'record'>,
): string {
	const from = new Date(since).toISOString();
	const place = `after record ${read.toLocaleString('en-US')} of the list`;
	const why = failure === undefined ? SLOW : failing(failure);
	return `can’t move: since ${from} its sweep for deleted ${record.many} stands ${place}, because ${why}; nothing is lost meanwhile.`;
}
