/** What is computed of a field's values: each takes them one by one, and keeps only what it needs. */
import { UsageError } from '../../api/errors/errors';
import { decimalText, momentOf, plainDecimal } from '../../fields';
import { isBlank, quoted } from '../../values';
import { held, isDate, type Kind, type SummaryField } from './field';
import { compareDecimals, ExactSum } from './exact';

/** @see valueReader for the values. */
export interface Measure {
	take(value: string): void;
	/** Null where nothing was taken. */
	result(): string | number | null;
}

/** Whole numbers are numbers, as records have them, as long as none of their digits is lost. */
export const shownNumber = (decimal: string, kind: Kind): string | number => {
	const number = Number(decimal);
	return kind === 'number' && Number.isSafeInteger(number) ? number : plainDecimal(decimal);
};

/** Something of the sum of all. */
const ofSum = (kind: Kind, of: 'total' | 'average'): Measure => {
	const sum = new ExactSum();
	return {
		take: (value) => sum.add(value),
		result: () => {
			const { [of]: decimal } = sum;
			return decimal === undefined ? null : shownNumber(decimal, kind);
		},
	};
};

const compare = (one: string, other: string): number => {
	const areNumbers = [one, other].every((each) => decimalText(each) !== undefined);
	return areNumbers ? compareDecimals(one, other) : (momentOf(one) ?? 0) - (momentOf(other) ?? 0);
};

/** The value that comes first or last in an order; of equal ones the first that came. */
function extreme(kind: Kind, sign: 1 | -1): Measure {
	let best: string | undefined;
	return {
		take: (value) => {
			if (best === undefined || sign * compare(value, best) > 0) best = value;
		},
		result: () => {
			if (best === undefined) return null;
			return decimalText(best) === undefined ? best : shownNumber(best, kind);
		},
	};
}

/** By the names of the functions in the form. */
export const MEASURES = {
	average: () => ofSum('decimal', 'average'),
	largest: (kind: Kind) => extreme(kind, 1),
	smallest: (kind: Kind) => extreme(kind, -1),
	sum: (kind: Kind) => ofSum(kind, 'total'),
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
	{ label, ...field }: SummaryField,
	{ computation, id }: { readonly computation: Computation; readonly id: unknown },
): string | undefined {
	const given = held(value);
	if (isBlank(given)) return undefined;
	const takesDates = !needsNumber(computation) && isDate(field);
	const number = takesDates && field.kind !== 'unknown' ? undefined : decimalText(given);
	if (number !== undefined) return number;
	if (takesDates && typeof given === 'string' && momentOf(given) !== undefined) return given;
	throw new UsageError(
		`${label} of record ${quoted(id)} is ${quoted(given)}, which is no ${takesDates ? 'number or date' : 'number'}, so the summary can't compute with it: choose another field, or leave such records out with a filter.`,
	);
}
