/** A record by its id, as a deletion has to be confirmed. */
import { UsageError } from '../api/errors/errors';
import { ROUTES, type OperationId } from '../api/routes/routes';
import type { ApiVersion } from '../api/types';
import { routeOf, type RecordDescription } from '../records/record';
import type { WatchedRecord } from './watched';

/** A list that is watched. */
interface Watching {
	readonly record: WatchedRecord;
	readonly path: Readonly<Record<string, string | number>>;
}

/**
 * Whether a deletion can be confirmed by reading the record by its id. The actions of a contact can only be
 * read within it, and one that is merely unlinked from it looks like a deleted one there.
 */
export const isFindable = (record: RecordDescription): boolean =>
	routeOf(record, 'get') !== undefined && !record.watch?.unlinkable;

export const lookupOf = (record: RecordDescription) => routeOf(record, 'get') as OperationId;

/**
 * Each missing record is looked up by its id before it is told.
 * @throws UsageError where the service has no such look-up.
 */
export function assertLookup({ record, path }: Watching, version: ApiVersion): void {
	if (!(lookupOf(record) in ROUTES[version])) {
		throw new UsageError(
			`${record.name}s can’t be read by ID with an API key (v1), so their deletion can’t be watched: use a personal or team token (v2) instead.`,
		);
	}
	const owner = record.within.find(({ key }) => path[key] === 'all');
	if (owner) {
		throw new UsageError(
			`Deleted needs one ${owner.label}: choose it in Filters, since ${record.many} can only be looked up within it.`,
		);
	}
}
