import { UsageError } from '../../api/errors/errors';
import { customFieldIn, readOnce, type Item } from '../../fields';
import { hasOwnNames, type RecordDescription } from '../../records/record';
import type { Form, Steps } from '../operation';
import { customRecordField, type RecordField } from '../recordFields';
import { ofAllRows, type InputRow } from '../rows';
import { toSearchField } from '../search/fields';
import { assertMatchable, toMatchRow } from './find';
import { dryRunControls, MATCH_BY, matchControls } from './index';
import { Upsert } from './upsert';

export const createOrUpdateSteps = (record: RecordDescription, form: Form): Steps => ({
	// A custom field may go by its label, which is looked up with the names.
	alsoNames: (item) => matchField(record, [item]),
	run: async (run) => {
		const isPlan = readOnce(dryRunControls, run.items)?.dryRun ?? false;
		const matching = { record, field: matchField(record, run.items) };
		// Every item becomes a row with the value that it is matched by, or fails where it has none.
		const completed = (row: InputRow) => toMatchRow(row, matching.field);
		const upsert = new Upsert(run, matching, isPlan);
		return await ofAllRows(run, { form, completed }, async (rows) => await upsert.write(rows));
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
