/** Rows that are looked for, then written where they differ from what was found. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError, UsageError } from '../../api/errors/errors';
import { readOnce } from '../../fields';
import { customsProperty, type RecordDescription } from '../../records/record';
import {
	inOrder,
	isFailure,
	type InputRow,
	type ItemResult,
	type Run,
	type Steps,
} from '../operation';
import type { RecordField } from '../recordFields';
import { identified } from '../rowIdentity';
import { itemName, kindOfItem } from '../rowName';
import { idIn } from '../bulkAnswers';
import { layered, quoted } from '../../values';
import { write } from '../write';
import {
	findRecords,
	toMatchRow,
	within,
	type FoundRow,
	type Matching,
	type MatchRow,
} from './find';
import { dryRunControls, matchControls } from './index';
import { RecordComparison } from './isUnchanged';
import { WrittenRows, type Written } from './justWritten';
import { matchField } from './matchBy';

export const createOrUpdateSteps = (record: RecordDescription): Steps<RecordField> => ({
	// A custom field may go by its label, which is looked up with the names.
	read: (item) => matchField(record, item),
	carryOut: async (run, rows) => {
		const isPlan = readOnce(dryRunControls, run.items)?.dryRun ?? false;
		readOnce(matchControls, run.items);
		const [first] = rows;
		if (!first) return [];
		return await new Upsert(run, { record, field: first.settings }, isPlan).write(rows);
	},
});

/** What is done about a row, and how its result calls it afterwards. */
const ACTIONS = { unchanged: 'unchanged', create: 'created', update: 'updated' } as const;
type Action = keyof typeof ACTIONS;

/** Stands for the ID of a record that is not created in a dry run. */
const PLANNED = 0;

/** The rows of one run, or of one chunk of a file. */
class Upsert {
	private readonly written: WrittenRows;
	private readonly results: ItemResult[] = [];

	constructor(
		private readonly run: Run,
		private readonly matching: Matching,
		private readonly isPlan: boolean,
	) {
		this.written = run.chunk?.written ?? new WrittenRows();
	}

	/** What stands for the same record, perhaps: values that the service may take for one. */
	private readonly keyOf = (row: MatchRow): string => {
		const { isPlan, matching } = this;
		return JSON.stringify([isPlan, matching.field.name, within(matching, row), row.key.loose]);
	};

	/** @returns what became of each row. */
	async write(all: readonly InputRow[]): Promise<ItemResult[]> {
		const { run, matching, keyOf, results } = this;
		const given: MatchRow[] = [];
		for (const row of all) {
			try {
				given.push(toMatchRow(row, matching.field));
			} catch (error) {
				results.push({ index: row.index, error });
			}
		}
		// What is known to fail before anything is sent is told at once.
		const rows = this.mustStop() ? [] : await findRecords(run, matching, given, results);
		if (!this.mustStop()) {
			const comparison = await this.comparisonFor(rows);
			await run.chunk?.turn();
			for (const wave of layered(rows, (row) => [keyOf(row)])) {
				if (this.mustStop()) break;
				await this.writeWave(wave, comparison);
			}
		}
		return identified(matching.record, inOrder(results), given, matching.field);
	}

	/** Custom values are compared as what their fields are. */
	private async comparisonFor(rows: readonly FoundRow[]): Promise<RecordComparison> {
		const { record } = this.matching;
		const { customs } = record;
		const areSent = rows.some((row) => row.record && customsProperty(record) in row.parts.body);
		const known = customs && areSent ? await this.run.customs.fieldsOf(customs) : undefined;
		return new RecordComparison(record, known);
	}

	/** Whether something failed that Continue On Fail does not pass over. */
	private mustStop(): boolean {
		return !this.run.continueOnFail && this.results.some(isFailure);
	}

	/** Writes rows of which each has another value: later ones act on what these write. */
	private async writeWave(wave: readonly FoundRow[], comparison: RecordComparison): Promise<void> {
		const { matching, written, keyOf } = this;
		const create: MatchRow[] = [];
		const update: InputRow[] = [];
		const unchanged: InputRow[] = [];
		for (const row of wave) {
			const before = written.get(keyOf(row));
			// The search may not show yet what was just written.
			const just = before?.key.exact === row.key.exact ? before.id : undefined;
			const id = (row.record?.id ?? just) as number | undefined;
			if (id === undefined) {
				if (before) this.results.push(mayBe(before, row, matching));
				else create.push(row);
				continue;
			}
			// What was found of a record that was written since is no longer what it holds.
			const held = written.get(id) ? undefined : row.record;
			// What is sent again unchanged must have no consequences.
			const body = held ? comparison.withoutConsequences(row.parts.body, held) : row.parts.body;
			const change = this.asUpdate(row, id, body);
			if (held && comparison.holdsRow(change, held)) {
				unchanged.push(change);
				continue;
			}
			update.push(change);
			written.add(keyOf(row), row, id);
		}
		await this.carryOut('unchanged', unchanged);
		this.remember(create, await this.carryOut('create', create));
		await this.carryOut('update', update);
	}

	/** @returns what became of the rows, which is noted; of none where the run must stop. */
	private async carryOut(
		action: Action,
		rows: readonly InputRow[],
	): Promise<readonly ItemResult[]> {
		if (this.mustStop()) return [];
		const { run, matching, isPlan } = this;
		const written = isPlan
			? rows.map((row) => planned(action, row))
			: action === 'unchanged'
				? rows.map(({ index, parts }) => ({ index, records: [{ id: parts.body.id }] }))
				: await write(run, matching.record, action, rows);
		const done = { action: ACTIONS[action] };
		for (const each of written) {
			const isTold = isFailure(each) || isPlan;
			const records = isTold ? [] : each.records.map((one) => ({ ...one, ...done }));
			this.results.push(isTold ? each : { ...each, records });
		}
		return written;
	}

	/** A row as the change of the record that it stands for, without what exists only on a new one. */
	private asUpdate(row: MatchRow, id: number, body: IDataObject): InputRow {
		const { fields } = this.matching.record;
		const isOnlyNew = (name: string) =>
			fields.some(({ key, on = ['update'] }) => key === name && !on.includes('update'));
		const left = Object.entries(body).filter(([name]) => !isOnlyNew(name));
		return { ...row, parts: { ...row.parts, body: { ...Object.fromEntries(left), id } } };
	}

	/**
	 * Lets later rows of the same value find what was created. Where the answer was lost, or names no
	 * ID, it stays open which record they stand for.
	 */
	private remember(rows: readonly MatchRow[], created: readonly ItemResult[]): void {
		const rowOf = new Map(rows.map((row) => [row.index, row]));
		for (const result of created) {
			const row = rowOf.get(result.index);
			const error = isFailure(result) ? result.error : undefined;
			const isNothing = error && !(error instanceof ServiceError && error.isInDoubt);
			if (!row || isNothing) continue;
			const id = isFailure(result) ? undefined : idIn(result.records[0]);
			this.written.add(this.keyOf(row), row, this.isPlan ? PLANNED : id);
		}
	}
}

/** Where a row may stand for what an earlier one created, creating it could duplicate the record. */
function mayBe(
	before: Written,
	{ index, key, value, item }: MatchRow,
	{ field: { label } }: Matching,
): ItemResult {
	const kind = kindOfItem(item);
	const why =
		before.key.exact === key.exact
			? `Not sent: an earlier ${kind} with the same ${label} may or may not have been created, since the response was lost or names no ID. Check that record, then run this ${kind} again.`
			: `The ${label} ${quoted(value)} is written with other characters in ${itemName(before.item)} (${quoted(before.value)}), and whether the service takes the two for the same can't be told. Write both alike.`;
	return { index, error: new UsageError(why) };
}

function planned(action: Action, { index, parts: { path, body } }: InputRow): ItemResult {
	const { id, ...fields } = body;
	const data = id === PLANNED ? fields : body;
	return {
		index,
		records: [{ dryRun: true, action, ...path, data }],
	};
}
