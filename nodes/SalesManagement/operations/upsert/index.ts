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
import type { RecordDescription } from '../../records/record';
import { isBlank } from '../../values';
import { batchControls, bulkRules } from '../bulk';
import {
	identityOf,
	type Form,
	type ItemResult,
	type Operation,
	type Run,
	type Spec,
} from '../operation';
import { createForm } from '../perItem';
import { readRows, type InputRow } from '../rows';
import { toSearchField } from '../search/fields';
import type { SearchField } from '../search/filter';
import { matchKey } from '../search/match';
import { existing, finderOf, matchIn } from './find';
import { createOnly, divided, inDoubt, rememberIds, Results, waves } from './rows';
import { writeAll } from './write';

const MATCH_BY = 'Match By';

const matchControls = controls({
	matchBy: {
		...text('matchBy', MATCH_BY, {
			is: ['required'],
			description:
				'The field that decides whether a record already exists: the value that you enter for it below is looked up. A record that was created a moment ago may not be found yet. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
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
	const form: Form = {
		...createForm(record, { path: record.bulk, options: spec.options }),
		controls: [
			matchControls,
			dryRunControls,
			...(bulkRules(record, 'createMany') ? [batchControls] : []),
		],
	};
	return {
		...identityOf(spec),
		name: 'Create or Update',
		action: `Create or update ${record.many}`,
		description: `Create ${record.many} that don't exist yet and update those that do (upsert), matched by one field`,
		form,
		writes: true,
		run: async (run) => await upsert(record, form, run),
	};
}

async function upsert(record: RecordDescription, form: Form, run: Run): Promise<ItemResult[]> {
	const dryRun = readOnce(dryRunControls, run.items)?.dryRun ?? false;
	const field = matchField(record, run.items);
	const valueIn = matchIn(record, field);
	const { rows, failed } = readRows(run, form);
	const isMatchable = ({ parts }: InputRow) => !isBlank(valueIn(parts.body));
	const results = new Results(run, [
		...failed,
		...rows.filter((row) => !isMatchable(row)).map((row) => noValue(row, field)),
	]);
	if (results.mustStop()) return results.inOrder();

	const matched = rows.filter(isMatchable);
	const { within } = finderOf(record);
	const keyOf = (row: InputRow) => within(row) + matchKey(valueIn(row.parts.body));
	const ids = await existing(record, run, field, matched);
	const doubtful = new Set<string>();
	for (const wave of waves(matched, keyOf)) {
		const isDoubtful = (row: InputRow) => doubtful.has(keyOf(row));
		results.add(wave.filter(isDoubtful).map((row) => mayExist(row, field)));
		const certain = wave.filter((row) => !isDoubtful(row));
		const groups = divided(certain, ids, createOnly(record));
		results.add(groups.ambiguous.map((row) => ambiguous(row, field, ids(row))));
		if (results.mustStop()) break;
		if (dryRun) {
			results.add(planned(groups));
			// What a first row would create, a later row of the same value would update.
			for (const row of groups.create) ids(row).push(0);
			continue;
		}
		const created = await writeAll(run, record, 'create', groups.create);
		rememberIds(groups.create, created, ids);
		for (const row of inDoubt(groups.create, created)) doubtful.add(keyOf(row));
		results.add(created, 'created');
		if (results.mustStop()) break;
		results.add(await writeAll(run, record, 'update', groups.update), 'updated');
		if (results.mustStop()) break;
	}
	return results.inOrder();
}

/** Records whose custom fields are properties of their own are matched by their item keys alone. */
function matchField(record: RecordDescription, items: readonly Item[]): SearchField {
	const { matchBy = '' } = readOnce(matchControls, items) ?? {};
	if (matchBy === '') throw new UsageError(`${MATCH_BY} is required.`);
	if (record.customs?.property === undefined && !matchBy.startsWith('custom:')) {
		return { field: { itemKey: matchBy }, label: matchBy };
	}
	return toSearchField(matchBy, record);
}

const noValue = ({ item }: InputRow, field: SearchField): ItemResult => ({
	index: item.index,
	error: new UsageError(`Match By is ${field.label}, but this item has no value for it.`),
});

/** Creating it again could duplicate the record. */
const mayExist = ({ item }: InputRow, field: SearchField): ItemResult => ({
	index: item.index,
	error: new UsageError(
		`Not sent: an earlier item with the same ${field.label} may or may not have been created, since the response was lost or names no ID. Check that record, then run this item again.`,
	),
});

const ambiguous = ({ item }: InputRow, field: SearchField, ids: readonly number[]): ItemResult => ({
	index: item.index,
	error: new UsageError(
		`${ids.length} records have this ${field.label} (IDs ${[...ids].sort((a, b) => a - b).join(', ')}): match by a field that only one record has.`,
	),
});

const planned = (groups: Record<'create' | 'update', InputRow[]>): ItemResult[] =>
	(['create', 'update'] as const).flatMap((operation) =>
		groups[operation].map(({ item, parts }) => ({
			index: item.index,
			records: [{ dryRun: true, action: operation, ...parts.path, data: parts.body }],
		})),
	);
