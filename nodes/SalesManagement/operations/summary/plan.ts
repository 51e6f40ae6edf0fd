/** What a summary groups by and computes, as an item asks for it. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { folded, read, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank, textOf } from '../../values';
import { idName } from '../columns/ownNames';
import { COUNT, FieldChoice } from './choose';
import { isDate, isNumber, type SummaryField } from './field';
import { computationOf, GROUP_BY, summaryControls, unitOf, VALUES } from './form';
import { needsNumber, type Computation } from './measures';
import { Periods, type Unit } from './periods';

/** A column of a summary; no two of one have the same name. */
export interface Column {
	readonly field: SummaryField;
	readonly name: string;
}

export interface GroupedBy extends Column {
	/** For dates; of other fields it means nothing. */
	readonly unit: Unit;
}

export interface Computed extends Column {
	readonly computation: Computation;
}

export interface Plan {
	readonly groups: readonly GroupedBy[];
	readonly values: readonly Computed[];
	readonly periods: Periods;
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
 * @throws UsageError for an unknown field, a computation that a field does not allow, and what is no unit,
 * function or time zone.
 */
export function planOf(record: RecordDescription, item: Item, forAgent: boolean): Plan {
	const entered = read(summaryControls, item);
	const groupRows = chosenRows(entered.groupBy, GROUP_BY, forAgent);
	const valueRows = chosenRows(entered.values, VALUES, forAgent);
	const fields = new FieldChoice(record, item.version, item.names?.fieldsOf);
	const fieldOf = (row: IDataObject) => fields.field(textOf(row.field).trim());
	const given = (value: unknown) => (isBlank(value) ? undefined : value);
	const timezone = textOf(entered.timezone).trim();
	const periods = new Periods(timezone === '' ? item.timezone : timezone);
	const groups = groupRows.map((row) => ({
		unit: unitOf.wire(given(row.unit), item) ?? 'month',
		field: fieldOf(row),
	}));
	const values = valueRows.map((row) => {
		const also = ALSO[folded(textOf(row.function))];
		const computation = also ?? computationOf.wire(given(row.function), item) ?? 'sum';
		const field = fieldOf(row);
		assertComputable(field, computation, fields.standard);
		return { field, computation };
	});
	const unused = nameFinder();
	return {
		periods,
		groups: groups.map(({ field, unit }) => {
			const times = groups.filter((other) => other.field.value === field.value).length;
			const name = times > 1 && isDate(field) ? extended(field, unit) : field.name;
			return { field, unit, name: unused(name, field.type === 'reference') };
		}),
		values: values.map(({ field, computation }) => ({
			...{ field, computation },
			name: unused(extended(field, computation)),
		})),
	};
}

/** @throws UsageError for a computation that the field does not allow. */
function assertComputable(
	field: SummaryField,
	computation: Computation,
	all: readonly SummaryField[],
): void {
	const isOfNumbers = needsNumber(computation);
	const fits = (each: SummaryField) => isNumber(each) || (!isOfNumbers && isDate(each));
	if (fits(field)) return;
	const names = all.filter(fits).map(({ name }) => name);
	throw new UsageError(
		`${capital(computation)} needs a field of ${isOfNumbers ? 'numbers' : 'numbers or dates'}, and ${field.label} is none: use ${[...names, 'a custom field of such a type'].join(', ')}.`,
	);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A key reads on in capitals, a label with a space. */
const extended = ({ name, isCustom }: SummaryField, rest: string) =>
	isCustom ? `${name} ${capital(rest)}` : `${name}${capital(rest)}`;

/** Gives each column a name that no other has; the name of a reference's ID goes with it. */
function nameFinder(): (wanted: string, isReference?: boolean) => string {
	const used = new Set<string>([COUNT]);
	return (wanted, isReference = false) => {
		const taken = (name: string) => (isReference ? [name, idName(name)] : [name]);
		let name = wanted;
		while (taken(name).some((each) => used.has(each))) name += '_';
		for (const each of taken(name)) used.add(each);
		return name;
	};
}
