import { optional, type Field } from '../fields';
import { RECORDS } from '../records';
import type { OperationId } from '../api/routes/routes';
import { routeOf, type RecordDescription, type Watch } from '../records/record';

/** A record that the trigger can watch. */
export type WatchedRecord = RecordDescription & { readonly watch: Watch };

const isWatched = (record: RecordDescription): record is WatchedRecord =>
	record.watch !== undefined;

export const WATCHED_RECORDS: readonly WatchedRecord[] = RECORDS.filter(isWatched);

/** The path parameters of its list that must be given, such as the key of a definition. */
export const givenPath = ({ within, listedWithin }: RecordDescription): Field[] =>
	listedWithin.filter((each) => within.includes(each));

/** Those that may be `all`: to the trigger they are filters. */
const freePath = ({ within, listedWithin }: RecordDescription): Field[] =>
	listedWithin.filter((each) => !within.includes(each));

/** Every record of the list, unless a filter narrows it. */
export const wholePath = (record: RecordDescription): Record<string, string> =>
	Object.fromEntries(freePath(record).map(({ key }) => [key, 'all']));

/**
 * The operation that confirms a deletion by reading the record by its ID; absent where none can. The actions
 * of a contact can only be read within it, and one that is merely unlinked from it looks like a deleted one there.
 */
export const lookupOf = (record: RecordDescription): OperationId | undefined =>
	record.watch?.unlinkable ? undefined : routeOf(record, 'get');

/** What the trigger can filter by, in the request or by a look at each record: not at one that is deleted. */
export const filtersOf = (record: WatchedRecord): Field[] => [
	...record.filters,
	...record.watch.conditions.map(notForDeleted),
	...freePath(record).map(optional),
];

const notForDeleted = (each: Field): Field => ({
	...each,
	form: { ...each.form, displayOptions: { hide: { '/event': ['deleted'] } } },
});
