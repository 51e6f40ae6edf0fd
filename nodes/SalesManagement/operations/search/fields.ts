import { UsageError } from '../../api/errors/errors';
import type { ResourceId } from '../../api/routes/routes';
import {
	isItemId,
	typeOfItem,
	TYPES,
	type Field,
	type Lookup,
	type NamedField,
	type NameReader,
	type Type,
} from '../../fields';
import { recordOf } from '../../records';
import { dropdown, dropdowns } from '../../records/names';
import { customsProperty, type RecordDescription } from '../../records/record';
import { distinctBy, quoted } from '../../values';
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
}

/** How the search index describes a field of a record; nothing for one that it does not hold. */
function standardField(field: Field): StandardField[] {
	const { key, label, type, searchName: name = key, lookup, is, shownAs = key } = field;
	const identifies = is.includes('identifying');
	if (!(identifies || is.includes('searchable'))) return [];
	const sortable = !is.includes('unsortable');
	return [{ name, label, type, lookup, sortable, identifies, key, shownAs }];
}

export const standardFields = ({ fields }: Pick<RecordDescription, 'fields'>): StandardField[] =>
	fields.flatMap(standardField);

/** The related records whose fields a search can compare too. */
const relatedRecords = ({ related }: RecordDescription): RecordDescription[] =>
	related.map(recordOf).filter((each) => each !== undefined);

/** What the form calls a field of a related record. */
const relatedLabel = ({ name }: RecordDescription, { label }: StandardField): string =>
	`${name}: ${label}`;

/** A field that a search compares by name, with its value in the dropdown of fields. */
export interface Searchable extends StandardField {
	/** `phaseId`, or `customer.name` for one of a related record. */
	readonly value: string;
	readonly field: SearchField['field'];
	readonly isRelated: boolean;
}

/** The fields that a search of a record compares, its own first, besides the custom ones. */
export const searchables = (record: RecordDescription): Searchable[] => [
	...standardFields(record).map((each) => ({
		...each,
		value: each.name,
		field: { name: each.name },
		isRelated: false,
	})),
	...relatedRecords(record).flatMap((related) =>
		standardFields(related).map((each) => ({
			...each,
			label: relatedLabel(related, each),
			value: `${related.id}.${each.name}`,
			field: { reference: related.id, name: each.name },
			isRelated: true,
		})),
	),
];

/** The value that a custom field has in the dropdown of fields: `custom:<itemKey or id>:<itemType>`. */
export const customFieldValue = (key: string | number, itemType: string): string =>
	`custom:${key}:${itemType}`;

/** Finds the key and the type in such a value; the type may be missing. */
export const CUSTOM = /^custom:([^:].*?)(?::([^:]*))?$/s;

/** The list from which a custom field's value is chosen. */
function choicesOf(resource: ResourceId, key: string, type: Type): Lookup | undefined {
	if (type === 'users') return dropdowns.users;
	if (TYPES[type].holds !== 'choice') return undefined;
	return dropdown(`options of ${resource} ${key}`, { optionsOf: { resource, key } });
}

/** A custom field by the value of the dropdown, or by `custom:itemKey`; its type may be unknown. */
function customField(value: string, { id: resource }: RecordDescription): SearchField | undefined {
	const [, key, itemType = ''] = CUSTOM.exec(value) ?? [];
	if (key === undefined) return undefined;
	const type = typeOfItem(itemType);
	return {
		field: isItemId(key) ? { customItemId: Number(key) } : { itemKey: key },
		label: isItemId(key) ? `Custom Field ${key}` : `Custom Field ${quoted(key)}`,
		type,
		lookup: choicesOf(resource, key, type),
		holdsSeveral: TYPES[type].isList,
	};
}

const asWritten = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** The custom fields that have a name, or a key. */
const customsCalled = (value: string, known: readonly NamedField[]): NamedField[] =>
	distinctBy(
		known.filter(({ key, name }) => key === value || asWritten(name) === asWritten(value)),
		({ key }) => key,
	);

/**
 * A custom field by its name, or its key.
 * @param called those that have it.
 * @throws UsageError where several have the name: it lists them as the dropdown would give them.
 */
function customFieldCalled(
	value: string,
	record: RecordDescription,
	called: readonly NamedField[],
): SearchField | undefined {
	const [first, ...others] = called;
	if (!first) return undefined;
	if (others.length > 0 && first.key !== value) {
		const keys = called.map(choiceOf);
		throw new UsageError(
			`The search field ${quoted(value)} is the name of ${called.length} custom fields: use one of ${keys.join(', ')}.`,
		);
	}
	const field = customField(customFieldValue(first.key, first.itemType ?? ''), record);
	return field && { ...field, label: first.name };
}

const choiceOf = ({ key, itemType = '' }: NamedField): string => customFieldValue(key, itemType);

const sharedLabel = (
	value: string,
	standard: Searchable,
	customs: readonly NamedField[],
): UsageError => {
	const each = [
		`${standard.value} (${standard.label})`,
		...customs.map((custom) => `${choiceOf(custom)} (${custom.name})`),
	];
	return new UsageError(
		`The search field ${quoted(value)} is the name of a standard field and of a custom one: use ${each.join(' or ')}.`,
	);
};

function ofSearchable(found: Searchable): SearchField {
	const { field, label, type, lookup, key, shownAs, isRelated } = found;
	const properties = { sent: key, shown: shownAs };
	return { field, label, type, lookup, ...(isRelated ? {} : { properties }) };
}

/** Where the names of custom fields are known. */
export type FieldsOf = NameReader['fieldsOf'];

/** What stands for a custom field while it is only noted that its name has to be looked up. */
const NOT_YET = (label: string): SearchField => ({ field: {}, label });

/**
 * Reads the value of the dropdown of fields, or a field's label.
 * @param fieldsOf knows the names of custom fields.
 * @throws UsageError for a field that the search index does not hold, before the service refuses it.
 */
export function toSearchField(
	value: string,
	record: RecordDescription,
	fieldsOf?: FieldsOf,
): SearchField {
	const custom = customField(value, record);
	if (custom) return custom;
	const all = searchables(record);
	const exact = all.find((each) => each.value === value);
	if (exact) return ofSearchable(exact);
	if (value === '') throw new UsageError('A search condition has no field; choose one.');
	const labelled = all.find(({ label }) => asWritten(label) === asWritten(value));
	if (fieldsOf && customsProperty(record) !== '') {
		const known = fieldsOf(record.id);
		if (!known) return NOT_YET(value);
		const customs = customsCalled(value, known);
		if (labelled && customs.length > 0) throw sharedLabel(value, labelled, customs);
		const named = customFieldCalled(value, record, customs);
		if (named) return named;
	}
	if (labelled) return ofSearchable(labelled);
	const names = all.filter(({ isRelated }) => !isRelated).map(({ name }) => name);
	throw new UsageError(
		`The search can't compare ${quoted(value)}; it compares ${names.join(', ')} and custom fields (custom:itemKey).`,
	);
}
