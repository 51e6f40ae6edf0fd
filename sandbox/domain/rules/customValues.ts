import { badRequest, invalid } from '../../contract/refusal';
import { itemIdNames } from '../properties/customs';
import type { CustomItems, CustomValue, CustomValues, FieldOwner } from '../properties/property';
import type { Scope } from '../scope';
import type { Field } from '../properties/recordFields';
import { rowOf, rowsOf } from './references';
import { inUtc, readDateTime } from '../../contract/time';
import { isDecimal, isIntegerText, isText } from '../../contract/values';

/** A value's own id is made of its record's and its field's. */
const valueIdBase = 10_000;
export const valueIdOf = (recordId: number, fieldId: number) => recordId * valueIdBase + fieldId;

/** A domain's custom fields of one owner, in order. */
export const fieldsOf = (scope: Scope, owner: FieldOwner): Field[] =>
	rowsOf(scope, 'field').filter((field) => field.owner === owner);

/** The values after a request's items are applied; null and empty text clear one. */
export function writeCustoms(
	scope: Scope,
	owner: FieldOwner,
	before: CustomValues,
	items: CustomItems | null | undefined,
): CustomValues {
	if (!items || items.length === 0) return before;
	const after = { ...before };
	const fields = fieldsOf(scope, owner);
	for (const item of items) {
		const field = fieldOfItem(fields, owner, item);
		if (field.itemType === 'calculation') {
			throw invalid(`${field.name} is calculated and cannot be written`);
		}
		const { value } = item;
		if (value === null || value === undefined || value === '') delete after[field.id];
		else after[field.id] = writeValue(scope, field, value);
	}
	return after;
}

/** The field that goes by its number, or else by its key. */
export const fieldNamed = (fields: Field[], itemId: number | undefined, itemKey?: string) =>
	fields.find((one) => (itemId === undefined ? one.itemKey === itemKey : one.id === itemId));

function fieldOfItem(fields: Field[], owner: FieldOwner, item: CustomItems[number]): Field {
	const { id, itemKey } = item;
	const byValue = id === undefined || itemKey !== undefined ? undefined : id % valueIdBase;
	// The schema has let only integers through.
	const itemId = (item as Record<string, number | undefined>)[itemIdNames[owner]] ?? byValue;
	if (itemId === undefined && itemKey === undefined) {
		throw invalid(`a custom value needs ${itemIdNames[owner]} or itemKey`);
	}
	const field = fieldNamed(fields, itemId, itemKey);
	if (!field) throw invalid(`there is no ${owner} field ${itemId ?? itemKey}`);
	return field;
}

/** One value in the form that the store keeps; BAD_REQUEST for a wrong type. */
function writeValue(scope: Scope, field: Field, value: unknown): CustomValue {
	switch (field.itemType) {
		case 'number':
			return wholeNumber(field, value);
		case 'decimal_number':
			if (!isDecimal(value)) throw wrongType(field, 'a decimal number');
			return String(value);
		case 'date': {
			const ms = readDateTime(value);
			if (Number.isNaN(ms)) throw wrongType(field, 'an ISO 8601 date or date-time');
			return inUtc(ms);
		}
		case 'single_select':
			return optionOf(field, wholeNumber(field, value));
		case 'multi_select':
			return wholeNumbers(field, value).map((one) => optionOf(field, one));
		case 'user':
			return wholeNumbers(field, value).map((id) => rowOf(scope, 'user', id).id);
		default:
			if (!isText(value)) throw wrongType(field, 'a string');
			return value;
	}
}

const wrongType = (field: Field, wanted: string) =>
	badRequest(`the value of ${field.name} must be ${wanted}`);

function wholeNumber(field: Field, value: unknown): number {
	if (!isIntegerText(value) && !Number.isInteger(value)) throw wrongType(field, 'an integer');
	return Number(value);
}

/** A list as an array, or as text with commas, the form in which compact values are read. */
function wholeNumbers(field: Field, value: unknown): number[] {
	const list = typeof value === 'string' ? value.split(',') : value;
	const values: unknown[] = Array.isArray(list) ? list : [list];
	return values.map((one) => wholeNumber(field, typeof one === 'string' ? one.trim() : one));
}

/**
 * A choice as it is kept: by its value, or for actions, whose options change, by its id. One of a product
 * detail may be given by its id, too (v1 §2.8, S5).
 */
function optionOf({ name, owner, options }: Field, given: number): number {
	const byId = owner === 'productDetail' ? options.find(({ id }) => id === given) : undefined;
	const option = byId ?? options.find(({ value }) => value === given);
	if (!option) throw invalid(`${name} has no option ${given}`);
	return owner === 'action' ? option.id : option.value;
}
