import type { IDataObject } from 'n8n-workflow';
import type { ApiVersion, OperationId, ResourceId } from '../api/routes';
import { isBlank, listed, Problems, quoted, setOwn, UsageError } from '../shared';
import { customField } from './customField';
import { isItemId } from './customValue';
import { field, type Field, type FieldOptions, type ValueContext } from './field';
import { customFieldIn, fieldNamed } from './fieldNames';
import { rows } from './groups';
import { pickedIn } from './values';
import { mapperForm, mappingOf, type MapperColumn } from './resourceMapper';
import { typeOfItem } from './itemTypes';

/** The custom fields of a record: where their values are, and how the form learns of them. */
export interface CustomFields {
	/** The property of a record that holds the values; absent where they are properties themselves. */
	readonly property?: 'customerCustoms' | 'dealCustoms' | 'contactCustoms' | 'actionCustoms';
	/** The parameters on which the columns depend. */
	readonly dependsOn?: readonly string[];
	/** The records whose values show them, where no definition can be read. */
	readonly records: readonly ResourceId[];
	/** The v1 list of definitions; without one each deal type has its own (v1 §2.1). */
	readonly definitions?: OperationId;
	/** The interface that has its values in compact form only, so that no record shows more (v2 §2.7). */
	readonly compactIn?: ApiVersion;
}

const LABEL = 'Custom Fields';

/** The types of columns that were written by hand or by a model, without the service's own. */
const ITEM_TYPES_OF: Partial<Readonly<Record<string, string>>> = {
	options: 'single_select',
	number: 'number',
	dateTime: 'date',
};

function fieldOf(
	key: string,
	{ displayName: name, type, options = [], ...column }: MapperColumn,
): Field {
	const several = options.length > 0 ? 'multi_select' : 'text';
	const itemType = column.itemType ?? ITEM_TYPES_OF[type ?? ''] ?? several;
	return customField({ key, name, itemType, options });
}

/** The field of a value that n8n did not list: by its key, or by its label where that can be looked up. */
function unlistedField(
	text: string,
	{ records: [record] }: CustomFields,
	{ names }: ValueContext,
): Field {
	const known = (record && names?.fieldsOf?.(record)) ?? [];
	const unknown = { key: customFieldIn(text)?.key ?? text, name: text, options: [] };
	const { custom = unknown } = fieldNamed(
		text,
		{ standard: [], customs: () => known },
		`${LABEL}: ${quoted(text)}`,
	);
	return customField({ ...custom, name: `${LABEL}: ${custom.name}` });
}

/** Custom values by itemKey or item id, as the service takes them. */
function valuesByKey(customs: CustomFields, entered: unknown, context: ValueContext): IDataObject {
	const { isAuto, value: given, schema } = mappingOf(entered, LABEL);
	if (isAuto) {
		throw new UsageError(
			`${LABEL} can't be mapped automatically: map each, or choose Input under Fields From.`,
		);
	}
	const value = pickedIn(given, context.saved, 'customFields.value');
	const values: IDataObject = {};
	const { problems = new Problems() } = context;
	for (const [key, each] of Object.entries(value)) {
		if (each === undefined) continue;
		const column = schema.find(({ id }) => id === key);
		const listed = column && fieldOf(key, column);
		problems.try(() => {
			const field = listed ?? unlistedField(key, customs, context);
			if (Object.hasOwn(values, field.key)) {
				throw new UsageError(`${field.label} is given twice: leave one of them out.`);
			}
			setOwn(values, field.key, field.toRequest(each, context));
		}, listed);
	}
	if (!context.problems) problems.assertNone();
	return values;
}

/** `dealCustoms` → `dealCustomItemId` (v1 §2.3). */
const itemIdName = (property: string) => `${property.replace(/s$/, '')}ItemId`;

/**
 * The values as a request sends them: an array whose entries name their fields by `itemKey`, or by the ID of the
 * field's item if it has no key (v2 §2.1.5). The service calls the definition of a custom field an item.
 * @returns `undefined` if there are none: an empty array need not be sent.
 */
export function toValueList(property: string, values: IDataObject): IDataObject[] | undefined {
	const itemId = itemIdName(property);
	const list = Object.entries(values).map(([key, value]) => ({
		...(isItemId(key) ? { [itemId]: Number(key) } : { itemKey: key }),
		value,
	}));
	return list.length > 0 ? list : undefined;
}

/** The mapper of a record's custom fields. Custom objects have theirs as properties (v2 §2.8). */
export function customValues(customs: CustomFields): Field {
	const { property, dependsOn } = customs;
	const toRequest: Field['toRequest'] = (entered, context) => {
		if (entered === undefined || entered === null) return undefined;
		const values = valuesByKey(customs, entered, context);
		return property === undefined ? values : toValueList(property, values);
	};
	const destination = property === undefined ? { in: 'spread' as const } : { key: property };
	const type = { form: mapperForm('customFields', dependsOn), toRequest };
	// Null is a mapper that nobody filled.
	return {
		...field('customFields', LABEL, type, {
			description: 'Only added fields are sent; an empty value clears one',
			...destination,
		}),
		toRequest,
	};
}

/**
 * Makes fields that hold custom values row by row: in each the columns that identify its field, and the value, whose
 * field is known only to the service; null and empty text clear it.
 * @param finish completes the rows that are sent.
 */
const valueRows =
	(
		finish: (
			sent: IDataObject[],
			context: ValueContext,
			label: string,
			identifiers: readonly Field[],
		) => IDataObject[],
	) =>
	(
		property: string,
		label: string,
		identifiers: readonly Field[],
		options: FieldOptions,
	): Field => {
		const value: Field = {
			...customField({ key: 'value', name: `Value of ${label}`, options: [] }),
			label: 'Value',
			description: 'The value to store. An empty value clears the field.',
		};
		const columns = [...identifiers, value];
		const list = rows(property, label, columns, { button: 'Add Value', ...options });
		return {
			...list,
			toRequest: (entered, context) => {
				const sent = list.toRequest(entered, context);
				return sent && finish(sent as IDataObject[], context, label, identifiers);
			},
		};
	};

/**
 * Custom values of products row by row. Where a v1 key shows the choices of their fields (v1 §2.8), one is given
 * by its label or by the ID of its option.
 */
export const productValueRows = valueRows((sent, context) =>
	sent.map((row) => {
		const fields = context.names?.fieldsOf?.('productDetail') ?? [];
		const { dealProductDetailTypeCustomItemId: id, itemKey, value } = row;
		const known = fields.find((each) => each.itemId === id || each.key === itemKey);
		if (!known || value === undefined || !typeOfItem(known.itemType).hasOptions) return row;
		const read = { ...row };
		setOwn(read, 'value', customField(known).toRequest(value, context));
		return read;
	}),
);

/** Custom values row by row, each by one of the identifiers that an update takes (v2 §4.6). */
export const customValueRows = valueRows((sent, _context, label, identifiers) => {
	const isComplete = (row: IDataObject) =>
		Object.hasOwn(row, 'value') && identifiers.filter(({ key }) => !isBlank(row[key])).length === 1;
	if (sent.every(isComplete)) return sent;
	const names = listed(identifiers.map((each) => each.label));
	throw new UsageError(`${label}: each row needs a value, and one of ${names}.`);
});
