/** Rows that are looked for, then written where they differ from what was found. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError, UsageError } from '../../api/errors/errors';
import type { Field } from '../../fields';
import { inOrder, isFailure, type ItemResult, type Run } from '../operation';
import { identified, kindOfItem } from '../rowsTold';
import { layered } from '../../values';
import type { InputRow } from '../rows';
import { givenValue, shownKey } from '../search/match';
import { write } from '../write';
import { findRecords, type Matching, type MatchRow } from './find';
import { idsIn, judged, keyOfRow, recordsIn, type FoundFor } from './judge';
import { RecordComparison } from './same';
import { WrittenRows } from './written';

/** The rows of one run, or of one chunk of a file. */
export class Upsert {
	private readonly keyOf = (row: MatchRow): string => keyOfRow(this.matching, row);
	private readonly comparison: RecordComparison;
	private readonly written: WrittenRows;
	/** The records that were changed: what was found of them is no longer what they hold. */
	private readonly changed = new Set<unknown>();
	/** What an update leaves out: properties that exist only on a new record. */
	private readonly createOnly: ReadonlySet<string>;
	private readonly consequential: ReadonlySet<string>;
	private readonly results: ItemResult[] = [];

	constructor(
		private readonly run: Run,
		private readonly matching: Matching,
		private readonly isPlan: boolean,
	) {
		const { record, field } = matching;
		const matchedAlike = JSON.stringify([shownKey(field), isPlan]);
		this.written = run.chunk?.written.of(matchedAlike) ?? new WrittenRows();
		this.comparison = new RecordComparison(record, async () =>
			record.customs ? (await run.customs.fieldsOf(record.customs)).fields : [],
		);
		const keysOf = (test: (each: Field) => boolean) =>
			new Set(record.fields.filter(test).map(({ key }) => key));
		this.createOnly = keysOf(({ on }) => on !== undefined && !on.includes('update'));
		this.consequential = keysOf(({ is }) => is.includes('consequential'));
	}

	/** @returns what became of each row. */
	async write(rows: readonly MatchRow[]): Promise<ItemResult[]> {
		const { run, matching, written, results } = this;
		const found = await findRecords(run, matching, rows, this.comparison.shown(rows));
		// What the rows stand for: values that may be one record's, and the records that were found.
		const keys = rows.flatMap((row) => [this.keyOf(row), ...idsIn(found(row))]);
		const begin = await run.chunk?.turn(new Set<unknown>(keys));
		const { certain, problems } = judged(matching, rows, { found, written });
		results.push(...problems);
		// What is known to fail before anything is sent is told at once.
		if (!this.mustStop()) begin?.();
		for (const wave of layered(certain, this.keyOf)) {
			if (this.mustStop()) break;
			await this.writeWave(wave, found);
		}
		const match = {
			key: shownKey(matching.field),
			valueOf: ({ parts }: MatchRow) => givenValue(parts.body, matching.field),
		};
		return identified(matching.record, inOrder(results), rows, match);
	}

	/** Whether something failed that Continue On Fail does not pass over. */
	private mustStop(): boolean {
		return !this.run.continueOnFail && this.results.some(isFailure);
	}

	/** Writes rows of which each has another value: later ones act on what these write. */
	private async writeWave(wave: readonly MatchRow[], found: FoundFor): Promise<void> {
		const { run, matching, written, keyOf } = this;
		const groups = {
			create: [] as MatchRow[],
			update: [] as InputRow[],
			unchanged: [] as InputRow[],
		};
		for (const row of wave) {
			const before = written.get(keyOf(row));
			const [record] = recordsIn(found(row));
			// The search may not show yet what was just written.
			const just = before?.key.exact === row.key.exact ? before.id : undefined;
			const id = (record?.id ?? just) as number | undefined;
			if (id !== undefined) {
				const isStale =
					this.changed.has(id) || (before && (before.id === undefined || before.id === id));
				const held = isStale ? undefined : record;
				const change = this.asUpdate(row, id, held);
				const isSame = held !== undefined && (await this.comparison.holdsRow(change, held));
				groups[isSame ? 'unchanged' : 'update'].push(change);
				if (isSame) continue;
				this.changed.add(id);
				written.add(keyOf(row), row, id);
			} else if (before && before.id === undefined) this.results.push(mayExist(row, matching));
			else groups.create.push(row);
		}
		const { create, update, unchanged } = groups;
		if (this.isPlan) {
			// What a first row would create, a later row of the same value would update.
			for (const row of create) written.add(keyOf(row), row, PLANNED);
			this.results.push(...planned(groups));
			return;
		}
		this.add(
			unchanged.map(({ item, parts: { body } }) => ({
				...{ index: item.index, records: [{ id: body.id }] },
			})),
			'unchanged',
		);
		if (this.mustStop()) return;
		const created = await write(run, matching.record, 'create', create);
		this.remember(create, created);
		this.add(created, 'created');
		if (this.mustStop()) return;
		this.add(await write(run, matching.record, 'update', update), 'updated');
	}

	/**
	 * A row as the change of the record that it stands for.
	 * @param held what the record holds: what is sent again unchanged must have no consequences.
	 */
	private asUpdate({ item, parts }: MatchRow, id: number, held?: IDataObject): InputRow {
		const isLeftOut = (key: string, value: unknown) =>
			this.createOnly.has(key) ||
			(held !== undefined &&
				this.consequential.has(key) &&
				this.comparison.holdsField(key, value, held));
		const body = Object.entries(parts.body).filter(([key, value]) => !isLeftOut(key, value));
		return { item, parts: { ...parts, body: { ...Object.fromEntries(body), id } } };
	}

	/**
	 * Lets later rows of the same value find what was created. Where the answer was lost, or names no
	 * ID, it stays open which record they stand for.
	 */
	private remember(rows: readonly MatchRow[], created: readonly ItemResult[]): void {
		const rowOf = new Map(rows.map((row) => [row.item.index, row]));
		for (const result of created) {
			const row = rowOf.get(result.index);
			if (!row) continue;
			const id = isFailure(result) ? undefined : result.records[0]?.id;
			const isNothing =
				isFailure(result) &&
				!(result.error instanceof ServiceError && result.error.outcome === 'unknown');
			if (isNothing) continue;
			this.written.add(this.keyOf(row), row, typeof id === 'number' ? id : undefined);
		}
	}

	private add(results: readonly ItemResult[], action: string): void {
		for (const each of results) {
			this.results.push(
				isFailure(each)
					? each
					: { ...each, records: each.records.map((record) => ({ ...record, action })) },
			);
		}
	}
}

/** Creating it again could duplicate the record. */
function mayExist({ item }: InputRow, { field }: Matching): ItemResult {
	const kind = kindOfItem(item);
	return {
		index: item.index,
		error: new UsageError(
			`Not sent: an earlier ${kind} with the same ${field.label} may or may not have been created, since the response was lost or names no ID. Check that record, then run this ${kind} again.`,
		),
	};
}

/** Stands for the ID of a record that is not created in a dry run. */
const PLANNED = 0;

const planned = (
	groups: Readonly<Record<'create' | 'update' | 'unchanged', readonly InputRow[]>>,
): ItemResult[] =>
	(['create', 'update', 'unchanged'] as const).flatMap((action) =>
		groups[action].map(({ item, parts: { path, body } }) => {
			const { id, ...fields } = body;
			const data = id === PLANNED ? fields : body;
			return {
				index: item.index,
				records: [{ dryRun: true, action, ...path, data }],
				isPlan: true as const,
			};
		}),
	);
