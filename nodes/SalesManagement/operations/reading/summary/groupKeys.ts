/** By what a summary groups: the key of a record in each field, and how it is shown. */
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
import type { Periods } from './periods';
import type { GroupedBy } from './plan';

/** What a record is grouped by in one field. */
export interface Key {
	/** Empty where it holds nothing: such a group comes last. */
	readonly key: string;
	/** How its group shows it: a reference as its name and its ID, both null for none. */
	readonly shown: () => IDataObject;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Numbers and IDs as such and before text; text by its characters; nothing last. */
export function compareKeys(one: string, other: string): number {
	if (one === '' || other === '') return Number(one === '') - Number(other === '');
	const isOne = NUMBER.test(one);
	const isOther = NUMBER.test(other);
	if (isOne && isOther) return compareDecimals(one, other);
	return Number(isOther) - Number(isOne) || (one < other ? -1 : Number(one > other));
}

/** A list in which the order means nothing. */
function listKey(values: readonly unknown[]): string {
	const keys = values.map((value) => textOf(value).trim()).filter((key) => key !== '');
	return keys.length === 0 ? '' : JSON.stringify(keys.sort(compareKeys));
}

/**
 * @param value what a record holds in the field; `undefined` where it does not show it.
 * @param readable makes a value what a person reads.
 */
export function keyIn(
	value: unknown,
	{ field, name: column, unit }: GroupedBy,
	periods: Periods,
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
	const [key, plain] = plainKey(value, type, (date) => periods.of(date, type, unit));
	const shown = () => (key === '' ? null : (plain ?? readable(value))) as IDataObject[string];
	return { key, shown: () => ({ [column]: shown() }) };
}

/** The key of a value that is no reference, and how it is shown where the key alone says that. */
function plainKey(
	value: unknown,
	type: ValueType,
	periodOf: (date: string) => string | undefined,
): readonly [key: string, shown?: unknown] {
	const [given, ...more] = entriesIn(value, type).map((each) => each.value);
	if (isList(value, type) || Array.isArray(value)) return [listKey([given, ...more])];
	if (isBlank(given)) return [''];
	const period = isDate({ type }) && typeof given === 'string' ? periodOf(given) : undefined;
	if (period !== undefined) return [period, period];
	const number = type.valueKind === 'number' ? decimalText(given) : undefined;
	return number === undefined ? [textOf(given)] : [number, shownNumber(number, type)];
}
