/** How a summary is asked for in the form: what it groups by and computes, and in which time zone. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import {
	choice,
	controlsAtEnd,
	dropdownForm,
	field,
	joined,
	read,
	text,
	whenSet,
	type Field,
	type FieldListMethod,
	type Item,
} from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank, textOf } from '../../values';
import { rowsOf } from '../search/builder';
import { CUSTOM_TYPES } from '../search/fields';
import { FieldChoice, summaryFields } from './choose';
import { customKind } from './field';
import { checkedTimezone } from './periods';
import {
	assertComputable,
	assertFew,
	assertPlan,
	isDate,
	MOST_GROUPED_BY,
	type Plan,
} from './plan';

const shownWhen = { output: ['summary'] };

const UNITS = [
	{ name: 'Day', value: 'day' },
	{ name: 'Week', value: 'week' },
	{ name: 'Month', value: 'month' },
	{ name: 'Quarter', value: 'quarter' },
	{ name: 'Year', value: 'year' },
] as const;

const COMPUTATIONS = [
	{ name: 'Average', value: 'average' },
	{ name: 'Largest or Latest', value: 'largest' },
	{ name: 'Smallest or Earliest', value: 'smallest' },
	{ name: 'Sum', value: 'sum' },
] as const;

/** What models and people call these. */
const ALSO: Readonly<Record<string, (typeof COMPUTATIONS)[number]['value']>> = {
	...{ avg: 'average', mean: 'average', total: 'sum' },
	...{ min: 'smallest', minimum: 'smallest', earliest: 'smallest', first: 'smallest' },
	...{ max: 'largest', maximum: 'largest', latest: 'largest', last: 'largest' },
};

const unitOf = choice('unit', 'Unit', UNITS);
const computationOf = choice('function', 'Function', COMPUTATIONS);

const EXPRESSIONS = 'https://docs.n8n.io/code/expressions/';

const fieldColumn = (method: FieldListMethod, what: string): INodeProperties => ({
	...dropdownForm('Field', method),
	displayName: 'Field Name or ID',
	name: 'field',
	description: `The field to ${what}. Choose from the list, or specify an ID using an <a href="${EXPRESSIONS}">expression</a>.`,
});

const literal = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The fields that are no dates; others, labels and expressions may be, so the unit is shown for them. */
function notDates(record: RecordDescription): string {
	const standard = (['v2', 'v1'] as const).flatMap((version) => summaryFields(record, version));
	const types = Object.keys(CUSTOM_TYPES).filter(
		(type) => record.customs && !isDate({ kind: customKind(type, record.customs) }),
	);
	return [
		...standard.filter((each) => !isDate(each)).map(({ value }) => literal(value)),
		...(types.length > 0 ? [`custom:.+:(?:${types.join('|')})`] : []),
	].join('|');
}

const rowsForm = (label: string, button: string, values: INodeProperties[]): Field['form'] => ({
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: button },
	placeholder: button,
	default: {},
	options: [{ displayName: label, name: 'values', values }],
});

const rows = (label: string) => whenSet((entered) => rowsOf(entered, label));

const GROUP_BY = 'Group By';
const VALUES = 'Values';

/** What shows below Output once that is Summary. */
export function summaryControls(record: RecordDescription) {
	const unit: INodeProperties = {
		displayName: 'Unit',
		name: 'unit',
		type: 'options',
		options: UNITS.map((each) => ({ ...each })),
		default: 'month',
		description: 'For dates: how long a period one group covers. Of other fields it means nothing.',
	};
	// n8n's own form of a condition; its types know only `eq`, `regex` and their like as objects.
	const hidden = { _cnd: { regex: `^(?:${notDates(record)})$` } } as unknown as string;
	return controlsAtEnd({
		groupBy: field(
			'groupBy',
			GROUP_BY,
			{
				form: rowsForm('Field', 'Add Field', [
					fieldColumn('getGroupFields', 'group by'),
					{ ...unit, displayOptions: { hide: { field: [hidden] } } },
				]),
				wire: rows(GROUP_BY),
			},
			{
				shownWhen,
				description: `Up to ${MOST_GROUPED_BY} fields, such as phase and user: each combination becomes one item. Without any, there is one item for all records.`,
			},
		),
		values: field(
			'values',
			VALUES,
			{
				form: rowsForm('Value', 'Add Value', [
					fieldColumn('getValueFields', 'compute with'),
					{
						displayName: 'Function',
						name: 'function',
						type: 'options',
						options: COMPUTATIONS.map((each) => ({ ...each })),
						default: 'sum',
						description:
							'What to compute of each group. Sum and Average take numbers, the others also dates.',
					},
				]),
				wire: rows(VALUES),
			},
			{
				shownWhen,
				description:
					'What to compute of number and date fields in each group. The count is always there.',
			},
		),
		timezone: text('timezone', 'Time Zone', {
			shownWhen,
			placeholder: 'e.g. Europe/Berlin',
			description: 'The time zone in which dates are grouped. Empty means that of the workflow.',
		}),
	});
}

export type SummaryControls = ReturnType<typeof summaryControls>;

/** Rows with a field. A model fills in every row that it is offered, so one that it left empty is none. */
function chosenRows(entered: IDataObject[] = [], label: string, forAgent: boolean): IDataObject[] {
	if (forAgent) return entered.filter((row) => !isBlank(row.field));
	if (entered.every((row) => !isBlank(row.field))) return entered;
	throw new UsageError(`${label} has a row without a field: choose one, or remove the row.`);
}

/**
 * The summary that an item wants.
 * @throws UsageError for an unknown field, a computation that a field does not allow, more than three
 * fields to group by, and what is no unit, function or time zone. What needs no look-up is found first.
 */
export function planOf(
	record: RecordDescription,
	controls: SummaryControls,
	item: Item,
	forAgent: boolean,
): Plan {
	const entered = read(controls, item);
	const groupRows = chosenRows(entered.groupBy, GROUP_BY, forAgent);
	const valueRows = chosenRows(entered.values, VALUES, forAgent);
	assertFew(groupRows.length);
	const timezone = checkedTimezone(
		isBlank(entered.timezone?.trim()) ? item.timezone : textOf(entered.timezone).trim(),
	);
	const units = groupRows.map(({ unit }) => unitOf.wire(blankAsNone(unit), item) ?? 'month');
	const computations = valueRows.map(
		({ function: given }) =>
			ALSO[joined(textOf(given))] ?? computationOf.wire(blankAsNone(given), item) ?? 'sum',
	);
	const known = new FieldChoice(record, item.version, item.names?.fieldsOf);
	const all = summaryFields(record, item.version);
	const exact = (row: IDataObject) => known.exact(textOf(row.field).trim());
	for (const [at, row] of valueRows.entries()) {
		const each = exact(row);
		if (each) assertComputable({ field: each, computation: computations[at] ?? 'sum' }, all);
	}
	const fieldOf = (row: IDataObject) => known.field(textOf(row.field).trim());
	const groups = groupRows.map((row, at) => ({ field: fieldOf(row), unit: units[at] ?? 'month' }));
	const values = valueRows.map((row, at) => ({
		field: fieldOf(row),
		computation: computations[at] ?? 'sum',
	}));
	for (const each of values) assertComputable(each, all);
	assertPlan({ groups, values });
	return { groups, values, timezone };
}

const blankAsNone = (value: unknown): unknown => (isBlank(value) ? undefined : value);
