import { UsageError } from '../../api/errors';
import {
	controls,
	dropdownForm,
	flag,
	optionControls,
	readOnce,
	text,
	type Item,
} from '../../fields';
import { customsProperty, type RecordDescription } from '../../records/record';
import { inBreaths } from '../breath';
import { batchControls, bulkRules } from '../bulk';
import {
	identityOf,
	inSteps,
	notWritten,
	type Form,
	type ItemResult,
	type Operation,
	type Reading,
	type Run,
	type Spec,
} from '../operation';
import { createForm } from '../perItem';
import { readRows } from '../rows';
import { identified, whoIs } from '../rowsTold';
import { takesFiles } from '../import/form';
import { toSearchField } from '../search/fields';
import type { MatchField } from '../search/match';
import { assertMatchable, toMatchRow, type MatchRow } from './find';
import { Results } from './rows';
import { Upsert } from './upsert';

const MATCH_BY = 'Match By';

const matchControls = controls({
	matchBy: {
		...text('matchBy', MATCH_BY, {
			is: ['required'],
			description:
				'The field that decides whether a record already exists: the value that you enter for it below is looked up and compared by the field’s type, so 7 is 007. Text in another case matches if the service finds it. A record that was created a moment ago may not be found yet. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		}),
		form: {
			...dropdownForm(MATCH_BY, 'getMatchFields', ['customObjectDefKey']),
			displayName: MATCH_BY,
		},
	},
});

const dryRunControls = optionControls({
	dryRun: flag('dryRun', 'Dry Run', {
		description: 'Whether to only show what would be created and updated, changing nothing',
	}),
});

/** Creates what does not exist yet and updates what does, matched by one field. */
export function createOrUpdate(record: RecordDescription, spec: Spec): Operation {
	const form = takesFiles({
		...createForm(record, { path: record.bulk, options: spec.options }),
		controls: [
			matchControls,
			dryRunControls,
			...(bulkRules(record, 'createMany') ? [batchControls] : []),
		],
	});
	return {
		...identityOf(spec),
		name: 'Create or Update',
		action: `Create or update ${record.many}`,
		description: `Create ${record.many} that don't exist yet and update those that do (upsert), matched by one field`,
		form,
		writes: true,
		// A custom field may go by its label, which is looked up with the names.
		alsoNames: (item) => matchField(record, [item]),
		...inSteps((run) => reading(record, form, run)),
	};
}

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
