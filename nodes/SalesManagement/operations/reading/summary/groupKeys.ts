/** The keys by which a summary groups records. */
import type { IDataObject } from 'n8n-workflow';
import {
	decimalText,
	entriesIn,
	isList,
	referenceType,
	typeOfValue,
	type ValueType,
} from '../../../fields';
import { isDate } from '../../../lookups/search/summaryFields';
import { idName } from '../../../records';
import { isBlank, isObject, textOf } from '../../../shared';
import { compareDecimals, shownNumber } from './measures';
import { periodOf } from './periods';
import type { GroupedBy } from './plan';

/** The key of a record in one field. */
export interface Key {
	/** The text by which groups are told apart and sorted; empty if the record has no value, which comes last. */
	readonly key: string;
	/** The columns of the group: for a reference its name and its ID, both null if there is none. */
	readonly shown: () => IDataObject;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Sorts keys: numbers by value, then text by its characters, then empty keys. */
export function compareKeys(one: string, other: string): number {
	if (one === '' || other === '') return Number(one === '') - Number(other === '');
	const isOne = NUMBER.test(one);
	const isOther = NUMBER.test(other);
	if (isOne && isOther) return compareDecimals(one, other);
	return Number(isOther) - Number(isOne) || (one < other ? -1 : Number(one > other));
}

/** The key of a list, whose order means nothing. */
function listKey(values: readonly unknown[]): string {
	const keys = values.map((value) => textOf(value).trim()).filter((key) => key !== '');
	return keys.length === 0 ? '' : JSON.stringify(keys.sort(compareKeys));
}

/**
 * The key of a record in one field.
 * @param value the record's value in the field; `undefined` if the record does not show it.
 * @param readable makes a value readable for people.
 */
export function keyIn(
	value: unknown,
	{ field, name: column, unit }: GroupedBy,
	timeZone: string,
	readable: (value: unknown) => unknown,
): Key {
	const type = typeOfValue(value, field.type);
	if (type === referenceType) {
		const { name = null, id = null } = isObject(value) ? value : { id: value as string };
		return {
			key: textOf(id ?? name),
			shown: () => ({ [column]: name, [idName(column)]: id }),
		};
	}
	const [key, plain] = plainKey(value, type, (date) => periodOf(date, type, unit, timeZone));
	const shown = () => (key === '' ? null : (plain ?? readable(value))) as IDataObject[string];
	return { key, shown: () => ({ [column]: shown() }) };
}

/** The key of a value that is no reference, and the value to show if it is not the readable one. */
function plainKey(
	value: unknown,
	type: ValueType,
	inPeriod: (date: string) => string | undefined,
): readonly [key: string, shown?: unknown] {
	const [given, ...more] = entriesIn(value, type).map((each) => each.value);
	if (isList(value, type) || Array.isArray(value)) return [listKey([given, ...more])];
	if (isBlank(given)) return [''];
	const period = isDate({ type }) && typeof given === 'string' ? inPeriod(given) : undefined;
	if (period !== undefined) return [period, period];
	const number = type.valueKind === 'number' ? decimalText(given) : undefined;
	return number === undefined ? [textOf(given)] : [number, shownNumber(number, type)];
}
