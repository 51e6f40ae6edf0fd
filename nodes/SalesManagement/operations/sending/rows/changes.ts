/** The changes of a record: as people read them, and as a Changes File keeps them. */
import type { IDataObject } from 'n8n-workflow';
import {
	customEntries,
	customValueOf,
	entriesIn,
	isList,
	linksType,
	optionsType,
	typeOfItem,
	type Field,
	type Item,
	type ValueType,
} from '../../../fields';
import { jsonLine } from '../../../files';
import { CustomFieldIndex } from '../../../lookups/customsLookup';
import { hasContent, isBlank, isObject, own, setOwn } from '../../../shared';
import { enteredFor } from '../../items/row/row';
import { readable, readableEntry } from '../../telling/output/readable';

/** A field with a new value. */
export interface Changed {
	/** The property in requests; of a custom field with its key, such as `dealCustoms.rank`. */
	readonly key: string;
	readonly label: string;
	/** Its description; absent for a custom field. */
	readonly field?: Field;
	/** The type of a custom field, as far as it is known. */
	readonly type?: ValueType;
	/** The value that the record shows. */
	readonly before: unknown;
	/** Whether the record may hold a value that it does not show. */
	readonly isHidden?: boolean;
	/** The value that is sent. */
	readonly sent: unknown;
}

/**
 * Whether custom values tell that a field without one is empty. They name it by its itemKey, or by the ID of its item
 * (v1 §2.3, S5), which must then be known.
 */
export const tellsOf = (customs: unknown, itemId?: unknown): boolean =>
	Array.isArray(customs)
		? itemId !== undefined || customs.every((each) => isObject(each) && !isBlank(each.itemKey))
		: isObject(customs);

/** The custom fields with new values, of all that a row sends. */
export const changedCustoms = (
	property: string,
	before: unknown,
	entries: readonly unknown[],
	fields?: CustomFieldIndex,
): Changed[] =>
	customEntries(entries).map(([name, sent]) => {
		const known = isObject(sent) ? fields?.of(sent) : undefined;
		const held = customValueOf(before, name, known?.itemId);
		const type = typeOfItem(known?.itemType);
		const isHidden = held === undefined && !tellsOf(before, known?.itemId);
		const label = known?.name ?? name;
		return { key: `${property}.${name}`, label, type, before: held, isHidden, sent };
	});

/**
 * The changes by the labels of their fields: `{"Phone Number": {"from": "03", "to": "04"}}`. Linked records and choices
 * are shown by their names, as far as these are known.
 */
export function readableChanges(
	changed: readonly Changed[],
	item: Item,
	fields = new CustomFieldIndex(),
): IDataObject {
	const shown: IDataObject = {};
	for (const { key, label, field, before, isHidden, sent } of changed) {
		const [from, to] = [before, sent].map((value) =>
			field ? readableValue(value, field) : readable(value, { fields }),
		);
		const name = label in shown ? `${label} (${key})` : label;
		const given = nameGiven(item, field) ?? to ?? null;
		setOwn(shown, name, { ...(!isHidden && { from: from ?? null }), to: given });
	}
	return shown;
}

const readableValue = (value: unknown, { columns }: Field): unknown => {
	if (columns) return value;
	return Array.isArray(value) ? value.map(readableEntry) : readableEntry(value);
};

/** The name by which an item gives a linked record, or its ID. */
function nameGiven(item: Item, field?: Field): unknown {
	if (!field?.lookup) return undefined;
	const given = enteredFor(item, field.name);
	if (!isObject(given)) return given;
	const { cachedResultName, columns, value } = given;
	const names = isObject(columns) ? own(columns, 'names') : undefined;
	return cachedResultName ?? (isObject(names) ? names.value : value);
}

/**
 * Whether a field can get its value before back: no request restores lists of rows and links, what was empty for good, or
 * what the service computed.
 */
const isRestorable = ({ field, before, isHidden = false }: Changed): boolean => {
	if (!field) return !isHidden;
	const { columns, type, traits } = field;
	if (columns || type === linksType || traits.includes('computed')) return false;
	return !isBlank(before) || traits.includes('clearable');
};

/**
 * A line of a Changes File: the ID of a record, and the values of its fields before and after, as requests send them. A
 * field that can't be put back has no value before.
 */
export function changesLine(
	id: unknown,
	changed: readonly Changed[],
	item: Item,
): string | undefined {
	const changes: IDataObject = {};
	for (const each of changed) {
		const { key, field, type, before, sent } = each;
		const to = !field && isObject(sent) ? sent.value : sent;
		const from = field ? asSent(field, before, item) : customSent(before, to, type);
		setOwn(changes, key, isRestorable(each) ? { from, to } : { to });
		// The service may then set another field, to what it does not say (v2 §2.4).
		if (field?.sets && !(field.sets.key in changes)) setOwn(changes, field.sets.key, {});
	}
	return hasContent(changes) ? jsonLine({ id, changes }) : undefined;
}

/** A line behind that of a record's changes, which were then refused or skipped. */
export const unwrittenLine = (id: unknown): string => jsonLine({ id, written: false });

/** The value that a record shows, in the form in which it is sent. */
function asSent(field: Field, shown: unknown, item: Item): unknown {
	if (isBlank(shown)) return field.cleared ?? null;
	if (field.lookup) return field.toRequest(field.canonical(shown), item);
	// The stages of contacts are shown with names, which no request takes (v1 §2.5).
	return Array.isArray(shown)
		? shown.map((each: IDataObject) => ({ ...each, name: undefined }))
		: shown;
}

function customSent(shown: unknown, to: unknown, type?: ValueType): unknown {
	const isWhole = Array.isArray(to) || isList(shown, type);
	const values = entriesIn(shown, isWhole ? optionsType : undefined).map(({ value }) => value);
	return isWhole ? values : (values[0] ?? null);
}
