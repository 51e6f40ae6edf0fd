import { UsageError } from '../../api/errors/errors';
import { customFieldIn, readOnce, type Item } from '../../fields';
import { hasOwnNames, type RecordDescription } from '../../records/record';
import { inOrder, type Form, type Steps } from '../operation';
import { customRecordField, type RecordField } from '../recordFields';
import { readRows } from '../rows';
import { toSearchField } from '../search/fields';
import { assertMatchable, toMatchRow } from './find';
import { dryRunControls, MATCH_BY, matchControls } from './index';
import { Upsert } from './upsert';

export const createOrUpdateSteps = (record: RecordDescription, form: Form): Steps => ({
	// A custom field may go by its label, which is looked up with the names.
	alsoNames: (item, isFirst) => isFirst && matchField(record, [item]),
	run: async (run) => {
		const isPlan = readOnce(dryRunControls, run.items)?.dryRun ?? false;
		const matching = { record, field: matchField(record, run.items) };
		// Every item becomes a row with the value that it is matched by, or fails where it has none.
		const { rows, failed } = await readRows(run.items, form, (row) =>
			toMatchRow(row, matching.field),
		);
		if (failed.length > 0 && !run.continueOnFail) return failed;
		return inOrder([...failed, ...(await new Upsert(run, matching, isPlan).write(rows))]);
	},
});

/** Records whose custom fields are properties of their own are matched by their item keys alone. */
function matchField(record: RecordDescription, items: readonly Item[]): RecordField {
	const { matchBy = '' } = readOnce(matchControls, items) ?? {};
	if (matchBy === '') throw new UsageError(`${MATCH_BY} is required.`);
	const field = hasOwnNames(record)
		? customRecordField(customFieldIn(matchBy) ?? { key: matchBy }, record)
		: toSearchField(matchBy, record, items[0]?.names?.fieldsOf);
	assertMatchable({ record, field });
	return field;
}
