import type { IDataObject, INodeProperties, NodeParameterValue } from 'n8n-workflow';
import {
	asJson,
	dropdownForm,
	field,
	ITEM_TYPES,
	lookupForm,
	TYPES,
	whenSet,
	type Field,
	type FieldListMethod,
	type FieldOptions,
	type Lookup,
	type Type,
} from '../../fields';
import {
	kindOf,
	OPERATORS,
	operatorsOf,
	WITHOUT_VALUE,
	type FieldKind,
} from '../../lookups/search/operators';
import type { RecordField } from '../../lookups/search/recordFields';
import { searchables } from '../../lookups/search/searchableFields';
import { RECORDS } from '../../records';
import { dropdowns } from '../../records/dropdownSources';
import { distinctBy, isObject, UsageError } from '../../shared';

/**
 * One condition as the editor shows it: a field, the operators that fit it, and a control that fits
 * its values. Operator and value are one parameter each, described once for each kind of field; n8n
 * shows and keeps the description whose conditions hold. Only `hide` can leave out all but one: for a
 * field that an expression gives, n8n takes each `show` for true.
 */

/** What can be searched in any record: a name is of the same kind wherever it occurs, so one form serves all. */
const SEARCHED = distinctBy(
	RECORDS.filter(({ operations }) => operations.some(({ kind }) => kind === 'search')).flatMap(
		searchables,
	),
	({ value }) => value,
);

const patternOf = (holds: Parameters<typeof fieldsWhere>[1]) => fieldsWhere(SEARCHED, holds);

const KNOWN_KINDS = ['text', 'ordered', 'choice'] as const satisfies readonly FieldKind[];

/** The operators, once for each kind of field. */
function operatorColumns(): INodeProperties[] {
	const patterns = KNOWN_KINDS.map((kind) => patternOf((each) => kindOf(each) === kind));
	const column = (kind: FieldKind, hidden: NodeParameterValue): INodeProperties => ({
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		options: operatorsOf(kind).map((value) => ({ name: OPERATORS[value].label, value })),
		default: 'equals',
		displayOptions: { hide: { field: [hidden] } },
	});
	return [
		...KNOWN_KINDS.map((kind, at) => column(kind, unless(patterns[at] ?? ''))),
		column('anything', when(patterns.join('|'))),
	];
}

const ONE_OF = 'isOneOf';

/** Whether a list is too long to be filled in before somebody opens it. */
const isLong = (lookup?: Lookup): lookup is Lookup =>
	lookup?.kind === 'locator' || lookup === dropdowns.users;

/** The lists that are too long for a dropdown, each with the fields that refer to them. */
const LOCATORS = distinctBy(
	SEARCHED.flatMap(({ lookup }) => (isLong(lookup) ? [lookup] : [])),
	({ method }) => method,
).map((list) => ({ list, pattern: patternOf(({ lookup }) => lookup?.method === list.method) }));

/** A box for a time as well would drop a day that is typed into it, and keep what was there before. */
const DAY = {
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description:
		'The day to compare with, in the workflow’s time zone. For a time of day, enter an expression such as <code>{{ "2026-11-30T14:00" }}</code>.',
} as const;

/** A value, once for each way of giving it. */
function valueColumns(): INodeProperties[] {
	const dates = patternOf(({ type }) => TYPES[type].holds === 'date');
	// A custom choice has its list too; it is loaded for the field.
	const listed = patternOf((each) => kindOf(each) === 'choice' && !isLong(each.lookup));
	const typed = [...LOCATORS.map(({ pattern }) => pattern), dates];
	const column = (
		form: Omit<INodeProperties, 'name' | 'displayName'> & { displayName?: string },
		field: NodeParameterValue,
		operator: NodeParameterValue[],
	): INodeProperties => ({
		...form,
		displayName: form.displayName ?? 'Value',
		name: 'value',
		displayOptions: { hide: { field: [field], operator: [...WITHOUT_VALUE, ...operator] } },
	});
	const text = {
		type: 'string',
		default: '',
		description:
			'Text, a number, a date such as 2026-11-30, or a name or ID. Is One Of takes several, separated by commas.',
	} as const;
	const loaded = { loadOptionsMethod: 'getSearchValues', loadOptionsDependsOn: ['&field'] };
	return [
		column(
			{
				displayName: 'Value Name or ID',
				type: 'options',
				typeOptions: loaded,
				default: '',
			},
			unless(listed),
			[ONE_OF],
		),
		column(
			{
				displayName: 'Value Names or IDs',
				type: 'multiOptions',
				typeOptions: loaded,
				default: [],
			},
			unless(listed),
			[unless(ONE_OF)],
		),
		...LOCATORS.map(({ list, pattern }) =>
			column({ ...lookupForm(list), description: 'The record to compare with' }, unless(pattern), [
				ONE_OF,
			]),
		),
		column(DAY, unless(dates), [ONE_OF]),
		column(text, unless(typed.join('|')), [unless(ONE_OF)]),
		column(text, when([listed, ...typed].join('|')), []),
	];
}

/** @param one what one row is called. */
export const rowsForm = (one: string, columns: INodeProperties[]) =>
	({
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${one}` },
		placeholder: `Add ${one}`,
		default: {},
		options: [{ displayName: one, name: 'values', values: columns }],
	}) satisfies Field['form'];

/**
 * A column that names a field.
 * @param what what the field is chosen for.
 */
export const fieldColumn = (method: FieldListMethod, what: string): INodeProperties => ({
	...dropdownForm('Field', method),
	displayName: 'Field Name or ID',
	name: 'field',
	description: `The field to ${what}`,
});

export const rowsField = (
	name: string,
	label: string,
	form: Field['form'],
	options: FieldOptions,
): Field<IDataObject[]> =>
	field(name, label, { form, wire: whenSet((entered) => rowsOf(entered, label)) }, options);

/** The rows, in whatever form an expression gave them. */
export function rowsOf(entered: unknown, label: string): IDataObject[] {
	const given = typeof entered === 'string' ? asJson(entered, label) : entered;
	const values = isObject(given) ? (given.values ?? []) : given;
	const list: unknown[] = Array.isArray(values) ? values : [values];
	if (list.every(isObject)) return list;
	throw new UsageError(`${label} must contain objects, one for each row.`);
}

/** n8n's own form of a condition; its types know only `eq`, `regex` and their like as objects. */
const matching = (regex: string) => ({ _cnd: { regex } }) as unknown as NodeParameterValue;
export const when = (pattern: string) => matching(`^(?:${pattern})$`);
export const unless = (pattern: string) => matching(`^(?!(?:${pattern})$)`);

type Typed = Pick<RecordField, 'type' | 'lookup'>;

/**
 * The fields of which something holds, as a pattern of their values in the dropdown.
 * @param itemTypes the types of custom fields.
 */
export function fieldsWhere(
	standard: ReadonlyArray<Typed & Pick<RecordField, 'value'>>,
	holds: (field: Typed) => boolean,
	itemTypes: Readonly<Record<string, Type>> = ITEM_TYPES,
): string {
	const types = Object.keys(itemTypes).filter((each) =>
		holds({ type: itemTypes[each] ?? 'untyped' }),
	);
	return [
		...standard.filter(holds).map(({ value }) => value.replaceAll('.', '\\.')),
		...(types.length > 0 ? [`custom:.+:(?:${types.join('|')})`] : []),
	].join('|');
}

/** The columns of a condition. */
export const conditionColumns: INodeProperties[] = [
	fieldColumn('getSearchFields', 'compare'),
	...operatorColumns(),
	...valueColumns(),
];
