/** Rows that take a run back: which of their fields go back, and how that is told. */
import type { IDataObject } from 'n8n-workflow';
import { comparisonKey, linksType, toValueList, untypedType } from '../../../fields';
import { customsProperty, type RecordDescription } from '../../../records';
import { isObject, own, setOwn, textOf } from '../../../shared';
import type { Changed } from '../rows/changes';
import { MOMENT, type comparisonWith } from '../rows/rowComparison';
import type { MatchRow } from './find';

type Comparison = ReturnType<typeof comparisonWith>;

/** The fields that a row puts back, and those that it leaves, by their labels. */
export interface Restoring {
	/** The fields that no request can put back, or that somebody else changed after the run. */
	readonly left: readonly string[];
	readonly toPutBack: readonly string[];
	/** The values that identify the record. */
	readonly identity: IDataObject;
}

/** The body of a request with values of a Changes File. */
export function bodyOf(record: RecordDescription, values: IDataObject): IDataObject {
	const property = customsProperty(record);
	const body: IDataObject = {};
	const customs: IDataObject = {};
	for (const [key, value] of Object.entries(values)) {
		const isCustom = property !== '' && key.startsWith(`${property}.`);
		setOwn(isCustom ? customs : body, isCustom ? key.slice(property.length + 1) : key, value);
	}
	const list = toValueList(property, customs);
	return list ? { ...body, [property]: list } : body;
}

/** Whether a custom field of an unknown type may hold the date that was sent: the service shows it with a time. */
const isSameDay = ({ before, sent, type }: Changed): boolean => {
	const [held, given] = [before, sent].map((each) => (isObject(each) ? own(each, 'value') : each));
	const isMoment = type === untypedType && MOMENT.test(textOf(held));
	return isMoment && comparisonKey(held)?.loose === comparisonKey(given)?.loose;
};

/** The keys of the fields in which a record differs from what is expected of it. */
const differing = (
	{ parts }: MatchRow,
	expected: IDataObject,
	now: IDataObject,
	comparison: Comparison,
): Set<string> => {
	const { changed } = comparison({ ...parts, body: expected }, now, true);
	return new Set(changed.filter((each) => !isSameDay(each)).map(({ key }) => key));
};

/**
 * The fields that a row would put back, and that somebody else changed meanwhile. The reason of a phase is left with it.
 * @param now what the record holds.
 */
export function straysOf(
	row: MatchRow,
	now: IDataObject,
	{ rule }: RecordDescription,
	comparison: Comparison,
): readonly Changed[] {
	if (!row.takesBack) return [];
	const all = row.takesBack.expected.map((body) => differing(row, body, now, comparison));
	const isStray = (key: string) => all.every((keys) => keys.has(key));
	const toPutBack = comparison(row.parts, now, true).changed;
	return toPutBack.filter(
		({ key }) => isStray(key) || (isStray('phase') && rule?.names.includes(key)),
	);
}

/** The labels of the fields that hold what a run gave them, and that no request puts back. */
export function lostIn(
	row: MatchRow,
	now: IDataObject,
	record: RecordDescription,
	comparison: Comparison,
): string[] {
	const { lost = {} } = row.takesBack ?? {};
	const others = differing(row, bodyOf(record, lost), now, comparison);
	return Object.entries(lost).flatMap(([key, to]) => {
		const field = record.fields.find((each) => each.key === key);
		// Lists show no links, and a field that another one sets has no value of its own here.
		const isShown = field && field.type !== linksType && to !== undefined;
		return isShown && others.has(key) ? [] : (field?.label ?? key);
	});
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
