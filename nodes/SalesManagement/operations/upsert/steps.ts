import { UsageError } from '../../api/errors/errors';
import { readOnce, type Item } from '../../fields';
import { customsProperty, type RecordDescription } from '../../records/record';
import { inOrder, type Form, type Run, type Steps } from '../operation';
import { readRows, type RowsOfRun } from '../rows';
import { toSearchField } from '../search/fields';
import type { MatchField } from '../search/match';
import { assertMatchable, toMatchRow, type MatchRow } from './find';
import { dryRunControls, MATCH_BY, matchControls } from './index';
import { Upsert } from './upsert';

export const createOrUpdateSteps = (record: RecordDescription, form: Form): Steps => ({
	// A custom field may go by its label, which is looked up with the names.
	alsoNames: (item, isFirst) => isFirst && matchField(record, [item]),
	run: async (run) => {
		const isPlan = readOnce(dryRunControls, run.items)?.dryRun ?? false;
		const matching = { record, field: matchField(record, run.items) };
		const { rows, failed } = await matchRows(run, matching.field, form);
		if (failed.length > 0 && !run.continueOnFail) return failed;
		return inOrder([...failed, ...(await new Upsert(run, matching, isPlan).write(rows))]);
	},
});

/** Every item becomes a row with the value that it is matched by, or fails where it has none. */
async function matchRows(
	{ items }: Pick<Run, 'items'>,
	field: MatchField,
	form: Form,
): Promise<RowsOfRun<MatchRow>> {
	const read = await readRows(items, form);
	const rows: MatchRow[] = [];
	const { failed } = read;
	for (const row of read.rows) {
		try {
			rows.push(toMatchRow(row, field));
		} catch (error) {
			failed.push({ index: row.item.index, error });
		}
	}
	return { rows, failed };
}

/** Records whose custom fields are properties of their own are matched by their item keys alone. */
function matchField(record: RecordDescription, items: readonly Item[]): MatchField {
	const { matchBy = '' } = readOnce(matchControls, items) ?? {};
	if (matchBy === '') throw new UsageError(`${MATCH_BY} is required.`);
	const isBareKey = record.customs?.property === undefined && !matchBy.startsWith('custom:');
	const searched = isBareKey
		? { field: { itemKey: matchBy }, label: matchBy }
		: toSearchField(matchBy, record, items[0]?.names?.fieldsOf);
	const field = { ...searched, customs: customsProperty(record) };
	assertMatchable({ record, field });
	return field;
}
