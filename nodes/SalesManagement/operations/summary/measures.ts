/** What is computed of a field's values: each takes them one by one, and keeps only what it needs. */
import { UsageError } from '../../api/errors/errors';
import { decimalText, entriesIn, momentOf, plainDecimal, type Type } from '../../fields';
import { isBlank, quoted } from '../../values';
import { isDate, type SummaryField } from './field';
import { compareDecimals, ExactSum } from './exact';
import type { Computation, Computed } from './plan';

/** @see valueReader for the values. */
export interface Measure {
	take(value: string): void;
	/** Null where nothing was taken. */
	readonly result: string | number | null;
}

export const isWhole = (type: Type): boolean => type === 'id' || type === 'integer';

/** Whole numbers are numbers, as records have them, as long as none of their digits is lost. */
const shownNumber = (decimal: string, type: Type): string | number => {
	const number = Number(decimal);
	return isWhole(type) && Number.isSafeInteger(number) ? number : plainDecimal(decimal);
};

const sum = (type: Type): Measure => {
	const exact = new ExactSum();
	return {
		take: (value) => exact.add(value),
		get result() {
			return shownNumber(exact.total, type);
		},
	};
};

const average = (): Measure => {
	const exact = new ExactSum();
	return {
		take: (value) => exact.add(value),
		get result() {
			const { average } = exact;
			return average === undefined ? null : plainDecimal(average);
		},
	};
};

/** The value that comes first or last in an order; of equal ones the first that came. */
function extreme(type: Type, sign: 1 | -1): Measure {
	const isOfDates = isDate({ type });
	let best: string | undefined;
	let place = 0;
	return {
		take: (value) => {
			if (isOfDates && decimalText(value) === undefined) {
				const moment = momentOf(value) ?? 0;
				if (best !== undefined && sign * (moment - place) <= 0) return;
				[best, place] = [value, moment];
			} else if (best === undefined || sign * compareDecimals(value, best) > 0) best = value;
		},
		get result() {
			if (best === undefined) return null;
			return decimalText(best) === undefined ? best : shownNumber(best, type);
		},
	};
}

const MAKERS: Readonly<Record<Computation, (type: Type) => Measure>> = {
	sum,
	average,
	smallest: (type) => extreme(type, -1),
	largest: (type) => extreme(type, 1),
};

export const measureOf = ({ field, computation }: Computed): Measure =>
	MAKERS[computation](field.type);

/**
 * Reads what a record holds in a field that is computed with.
 * @returns a number in plain decimal form, or a date as the service wrote it; `undefined` for nothing.
 * The function throws UsageError for what is neither, which can only be found while reading.
 */
export function valueReader(field: SummaryField, needsNumber: boolean) {
	const takesNumbers = needsNumber || !isDate(field) || field.type === 'untyped';
	const takesDates = !needsNumber && isDate(field);
	return (value: unknown, id: unknown): string | undefined => {
		const given = entriesIn(value, field.type)[0]?.value;
		if (isBlank(given)) return undefined;
		const number = takesNumbers ? decimalText(given) : undefined;
		if (number !== undefined) return number;
		if (takesDates && typeof given === 'string' && momentOf(given) !== undefined) return given;
		throw new UsageError(
			`${field.label} of record ${quoted(id)} is ${quoted(given)}, which is no ${takesDates ? 'number or date' : 'number'}, so the summary can't compute with it: choose another field, or leave such records out with a filter.`,
		);
	};
}
