import type { IDataObject, INodePropertyOptions, ResourceMapperField } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import type { OperationId, ResourceId } from '../api/routes';
import { isBlank, isObject, own, setOwn, textOf } from '../values';
import { isItemId } from './customValue';
import { field, type Field, type FieldType, type WireContext } from './field';
import { asList } from './lists';
import type { MapperMethod } from './lookup';
import { toCustomDate } from './time';

/** The custom fields of a record: where their values are, and how the form learns of them. */
export interface CustomFields {
	/** The property of a record that holds the values; absent where they are properties themselves. */
	readonly property?: 'customerCustoms' | 'dealCustoms' | 'contactCustoms' | 'actionCustoms';
	/** The node's method that makes the mapper's columns. */
	readonly method: MapperMethod;
	/** The parameters on which the columns depend. */
	readonly dependsOn?: readonly string[];
	/** What the fields belong to, in the plural. */
	readonly called: string;
	/** The records whose values show them, where no definition can be read. */
	readonly records: readonly ResourceId[];
	/** The v1 list of definitions; without one each deal type has its own (v1 §2.1). */
	readonly definitions?: OperationId;
}

/**
 * How custom fields appear in the mapper: a column's id is the field's itemKey, or the number of
 * its item where it has no key; a single choice has the type `options`; what takes several values
 * is text with options, so that labels separated by commas, an array and its JSON are all accepted.
 */
interface Mapping {
	readonly mappingMode?: 'defineBelow' | 'autoMapInputData';
	readonly value?: IDataObject | null;
	readonly schema?: ResourceMapperField[];
}

const LABEL = 'Custom Fields';

/** The value of an option given by its value or its label. */
function optionValue(given: unknown, options: readonly INodePropertyOptions[], label: string) {
	const option =
		options.find(({ value }) => String(value) === textOf(given)) ??
		options.find(({ name }) => name === textOf(given));
	if (option) return option.value;
	// A list of options read from records may be incomplete, so what has their form is passed on.
	if (/^\d+$/.test(textOf(given))) return Number(given);
	if (options.some(({ value }) => typeof value === 'string')) return textOf(given);
	throw new UsageError(
		`${label} has no choice "${textOf(given)}"; its choices are ${options.map(({ name }) => name).join(', ')}.`,
	);
}

/** One custom value as the service takes it, by the column that describes its field. */
function customValue(given: unknown, column: ResourceMapperField | undefined, timezone: string) {
	if (given === null || given === '' || column === undefined) return given;
	const { displayName: label, options = [] } = column;
	if (column.type === 'options') return optionValue(given, options, label);
	if (column.options) return asList(given, label).map((each) => optionValue(each, options, label));
	if (column.type === 'dateTime') return toCustomDate(given, label, timezone);
	return given;
}

const notAnObject = () => new UsageError(`${LABEL} must be an object of values by item key.`);

/** The columns that the user filled, or that the input item's keys name, with their values. */
function* mapped({ mappingMode, value, schema = [] }: Mapping, input: IDataObject) {
	if (mappingMode === 'autoMapInputData') {
		for (const column of schema) {
			const key = [column.id, column.displayName].find((name) => Object.hasOwn(input, name));
			if (key !== undefined) yield { id: column.id, given: input[key], column };
		}
		return;
	}
	if (!isBlank(value) && !isObject(value)) throw notAnObject();
	for (const [id, given] of Object.entries(value ?? {})) {
		yield { id, given, column: schema.find((each) => each.id === id) };
	}
}

/** The mapper's content, or a plain object of values by item key that an expression gave. */
function mappingOf(entered: unknown): Mapping {
	if (!isObject(entered)) throw notAnObject();
	const isMapping = own(entered, 'mappingMode') !== undefined || Object.hasOwn(entered, 'value');
	return isMapping ? entered : { value: entered };
}

/** Custom values by itemKey or item id, as the service takes them. */
function valuesByKey(entered: unknown, { input, timezone }: WireContext): IDataObject {
	const values: IDataObject = {};
	for (const { id, given, column } of mapped(mappingOf(entered), input)) {
		if (given !== undefined) setOwn(values, id, customValue(given, column, timezone));
	}
	return values;
}

/**
 * An array whose items name their field by itemKey, or by its item's id where it has no key
 * (v2 §2.1.5).
 */
function valueList(property: string, values: IDataObject): IDataObject[] | undefined {
	const itemId = `${property.replace(/s$/, '')}ItemId`;
	const list = Object.entries(values).map(([key, value]) => ({
		...(isItemId(key) ? { [itemId]: Number(key) } : { itemKey: key }),
		value,
	}));
	return list.length > 0 ? list : undefined;
}

const mapper = ({ method, dependsOn = [] }: CustomFields): Field['form'] => ({
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

const HELP =
	'Values for your custom fields, by name. Only the fields that you add here are sent; an empty value clears a field. Without a v1 key, the fields offered are those seen in the newest records.';

/** The mapper of a record's custom fields. Custom objects have theirs as properties (v2 §2.8). */
export function customValues(customs: CustomFields): Field {
	const { property } = customs;
	const type: FieldType<unknown> = {
		form: mapper(customs),
		wire: (entered, context) => {
			if (entered === undefined || entered === null) return undefined;
			const values = valuesByKey(entered, context);
			return property === undefined ? values : valueList(property, values);
		},
	};
	const target = property === undefined ? { place: 'spread' as const } : { key: property };
	return field('customFields', LABEL, type, { description: HELP, ...target });
}
