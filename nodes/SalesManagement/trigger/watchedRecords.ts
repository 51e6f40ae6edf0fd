import { optional, type Field } from '../fields';
import { RECORDS, routeOf, type RecordDescription, type Watch } from '../records';
import type { OperationId } from '../api/routes';

/** A record that the trigger can watch. */
export type WatchedRecord = RecordDescription & { readonly watch: Watch };

export const WATCHED_RECORDS = RECORDS.filter(
	(record): record is WatchedRecord => record.watch !== undefined,
);

/** The path parameters of the list that must be given, such as the key of a definition. */
export const givenPath = ({ parentParams, listParentParams }: RecordDescription): Field[] =>
	listParentParams.filter((each) => parentParams.includes(each));

/** The path parameters that may be `all`: the trigger offers them as filters. */
const freePath = ({ parentParams, listParentParams }: RecordDescription): Field[] =>
	listParentParams.filter((each) => !parentParams.includes(each));

/** The path of the whole list, without filters. */
export const wholePath = (record: RecordDescription): Record<string, string> =>
	Object.fromEntries(freePath(record).map(({ key }) => [key, 'all']));

/**
 * The operation that confirms a deletion by reading the record by its ID; `undefined` if there is none. An
 * action of a contact can only be read under that contact, where an action that was merely unlinked looks
 * deleted.
 */
export const lookupOf = (record: RecordDescription): OperationId | undefined =>
	record.watch?.unlinkable ? undefined : routeOf(record, 'get');

/** The trigger's filters: parameters of the request, and conditions on each record. */
export const filtersOf = (record: WatchedRecord): Field[] => [
	...record.filters,
	...record.watch.conditions,
	...freePath(record).map(optional),
];
