/** Rows that take a run back: which of their fields go back, and how that is told. */
import type { IDataObject } from 'n8n-workflow';
import { comparisonKey, untypedType } from '../../../fields';
import { isObject, own } from '../../../shared';
import type { Changed } from '../rows/changes';
import type { comparisonWith } from '../rows/rowComparison';
import type { MatchRow } from './find';

/** The fields that a row puts back, and those that it leaves, by their labels. */
export interface Restoring {
	/** The fields that no request can put back, or that somebody else changed after the run. */
	readonly left: readonly string[];
	readonly toPutBack: readonly string[];
	/** The values that identify the record. */
	readonly identity: IDataObject;
}

/**
 * Whether a custom field of an unknown type may hold what was sent, as the service shows it: `7` for `007`, or a time for
 * a date.
 */
const isAlike = ({ before, sent, type }: Changed): boolean => {
	const [held, given] = [before, sent].map((each) =>
		comparisonKey(isObject(each) ? own(each, 'value') : each),
	);
	return type === untypedType && held !== undefined && held.loose === given?.loose;
};

/**
 * The fields that a row would put back, and that somebody else changed meanwhile.
 * @param now what the record holds.
 */
export function straysOf(
	{ parts, takesBack }: MatchRow,
	now: IDataObject,
	comparison: ReturnType<typeof comparisonWith>,
): readonly Changed[] {
	if (!takesBack) return [];
	const { changed } = comparison({ ...parts, body: takesBack.expected }, now, true);
	const strays = changed.filter((each) => !isAlike(each)).map(({ key }) => key);
	return comparison(parts, now, true).changed.filter(({ key }) => strays.includes(key));
}

/**
 * The outcome of a record, with the fields that are left as they are.
 * @param isUpdated whether it was written, or the service skipped it.
 */
export function restoredOutcome(
	{ left, toPutBack }: Restoring,
	isUpdated: boolean,
	isSkipped: boolean,
): IDataObject {
	if (isUpdated && !isSkipped) return { action: 'restored', left };
	const all = [...left, ...(isSkipped ? toPutBack : [])];
	return { action: all.length > 0 ? 'left' : 'unchanged', left: all };
}
