/** The summary that an item asks for. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { joined, read, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank, textOf } from '../../values';
import { FieldChoice, summaryFields } from './choose';
import {
	computationOf,
	GROUP_BY,
	summaryControls,
	unitOf,
	VALUES,
	type COMPUTATIONS,
} from './form';
import { checkedTimezone } from './periods';
import { assertComputable, assertFew, assertPlan, type Plan } from './plan';

/** What models and people call these. */
const ALSO: Readonly<Record<string, (typeof COMPUTATIONS)[number]['value']>> = {
	...{ avg: 'average', mean: 'average', total: 'sum' },
	...{ min: 'smallest', minimum: 'smallest', earliest: 'smallest', first: 'smallest' },
	...{ max: 'largest', maximum: 'largest', latest: 'largest', last: 'largest' },
};

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
export function planOf(record: RecordDescription, item: Item, forAgent: boolean): Plan {
	const entered = read(summaryControls, item);
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
