/** A list of only what changed since a time. */
import { UsageError } from '../../api/errors/errors';
import type { ApiVersion, ServiceRequest } from '../../api/types';
import { isKnownTo } from '../../fields';
import { GUARD_MS, LOOKBACK_MS } from '../../api/lists/timeRange';
import type { RecordDescription } from '../../records/record';
import { textOf } from '../../values';
import type { Form } from '../operation';
import type { ListAsked } from '../lists/everyRecord';

const FROM = 'updatedAtFrom';

interface Listed {
	readonly record: Pick<RecordDescription, 'many'>;
	readonly form: Form;
	readonly version: ApiVersion;
}

/**
 * @param since ISO 8601.
 * @returns `undefined` where the window of the list's own filters ends before it.
 * @throws UsageError for a list that has no filter by update time.
 */
export function changedSince(
	{ request, divisible }: ListAsked,
	since: string,
	{ record, form, version }: Listed,
): ServiceRequest | undefined {
	const { query, body } = request;
	const hasFilter = form.collections.some(({ fields }) =>
		fields.some((each) => each.key === FROM && isKnownTo(each, version)),
	);
	if (hasFilter) {
		const given = Date.parse(textOf(query?.[FROM]));
		const from = given > Date.parse(since) ? query?.[FROM] : since;
		const isEmpty = Date.parse(textOf(query?.updatedAtTo)) < Date.parse(textOf(from));
		return isEmpty ? undefined : { ...request, query: { ...query, [FROM]: from } };
	}
	if (divisible && version === 'v2') {
		const bounded = divisible.bounded(request, { from: Date.parse(since) });
		if (!bounded) return undefined;
		// Its order stays what it was.
		const { filter } = bounded.body ?? {};
		return { ...bounded, body: { ...body, filter } };
	}
	throw new UsageError(
		`Changes Since needs a filter by update time, which this list of ${record.many} does not have: leave it out.`,
	);
}

/**
 * From when the next export of changes begins: what changes may become visible late (A1), and the filter
 * may leave out what is nearer to its end than the guard (A2).
 */
export const nextStartOf = (serverTime: number): string =>
	new Date(Math.min(serverTime, Date.now()) - LOOKBACK_MS - GUARD_MS).toISOString();
