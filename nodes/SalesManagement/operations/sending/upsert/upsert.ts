/** Looks rows up, then writes those that differ from the record found, or for which there is none. */
import type { IDataObject } from 'n8n-workflow';
import { readOnce } from '../../../fields';
import { toSearchField } from '../../../lookups/search/recordFields';
import type { CustomFieldIndex } from '../../../lookups/customsLookup';
import { CONTROLS, routeOf, type RecordDescription } from '../../../records';
import {
	conflictFreeLayers,
	groupedBy,
	isBlank,
	quoted,
	recordIdIn,
	UsageError,
} from '../../../shared';
import { OWN_ID } from '../../form/columns';
import { itemName, kindOfItem } from '../../items/row/identity';
import {
	isFailure,
	isInDoubt,
	isUnwritten,
	wasSkipped,
	WrittenRows,
	type InputRow,
	type ItemResult,
	type Operation,
	type Run,
	type Written,
} from '../../model';
import { plannedResult, type Previewed } from '../../telling/results';
import { changesLine, readableChanges, unwrittenLine, type Changed } from '../rows/changes';
import { write } from '../rows/write';
import {
	comparisonFor,
	findRecords,
	isByOwnId,
	toMatchRow,
	parentKey,
	type Comparing,
	type Matching,
	type MatchRow,
	type RecordMatching,
} from './find';

/** Creates rows whose records are not found, and updates the others. */
export async function upsertRows(
	run: Run,
	record: RecordDescription,
	rows: ReadonlyArray<InputRow<Matching>>,
): Promise<ItemResult[]> {
	readOnce(CONTROLS.match, run.items);
	const written = run.chunk?.written ?? new WrittenRows();
	let results: ItemResult[] = [];
	const lacksId = ({ parts, settings }: InputRow<Matching>) =>
		isByOwnId(settings.field) && parts.body.id === undefined;
	if (rows.length > 0 && rows.every(lacksId)) {
		run.hint(
			`None of these rows has an ID of this service in a column "id": each is a new ${record.one}.`,
			'warning',
		);
	}
	for (const some of groupedBy(rows, ({ settings }) => settings.field.name).values()) {
		const [first] = some;
		if (!first) continue;
		const upsert = new Upsert(run, { record, ...first.settings }, written);
		// As arguments of `push`, more than some 120,000 results would break the run behind its writes.
		results = results.concat(await upsert.write(some));
		if (!run.continueOnFail && results.some(isFailure)) break;
	}
	return results;
}

/**
 * Compares updates by ID with their records, if these can be read one by one. All that they are given is sent, even if
 * it changes nothing.
 */
export function changesById(record: RecordDescription): Operation['compare'] {
	if (!routeOf(record, 'get')) return undefined;
	return async (run, rows) => {
		const field = toSearchField(OWN_ID, record);
		const settings = { field, writesAll: true, ifMissing: 'correct it' };
		const byId = rows.map((row) => {
			const { id, ...path } = row.parts.path;
			const body = isBlank(id) ? row.parts.body : { ...row.parts.body, id };
			return { ...row, settings, parts: { ...row.parts, path, body } };
		});
		return await upsertRows(run, record, byId);
	};
}

type Comparison = Comparing['comparison'];

/** The actions, in the order in which they are carried out, with the words for them in results. */
const ACTIONS = { unchanged: 'unchanged', create: 'created', update: 'updated' } as const;
type Action = keyof typeof ACTIONS;

/** A row as it is sent, and the values that its record then holds, if later rows need them. */
interface Planned extends MatchRow, Previewed {
	readonly action: Action;
	readonly held?: IDataObject;
	/** The line of its changes in the Changes File. */
	readonly line?: string;
}

/** The rows of one run, or of one chunk of a file. */
class Upsert {
	private readonly results: ItemResult[] = [];
	private customs?: CustomFieldIndex;

	constructor(
		private readonly run: Run,
		private readonly matching: RecordMatching,
		private readonly written: WrittenRows,
	) {}

	/** A key that is equal for rows of the same record: by its ID, or by values that the service may take for equal. */
	private readonly keyOf = (row: MatchRow, id?: number): string => {
		const { matching } = this;
		const value = [matching.field.name, row.key.loose];
		return JSON.stringify([parentKey(matching, row), ...(id === undefined ? value : [id])]);
	};

	/** @returns the result of each row. */
	async write(all: readonly InputRow[]): Promise<ItemResult[]> {
		const { run, matching, keyOf, results } = this;
		const given: MatchRow[] = [];
		for (const row of all) {
			try {
				given.push(toMatchRow(row, matching));
			} catch (error) {
				results.push({ index: row.index, error });
			}
		}
		// Rows without a valid value end the run before anything is sent.
		const rows = this.mustStop() ? [] : await findRecords(run, matching, given, results);
		if (!this.mustStop()) {
			const { comparison, customs } = await comparisonFor(run, matching, rows);
			this.customs = customs;
			await run.chunk?.turn();
			for (const wave of conflictFreeLayers(rows, (row) => [keyOf(row)])) {
				if (this.mustStop()) break;
				await this.writeWave(wave, comparison);
			}
		}
		return results;
	}

	/** Whether a failure ends the run, because Continue On Fail is off. */
	private mustStop(): boolean {
		return !this.run.continueOnFail && this.results.some(isFailure);
	}

	/**
	 * Writes a wave of rows with distinct values. A later row with an equal value is in a later wave and builds on
	 * what these write.
	 */
	private async writeWave(wave: readonly MatchRow[], comparison: Comparison): Promise<void> {
		const planned: Record<Action, Planned[]> = { unchanged: [], create: [], update: [] };
		for (const row of wave) {
			try {
				const plan = this.plan(row, comparison);
				planned[plan.action].push(plan);
			} catch (error) {
				this.results.push({ index: row.index, error });
			}
		}
		for (const action of Object.keys(ACTIONS) as Action[]) {
			await this.carryOut(action, planned[action]);
		}
	}

	/** @throws UsageError for a row that may duplicate a record, or whose list of rows can't be written. */
	private plan(row: MatchRow, comparison: Comparison): Planned {
		const { run, matching, written, keyOf } = this;
		const before = written.get(keyOf(row));
		// The search may not show yet the record that an earlier row created.
		const just = before?.key.exact === row.key.exact ? before.id : undefined;
		const id = (row.record?.id ?? just) as number | undefined;
		if (id === undefined) {
			if (before) throw possibleDuplicate(before, row, matching);
			const { left: body, after: held } = comparison(row.parts);
			return { ...row, action: 'create', held, parts: { ...row.parts, body } };
		}
		const known = before?.id === id ? before : written.get(keyOf(row, id));
		// A record that this run has written is compared with the written values, not with those found.
		const now = { ...row.record, ...known?.held };
		const isPartial = isByOwnId(matching.field) && !known?.isInDoubt;
		const { left, changed, path, after, isAsNamed } = comparison(row.parts, now, isPartial);
		if (isAsNamed) written.asNamed++;
		const { field, record } = matching;
		if (known && changed.length > 0 && !isByOwnId(field)) {
			run.hint(
				`Some rows change the ${record.one} of an earlier row, since both have one ${field.label}. If they are two ${record.many}, match by another field, or set Also Match By.`,
				'warning',
			);
		}
		const isChanged = (key: string) => changed.some((each) => each.key === key);
		const isSame = changed.length === 0 && !known?.isInDoubt && !matching.writesAll;
		for (const { key, sets } of matching.record.fields) {
			const isHeld = key in row.parts.body && !isChanged(key);
			if (isHeld && sets && isChanged(sets.key)) run.hint(sets.hint);
		}
		const body = matching.writesAll ? row.parts.body : { ...left, id };
		return {
			...row,
			action: isSame ? 'unchanged' : 'update',
			parts: { ...row.parts, path, body },
			...((after ?? !isSame) && { held: { ...known?.held, ...after } }),
			...(!isSame && this.told(id, changed, row)),
		};
	}

	/** The changes of a row, as far as somebody wants to see them. */
	private told(id: number, changed: readonly Changed[], { item, record }: MatchRow) {
		const { isDryRun, changes } = this.run;
		return {
			changes: isDryRun ? readableChanges(changed, item, this.customs) : undefined,
			// A record that this run created was nothing before.
			line: changes && record && changesLine(id, changed, item),
		};
	}

	/** Carries out an action for rows and notes their results; does nothing if the run must stop. */
	private async carryOut(action: Action, rows: readonly Planned[]): Promise<void> {
		if (this.mustStop()) return;
		const written = await this.resultsOf(action, rows);
		const rowOf = new Map(rows.map((row) => [row.index, row]));
		for (const each of written) {
			const row = rowOf.get(each.index);
			if (row?.line && isUnwritten(each))
				await this.run.changes?.add(unwrittenLine(row.parts.body.id));
			const outcome = wasSkipped(each) ? 'skipped' : ACTIONS[action];
			const named = (one: IDataObject) => ({ ...one, action: outcome });
			const isWhole = isFailure(each) || this.run.isDryRun;
			this.results.push(isWhole ? each : { ...each, records: each.records.map(named) });
			this.remember(row, each);
		}
	}

	/** The results of writing rows; of a dry run, and of rows without a change, nothing is sent. */
	private async resultsOf(action: Action, rows: readonly Planned[]): Promise<ItemResult[]> {
		const { run, matching } = this;
		// A row whose answer is lost may be written, so its changes are noted before it is sent.
		for (const { line } of rows) if (line) await run.changes?.add(line);
		if (run.isDryRun) return rows.map((row) => plannedResult(action, row));
		if (action === 'unchanged') {
			return rows.map(({ index, parts }) => ({ index, records: [{ id: parts.body.id }] }));
		}
		return await write(run, matching.record, { kind: action, rows });
	}

	/**
	 * Lets later rows find the written record. If the answer for a new record was lost or has no ID, it is noted
	 * without one.
	 */
	private remember(row: Planned | undefined, result: ItemResult): void {
		const hasDoubt = isInDoubt(result);
		const [record] = isFailure(result) ? [] : result.records;
		if (!row?.held || (!record && !hasDoubt) || wasSkipped(result)) return;
		// A record that a dry run would create has the ID 0.
		const made = this.run.isDryRun ? 0 : recordIdIn(record);
		const id = (row.parts.body.id as number | undefined) ?? made;
		const keys = [this.keyOf(row), ...(id ? [this.keyOf(row, id)] : [])];
		this.written.add(keys, { ...row, id, isInDoubt: hasDoubt });
	}
}

/** The failure of a row that may be a duplicate: an earlier row may have created its record. */
function possibleDuplicate(
	before: Written,
	{ key, value, item }: MatchRow,
	{ field: { label } }: Matching,
): UsageError {
	const kind = kindOfItem(item);
	const why =
		before.key.exact === key.exact
			? `Not sent: an earlier ${kind} with the same ${label} may or may not have been created, since the response was lost or names no ID. Check that record, then run this ${kind} again.`
			: `The ${label} ${quoted(value)} is written with other characters in ${itemName(before.item)} (${quoted(before.value)}), and whether the service takes the two for the same can't be told. Write both alike.`;
	return new UsageError(why);
}
