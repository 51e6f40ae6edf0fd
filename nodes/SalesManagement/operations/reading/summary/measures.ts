/** The figures that a summary computes. Each takes the values of a field one by one and keeps only what it needs. */
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

/** A figure that is being computed; its values come from `valueOf`. */
export interface Measure {
	add(value: string): void;
	/** The figure; null if there was no value. */
	result(): string | number | null;
}

const isWhole = (type: ValueType) => type === idType || type === integerType;

/** A decimal as records show it: a whole number as a JSON number, if no digit is lost; any other as text. */
export const shownNumber = (decimal: string, type: ValueType): string | number => {
	const number = Number(decimal);
	return isWhole(type) && Number.isSafeInteger(number) ? number : plainDecimal(decimal);
};

const compare = (one: string, other: string): number => {
	const areNumbers = [one, other].every((each) => decimalText(each) !== undefined);
	return areNumbers ? compareDecimals(one, other) : (momentOf(one) ?? 0) - (momentOf(other) ?? 0);
};

/** The largest or the smallest value; of equal ones the first. */
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

/** The figures, by the names of the functions in the form. */
export const MEASURES = {
	average: () => new ExactSum(decimalType, average),
	largest: (type: ValueType) => extreme(type, 1),
	smallest: (type: ValueType) => extreme(type, -1),
	sum: (type: ValueType) => new ExactSum(type, (units) => units),
};

export type Computation = keyof typeof MEASURES;

/** Whether a function takes numbers only; the others also take dates. */
export const needsNumber = (computation: Computation): boolean =>
	computation === 'sum' || computation === 'average';

/**
 * The value of a record in a field that is computed with.
 * @returns a number in plain decimal form, or a date as the service wrote it; `undefined` for an empty value.
 * @throws UsageError for any other value, which is found only while reading.
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

const placesOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0;

/** A decimal as a whole number of its smallest units, with so many places after the point. */
function unitsOf(decimal: string, places: number): bigint {
	const [whole = '', fraction = ''] = decimal.split('.');
	return BigInt(whole + fraction.padEnd(places, '0'));
}

/** The places after the point of an average, unless its values have more. */
const AVERAGE_PLACES = 10;

/** The average of so many values; half a unit is rounded away from zero, as people round. */
function average(units: bigint, count: bigint): bigint | undefined {
	if (count === 0n) return undefined;
	const sign = units < 0n ? -1n : 1n;
	return sign * ((sign * units * 2n + count) / (count * 2n));
}

/** A figure of the sum of any number of decimals, without losing a digit. */
class ExactSum implements Measure {
	private units = 0n;
	private places = AVERAGE_PLACES;
	/** The number of decimals. */
	private count = 0n;

	/** @param figureOf computes the figure, as the sum is, in units; `undefined` for none. */
	constructor(
		private readonly type: ValueType,
		private readonly figureOf: (units: bigint, count: bigint) => bigint | undefined,
	) {}

	add(decimal: string): void {
		const places = Math.max(placesOf(decimal), this.places);
		this.units = this.units * 10n ** BigInt(places - this.places) + unitsOf(decimal, places);
		this.places = places;
		this.count++;
	}

	/** The figure; null also for one of about a thousand digits. */
	result(): string | number | null {
		const units = this.figureOf(this.units, this.count);
		const decimal = units === undefined ? units : decimalText(`${units}e-${this.places}`);
		return decimal === undefined ? null : shownNumber(decimal, this.type);
	}
}

/** Compares two decimals for sorting, exactly even with many digits. */
export function compareDecimals(one: string, other: string): number {
	const places = Math.max(placesOf(one), placesOf(other));
	return Number(unitsOf(one, places) - unitsOf(other, places));
}
