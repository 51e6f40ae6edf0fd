/**
 * The type that the documents give each field of each record. It follows from how the field is
 * offered and from the documents' naming (v2 §2.1 rule 3: a reference in a body is `{id}`, and a bare
 * number where the name ends in Id), so that a new field is tested without an entry here.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from '../../../nodes/SalesManagement/fields';
import { RECORDS } from '../../../nodes/SalesManagement/records';
import * as meaning from './meaning';
import type { Meaning } from './meaning';

type RecordDescription = (typeof RECORDS)[number];
type OperationSpec = RecordDescription['operations'][number];

/** Where a field goes unless it says otherwise. */
export type Place = 'body' | 'query' | 'path';

export interface DocumentedField {
	readonly record: string;
	readonly field: Field;
	readonly place: Place;
	/** Its label, or that of the rows it is a column of. */
	readonly labels: readonly string[];
	/** The form's value for what is given, and what is then sent in place of the given. */
	readonly wrap: (given: unknown) => unknown;
	readonly unwrap: (sent: unknown) => unknown;
	readonly means: (given: unknown, zone: string) => Meaning;
}

/** Properties that null empties (“or null” in v2 §2.4 to §2.7). Fields to Clear offers the same. */
const NULL_EMPTIES: Readonly<Record<string, readonly string[]>> = {
	customer: [
		...['address', 'telNo', 'webUrl', 'establishYear', 'employee', 'capital', 'closingMonth'],
		...['industryId', 'ownerRoleId', 'parentId'],
	],
	deal: ['amount', 'reason'],
	contact: ['email', 'tel', 'mobileTel', 'address', 'dept', 'position', 'memo', 'customer'],
	customerAction: ['preNote', 'result'],
	contactAction: ['preNote', 'result'],
	dealAction: ['preNote', 'result'],
};

/** Lists whose entries add and remove links (v2 §2.8, §4.4). */
const LINKS = [
	'customObjects',
	'customObject.deals',
	'customObject.customers',
	'customObject.contacts',
];

/** Flags that are not a JSON boolean (v2 §4, v2 §4.1, v2 §4.2). */
const FLAGS: Readonly<Record<string, readonly [unknown, unknown]>> = {
	skipNotice: ['true', 'false'],
	itemKeyAsPropertyKey: ['true', 'false'],
	includeRelatedObjects: [1, 0],
	includeFiles: [1, 0],
	'user.deleted': [1, 0],
};

/** The resources whose records have an address of their own, by the method that lists them. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
	searchCustomers: ['customers'],
	searchDeals: ['deals'],
	searchContacts: ['contacts'],
	searchCustomObjects: ['custom_object_defs', 'ticket', 'custom_objects'],
};

const addressOf = ({ form }: Field): readonly string[] =>
	ADDRESSES[
		form.modes?.map(({ typeOptions }) => typeOptions?.searchListMethod).find(Boolean) ?? ''
	] ?? [];

function meansOf(record: string, field: Field, place: Place): DocumentedField['means'] {
	const { key, name, form } = field;
	const bare = place !== 'body' || record === '' || /Ids?$/.test(key);
	const { minValue, maxValue, numberPrecision, loadOptionsMethod } = form.typeOptions ?? {};
	switch (form.type) {
		case 'boolean': {
			const [on, off] = FLAGS[name] ?? FLAGS[`${record}.${name}`] ?? [];
			if (name === 'removeAllMembers') return (given) => removeAll(given);
			return (given) => meaning.flag(given, on ?? true, off ?? false);
		}
		case 'number':
			if (numberPrecision !== 0) return meaning.decimal;
			return (given) => meaning.integer(given, minValue, maxValue);
		case 'dateTime':
			return form.typeOptions?.dateOnly ? meaning.date : meaning.dateTime;
		case 'multiOptions':
			return (given) => meaning.references(given, /Ids$/.test(key));
		case 'resourceLocator':
			return (given) => orAll(field, given) ?? meaning.reference(given, addressOf(field), bare);
		case 'options': {
			const values = (form.options as INodePropertyOptions[] | undefined)?.map(
				({ value }) => value,
			);
			if (values) return (given) => meaning.choice(given, values as Array<string | number>);
			if (loadOptionsMethod === 'getActionFieldKeys') return inPlace(place, trimmed);
			return (given) => meaning.reference(given, [], bare);
		}
		case 'json':
			return meaning.listOfObjects;
		default:
			if (LINKS.includes(key) || LINKS.includes(`${record}.${key}`)) return meaning.links;
			return inPlace(place, place === 'path' ? trimmed : meaning.text);
	}
}

/** As part of an address, text must be one that leads nowhere else; blanks around it are none of it. */
const inPlace =
	(place: Place, means: (given: unknown) => Meaning) =>
	(given: unknown): Meaning =>
		place !== 'path' || meaning.isPathPart(String(given)) ? means(given) : undefined;

const trimmed = (given: unknown): Meaning =>
	meaning.text(typeof given === 'string' ? given.trim() : given);

/** v2 §4.2: an empty list removes all; without one nothing changes. */
const removeAll = (given: unknown): Meaning => {
	const wanted = meaning.flag(given, true, false);
	return wanted && ((sent) => (wanted(true) ? JSON.stringify(sent) === '[]' : sent === undefined));
};

/** v2 §4.5, §4.10: lists of actions take `all` in place of an id. */
function orAll({ form }: Field, given: unknown): Meaning {
	const isOffered = JSON.stringify(form.default).includes('"all"');
	const value =
		typeof given === 'object' && given !== null && '__rl' in given && 'value' in given
			? given.value
			: given;
	return isOffered && typeof value === 'string' && value.trim().toLowerCase() === 'all'
		? (sent) => sent === 'all'
		: undefined;
}

function documented(record: string, field: Field, place: Place): DocumentedField[] {
	const { label, form, name } = field;
	if (form.type === 'collection') return columnsOf(field, place);
	// Custom fields and equality filters have tests of their own.
	if (form.type === 'fixedCollection' || form.type === 'resourceMapper') return [];
	const means = meansOf(record, field, place);
	const takesNull = NULL_EMPTIES[record]?.includes(name) ?? false;
	return [
		{
			...{ record, field, place, labels: [label] },
			wrap: (given) => given,
			unwrap: (sent) => sent,
			means: (given, zone) =>
				given === null
					? takesNull && place === 'body'
						? (sent) => sent === null
						: undefined
					: means(given, zone),
		},
	];
}

/** A column of rows, as the form offers it. In rows every reference is a bare number (v1 §2.7). */
const columnField = (property: INodeProperties): Field =>
	({
		...{ name: property.name, key: property.name, is: [], description: '' },
		label: property.displayName.replace(/ Names? or IDs?$/, ''),
		...{ form: property, type: 'other', content: (shown: unknown) => shown },
		wire: () => undefined,
	}) satisfies Field;

/** Each column of rows is tested as the only one of a row, beside what a row must have. */
function columnsOf(field: Field, place: Place): DocumentedField[] {
	const isCustoms = field.key === 'dealCustoms';
	return ((field.form.options ?? []) as INodeProperties[]).map(columnField).flatMap((column) => {
		const beside = !isCustoms ? {} : column.name === 'value' ? { id: 1 } : { value: 'v' };
		const isValue = isCustoms && column.name === 'value';
		return documented('', column, 'body').map((each) => ({
			...{ ...each, field, place, labels: [column.label, field.label] },
			means: (given: unknown, zone: string) =>
				given === undefined || (isCustoms && !isValue && given === '')
					? undefined
					: (isValue ? customValue : each.means)(given, zone),
			wrap: (given: unknown) => [{ ...beside, [column.name]: given }],
			unwrap: (sent: unknown) => (sent as Array<Record<string, unknown>>)[0]?.[column.name],
		}));
	});
}

/** A custom value of a field whose type is not known: text, a number, a flag, or a list of them. */
function customValue(given: unknown, zone: string): Meaning {
	if (given === null || given === '') return (sent) => sent === given;
	if (Array.isArray(given)) {
		const all = given.every((each) => meaning.text(each) !== undefined);
		return all ? (sent) => JSON.stringify(sent) === JSON.stringify(given) : undefined;
	}
	if (typeof given === 'object') return meaning.customDate(given, zone);
	return meaning.text(given) && ((sent) => Object.is(sent, given));
}

/** The fields that an operation adds to those of its record. */
const ofOperation = (spec: OperationSpec): Array<[Field, Place]> => {
	const all = spec as OperationSpec &
		Partial<Record<'path' | 'fields' | 'bodyFields' | 'changedFields', Field[]>>;
	const {
		filters = [],
		options = [],
		path = [],
		fields = [],
		bodyFields = [],
		changedFields = [],
	} = all;
	return [
		...[...filters, ...options].map((each): [Field, Place] => [each, 'query']),
		...[...path, ...fields, ...bodyFields, ...changedFields].map((each): [Field, Place] => [
			each,
			'body',
		]),
	];
};

const ofRecord = (record: RecordDescription): Array<[Field, Place]> => [
	...record.filters.map((each): [Field, Place] => [each, 'query']),
	...[...(record.key ? [record.key] : []), ...record.within, ...record.listedWithin].map(
		(each): [Field, Place] => [each, 'path'],
	),
	...[...record.fields, ...record.bulk].map((each): [Field, Place] => [each, 'body']),
	...record.operations.flatMap(ofOperation),
];

const placeOf = ({ place }: Field, otherwise: Place): Place =>
	place === 'path' || place === 'query' || place === 'body' ? place : otherwise;

/** Every field of every record that can be given. */
export const DOCUMENTED: readonly DocumentedField[] = RECORDS.flatMap((record) =>
	ofRecord(record)
		.filter(([{ on }]) => on?.length !== 0)
		.flatMap(([field, place]) => documented(record.id, field, placeOf(field, place))),
);
