import type { IDataObject } from 'n8n-workflow';
import { entriesIn, itemIdOf, comparisonKey, type ComparisonKey } from '../../fields';
import { isBlank, isObject, own } from '../../shared';
import type { RecordField } from './recordFields';

/** The value of a record in a field. */
export interface Held {
	/** Whether the response shows the field at all. */
	readonly isShown: boolean;
	/** The value in each form in which the service shows it. */
	readonly values: readonly unknown[];
	/** Its comparison key; absent if nothing of it can be compared. */
	readonly key?: ComparisonKey;
}

/** The value that a row gives for the field; `undefined` if it gives none. */
export function givenValue(body: IDataObject, { described, valueIn }: RecordField): unknown {
	if (described) return own(body, described.key);
	const [entry, ...others] = entriesIn(valueIn(body));
	return others.length > 0 ? undefined : entry?.value;
}

/**
 * Reads the value of a record in a field.
 * @param itemId the ID of a custom field's item, if it is known besides its item key.
 */
export function heldIn(
	record: IDataObject,
	{ described, type, valueIn }: RecordField,
	itemId?: number,
): Held {
	const found = valueIn(record, itemId);
	const values = described
		? [found].filter((each) => !isBlank(each))
		: entriesIn(found, type).map(({ value }) => value);
	const [key] = values
		.map((each) => comparisonKey(each, type))
		.filter((each) => each !== undefined);
	return { isShown: found !== undefined, values, key };
}

/** The ID of a custom field's item, as a record that names the field by its itemKey shows it. */
export function itemIdIn(record: IDataObject, { valueIn }: RecordField): number | undefined {
	const custom = valueIn(record);
	const id = isObject(custom) ? itemIdOf(custom) : undefined;
	return typeof id === 'number' ? id : undefined;
}
