/** What is computed of a field's values: each takes them one by one, and keeps only what it needs. */
import {
	decimalText,
	entriesIn,
	isList,
	momentOf,
	plainDecimal,
	untypedType,
	decimalType,
	integerType,
	idType,
	type ValueType,
} from '../../../fields';
import type { RecordField } from '../../../lookups/search/recordFields';
import { isDate } from '../../../lookups/search/summaryFields';
import { isBlank, quoted, UsageError } from '../../../shared';

/** @see valueReader for the values. */
export interface Measure {
	add(value: string): void;
	/** Null where nothing was taken. */
	result(): string | number | null;
}

const isWhole = (type: ValueType): boolean => type === idType || type === integerType;

/** Whole numbers are numbers, as records have them, as long as none of their digits is lost. */
export const shownNumber = (decimal: string, type: ValueType): string | number => {
	const number = Number(decimal);
	return isWhole(type) && Number.isSafeInteger(number) ? number : plainDecimal(decimal);
};

/** Something of the sum of all. */
const ofSum = (type: ValueType, of: 'total' | 'average'): Measure => {
	const sum = new ExactSum();
	return {
		add: (value) => sum.add(value),
		result: () => {
			const { [of]: decimal } = sum;
			return decimal === undefined ? null : shownNumber(decimal, type);
		},
	};
};

const compare = (one: string, other: string): number => {
	const areNumbers = [one, other].every((each) => decimalText(each) !== undefined);
	return areNumbers ? compareDecimals(one, other) : (momentOf(one) ?? 0) - (momentOf(other) ?? 0);
};

/** The value that comes first or last in an order; of equal ones the first that came. */
function extreme(type: ValueType, sign: 1 | -1): Measure {
	let best: string | undefined;
	return {
		add: (value) => {
			if (best === undefined || sign * compare(value, best) > 0) best = value;
		},
		result: () => {
			if (best === undefined) return null;
			return decimalText(best) === undefined ? best : shownNumber(best, type);
		},
	};
}

/** By the names of the functions in the form. */
export const MEASURES = {
	average: () => ofSum(decimalType, 'average'),
	largest: (type: ValueType) => extreme(type, 1),
	smallest: (type: ValueType) => extreme(type, -1),
	sum: (type: ValueType) => ofSum(type, 'total'),
};

export type Computation = keyof typeof MEASURES;

/** Whether a function takes numbers alone; the others take dates too. */
export const needsNumber = (computation: Computation): boolean =>
	computation === 'sum' || computation === 'average';

/**
 * What a record holds in a field that is computed with.
 * @returns a number in plain decimal form, or a date as the service wrote it; `undefined` for nothing.
 * @throws UsageError for what is neither, which can only be found while reading.
 */
export function valueOf(
	value: unknown,
	{ label, ...field }: RecordField,
	computation: Computation,
	id: unknown,
): string | undefined {
	const [single] = entriesIn(value, field.type);
	const given = single && isList(value, field.type) ? value : single?.value;
	if (isBlank(given)) return undefined;
	const takesDates = !needsNumber(computation) && isDate(field);
	const number = takesDates && field.type !== untypedType ? undefined : decimalText(given);
	if (number !== undefined) return number;
	if (takesDates && typeof given === 'string' && momentOf(given) !== undefined) return given;
	throw new UsageError(
		`${label} of record ${quoted(id)} is ${quoted(given)}, which is no ${takesDates ? 'number or date' : 'number'}, so the summary can't compute with it: choose another field, or leave such records out with a filter.`,
	);
}

const placesOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** A decimal as a whole number of units, of which so many places are after the point. */
function unitsOf(decimal: string, places: number): bigint {
	const [whole = '', fraction = ''] = decimal.split('.');
	return BigInt(whole + fraction.padEnd(places, '0'));
}

/** The places after the point that an average has at most, unless its values have more. */
const AVERAGE_PLACES = 10;

/** Half a unit is rounded away from zero, as people round. */
function quotient(units: bigint, by: bigint): bigint {
	const sign = units < 0n ? -1n : 1n;
	return sign * ((sign * units * 2n + by) / (by * 2n));
}

/** A sum to which any number of decimals can be added; no digit is lost. */
class ExactSum {
	private units = 0n;
	private places = AVERAGE_PLACES;
	/** How many were added. */
	private count = 0n;

	add(decimal: string): void {
		const places = Math.max(placesOf(decimal), this.places);
		this.units = this.units * 10n ** BigInt(places - this.places) + unitsOf(decimal, places);
		this.places = places;
		this.count++;
	}

	get total(): string | undefined {
		return this.written(this.units);
	}

	/** Rounded at `AVERAGE_PLACES`, or at as many as the values have; `undefined` of none. */
	get average(): string | undefined {
		return this.count === 0n ? undefined : this.written(quotient(this.units, this.count));
	}

	/** `undefined` for one of about a thousand digits. */
	private written(units: bigint): string | undefined {
		return decimalText(`${units}e-${this.places}`);
	}
}

/** Which of two decimals is greater, as a sort wants it: exact, also where their digits are many. */
export function compareDecimals(one: string, other: string): number {
	const places = Math.max(placesOf(one), placesOf(other));
	return Number(unitsOf(one, places) - unitsOf(other, places));
}
