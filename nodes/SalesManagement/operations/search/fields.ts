import { UsageError } from '../../api/errors/errors';
import type { ResourceId } from '../../api/routes/routes';
import {
	customFieldIn,
	isItemId,
	namesOf,
	standardOrCustom,
	typeOfItem,
	TYPES,
	type Called,
	type Field,
	type Lookup,
	type NamedField,
	type NameReader,
	type Type,
} from '../../fields';
import { recordOf } from '../../records';
import { dropdown, dropdowns } from '../../records/lookups';
import type { RecordDescription } from '../../records/record';
import { quoted } from '../../values';
import type { SearchField } from './searchField';

/** A standard field of the search index. */
export interface StandardField {
	readonly name: string;
	readonly label: string;
	readonly type: Type;
	/** The list of what it refers to, for a reference. */
	readonly lookup?: Lookup;
	readonly sortable: boolean;
	/** Whether its value tells one record from the others. */
	readonly identifies: boolean;
	/** The property of a request that sets it, and the one of a record that holds it. */
	readonly key: string;
	readonly shownAs: string;
	readonly called: Called;
}

/** How the search index describes a field of a record; nothing for one that it does not hold. */
function standardField(field: Field, all: readonly Field[]): StandardField[] {
	const { key, label, type, searchName: name = key, lookup, is, shownAs = key } = field;
	const identifies = is.includes('identifying');
	if (!(identifies || is.includes('searchable'))) return [];
	const sortable = !is.includes('unsortable');
	const { exact, names } = namesOf(field, all);
	const called = { exact: [name, shownAs, ...exact], names };
	return [{ name, label, type, lookup, sortable, identifies, key, shownAs, called }];
}

export const standardFields = ({ fields }: Pick<RecordDescription, 'fields'>): StandardField[] =>
	fields.flatMap((each) => standardField(each, fields));

/** The related records whose fields a search can compare too. */
const relatedRecords = ({ related }: RecordDescription): RecordDescription[] =>
	related.map(recordOf).filter((each) => each !== undefined);

/** A field that a search compares by name, with its value in the dropdown of fields. */
export interface Searchable extends StandardField {
	/** `phaseId`, or `customer.name` for one of a related record. */
	readonly value: string;
	readonly field: SearchField['field'];
	readonly isRelated: boolean;
}

const searchableIn = new WeakMap<RecordDescription, readonly Searchable[]>();

/** The fields that a search of a record compares, its own first, besides the custom ones. */
export function searchables(record: RecordDescription): readonly Searchable[] {
	const known = searchableIn.get(record) ?? [
		...standardFields(record).map((each) => ({
			...each,
			value: each.name,
			field: { name: each.name },
			isRelated: false,
		})),
		...relatedRecords(record).flatMap((related) => standardFields(related).map(ofRelated(related))),
	];
	searchableIn.set(record, known);
	return known;
}

const ofRelated =
	({ id, name }: RecordDescription) =>
	(each: StandardField): Searchable => {
		const label = `${name}: ${each.label}`;
		const value = `${id}.${each.name}`;
		const called = { exact: [value], names: [label] };
		const field = { reference: id, name: each.name };
		return { ...each, label, value, called, field, isRelated: true };
	};

/** The list from which a custom field's value is chosen. */
function choicesOf(resource: ResourceId, key: string, type: Type): Lookup | undefined {
	if (type === 'users') return dropdowns.users;
	if (TYPES[type].holds !== 'choice') return undefined;
	return dropdown(`options of ${resource} ${key}`, { optionsOf: { resource, key } });
}

/** A custom field by its key; its type may be unknown. */
function customField(
	{ key, itemType = '' }: { readonly key: string; readonly itemType?: string },
	resource: ResourceId,
): SearchField {
	const type = typeOfItem(itemType);
	return {
		field: isItemId(key) ? { customItemId: Number(key) } : { itemKey: key },
		label: isItemId(key) ? `Custom Field ${key}` : `Custom Field ${quoted(key)}`,
		type,
		lookup: choicesOf(resource, key, type),
		holdsSeveral: TYPES[type].isList,
	};
}

/** A key with its type; where that can't be looked up, values are compared by their look. */
function typed(key: string, customs: () => readonly NamedField[]) {
	try {
		return customs().find((each) => each.key === key) ?? { key };
	} catch {
		return { key };
	}
}

function ofSearchable(found: Searchable): SearchField {
	const { field, label, type, lookup, key, shownAs, isRelated } = found;
	const properties = { sent: key, shown: shownAs };
	return { field, label, type, lookup, ...(isRelated ? {} : { properties }) };
}

/** Where the names of custom fields are known; `undefined` while it is noted that they are needed. */
export type FieldsOf = NameReader['fieldsOf'];

/**
 * Reads the value of the dropdown of fields, or any other name of a field.
 * @param fieldsOf knows the names of custom fields.
 * @throws UsageError for a field that the search index does not hold, before the service refuses it.
 */
export function toSearchField(
	value: string,
	record: RecordDescription,
	fieldsOf?: FieldsOf,
): SearchField {
	if (value === '') throw new UsageError('A search condition has no field; choose one.');
	const byKey = customFieldIn(value);
	const property = record.customs?.property;
	const customs = () => (property === undefined ? [] : (fieldsOf?.(record.id) ?? []));
	if (byKey) return customField(byKey.itemType ? byKey : typed(byKey.key, customs), record.id);
	const standard = searchables(record);
	const who = `The search field ${quoted(value)}`;
	const found = standardOrCustom(value, { standard, customs, property }, who);
	if (found && 'standard' in found) return ofSearchable(found.standard);
	if (found) return { ...customField(found.custom, record.id), label: found.custom.name };
	const names = standard.filter(({ isRelated }) => !isRelated).map(({ name }) => name);
	throw new UsageError(
		`The search can't compare ${quoted(value)}; it compares ${names.join(', ')} and custom fields (custom:itemKey).`,
	);
}
