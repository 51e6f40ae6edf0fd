/** Several fields as one: parameters of a form, lists of rows, and the choice of those to clear. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { hasContent, isObject, own, quoted, setOwn, UsageError } from '../shared';
import {
	field,
	isKnownTo,
	whenSet,
	type Field,
	type FieldOptions,
	type ValueContext,
} from './field';
import { fieldMeant } from './fieldNames';
import { asJson, asNames, assertNames, filled, canonicalRows } from './values';

/** The authentications that use each interface. */
export const shownFor = (only: 'v1' | 'v2') => ({
	'/authentication': only === 'v1' ? ['v1ApiKey'] : ['personalToken', 'teamToken'],
});

/** A field as a parameter of the form, in a collection or at the top. */
export function asProperty(each: Field): INodeProperties {
	const { name, label, description, form, apiVersion, shownWhen } = each;
	const show = { ...shownWhen, ...(apiVersion && shownFor(apiVersion)) };
	return {
		displayName: label,
		name,
		...(description !== '' && { description }),
		...form,
		...(hasContent(show) && { displayOptions: { show } }),
	};
}

/** The parameters of a collection, in the order in which n8n's guidelines want them. */
export const asProperties = (fields: readonly Field[]): INodeProperties[] =>
	fields.map(asProperty).sort((a, b) => a.displayName.localeCompare(b.displayName));

/**
 * A form of rows.
 * @param one the name of one row.
 */
export const rowsForm = (one: string, columns: INodeProperties[]) =>
	({
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${one}` },
		placeholder: `Add ${one}`,
		default: {},
		options: [{ displayName: one, name: 'values', values: columns }],
	}) satisfies Field['form'];

/**
 * Several rows, each a set of optional fields: product details, related customers, options.
 * Entered row by row, or given by an expression as an array of objects.
 */
export const rows = (
	name: string,
	label: string,
	columns: readonly Field[],
	{ button, ...options }: FieldOptions & { readonly button: string },
): Field =>
	field(
		name,
		label,
		{
			form: {
				type: 'collection',
				typeOptions: { multipleValues: true, multipleValueButtonText: button },
				placeholder: 'Add Field',
				default: {},
				options: columns.map(asProperty),
			},
			toRequest: whenSet((entered, context) => {
				const parsed = typeof entered === 'string' ? asJson(entered, label) : entered;
				const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
				return filled(list, label).map((row) => {
					const sent = isObject(row) ? rowToRequest(columns, row, label, context) : {};
					if (!context.comparesRows) assertRemovable(sent, { label, columns });
					if (hasContent(sent)) return sent;
					throw new UsageError(`${label} must be rows with values; one is ${quoted(row)}.`);
				});
			}),
			columns,
		},
		{
			canonical: canonicalRows(
				Object.fromEntries(columns.map(({ key, canonical }) => [key, canonical])),
			),
			...options,
		},
	);

/** @throws UsageError for a row to remove without its ID, which the service would add (v2 §2.6). */
export function assertRemovable(
	{ id, deleted }: IDataObject,
	{ label, columns = [] }: Pick<Field, 'label' | 'columns'>,
): void {
	const rowId = columns.find(({ key }) => key === 'id');
	if (!rowId || deleted !== true || id !== undefined) return;
	throw new UsageError(`${label}: a row to remove needs its ${rowId.label}, or it would be added.`);
}

function rowToRequest(
	columns: readonly Field[],
	row: IDataObject,
	label: string,
	context: ValueContext,
): IDataObject {
	const given = byColumn(columns, row, label);
	const sent: IDataObject = {};
	for (const column of columns) {
		const value = column.toRequest(own(given, column.name), context);
		if (value === undefined) continue;
		if (!isKnownTo(column, context.version)) {
			throw new UsageError(`${column.label} of ${label} exists only in ${column.apiVersion}.`);
		}
		sent[column.key] = value;
	}
	return sent;
}

/** A row with the names of its columns, which JSON may have by their labels. */
function byColumn(columns: readonly Field[], row: IDataObject, label: string): IDataObject {
	const given: IDataObject = {};
	for (const [text, value] of Object.entries(row)) {
		const name = fieldMeant(text, columns)?.name ?? text;
		if (Object.hasOwn(given, name)) {
			throw new UsageError(`${label} gives "${name}" twice in one row: leave one of them out.`);
		}
		setOwn(given, name, value);
	}
	assertNames(
		given,
		columns.map(({ name }) => name),
		`${label} has no column`,
	);
	return given;
}

/** Fields to Clear: the chosen properties are sent as null. */
export function fieldsToClear(fields: readonly Field[]): Field {
	const label = 'Fields to Clear';
	const clearable = fields.filter(({ traits }) => traits.includes('clearable'));
	return field(
		'fieldsToClear',
		label,
		{
			form: {
				type: 'multiOptions',
				default: [],
				options: clearable.map(({ key, label, apiVersion }) => ({
					name: label,
					value: key,
					...(apiVersion && { displayOptions: { show: shownFor(apiVersion) } }),
				})),
			},
			toRequest: whenSet((entered, { version }) => {
				const sent = asNames(entered, label).map((name) => {
					const found = fieldMeant(name, clearable);
					if (found && isKnownTo(found, version)) return [found.key, found.cleared ?? null];
					throw new UsageError(
						`${label} names ${quoted(name)}, which is no standard field that can be cleared.`,
					);
				});
				return Object.fromEntries(sent);
			}),
		},
		{
			in: 'spread',
			description: 'Fields to empty in the record. Those left out here and above stay unchanged.',
		},
	);
}
