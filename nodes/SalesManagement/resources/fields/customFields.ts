import type { IDataObject, INodePropertyOptions, ResourceMapperField } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import { field, isObject, textOf, type Field, type FieldOptions, type WireContext } from './field';
import { asJson } from './scalars';
import { toDateTime } from './time';

/**
 * How custom fields stand in the mapper: a column's id is the field's itemKey, or the number of
 * its item where it has no key; a single choice has the type `options`; what takes several values
 * is text with options, so that labels separated by commas, an array and its JSON are all accepted.
 */
export interface MappedFields {
	readonly mappingMode?: 'defineBelow' | 'autoMapInputData';
	readonly value?: IDataObject | null;
	readonly schema?: ResourceMapperField[];
}

const LABEL = 'Custom Fields';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** The value of an option given by its value or its label. */
function optionValue(given: unknown, options: readonly INodePropertyOptions[], label: string) {
	const option =
		options.find(({ value }) => String(value) === textOf(given)) ??
		options.find(({ name }) => name === textOf(given));
	if (option) return option.value;
	// A list of options read from records may be incomplete; what has their form is then passed on.
	if (/^\d+$/.test(textOf(given))) return Number(given);
	if (options.some(({ value }) => typeof value === 'string')) return textOf(given);
	throw new UsageError(
		`${label} has no choice "${textOf(given)}"; it has ${options.map(({ name }) => name).join(', ')}.`,
	);
}

function asList(given: unknown, label: string): unknown[] {
	if (Array.isArray(given)) return given;
	const text = textOf(given).trim();
	if (text.startsWith('[')) return asJson(text, label) as unknown[];
	return text
		.split(',')
		.map((each) => each.trim())
		.filter((each) => each !== '');
}

/** One custom value as the service takes it, by the column that describes its field. */
function customValue(given: unknown, column: ResourceMapperField | undefined, timezone: string) {
	if (given === null || given === '' || column === undefined) return given;
	const label = column.displayName;
	if (column.type === 'options') return optionValue(given, column.options ?? [], label);
	if (column.options) {
		return asList(given, label).map((each) => optionValue(each, column.options ?? [], label));
	}
	// A bare date has no time zone to be read in, so that none can shift it by a day.
	if (column.type === 'dateTime') {
		return DATE_ONLY.test(textOf(given))
			? `${textOf(given)}T00:00:00Z`
			: toDateTime(given, label, timezone);
	}
	return given;
}

/** The columns that the user filled, or that the input item's keys name, with their values. */
function* mapped({ mappingMode, value, schema = [] }: MappedFields, input: IDataObject) {
	if (mappingMode === 'autoMapInputData') {
		for (const column of schema) {
			const key = [column.id, column.displayName].find((name) => name in input);
			if (key !== undefined) yield { id: column.id, given: input[key], column };
		}
		return;
	}
	for (const [id, given] of Object.entries(value ?? {})) {
		yield { id, given, column: schema.find((each) => each.id === id) };
	}
}

/** The mapper's content, or a plain object of values by item key that an expression gave. */
function contentOf(entered: unknown, label: string): MappedFields {
	if (!isObject(entered)) throw new UsageError(`${label} takes an object of values by item key.`);
	return 'mappingMode' in entered || 'value' in entered ? entered : { value: entered };
}

/** Custom values by itemKey or item id, as the service takes them. */
export function customValues(entered: unknown, label: string, context: WireContext): IDataObject {
	const values: IDataObject = {};
	for (const { id, given, column } of mapped(contentOf(entered, label), context.input)) {
		if (given === undefined) continue;
		values[id] = customValue(given, column, context.timezone) as IDataObject[string];
	}
	return values;
}

const mapper = (method: string, dependsOn: readonly string[]): Field['form'] => ({
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		...(dependsOn.length > 0 ? { loadOptionsDependsOn: [...dependsOn] } : {}),
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			valuesLabel: LABEL,
			fieldWords: { singular: 'custom field', plural: 'custom fields' },
			addAllFields: false,
			supportAutoMap: true,
			allowEmptyValues: true,
			noFieldsError:
				'No custom fields found. Without a v1 key they are read from existing records, so there must be at least one.',
		},
	},
});

interface CustomFieldsOptions extends FieldOptions {
	/** The mapper's method in `lookups/`. */
	readonly method: string;
	readonly dependsOn?: readonly string[];
}

const HELP =
	'Values for your own fields, by name. Only the fields that you add here are sent; an empty value clears a field. Without a v1 key, the fields offered are those seen in the newest records.';

/**
 * Custom values of customers, deals, contacts and actions: an array whose items name their field
 * by itemKey, or by its item's id where it has no key (v2 §2.1.5).
 */
export const customFields = (
	key: 'customerCustoms' | 'dealCustoms' | 'contactCustoms' | 'actionCustoms',
	{ method, dependsOn = [], ...options }: CustomFieldsOptions,
): Field =>
	field(
		'customFields',
		LABEL,
		{
			form: mapper(method, dependsOn),
			wire: (entered, context) => {
				if (entered === undefined || entered === null) return undefined;
				const customs = Object.entries(customValues(entered, LABEL, context)).map(
					([id, value]) => ({
						...(/^\d+$/.test(id)
							? { [`${key.replace(/s$/, '')}ItemId`]: Number(id) }
							: { itemKey: id }),
						value,
					}),
				);
				return customs.length > 0 ? customs : undefined;
			},
		},
		{ description: HELP, ...options, key },
	);

/** The fields of a custom object: properties of the body, named by itemKey (v2 §2.8). */
export const objectFields = ({ method, dependsOn = [], ...options }: CustomFieldsOptions): Field =>
	field(
		'customFields',
		LABEL,
		{
			form: mapper(method, dependsOn),
			wire: (entered, context) =>
				entered === undefined || entered === null
					? undefined
					: customValues(entered, LABEL, context),
		},
		{ description: HELP, ...options, place: 'spread' },
	);
