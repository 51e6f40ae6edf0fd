import { badRequest, invalid } from '../../contract/refusal';
import { itemIdNames } from '../properties/customValueSchemas';
import type { CustomItems, CustomValue, CustomValues, FieldOwner } from '../properties/property';
import type { Scope } from '../scope';
import type { Field } from '../properties/recordFields';
import { rowOf, rowsOf } from './references';
import { inUtc, readDateTime } from '../../contract/time';
import { decimalOf, isDecimal, isIntegerText, unlessEmpty, isText } from '../../contract/values';

/** The id of a custom value is made of the ids of its record and its field. */
const valueIdBase = 10_000;
export const valueIdOf = (recordId: number, fieldId: number) => recordId * valueIdBase + fieldId;

/** A domain's custom fields of one owner, in order. */
export const fieldsOf = (scope: Scope, owner: FieldOwner): Field[] =>
	rowsOf(scope, 'field').filter((field) => field.owner === owner);

/**
 * The stored values after the items of a request are applied; null and empty text clear a value. A
 * new record has no id yet, and `Infinity` makes no value id.
 */
export function writeCustoms(
	scope: Scope,
	owner: FieldOwner,
	{ id = Infinity, customs }: { id?: number; customs?: CustomValues },
	items: CustomItems,
): CustomValues {
	const after = { ...customs };
	const fields = fieldsOf(scope, owner);
	for (const item of items) {
		const field = fieldOfItem(fields, owner, id, item);
		if (field.itemType === 'calculation') {
			throw invalid(`${field.name} is calculated and cannot be written`);
		}
		const { value } = item;
		after[field.id] = (value ?? '') === '' ? undefined : writeValue(scope, field, value);
	}
	return after;
}

/** The field with that id, or with that key if no id is given. */
export const fieldNamed = (fields: Field[], itemId: number | undefined, itemKey?: string) =>
	fields.find((one) => (itemId === undefined ? one.itemKey === itemKey : one.id === itemId));

/**
 * The field of an item. An item may name it by value id, item id and itemKey; all that it gives
 * must be of the same field of this record.
 */
function fieldOfItem(
	fields: Field[],
	owner: FieldOwner,
	recordId: number,
	item: CustomItems[number],
): Field {
	const { id, itemKey } = item;
	// The schema has let only integers through.
	const itemId = (item as Record<string, number | undefined>)[itemIdNames[owner]];
	const named = id ?? itemId ?? itemKey;
	if (named === undefined) {
		throw invalid(`a custom value needs ${itemIdNames[owner]} or itemKey`);
	}
	const field = fields.find((one) => {
		const valueId = valueIdOf(recordId, one.id);
		const isNamed = (itemId ?? one.id) === one.id && (itemKey ?? one.itemKey) === one.itemKey;
		return isNamed && (id ?? valueId) === valueId;
	});
	if (!field) throw invalid(`there is no ${owner} field ${named} of this record`);
	return field;
}

/**
 * A value of a request as it is stored; undefined for an empty list.
 * @throws Refusal: BAD_REQUEST for a wrong type, VALIDATION_FAILED for an unknown option, NOT_FOUND
 * for a missing user
 */
function writeValue(scope: Scope, field: Field, value: unknown): CustomValue | undefined {
	switch (field.itemType) {
		case 'number':
			return readWholeNumber(field, value);
		case 'decimal_number':
			if (!isDecimal(value)) throw wrongType(field, 'a decimal number');
			return decimalOf(value);
		case 'date': {
			const ms = readDateTime(value);
			if (Number.isNaN(ms)) throw wrongType(field, 'an ISO 8601 date or date-time');
			return inUtc(ms);
		}
		case 'single_select':
			return optionOf(field, readWholeNumber(field, value));
		case 'multi_select':
			return unlessEmpty(readWholeNumbers(field, value).map((one) => optionOf(field, one)));
		case 'user':
			return unlessEmpty(readWholeNumbers(field, value).map((id) => rowOf(scope, 'user', id).id));
		default:
			if (!isText(value)) throw wrongType(field, 'a string');
			return value;
	}
}

const wrongType = (field: Field, wanted: string) =>
	badRequest(`the value of ${field.name} must be ${wanted}`);

function readWholeNumber(field: Field, value: unknown): number {
	const number = isIntegerText(value) ? Number(value) : value;
	if (!Number.isSafeInteger(number)) throw wrongType(field, 'an integer');
	return Number(number);
}

/** Reads a list, given as an array or as text with commas, as compact values show it. */
function readWholeNumbers(field: Field, value: unknown): number[] {
	const values: unknown[] = [isText(value) ? value.split(',') : value].flat();
	return values.map((one) => readWholeNumber(field, isText(one) ? one.trim() : one));
}

/**
 * The stored form of a choice: the option's value, or for actions its id, since the values of their
 * options can change. An option of a product detail may also be given by its id (v1 §2.8, S5).
 */
function optionOf({ name, owner, options }: Field, given: number): number {
	const byId = owner === 'productDetail' ? options.find(({ id }) => id === given) : undefined;
	const option = byId ?? options.find(({ value }) => value === given);
	if (!option) throw invalid(`${name} has no option ${given}`);
	return owner === 'action' ? option.id : option.value;
}
