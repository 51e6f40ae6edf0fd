import { badRequest, invalid } from '../../contract/refusal';
import { inUtc, isDateTime, readDateTime } from '../../contract/time';
import { isDecimal, isText } from '../../contract/values';
import { userOf } from '../rules/references';
import type { Scope } from '../scope';
import type { CustomObjectRow, ObjectValue } from '../properties/records';
import type { ObjectItem, Setting } from '../store/settings';

type Values = CustomObjectRow['fields'];

/** Properties of a custom object that are no fields of its own (v2 §2.8). */
const otherProperties = new Set(['id', 'createdAt', 'updatedAt', 'deals', 'customers', 'contacts']);

/** The JSON values that a type of field takes on write, and returns on read too (v2 §2.8, S3). */
interface ValueType {
	/** What is wanted, in words: `an integer`. */
	wanted: string;
	/** A value of another type is a BAD_REQUEST. */
	accepts(value: unknown): boolean;
	/** What is stored of an accepted value; NOT_FOUND or VALIDATION_FAILED if it refers to nothing. */
	stored?(value: never, item: ObjectItem, scope: Scope): ObjectValue;
}

const listOf = (accepts: (value: unknown) => boolean) => (value: unknown) =>
	Array.isArray(value) && value.every(accepts);

const valueTypes: Record<ObjectItem['itemType'], ValueType> = {
	text: { wanted: 'a string', accepts: isText },
	url: { wanted: 'a string', accepts: isText },
	number: { wanted: 'an integer', accepts: Number.isInteger },
	decimal_number: {
		wanted: 'a decimal number as a string',
		accepts: (value) => isText(value) && isDecimal(value),
	},
	date: {
		wanted: 'an ISO 8601 date-time',
		accepts: (value) => isText(value) && isDateTime(value),
		stored: (text: string) => inUtc(readDateTime(text)),
	},
	single_select: {
		wanted: 'a string',
		accepts: isText,
		stored: (key: string, item) => optionOf(item, key),
	},
	multi_select: {
		wanted: 'an array of option keys',
		accepts: listOf(isText),
		stored: (keys: string[], item) => keys.map((key) => optionOf(item, key)),
	},
	user: {
		wanted: 'an array of user ids',
		accepts: listOf(Number.isInteger),
		stored: (ids: number[], _, scope) => ids.map((id) => userOf(scope, id).id),
	},
};

/**
 * The values after the request's item-key properties are applied: null and empty text delete one
 * (v2 §4.11). An unknown item key is a VALIDATION_FAILED.
 */
export function writeObjectValues(
	scope: Scope,
	{ key, items }: Setting<'customObjectDef'>,
	before: Values,
	properties: Record<string, unknown>,
): Values {
	const values = { ...before };
	for (const [itemKey, value] of Object.entries(properties)) {
		if (otherProperties.has(itemKey)) continue;
		const item = items.find((one) => one.itemKey === itemKey);
		if (!item) throw invalid(`${key} has no item ${itemKey}`);
		if (value === null || value === '') delete values[itemKey];
		else values[itemKey] = storedValue(scope, item, value);
	}
	return values;
}

function storedValue(scope: Scope, item: ObjectItem, value: unknown): ObjectValue {
	const type = valueTypes[item.itemType];
	if (!type.accepts(value)) throw badRequest(`${item.itemKey} must be ${type.wanted}`);
	// The line above has checked its type.
	return type.stored?.(value as never, item, scope) ?? (value as ObjectValue);
}

function optionOf({ itemKey, options }: ObjectItem, key: string): string {
	if (!options.some((option) => option.key === key))
		throw invalid(`${itemKey} has no option ${key}`);
	return key;
}
