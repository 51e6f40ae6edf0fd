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
import { identified } from '../rowsTold';
import { toSearchField } from '../search/fields';
import { givenValue, shownKey, type MatchField } from '../search/match';
import { assertMatchable, findRecords, toMatchRow, type Matching, type MatchRow } from './find';
import { idsOf, judged, keyOfRow } from './judge';
import { createOnly, divided, inDoubt, rememberIds, Results, waves } from './rows';
import { writeAll } from './write';

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
		// A custom field may go by its label, which is looked up with the names.
		alsoNames: (item) => matchField(record, [item]),
		run: async (run) => await upsert(record, form, run),
	};
}

async function upsert(record: RecordDescription, form: Form, run: Run): Promise<ItemResult[]> {
	const dryRun = readOnce(dryRunControls, run.items)?.dryRun ?? false;
	const matching = { record, field: matchField(record, run.items) };
	const { rows, failed } = matchRows(run, form, matching);
	const results = new Results(run, failed);
	const match = {
		key: shownKey(matching.field),
		valueOf: ({ parts }: MatchRow) => givenValue(parts.body, matching.field),
	};
	const told = () => identified(record, results.inOrder(), rows, match);
	if (results.mustStop()) return told();

	const found = await findRecords(run, matching, rows);
	const { certain, problems } = judged(matching, rows, found);
	results.add(problems);
	if (results.mustStop()) return told();

	const ids = idsOf(matching, certain, found);
	const keyOf = (row: MatchRow) => keyOfRow(matching, row, 'loose');
	const doubtful = new Set<string>();
	for (const wave of waves(certain, keyOf)) {
		const isDoubtful = (row: MatchRow) => doubtful.has(keyOf(row));
		results.add(wave.filter(isDoubtful).map((row) => mayExist(row, matching)));
		const groups = divided(
			wave.filter((row) => !isDoubtful(row)),
			ids,
			createOnly(record),
		);
		if (results.mustStop()) break;
		if (dryRun) {
			results.add(planned(groups));
			// What a first row would create, a later row of the same value would update.
			for (const row of groups.create) ids(row).push(PLANNED);
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
	return told();
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

/** Every item as a row with the value that it is matched by, and the items that have none. */
function matchRows(run: Run, form: Form, { field }: Matching) {
	const { rows, failed } = readRows(run, form);
	const matched: MatchRow[] = [];
	for (const row of rows) {
		try {
			matched.push(toMatchRow(row, field));
		} catch (error) {
			failed.push({ index: row.item.index, error });
		}
	}
	return { rows: matched, failed };
}

/** Creating it again could duplicate the record. */
const mayExist = ({ item }: InputRow, { field }: Matching): ItemResult => ({
	index: item.index,
	error: new UsageError(
		`Not sent: an earlier item with the same ${field.label} may or may not have been created, since the response was lost or names no ID. Check that record, then run this item again.`,
	),
});

/** Stands for the ID of a record that is not created in a dry run. */
const PLANNED = 0;

const planned = (groups: Record<'create' | 'update', InputRow[]>): ItemResult[] =>
	(['create', 'update'] as const).flatMap((operation) =>
		groups[operation].map(({ item, parts: { path, body } }) => {
			const { id, ...fields } = body;
			const data = id === PLANNED ? fields : body;
			return {
				index: item.index,
				records: [{ dryRun: true, action: operation, ...path, data }],
				isPlan: true as const,
			};
		}),
	);
