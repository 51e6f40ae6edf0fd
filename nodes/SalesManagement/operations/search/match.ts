import type { IDataObject } from 'n8n-workflow';
import { customValueOf, entriesIn, itemIdOf, keyOf, type ComparisonKey } from '../../fields';
import { isBlank, isObject, own, textOf } from '../../values';
import type { SearchField } from './searchField';

/** A field that records are matched by. */
export interface MatchField extends SearchField {
	/** The property with custom values; empty where they are properties themselves. */
	readonly customs: string;
}

/** What a record holds in a field. */
export interface Held {
	/** Whether the response shows the field at all. */
	readonly isShown: boolean;
	/** The value in each of the forms in which the service says it. */
	readonly values: readonly unknown[];
	/** What it is compared by; absent where nothing of it can be compared. */
	readonly key?: ComparisonKey;
}

/** The key under which requests and responses name a custom field. */
const customKey = ({ field }: SearchField): string => textOf(field.itemKey ?? field.customItemId);

/** The key under which records show the field. */
export const shownKey = (field: SearchField): string => field.properties?.shown ?? customKey(field);

const customIn = (record: IDataObject, field: MatchField, itemId?: number): unknown =>
	customValueOf(field.customs === '' ? record : record[field.customs], customKey(field), itemId);

/** The value that a row gives for the field; `undefined` when it gives none. */
export function givenValue(body: IDataObject, field: MatchField): unknown {
	const { properties } = field;
	if (properties) return own(body, properties.sent);
	const [entry, ...others] = entriesIn(customIn(body, field));
	return others.length > 0 ? undefined : entry?.value;
}

/**
 * What a record holds in the field.
 * @param itemId the id of a custom field's item, where it is known besides its itemKey.
 */
export function heldIn(record: IDataObject, field: MatchField, itemId?: number): Held {
	const { properties, type } = field;
	const found = properties ? own(record, properties.shown) : customIn(record, field, itemId);
	const values = properties
		? [found].filter((each) => !isBlank(each))
		: entriesIn(found, type).map(({ value }) => value);
	const [key] = values.map((each) => keyOf(each, type)).filter((each) => each !== undefined);
	return { isShown: found !== undefined, values, ...(key && { key }) };
}

/** The id of a custom field's item, as a record that names the field by its itemKey shows it. */
export function itemIdIn(record: IDataObject, field: MatchField): number | undefined {
	const custom = field.field.itemKey === undefined ? undefined : customIn(record, field);
	const id = isObject(custom) ? itemIdOf(custom) : undefined;
	return typeof id === 'number' ? id : undefined;
}
