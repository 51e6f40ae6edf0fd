import { most } from '../../contract/limits';
import { badRequest, invalid, notFound } from '../../contract/refusal';
import { inUtc, isDateTime, readDateTime } from '../../contract/time';
import { decimalOf, isDecimal, isText, unlessEmpty } from '../../contract/values';
import * as records from '../properties/recordFields';
import type { CustomObjectRow, ObjectValue } from '../properties/recordFields';
import { recordKind } from './kind';
import type { ReadContext } from './reading';
import { rowOf, rowsOf } from '../rules/references';
import type { Scope } from '../scope';
import type { ObjectItem } from '../properties/settings';

/**
 * The custom object definition of that key.
 * @throws Refusal (NOT_FOUND) if the domain has none
 */
export function definitionOf(scope: Scope, key: string): records.Row<'customObjectDef'> {
	const definition = rowsOf(scope, 'customObjectDef').find((one) => one.key === key);
	if (!definition) throw notFound('custom object definition', key);
	return definition;
}

/** Custom objects (v2 §2.8, §4.11). Their forms are open, since they also hold values by item key. */
export const customObjects = recordKind<CustomObjectRow>(
	'CustomObject',
	{
		name: 'customObject',
		plural: 'customObjects',
		table: 'customObject',
		properties: records.customObject,
		settle(scope, draft, form, before) {
			const { deals, customers, contacts } = form;
			const associated = [deals, customers, contacts].flatMap((list) => list ?? []);
			if (!before && associated.length > most.associations) {
				throw invalid(`a custom object is created with at most ${most.associations} associations`);
			}
			const definition = rowOf(scope, 'customObjectDef', draft.defId);
			return { ...draft, fields: writeObjectValues(scope, definition, draft.fields, form) };
		},
		more: valuesShown,
	},
	{ isOpen: true },
);

/** A property for every item key of the definition, null where empty. */
function valuesShown({ defId, fields }: CustomObjectRow, { scope }: ReadContext): object {
	const { items } = rowOf(scope, 'customObjectDef', defId);
	const values = items.map(({ itemKey }) => {
		const value = fields[itemKey];
		const isDecimal = typeof value === 'object' && 'text' in value;
		return [itemKey, isDecimal ? scope.service.decimalFormat(value.text) : (value ?? null)];
	});
	return Object.fromEntries(values) as object;
}

type Values = CustomObjectRow['fields'];

/** The properties of a form that are no item keys (v2 §2.8). */
const otherProperties = new Set(['id', 'createdAt', 'updatedAt', 'deals', 'customers', 'contacts']);

/**
 * The stored values after the item keys of a form are applied: null and empty text delete a value
 * (v2 §4.11).
 * @throws Refusal (VALIDATION_FAILED) for an unknown item key
 */
function writeObjectValues(
	scope: Scope,
	{ key, items }: records.Row<'customObjectDef'>,
	before: Values,
	properties: Record<string, unknown>,
): Values {
	const values = { ...before };
	for (const [itemKey, value] of Object.entries(properties)) {
		if (otherProperties.has(itemKey)) continue;
		const item = items.find((one) => one.itemKey === itemKey);
		if (!item) throw invalid(`${key} has no item ${itemKey}`);
		values[itemKey] = (value ?? '') === '' ? undefined : storedValue(scope, item, value);
	}
	return values;
}

const isListOf = <One>(value: unknown, isOne: (one: unknown) => one is One): value is One[] =>
	Array.isArray(value) && value.every(isOne);
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

/**
 * Checks a value and returns it as it is stored and shown (v2 §2.8, S3); undefined for an empty
 * list.
 * @throws Refusal: BAD_REQUEST for a wrong type, VALIDATION_FAILED for an unknown option, NOT_FOUND
 * for a missing user
 */
function storedValue(
	scope: Scope,
	{ itemKey, itemType, options }: ObjectItem,
	value: unknown,
): ObjectValue | undefined {
	const wrong = (wanted: string) => badRequest(`${itemKey} must be ${wanted}`);
	const chosen = (key: string) => {
		if (options.some((option) => option.key === key)) return key;
		throw invalid(`${itemKey} has no option ${key}`);
	};
	switch (itemType) {
		case 'number':
			if (!isInteger(value)) throw wrong('an integer');
			return value;
		case 'decimal_number':
			if (!isText(value) || !isDecimal(value)) throw wrong('a decimal number as a string');
			return decimalOf(value);
		case 'date':
			if (!isText(value) || !isDateTime(value)) throw wrong('an ISO 8601 date-time');
			return inUtc(readDateTime(value));
		case 'multi_select':
			if (!isListOf(value, isText)) throw wrong('an array of option keys');
			return unlessEmpty(value.map(chosen));
		case 'user':
			if (!isListOf(value, isInteger)) throw wrong('an array of user ids');
			return unlessEmpty(value.map((id) => rowOf(scope, 'user', id).id));
		default:
			if (!isText(value)) throw wrong('a string');
			return itemType === 'single_select' ? chosen(value) : value;
	}
}
