import { UsageError } from '../../api/errors/errors';
import { readOnce, type Item } from '../../fields';
import { customsProperty, type RecordDescription } from '../../records/record';
import { inBreaths } from '../breath';
import {
	inSteps,
	notWritten,
	type Form,
	type ItemResult,
	type Reading,
	type Run,
	type Steps,
} from '../operation';
import { readRows } from '../rows';
import { identified, whoIs } from '../rowsTold';
import { toSearchField } from '../search/fields';
import type { MatchField } from '../search/match';
import { assertMatchable, toMatchRow, type MatchRow } from './find';
import { dryRunControls, MATCH_BY, matchControls } from './index';
import { Results } from './rows';
import { Upsert } from './upsert';

export const createOrUpdateSteps = (record: RecordDescription, form: Form): Steps => ({
	// A custom field may go by its label, which is looked up with the names.
	alsoNames: (item) => matchField(record, [item]),
	...inSteps((run) => reading(record, form, run)),
});

/** Every item becomes a row with the value that it is matched by, or fails where it has none. */
function reading(record: RecordDescription, form: Form, run: Run): Reading {
	const isPlan = readOnce(dryRunControls, run.items)?.dryRun ?? false;
	const matching = { record, field: matchField(record, run.items) };
	const whoIn = (item: Item) => whoIs(record, form, item);
	const matched: MatchRow[] = [];
	const failed: ItemResult[] = [];
	return {
		add: async (items) => {
			for await (const some of inBreaths(items)) {
				const read = readRows({ ...run, items: some }, form, { whoIn });
				failed.push(...read.failed);
				for (const row of read.rows) {
					try {
						matched.push(toMatchRow(row, matching.field));
					} catch (error) {
						const result = { index: row.item.index, error };
						failed.push(...identified(record, [result], [row]));
					}
				}
			}
		},
		lookUp: async () => {
			if (new Results(run, failed).mustStop()) return notWritten(failed);
			const upsert = new Upsert(run, matching, matched, isPlan);
			const found = await upsert.find();
			return { keys: upsert.keys(found), write: async () => await upsert.write(found, failed) };
		},
	};
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
