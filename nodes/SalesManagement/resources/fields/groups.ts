import type { INodeProperties } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import {
	field,
	isAbsent,
	isObject,
	textOf,
	type Field,
	type FieldOptions,
	type WireContext,
} from './field';
import { asJson } from './scalars';

/** A field as a member of a collection of the form. */
export const asProperty = (each: Field): INodeProperties => ({
	displayName: each.label,
	name: each.name,
	...(each.description ? { description: each.description } : {}),
	...each.form,
	...(each.only === undefined ? {} : { displayOptions: { show: shownFor(each.only) } }),
});

/** The authentications that speak each interface. */
export const shownFor = (only: 'v1' | 'v2') => ({
	'/authentication': only === 'v1' ? ['v1ApiKey'] : ['personalToken', 'teamToken'],
});

/** The properties that the entered values become, by their names in the request. */
export function wireAll(
	fields: readonly Field[],
	entered: Readonly<Record<string, unknown>>,
	context: WireContext,
): Record<string, unknown> {
	const sent: Record<string, unknown> = {};
	for (const each of fields) {
		if (each.only !== undefined && each.only !== context.version) continue;
		const value = isAbsent(entered[each.name]) ? undefined : each.wire(entered[each.name], context);
		if (value !== undefined) sent[each.key] = value;
	}
	return sent;
}

/**
 * Several rows, each a set of optional fields: product details, related customers, options.
 * Entered row by row, or handed over by an expression as an array of objects.
 */
export const rows = (
	name: string,
	label: string,
	columns: readonly Field[],
	{ button, ...options }: FieldOptions & { button: string },
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
			wire: (entered, context) => {
				if (entered === undefined || entered === null) return entered;
				const parsed = typeof entered === 'string' ? asJson(entered, label) : entered;
				const list = Array.isArray(parsed) ? parsed : isEmpty(parsed) ? [] : [parsed];
				return list.map((row: unknown) => {
					if (!isObject(row)) throw new UsageError(`${label} takes objects, one for each row.`);
					return { ...passedThrough(row, columns), ...wireAll(columns, row, context) };
				});
			},
		},
		options,
	);

const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

/** Properties that an expression's row carries beyond the columns go to the service as they are. */
const passedThrough = (row: Record<string, unknown>, columns: readonly Field[]) =>
	Object.fromEntries(
		Object.entries(row).filter(([key]) => !columns.some(({ name }) => name === key)),
	);

/** Fields to Clear: the chosen properties are sent as null. */
export const fieldsToClear = (fields: readonly Field[]): Field =>
	field(
		'fieldsToClear',
		'Fields to Clear',
		{
			form: {
				type: 'multiOptions',
				default: [],
				options: fields
					.filter(({ clearable }) => clearable)
					.map(({ key, label }) => ({ name: label, value: key })),
			},
			wire: (entered) => {
				const names = Array.isArray(entered) ? entered : textOf(entered).split(',');
				const keys = names.map((each) => String(each).trim()).filter((each) => each !== '');
				for (const key of keys) {
					const known = fields.find((each) => each.clearable && each.key === key);
					if (!known)
						throw new UsageError(`Fields to Clear names "${key}", which can't be cleared.`);
				}
				return Object.fromEntries(keys.map((key) => [key, null]));
			},
		},
		{
			place: 'spread',
			description: 'Fields to empty in the record. What is left out here and above stays as it is.',
		},
	);
