import { UsageError } from '../../api/errors/errors';
import { customFieldIn, readOnce, type Item } from '../../fields';
import { hasOwnNames, type RecordDescription } from '../../records/record';
import type { Steps } from '../operation';
import { customRecordField, type RecordField } from '../recordFields';
import { toSearchField } from '../search/searchableFields';
import { assertMatchable } from './find';
import { dryRunControls, MATCH_BY, matchControls } from './index';
import { Upsert } from './upsert';

export const createOrUpdateSteps = (record: RecordDescription): Steps => ({
	// A custom field may go by its label, which is looked up with the names.
	alsoNames: (item) => matchField(record, [item]),
	carryOut: async (run, rows) => {
		const isPlan = readOnce(dryRunControls, run.items)?.dryRun ?? false;
		const matching = { record, field: matchField(record, run.items) };
		return await new Upsert(run, matching, isPlan).write(rows);
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
