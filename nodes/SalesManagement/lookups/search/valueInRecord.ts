import type { IDataObject } from 'n8n-workflow';
import { entriesIn, itemIdOf, comparisonKey } from '../../fields';
import { isBlank, isObject, own } from '../../shared';
import type { RecordField } from './recordFields';

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
) {
	const found = valueIn(record, itemId);
	const values = described
		? [found].filter((each) => !isBlank(each))
		: entriesIn(found, type).map(({ value }) => value);
	const [key] = values
		.map((each) => comparisonKey(each, type))
		.filter((each) => each !== undefined);
	return {
		/** Whether the response shows the field at all. */
		isShown: found !== undefined,
		/** The value in each form in which the service shows it. */
		values,
		/** Its comparison key; absent if nothing of it can be compared. */
		key,
	};
}

/** The value of a record in a field. */
export type Held = ReturnType<typeof heldIn>;

/** The ID of a custom field's item, as a record that names the field by its itemKey shows it. */
export function itemIdIn(record: IDataObject, { valueIn }: RecordField): number | undefined {
	const custom = valueIn(record);
	const id = isObject(custom) ? itemIdOf(custom) : undefined;
	return typeof id === 'number' ? id : undefined;
}
