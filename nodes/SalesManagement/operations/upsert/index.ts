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
	inTwoSteps,
	notWritten,
	type Form,
	type ItemResult,
	type Operation,
	type Prepared,
	type Run,
	type Spec,
} from '../operation';
import { createForm } from '../perItem';
import { readRows, type InputRow } from '../rows';
import { takesFiles } from '../import/form';
import { idIn } from '../rowsRead';
import { identified } from '../rowsTold';
import { toSearchField } from '../search/fields';
import type { Outcome } from '../search/lookup';
import { givenValue, shownKey, type MatchField } from '../search/match';
import { assertMatchable, findRecords, toMatchRow, type Matching, type MatchRow } from './find';
import { isHeld } from './held';
import { idsOf, judged, keyOfRow } from './judge';
import { asUpdate, createOnly, divided, inDoubt, rememberIds, Results, waves } from './rows';
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
		...inTwoSteps(async (run) => await prepared(record, form, run)),
	};
}

async function prepared(record: RecordDescription, form: Form, run: Run): Promise<Prepared> {
	const isPlan = readOnce(dryRunControls, run.items)?.dryRun ?? false;
	const matching = { record, field: matchField(record, run.items) };
	const { rows, failed } = matchRows(run, form, matching);
	if (new Results(run, failed).mustStop()) return notWritten(failed);
	const found = await findRecords(run, matching, rows);
	return {
		keys: keysOf(matching, rows, found),
		write: async () => await new Upsert(run, matching, rows, isPlan).write(found, failed),
	};
}

/** What rows stand for: values that may be one record's, and the records that were found. */
function keysOf(matching: Matching, rows: readonly MatchRow[], found: FoundFor): Set<unknown> {
	const keys = new Set<unknown>();
	for (const row of rows) {
		keys.add(keyOfRow(matching, row, 'loose'));
		const outcome = found(row);
		if (outcome && 'records' in outcome) for (const { id } of outcome.records) keys.add(id);
	}
	return keys;
}

type FoundFor = (row: MatchRow) => Outcome | undefined;

/** Rows that were looked for, as they are written. */
class Upsert {
	private readonly keyOf: (row: MatchRow) => string;

	constructor(
		private readonly run: Run,
		private readonly matching: Matching,
		private readonly rows: readonly MatchRow[],
		private readonly isPlan: boolean,
	) {
		const keys = new Map(rows.map((row) => [row, keyOfRow(matching, row, 'loose')]));
		this.keyOf = (row) => keys.get(row) ?? keyOfRow(matching, row, 'loose');
	}

	async write(looked: FoundFor, failed: ItemResult[]): Promise<ItemResult[]> {
		const { run, matching, rows } = this;
		const { record, field } = matching;
		const { recent } = run;
		const match = {
			key: shownKey(field),
			valueOf: ({ parts }: MatchRow) => givenValue(parts.body, field),
		};
		const results = new Results(run, failed);
		const found: FoundFor = (row) =>
			recent ? recent.outcomeOf(this.keyOf(row), row, looked(row)) : looked(row);
		const { certain, problems } = judged(matching, rows, { found, recent });
		results.add(problems);
		const unchanged = this.unchanged(certain, looked);
		for (const [{ item }, id] of unchanged) {
			results.add([{ index: item.index, records: [{ id }] }], 'unchanged');
		}
		const left = certain.filter((row) => !unchanged.has(row));
		if (!results.mustStop()) await this.writeWaves(left, found, results);
		return identified(record, results.inOrder(), rows, match);
	}

	private async writeWaves(
		rows: readonly MatchRow[],
		found: FoundFor,
		results: Results,
	): Promise<void> {
		const { run, matching, keyOf } = this;
		const { record } = matching;
		const ids = idsOf(matching, rows, found);
		const doubtful = new Set(
			rows
				.filter((row) => ids(row).length === 0)
				.map(keyOf)
				.filter((key) => run.recent?.isInDoubt(key)),
		);
		for (const wave of waves(rows, keyOf)) {
			const isDoubtful = (row: MatchRow) => doubtful.has(keyOf(row));
			results.add(wave.filter(isDoubtful).map((row) => mayExist(row, matching)));
			const groups = divided(
				wave.filter((row) => !isDoubtful(row)),
				ids,
				createOnly(record),
			);
			if (results.mustStop()) break;
			if (this.isPlan) {
				results.add(planned(groups));
				// What a first row would create, a later row of the same value would update.
				for (const row of groups.create) ids(row).push(PLANNED);
				this.remember(groups.create, ids);
				continue;
			}
			const created = await writeAll(run, record, 'create', groups.create);
			rememberIds(groups.create, created, ids);
			const unclear = inDoubt(groups.create, created);
			for (const row of unclear) doubtful.add(keyOf(row));
			for (const row of unclear) run.recent?.add(keyOf(row), row);
			this.remember(groups.create, ids);
			results.add(created, 'created');
			if (results.mustStop()) break;
			this.remember(groups.update, ids);
			results.add(await writeAll(run, record, 'update', groups.update), 'updated');
			if (results.mustStop()) break;
		}
	}

	private remember(rows: readonly MatchRow[], ids: (row: MatchRow) => number[]): void {
		for (const row of rows) {
			const [id] = ids(row);
			if (id !== undefined) this.run.recent?.add(this.keyOf(row), row, id);
		}
	}

	/**
	 * Rows that would change nothing, where they are the only ones of their value: what was found may
	 * be older than what another row wrote.
	 */
	private unchanged(rows: readonly MatchRow[], looked: FoundFor): Map<MatchRow, number> {
		const unchanged = new Map<MatchRow, number>();
		const { recent } = this.run;
		if (!recent) return unchanged;
		const { record } = this.matching;
		const times = new Map<string, number>();
		for (const row of rows) times.set(this.keyOf(row), (times.get(this.keyOf(row)) ?? 0) + 1);
		const leftOut = createOnly(record);
		for (const row of rows) {
			const key = this.keyOf(row);
			const outcome = looked(row);
			if (times.get(key) !== 1 || recent.get(key) || !outcome || 'error' in outcome) continue;
			const [shown] = outcome.records;
			const id = idIn(shown);
			if (!shown || id === undefined) continue;
			if (isHeld(record, asUpdate(row, id, leftOut), shown)) unchanged.set(row, id);
		}
		return unchanged;
	}
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
		`Not sent: an earlier ${item.isRow ? 'row' : 'item'} with the same ${field.label} may or may not have been created, since the response was lost or names no ID. Check that record, then run this ${item.isRow ? 'row' : 'item'} again.`,
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
