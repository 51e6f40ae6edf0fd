/** What a summary groups by and computes, as an item asks for it. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { joined, read, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { distinctBy, isBlank, textOf } from '../../values';
import { idName } from '../columns/ownNames';
import { COUNT, FieldChoice } from './choose';
import { isDate, isNumber, MOST_GROUPED_BY, type SummaryField } from './field';
import {
	computationOf,
	GROUP_BY,
	summaryControls,
	unitOf,
	VALUES,
	type COMPUTATIONS,
} from './form';
import { checkedTimezone, type Unit } from './periods';

export type Computation = (typeof COMPUTATIONS)[number]['value'];

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

/** What models and people call these. */
const ALSO: Readonly<Record<string, Computation>> = {
	...{ avg: 'average', mean: 'average', total: 'sum' },
	...{ min: 'smallest', minimum: 'smallest', earliest: 'smallest', first: 'smallest' },
	...{ max: 'largest', maximum: 'largest', latest: 'largest', last: 'largest' },
};

/** Rows with a field. A model fills in every row that it is offered, so one that it left empty is none. */
function chosenRows(entered: IDataObject[] = [], label: string, forAgent: boolean): IDataObject[] {
	const rows = entered.filter((row) => !isBlank(row.field));
	if (forAgent || rows.length === entered.length) return rows;
	throw new UsageError(`${label} has a row without a field: choose one, or remove the row.`);
}

/**
 * The summary that an item wants.
 * @throws UsageError for an unknown field, a computation that a field does not allow, more than three
 * fields to group by, what stands there twice, and what is no unit, function or time zone.
 */
export function planOf(record: RecordDescription, item: Item, forAgent: boolean): Plan {
	const entered = read(summaryControls, item);
	const groupRows = chosenRows(entered.groupBy, GROUP_BY, forAgent);
	const valueRows = chosenRows(entered.values, VALUES, forAgent);
	if (groupRows.length > MOST_GROUPED_BY) {
		throw new UsageError(
			`Group By has ${groupRows.length} fields; a summary can have up to ${MOST_GROUPED_BY}. Leave out the others, or make a second summary.`,
		);
	}
	const fields = new FieldChoice(record, item.version, item.names?.fieldsOf);
	const fieldOf = (row: IDataObject) => fields.field(textOf(row.field).trim());
	const given = (value: unknown) => (isBlank(value) ? undefined : value);
	const timezone = textOf(entered.timezone).trim();
	const plan: Plan = {
		timezone: checkedTimezone(timezone === '' ? item.timezone : timezone),
		groups: groupRows.map((row) => ({
			unit: unitOf.wire(given(row.unit), item) ?? 'month',
			field: fieldOf(row),
		})),
		values: valueRows.map((row) => ({
			computation:
				ALSO[joined(textOf(row.function))] ??
				computationOf.wire(given(row.function), item) ??
				'sum',
			field: fieldOf(row),
		})),
	};
	for (const each of plan.values) assertComputable(each, fields.standard);
	const groups = plan.groups.map(({ field, unit }) => [field.value, isDate(field) && unit]);
	assertDistinct(groups, GROUP_BY);
	const values = plan.values.map(({ field, computation }) => [field.value, computation]);
	assertDistinct(values, VALUES);
	return plan;
}

function assertDistinct(entries: readonly unknown[], where: string): void {
	if (distinctBy(entries, (each) => JSON.stringify(each)).length === entries.length) return;
	throw new UsageError(`${where} has the same entry twice: leave one of them out.`);
}

/** @throws UsageError for a computation that the field does not allow. */
function assertComputable({ field, computation }: Computed, all: readonly SummaryField[]): void {
	const isOfNumbers = computation === 'sum' || computation === 'average';
	const fits = (each: SummaryField) => isNumber(each) || (!isOfNumbers && isDate(each));
	if (fits(field)) return;
	const names = all.filter(fits).map(({ name }) => name);
	throw new UsageError(
		`${capital(computation)} needs a field of ${isOfNumbers ? 'numbers' : 'numbers or dates'}, and ${field.label} is none: use ${[...names, 'a custom field of such a type'].join(', ')}.`,
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
	const extended = ({ name, isCustom }: SummaryField, rest: string) =>
		isCustom ? `${name} ${capital(rest)}` : `${name}${capital(rest)}`;
	return {
		groups: groups.map(({ field, unit }) => {
			const times = groups.filter((each) => each.field.value === field.value).length;
			return unused(times > 1 ? extended(field, unit) : field.name, field.type === 'reference');
		}),
		values: values.map(({ field, computation }) => unused(extended(field, computation))),
	};
}
