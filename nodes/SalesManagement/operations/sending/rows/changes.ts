/** The changes of a record, as people read them. */
import type { IDataObject } from 'n8n-workflow';
import { customEntries, customValueOf, type Field, type Item } from '../../../fields';
import { CustomFieldIndex } from '../../../lookups/customsLookup';
import { customsProperty, type RecordDescription } from '../../../records';
import { isBlank, isObject, own, setOwn } from '../../../shared';
import { enteredFor } from '../../items/row/row';
import { readable, readableEntry } from '../../telling/output/readable';

/** A property with a new value. */
export interface Changed {
	readonly key: string;
	/** Its description; absent for the properties of custom values. */
	readonly field?: Field;
	/** The value that the record shows. */
	readonly before: unknown;
	/** The value that is sent; of custom values those that are new. */
	readonly sent: unknown;
}

/**
 * The changes by the labels of their fields: `{"Phone Number": {"from": "03", "to": "04"}}`. Linked records and choices
 * are shown by their names, as far as these are known.
 */
export function readableChanges(
	record: RecordDescription,
	changed: readonly Changed[],
	item: Item,
	fields = new CustomFieldIndex(),
): IDataObject {
	const shown: IDataObject = {};
	const show = (label: string, from: unknown, to: unknown) =>
		setOwn(shown, label, { from: from ?? null, to: to ?? null });
	for (const { key, field, before, sent } of changed) {
		if (key !== customsProperty(record)) {
			const [from, to] = [before, sent].map(readableValue);
			show(field?.label ?? key, from, nameGiven(item, field) ?? to);
			continue;
		}
		for (const [name, entry] of customEntries(sent)) {
			const known = isObject(entry) ? fields.of(entry) : undefined;
			const held = customValueOf(before, name, known?.itemId);
			show(known?.name ?? name, readable(held, { fields }), readable(entry, { fields }));
		}
	}
	return shown;
}

const readableValue = (value: unknown): unknown =>
	Array.isArray(value) ? value.map(readableEntry) : readableEntry(value);

/** The name by which an item gives a linked record, or its ID. */
function nameGiven(item: Item, field?: Field): unknown {
	if (!field?.lookup) return undefined;
	const given = enteredFor(item, field.name).find((each) => !isBlank(each));
	if (!isObject(given)) return given;
	const { cachedResultName, columns, value } = given;
	const names = isObject(columns) ? own(columns, 'names') : undefined;
	return cachedResultName ?? (isObject(names) ? names.value : value);
}
