import { optional, type Field } from '../fields';
import { RECORDS } from '../records';
import type { RecordDescription, Watch } from '../records/record';

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

/** What the trigger can filter by. */
export const filtersOf = (record: RecordDescription): Field[] => [
	...record.filters,
	...freePath(record).map(optional),
];
