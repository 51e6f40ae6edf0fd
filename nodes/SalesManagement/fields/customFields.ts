import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { Problems, UsageError } from '../api/errors/errors';
import type { OperationId, ResourceId } from '../api/routes/routes';
import type { ApiVersion } from '../api/types';
import { isBlank, quoted, setOwn } from '../values';
import { isItemId } from './customValue';
import { field, type Field, type FieldOptions, type WireContext } from './field';
import { rows } from './groups';
import { meantBy } from './ids';
import { asList } from './lists';
import type { MapperMethod } from './lookup';
import { LABEL, mappedFields, type Mapped } from './mapping';
import { optionMeant, optionsMeant } from './options';
import { asDecimal, asNumber, plainText } from './plain';
import { integer, text } from './scalars';
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
	/** The interface that has its values in compact form only, so that no record shows more (v2 §2.7). */
	readonly compactIn?: ApiVersion;
}

type Options = readonly INodePropertyOptions[];

const areUsers = (options: Options): boolean =>
	options.some(({ description }) => description !== undefined);

/** The value of an option, given in any of the ways in which options are. */
function optionValue(entered: unknown, options: Options, label: string) {
	const given = plainText(areUsers(options) ? meantBy(entered) : entered, label).trim();
	const option = optionMeant(typeof entered === 'number' ? entered : given, options, label);
	if (option) return option.value;
	// A list of options read from records may be incomplete, so what has their form is passed on.
	if (given !== '' && options.some(({ value }) => typeof value === 'string')) return given;
	if (/^(0|[1-9]\d*)$/.test(given)) return asNumber(given, label, 'whole number');
	throw new UsageError(
		`${label} has no choice "${given}"; its choices are ${options.map(({ name }) => name).join(', ')}.`,
	);
}

/** Several options; an empty list is an empty value like any other. */
function optionValues(given: unknown, options: Options, label: string) {
	const list = asList(given, label, {
		mayBeNames: options.length > 0,
		isOne: (text) => optionsMeant(text, options).length > 0,
	});
	if (list.length === 0 && !Array.isArray(given)) {
		throw new UsageError(`${label} is ${quoted(given)}; it must be a list of choices.`);
	}
	return list.length === 0 ? null : list.map((each) => optionValue(each, options, label));
}

/** A value of a field whose type is not known: what JSON and the documents have a form for (v1 §2.3). */
function untyped(given: unknown, label: string, timezone: string): unknown {
	if (Array.isArray(given)) return given.map((each) => scalar(each, label));
	if (typeof given !== 'object' || given === null) return scalar(given, label);
	if (isDate(given)) return toCustomDate(given, label, timezone);
	throw new UsageError(
		`${label} is ${quoted(given)}; it must be text, a number, true or false, a date, or a list of texts, numbers and flags.`,
	);
}

/** A date of JavaScript or of n8n's expressions (Luxon), valid or not. */
const isDate = (given: object): boolean =>
	Object.prototype.toString.call(given) === '[object Date]' ||
	('toISO' in given && typeof given.toISO === 'function');

/** A number or flag stays one, but is refused where it could not be text either. */
function scalar(given: unknown, label: string): unknown {
	const text = plainText(given, label);
	return typeof given === 'bigint' ? text : given;
}

/** One custom value as the service takes it, by the column that describes its field. */
function customValue(
	given: unknown,
	{ id, column }: Pick<Mapped, 'id' | 'column'>,
	timezone: string,
): unknown {
	if (given === null || given === '') return given;
	const label = column?.displayName ?? `${LABEL}: ${id}`;
	if (column === undefined) return untyped(given, label, timezone);
	if (column.type === 'options') return optionValue(given, column.options ?? [], label);
	if (column.options) return optionValues(given, column.options, label);
	if (column.type === 'dateTime') return toCustomDate(given, label, timezone);
	if (column.type === 'number') return asNumber(given, label, 'whole number');
	if (column.itemType === 'decimal_number') return asDecimal(given, label);
	return plainText(given, label);
}

/** Custom values by itemKey or item id, as the service takes them. */
function valuesByKey(entered: unknown, { input, timezone }: WireContext): IDataObject {
	const values: IDataObject = {};
	const problems = new Problems();
	for (const { given, ...field } of mappedFields(entered, input)) {
		if (given === undefined) continue;
		problems.try(() => setOwn(values, field.id, customValue(given, field, timezone)));
	}
	problems.assertNone();
	return values;
}

/** `dealCustoms` → `dealCustomItemId` (v1 §2.3). */
const itemIdName = (property: string) => `${property.replace(/s$/, '')}ItemId`;

/**
 * An array whose items name their field by itemKey, or by its item's id where it has no key
 * (v2 §2.1.5).
 */
function valueList(property: string, values: IDataObject): IDataObject[] | undefined {
	const itemId = itemIdName(property);
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
			// The method says why there are none; n8n would say it in red as well.
			hideNoDataError: true,
		},
	},
});

const HELP =
	'Only fields that you add are sent; an empty value clears one. Without a V1 API Key, the newest records show which there are.';

/** The mapper of a record's custom fields. Custom objects have theirs as properties (v2 §2.8). */
export function customValues(customs: CustomFields): Field {
	const { property } = customs;
	const wire: Field['wire'] = (entered, context) => {
		if (entered === undefined || entered === null) return undefined;
		const values = valuesByKey(entered, context);
		return property === undefined ? values : valueList(property, values);
	};
	const target = property === undefined ? { place: 'spread' as const } : { key: property };
	const type = { form: mapper(customs), wire };
	// Null is a mapper that nobody filled.
	return { ...field('customFields', LABEL, type, { description: HELP, ...target }), wire };
}

const ROWS_LABEL = 'Custom Values by ID';

/** A custom value whose field is known only to the service; null and empty text clear it. */
const rowValue = field<unknown>(
	'value',
	'Value',
	{
		form: { type: 'string', default: '' },
		wire: (entered, { timezone }) =>
			isBlank(entered) ? entered : untyped(entered, `Value of ${ROWS_LABEL}`, timezone),
	},
	{ is: ['clearable'], description: 'The value to store. An empty value clears the field.' },
);

/** Custom values row by row, each by one of the identifiers that an update takes (v2 §4.6). */
export function customValueRows(
	property: NonNullable<CustomFields['property']>,
	options: FieldOptions,
): Field<IDataObject[]> {
	const identifiers = [
		integer('id', 'Value ID', { min: 1, description: 'The ID of the value, from a record' }),
		integer(itemIdName(property), 'Field ID', { min: 1, description: 'The ID of the field' }),
		text('itemKey', 'Item Key', { description: 'The item key of the field' }),
	];
	const list = rows(property, ROWS_LABEL, [...identifiers, rowValue], {
		button: 'Add Value',
		...options,
	});
	const isComplete = (row: IDataObject) =>
		Object.hasOwn(row, 'value') && identifiers.filter(({ key }) => !isBlank(row[key])).length === 1;
	return {
		...list,
		wire: (entered, context) => {
			const sent = list.wire(entered, context);
			if (sent?.every(isComplete) ?? true) return sent;
			throw new UsageError(
				`${ROWS_LABEL}: each row needs a value, and one of Value ID, Field ID and Item Key.`,
			);
		},
	};
}
