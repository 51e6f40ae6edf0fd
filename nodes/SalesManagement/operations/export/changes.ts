/** A list of only what changed since a time. */
import { UsageError } from '../../api/errors/errors';
import { GUARD_MS, LOOKBACK_MS } from '../../api/lists/timeRange';
import type { ServiceRequest } from '../../api/types';
import type { RecordDescription } from '../../records/record';
import { isoOf } from '../../values';
import type { ListAsked } from '../lists/everyRecord';

/**
 * @param since ISO 8601.
 * @returns `undefined` where the window of the list's own filters ends before it.
 * @throws UsageError for a list that has no filter by update time.
 */
export function changedSince(
	{ request, divisible }: ListAsked,
	since: string,
	{ many }: Pick<RecordDescription, 'many'>,
): ServiceRequest | undefined {
	if (divisible) return divisible.within(request, { from: Date.parse(since) });
	throw new UsageError(
		`Changes Since needs a filter by update time, which this list of ${many} does not have: leave it out.`,
	);
}

/**
 * From when the next export of changes begins: what changes may become visible late (A1), and the filter
 * may leave out what is nearer to its end than the guard (A2).
 */
export const nextStartOf = (serverTime: number): string =>
	isoOf(Math.min(serverTime, Date.now()) - LOOKBACK_MS - GUARD_MS);
