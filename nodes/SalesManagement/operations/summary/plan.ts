/** What a summary groups by and computes. */
import { UsageError } from '../../api/errors/errors';
import { distinctBy, textOf } from '../../values';
import { idName } from '../columns/ownNames';
import { COUNT } from './choose';
import { isDate, MOST_GROUPED_BY, type Kind, type SummaryField } from './field';
import type { Unit } from './periods';

export type Computation = 'sum' | 'average' | 'smallest' | 'largest';

export interface GroupedBy {
	readonly field: SummaryField;
	/** For dates; of other fields it means nothing. */
	readonly unit: Unit;
}

export interface Computed {
	readonly field: SummaryField;
	readonly computation: Computation;
}

export interface Plan {
	readonly groups: readonly GroupedBy[];
	readonly values: readonly Computed[];
	/** In which dates are grouped. */
	readonly timezone: string;
}

const NUMBERS: readonly Kind[] = ['number', 'decimal', 'unknown'];
export const isNumber = ({ kind }: Pick<SummaryField, 'kind'>): boolean => NUMBERS.includes(kind);

const NAMES: Readonly<Record<Computation, string>> = {
	sum: 'Sum',
	average: 'Average',
	smallest: 'Smallest',
	largest: 'Largest',
};

/** @throws UsageError for a computation that the field does not allow. */
export function assertComputable(
	{ field, computation }: Computed,
	all: readonly SummaryField[],
): void {
	const isOfNumbers = computation === 'sum' || computation === 'average';
	if (isNumber(field) || (!isOfNumbers && isDate(field))) return;
	const fits = isOfNumbers ? isNumber : (each: SummaryField) => isNumber(each) || isDate(each);
	const names = all.filter(fits).map(({ name }) => name);
	throw new UsageError(
		`${NAMES[computation]} needs a field of ${isOfNumbers ? 'numbers' : 'numbers or dates'}, and ${field.label} is none: use ${[...names, 'a custom field of such a type'].join(', ')}.`,
	);
}

/** @throws UsageError for more than three fields, and for what stands there twice. */
export function assertPlan({ groups, values }: Pick<Plan, 'groups' | 'values'>): void {
	assertFew(groups.length);
	const twice = <Each>(list: readonly Each[], keyOf: (each: Each) => string, where: string) => {
		if (distinctBy(list, keyOf).length === list.length) return;
		throw new UsageError(`${where} has the same entry twice: leave one of them out.`);
	};
	twice(
		groups,
		(each) => JSON.stringify([each.field.value, isDate(each.field) && each.unit]),
		'Group By',
	);
	twice(values, (each) => JSON.stringify([each.field.value, each.computation]), 'Values');
}

/** Known before any field is: an error needs no look-up. */
export function assertFew(count: number): void {
	if (count <= MOST_GROUPED_BY) return;
	throw new UsageError(
		`Group By has ${count} fields; a summary can have up to ${MOST_GROUPED_BY}. Leave out the others, or make a second summary.`,
	);
}

/** The names of a plan's columns, no two alike. */
export interface Columns {
	readonly groups: readonly string[];
	readonly values: readonly string[];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function columnsOf({ groups, values }: Plan): Columns {
	const used = new Set<string>([COUNT]);
	const unused = (wanted: string, isReference = false): string => {
		let name = wanted;
		while (used.has(name) || (isReference && used.has(idName(name)))) name += '_';
		used.add(name);
		if (isReference) used.add(idName(name));
		return name;
	};
	/** A key reads on in capitals, a label with a space. */
	const joined = ({ name, isCustom }: SummaryField, rest: string) =>
		isCustom ? `${name} ${capital(rest)}` : `${name}${capital(rest)}`;
	return {
		groups: groups.map(({ field, unit }) => {
			const times = groups.filter((each) => each.field.value === field.value).length;
			return unused(times > 1 ? joined(field, unit) : field.name, field.kind === 'reference');
		}),
		values: values.map(({ field, computation }) => unused(joined(field, textOf(computation)))),
	};
}
