import { badRequest, invalid } from '../../../contract/refusal';
import { userOf } from '../../rules/references';
import { inUtc, readDateTime } from '../../../contract/time';
import type { CustomObjectRow, ObjectValue } from '../../store/rows';
import type { Setting } from '../../store/settings';
import type { Scope } from '../../scope';

type Definition = Setting<'customObjectDef'>;
type Item = Definition['items'][number];
type Values = CustomObjectRow['fields'];

/** Properties of a custom object that are no fields of its own (v2 §2.8). */
const otherProperties = new Set(['id', 'createdAt', 'updatedAt', 'deals', 'customers', 'contacts']);

/**
 * The values after the request's item-key properties are applied: null and empty text delete one
 * (v2 §4.11). An unknown item key is a VALIDATION_FAILED, a wrong type a BAD_REQUEST.
 */
export function writeObjectFields(
	scope: Scope,
	definition: Definition,
	before: Values,
	properties: Record<string, unknown>,
): Values {
	const values = { ...before };
	for (const [itemKey, value] of Object.entries(properties)) {
		if (otherProperties.has(itemKey)) continue;
		const item = definition.items.find((one) => one.itemKey === itemKey);
		if (!item) throw invalid(`${definition.key} has no item ${itemKey}`);
		if (value === null || value === '') delete values[itemKey];
		else values[itemKey] = checkedValue(scope, item, value);
	}
	return values;
}

/** A value in the JSON type that its field has on write, and on read too (v2 §2.8, S3). */
function checkedValue(scope: Scope, item: Item, value: unknown): ObjectValue {
	const wrongType = (wanted: string) => badRequest(`${item.itemKey} must be ${wanted}`);
	switch (item.itemType) {
		case 'number':
			if (!Number.isInteger(value)) throw wrongType('an integer');
			return value as number;
		case 'multi_select':
			if (!isListOf('string', value)) throw wrongType('an array of option keys');
			return (value as string[]).map((key) => optionOf(item, key));
		case 'user':
			if (!isListOf('number', value)) throw wrongType('an array of user ids');
			return (value as number[]).map((id) => userOf(scope, id).id);
	}
	if (typeof value !== 'string') throw wrongType('a string');
	switch (item.itemType) {
		case 'date': {
			const ms = readDateTime(value);
			if (Number.isNaN(ms)) throw wrongType('an ISO 8601 date-time');
			return inUtc(ms);
		}
		case 'decimal_number':
			if (!/^-?\d+(\.\d+)?$/.test(value)) throw wrongType('a decimal number as a string');
			return value;
		case 'single_select':
			return optionOf(item, value);
		default:
			return value;
	}
}

const isListOf = (type: 'string' | 'number', value: unknown): boolean =>
	Array.isArray(value) && value.every((one) => typeof one === type);

function optionOf(item: Item, key: string): string {
	if (!item.options.some((option) => option.key === key)) {
		throw invalid(`${item.itemKey} has no option ${key}`);
	}
	return key;
}
