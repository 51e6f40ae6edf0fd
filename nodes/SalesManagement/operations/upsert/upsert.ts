/** Rows that were looked for, as they are written. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { breath, inBreaths } from '../breath';
import type { ItemResult, Run } from '../operation';
import type { InputRow } from '../rows';
import { idIn } from '../rowsRead';
import { identified } from '../rowsTold';
import type { Outcome } from '../search/lookup';
import { givenValue, shownKey } from '../search/match';
import { findRecords, type Matching, type MatchRow } from './find';
import { CERTAINLY, Holding, knownFrom, type KeptRecord, type KnownCustoms } from './held';
import { idsOf, judged, keyOfRow } from './judge';
import type { Recent } from './recent';
import { createOnly, divided, inDoubt, rememberIds, Results, waves } from './rows';
import { writeAll } from './write';

type FoundFor = (row: MatchRow) => Outcome | undefined;

/** The rows of one run, or of one part of a file. */
export class Upsert {
	private readonly keyOf = (row: MatchRow): string => keyOfRow(this.matching, row, 'loose');
	private readonly holding: Holding;
	private readonly recent?: Recent;

	constructor(
		private readonly run: Run,
		private readonly matching: Matching,
		private readonly rows: readonly MatchRow[],
		private readonly isPlan: boolean,
	) {
		this.holding = new Holding(matching.record);
		this.recent = run.recents?.of(JSON.stringify([shownKey(matching.field), isPlan]));
	}

	/** Looks up what the rows stand for. */
	async find(): Promise<FoundFor> {
		const { run, matching, rows, holding } = this;
		if (!this.recent) return await findRecords(run, matching, rows);
		return await findRecords(run, matching, rows, (record, row) =>
			row ? holding.kept(row, record) : { id: record.id },
		);
	}

	/** What the rows stand for: values that may be one record's, and the records that were found. */
	keys(looked: FoundFor): Set<unknown> {
		const keys = new Set<unknown>();
		for (const row of this.rows) {
			keys.add(this.keyOf(row));
			const outcome = looked(row);
			if (outcome && 'records' in outcome) for (const { id } of outcome.records) keys.add(id);
		}
		return keys;
	}

	async write(looked: FoundFor, failed: ItemResult[]): Promise<ItemResult[]> {
		const { run, matching, rows, recent } = this;
		const results = new Results(run, failed);
		const found: FoundFor = (row) =>
			recent ? recent.outcomeOf(this.keyOf(row), row, looked(row)) : looked(row);
		const { certain, problems } = judged(matching, rows, { found, recent });
		results.add(problems);
		// What is known to fail before anything is sent is told at once.
		const isOver = results.mustStop();
		if (!isOver) await breath();
		const unchanged = await this.unchanged(certain, looked, isOver);
		for (const [{ item }, id] of unchanged) {
			results.add([{ index: item.index, records: [{ id }] }], 'unchanged');
		}
		const left = certain.filter((row) => !unchanged.has(row));
		if (isOver) return this.identified(results.inOrder(), rows);
		await breath();
		await this.writeWaves(left, found, results);
		return await this.told(results.inOrder());
	}

	private identified(results: readonly ItemResult[], rows: readonly MatchRow[]): ItemResult[] {
		const { record, field } = this.matching;
		const valueOf = ({ parts }: MatchRow) => givenValue(parts.body, field);
		const match = { key: shownKey(field), valueOf };
		return identified(record, results, rows, { match, onlyFailed: this.recent !== undefined });
	}

	private async told(results: ItemResult[]): Promise<ItemResult[]> {
		const rowOf = new Map(this.rows.map((row) => [row.item.index, row]));
		const all: ItemResult[] = [];
		for await (const some of inBreaths(results)) {
			const rows = some.flatMap(({ index }) => rowOf.get(index) ?? []);
			all.push(...this.identified(some, rows));
		}
		return all;
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
				.filter((key) => this.recent?.isInDoubt(key)),
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
			const create = async () => {
				const created = await writeAll(run, record, 'create', groups.create);
				rememberIds(groups.create, created, ids);
				const unclear = inDoubt(groups.create, created);
				for (const row of unclear) doubtful.add(keyOf(row));
				for (const row of unclear) this.recent?.add(keyOf(row), row);
				this.remember(groups.create, ids);
				results.add(created, 'created');
			};
			const update = async () => {
				if (results.mustStop()) return;
				this.remember(groups.update, ids);
				results.add(await writeAll(run, record, 'update', groups.update), 'updated');
			};
			// Of a file, the failure of some rows stops the others as they wait.
			if (this.recent) await both(create(), update());
			else await create().then(update);
			if (results.mustStop()) break;
		}
	}

	private remember(rows: readonly MatchRow[], ids: (row: MatchRow) => number[]): void {
		for (const row of rows) {
			const [id] = ids(row);
			if (id !== undefined) this.recent?.add(this.keyOf(row), row, id);
		}
	}

	/**
	 * Rows that would change nothing, where they are the only ones of their value: what was found may
	 * be older than what another row wrote.
	 * @param isOver whether nothing is asked of the service any more.
	 */
	private async unchanged(
		rows: readonly MatchRow[],
		looked: FoundFor,
		isOver: boolean,
	): Promise<Map<MatchRow, number>> {
		const unchanged = new Map<MatchRow, number>();
		const { recent } = this;
		if (!recent) return unchanged;
		const times = new Map<string, number>();
		for (const row of rows) times.set(this.keyOf(row), (times.get(this.keyOf(row)) ?? 0) + 1);
		// Those that are the same unless a custom field is one of text, or is not the one it may be.
		const doubtful: Array<{ row: MatchRow; shown: string; id: number }> = [];
		for (const row of rows) {
			const key = this.keyOf(row);
			const outcome = looked(row);
			if (times.get(key) !== 1 || recent.has(key) || !outcome || 'error' in outcome) continue;
			const [record] = outcome.records as readonly KeptRecord[];
			const id = idIn(record);
			if (!record || id === undefined) continue;
			if (record.isHeld) unchanged.set(row, id);
			else if (record.shown !== undefined) doubtful.push({ row, shown: record.shown, id });
		}
		// Behind a failure nothing is looked up.
		const known = isOver || doubtful.length === 0 ? CERTAINLY : await this.knownCustoms();
		for (const { row, shown, id } of doubtful) {
			const held = JSON.parse(shown) as IDataObject;
			if (this.holding.isHeld(row, held, known)) unchanged.set(row, id);
		}
		return unchanged;
	}

	private async knownCustoms(): Promise<KnownCustoms> {
		const { customs } = this.matching.record;
		return knownFrom(customs ? (await this.run.customs.fieldsOf(customs)).fields : []);
	}
}

/** Waits for both, and throws what one of them throws. */
async function both(...works: readonly [Promise<void>, Promise<void>]): Promise<void> {
	await Promise.allSettled(works);
	await Promise.all(works);
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
