/** The records that the trigger can watch, and their events. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../api/routes';
import { customFieldIn, customsMeant, fieldMeant, isItemId, optional, type Field } from '../fields';
import { entriesOf, readable } from '../operations/telling/output/readable';
import { atPath } from '../operations/telling/output/selectedFields';
import {
	customsProperty,
	hasOwnNames,
	RECORDS,
	routeOf,
	type Compared,
	type EventDescription,
	type RecordDescription,
	type TriggerOptions,
	type Watch,
} from '../records';
import { EVENT_DATA } from '../records/events';
import { contentsOf } from '../records/recordContent';
import { isBlank, isObject, UsageError } from '../shared';
import { changesFrom, fieldPart, type FieldValue } from './fieldChanges';

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

/** Compares fields as a person reads them: custom values by their keys, choices by their labels. */
function fieldsCompared(
	{ fieldsToWatch = [] }: Partial<TriggerOptions>,
	record: RecordDescription,
): Compared | undefined {
	const property = customsProperty(record);
	// Values that the service computes may be watched, too.
	const canonicals = contentsOf(record, true);
	const pathsByField = new Map(fieldsToWatch.map((text) => pathsOf(text, record)));
	if (pathsByField.size === 0) return undefined;
	const fields = [...pathsByField.keys()].sort();
	/** The fields that no record has had so far. */
	const missing = new Set(fields);
	const watchedValue = (each: IDataObject, field: string): FieldValue => {
		const path = pathsByField.get(field)?.find((one) => atPath(each, one));
		const value = path ? atPath(each, path)?.value : customIn(each[property], field, property);
		if (path || value !== undefined) missing.delete(field);
		return { value, compared: canonicals.get((path ?? [field]).join('.'))?.(value) ?? value };
	};
	const watchedValues = (each: IDataObject) =>
		new Map(fields.map((field) => [field, watchedValue(each, field)]));
	return {
		name: `fields ${fields.join(',')}`,
		valueIn: (each) => [...watchedValues(each).values()].map(fieldPart).join('\n'),
		details: (each, { from }) => ({ changes: changesFrom(from, watchedValues(each)) }),
		missing,
	};
}

/** The name of a field in `_event.changes`, and the paths at which a record may have it. */
function pathsOf(text: string, record: RecordDescription): readonly [string, string[][]] {
	const { fields, customs } = record;
	const property = fieldMeant(text, fields)?.shownAs;
	// A custom object has its fields as properties beside the standard ones, under any names.
	if (hasOwnNames(record)) return [text, [text.split('.'), [property ?? text]]];
	const custom = customFieldIn(text);
	const name = customs && custom ? `${customs.property}.${custom.key}` : (property ?? text);
	const isCustom = name.startsWith(`${customs?.property}.`);
	return [name, isCustom ? [] : [name.split('.')]];
}

/** The custom value that is watched by its key, by the ID of its item, or by its label, which only one field may have. */
function customIn(values: unknown, field: string, customs: string): unknown {
	const isByKey = field.startsWith(`${customs}.`);
	if (isByKey && !isItemId(field.slice(customs.length + 1))) assertKeys(values, field, customs);
	const [entry, ...others] = customsMeant(field, entriesOf(values), customs);
	return entry && others.length === 0 ? readable(entry.value) : undefined;
}

/**
 * Asserts that custom values come with their keys: at least one value has its key, which shows that the service
 * sends keys. Those of contacts and actions may come without (v1 §2.3, S5), and a field that is watched by its key
 * would never be seen to change.
 * @throws UsageError that says how to name the field.
 */
function assertKeys(values: unknown, field: string, customs: string): void {
	const list = Array.isArray(values) ? values.filter(isObject) : [];
	if (list.length === 0 || list.some(({ itemKey }) => !isBlank(itemKey))) return;
	throw new UsageError(
		`Only When Fields Change can't watch "${field}": the service returns these custom fields without their item keys. Name the field by the ID of its item instead, such as ${customs}.7.`,
	);
}

/** The events that every record has; further ones are in the record's own description. */
const GENERAL: readonly EventDescription[] = [
	EVENT_DATA.created,
	{ ...EVENT_DATA.updated, compared: fieldsCompared },
	{ ...EVENT_DATA.createdOrUpdated, compared: fieldsCompared },
];

/** The events of a record. Deleted needs a way to read the record by its ID, to confirm the deletion. */
export const eventsOf = (record: RecordDescription): EventDescription[] => [
	...GENERAL,
	...(record.watch?.events ?? []),
	...(lookupOf(record) ? [EVENT_DATA.deleted] : []),
];
