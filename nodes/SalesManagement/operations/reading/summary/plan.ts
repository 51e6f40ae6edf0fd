/** What a summary groups by and computes, as an item asks for it. */
import type { IDataObject } from 'n8n-workflow';
import { asProperty, choice, controlsAtEnd, ITEM_TYPES, read, type Item } from '../../../fields';
import type { RecordField } from '../../../lookups/search/recordFields';
import {
	capital,
	COUNT,
	isDate,
	isNumber,
	summaryField,
	summaryFields,
} from '../../../lookups/search/summaryFields';
import { RECORDS } from '../../../records';
import type { RecordDescription } from '../../../records/record';
import { idName } from '../../../records/reservedNames';
import { distinctBy, isBlank, textOf, UsageError } from '../../../shared';
import { fieldColumn, fieldsWhere, rowsField, rowsForm, when } from '../../form/conditions';
import { needsNumber, type Computation } from './measures';
import { Periods, type Unit } from './periods';

export const unitOf = choice(
	'unit',
	'Unit',
	[
		{ name: 'Day', value: 'day' },
		{ name: 'Week', value: 'week' },
		{ name: 'Month', value: 'month' },
		{ name: 'Quarter', value: 'quarter' },
		{ name: 'Year', value: 'year' },
	],
	{
		description:
			'The period that one group covers, in the workflow’s time zone. It applies to dates only.',
	},
);

export const computationOf = choice(
	'function',
	'Function',
	[
		{ name: 'Average', value: 'average' },
		{ name: 'Largest or Latest', value: 'largest' },
		{ name: 'Smallest or Earliest', value: 'smallest' },
		{ name: 'Sum', value: 'sum' },
	],
	{
		description:
			'What to compute for each group. Sum and Average take numbers, the others also dates.',
	},
);

/**
 * The fields that are no date in any record: a name is of the same kind wherever it occurs, so one form
 * serves all. For others, labels and expressions the unit is shown: they may be dates.
 */
const NO_DATES = fieldsWhere(
	distinctBy(RECORDS.flatMap(summaryFields), ({ value }) => value),
	(each) => !isDate(each),
	// What looks like text may be a date in custom objects.
	{ ...ITEM_TYPES, text: 'untyped', url: 'untyped' },
);

/** What shows below Output once that is Summary. */
export const summaryControls = controlsAtEnd({
	groupBy: rowsField(
		'groupBy',
		'Group By',
		rowsForm('Field', [
			fieldColumn('getGroupFields', 'group by'),
			{
				...asProperty(unitOf),
				default: 'month',
				displayOptions: { hide: { field: [when(NO_DATES)] } },
			},
		]),
		{
			description:
				'The fields to group by, such as phase and user. Each combination of values becomes one item. Without a field, one item covers all records.',
		},
	),
	values: rowsField(
		'values',
		'Values',
		rowsForm('Value', [
			fieldColumn('getValueFields', 'compute with'),
			{ ...asProperty(computationOf), default: 'sum' },
		]),
		{
			description:
				'What to compute from number and date fields for each group. The count is always included.',
		},
	),
});

/** A column of a summary; no two of one have the same name. */
export interface Column {
	readonly field: RecordField;
	readonly name: string;
}

export interface GroupedBy extends Column {
	/** For dates; of other fields it means nothing. */
	readonly unit: Unit;
}

interface Computed extends Column {
	readonly computation: Computation;
}

export interface Plan {
	readonly groups: readonly GroupedBy[];
	readonly values: readonly Computed[];
	readonly periods: Periods;
}

/** Rows with a field. A model fills in every row that it is offered: one that it left empty is none. */
const chosen = (rows: IDataObject[] = []) =>
	rows.map((row) => ({ row, text: textOf(row.field).trim() })).filter(({ text }) => text !== '');

/**
 * The summary that an item wants.
 * @throws UsageError for an unknown field, a computation that a field does not allow, and what is no unit or
 * function.
 */
export function planOf(record: RecordDescription, item: Item): Plan {
	const entered = read(summaryControls, item);
	const standard = summaryFields(record);
	const fieldOf = (text: string) => summaryField(text, record, standard, item.names?.fieldsOf);
	const given = (value: unknown) => (isBlank(value) ? undefined : value);
	const groups = chosen(entered.groupBy).map(({ row, text }) => ({
		unit: unitOf.wire(given(row.unit), item) ?? 'month',
		field: fieldOf(text),
	}));
	const values = chosen(entered.values).map(({ row, text }) => {
		const computation = computationOf.wire(given(row.function), item) ?? 'sum';
		const field = fieldOf(text);
		assertComputable(field, computation, standard);
		return { field, computation };
	});
	const used = new Set([COUNT]);
	/** A name that no other column has, nor one with the IDs of another. */
	const unused = (wanted: string): string => {
		const both = [wanted, idName(wanted)];
		if (both.some((each) => used.has(each))) return unused(`${wanted}_`);
		for (const each of both) used.add(each);
		return wanted;
	};
	return {
		periods: new Periods(item.timezone),
		groups: groups.map(({ field, unit }) => {
			const times = groups.filter((other) => other.field.value === field.value).length;
			const name = times > 1 && isDate(field) ? extended(field, unit) : columnOf(field);
			return { field, unit, name: unused(name) };
		}),
		values: values.map(({ field, computation }) => ({
			field,
			computation,
			name: unused(extended(field, computation)),
		})),
	};
}

/** @throws UsageError for a computation that the field does not allow. */
function assertComputable(
	field: RecordField,
	computation: Computation,
	all: readonly RecordField[],
): void {
	const isOfNumbers = needsNumber(computation);
	const fits = (each: RecordField) => isNumber(each) || (!isOfNumbers && isDate(each));
	if (fits(field)) return;
	const names = all.filter(fits).map(({ name }) => name);
	throw new UsageError(
		`${capital(computation)} needs a field of ${isOfNumbers ? 'numbers' : 'numbers or dates'}, and ${field.label} is none: use ${[...names, 'a custom field of such a type'].join(', ')}.`,
	);
}

/** What a field is called in records: a custom one by its label. */
const columnOf = ({ described, name, label }: RecordField) => (described ? name : label);

/** A key reads on in capitals, a label with a space. */
const extended = (field: RecordField, rest: string) =>
	`${columnOf(field)}${field.described ? '' : ' '}${capital(rest)}`;
