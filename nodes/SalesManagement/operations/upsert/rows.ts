import { ServiceError } from '../../api/errors/errors';
import type { RecordDescription } from '../../records/record';
import { inOrder, type ItemResult, type Run } from '../operation';
import type { InputRow } from '../rows';

/** Properties that exist only on a new record, and so are left out of an update. */
export const createOnly = ({ fields }: RecordDescription): string[] =>
	fields.filter(({ on }) => on !== undefined && !on.includes('update')).map(({ key }) => key);

/** A row as the change of the record that it stands for. */
export const asUpdate = <Row extends InputRow>(
	row: Row,
	id: number,
	leftOut: readonly string[],
): Row => {
	const { path, query, group, body } = row.parts;
	const changed = Object.entries(body).filter(([key]) => !leftOut.includes(key));
	return {
		...row,
		parts: { path, query, group, body: { ...Object.fromEntries(changed), id } },
	};
};

/** Rows with the same value, in waves: a later one acts on what an earlier one wrote. */
export function* waves<Row extends InputRow>(
	rows: readonly Row[],
	keyOf: (row: Row) => string,
): Generator<Row[]> {
	let pending = [...rows];
	while (pending.length > 0) {
		const seen = new Set<string>();
		const wave: Row[] = [];
		const later: Row[] = [];
		for (const row of pending) {
			(seen.has(keyOf(row)) ? later : wave).push(row);
			seen.add(keyOf(row));
		}
		yield wave;
		pending = later;
	}
}

/** The results of a run so far. */
export class Results {
	constructor(
		private readonly run: Run,
		private readonly results: ItemResult[],
	) {}

	/** Whether something failed that Continue On Fail does not pass over. */
	mustStop(): boolean {
		return !this.run.continueOnFail && this.results.some((result) => 'error' in result);
	}

	/** Adds results one by one: a spread of so many arguments would overflow the stack. */
	add(results: readonly ItemResult[], action?: string): void {
		for (const result of results) {
			const isWhole = 'error' in result || action === undefined;
			this.results.push(
				isWhole
					? result
					: { ...result, records: result.records.map((record) => ({ ...record, action })) },
			);
		}
	}

	inOrder(): ItemResult[] {
		return inOrder(this.results);
	}
}

/** What a wave's rows come to, by whether each stands for a record. */
export function divided<Row extends InputRow>(
	wave: readonly Row[],
	ids: (row: Row) => number[],
	leftOut: readonly string[],
): Record<'create' | 'update', Row[]> {
	const groups = { create: [] as Row[], update: [] as Row[] };
	for (const row of wave) {
		const [id] = ids(row);
		if (id === undefined) groups.create.push(row);
		else groups.update.push(asUpdate(row, id, leftOut));
	}
	return groups;
}

/** Lets later rows of the same value find what was just created. */
export function rememberIds<Row extends InputRow>(
	rows: readonly Row[],
	created: readonly ItemResult[],
	ids: (row: Row) => number[],
): void {
	const rowOf = new Map(rows.map((row) => [row.item.index, row]));
	for (const result of created) {
		const row = rowOf.get(result.index);
		const id = 'records' in result ? result.records[0]?.id : undefined;
		if (row && typeof id === 'number') ids(row).push(id);
	}
}

/**
 * The rows whose creation leaves it open which record they stand for: its answer was lost, or names
 * no id. A later row of the same value would create it again.
 */
export function inDoubt<Row extends InputRow>(
	rows: readonly Row[],
	created: readonly ItemResult[],
): Row[] {
	const unknown = new Set(
		created
			.filter((result) =>
				'error' in result
					? result.error instanceof ServiceError && result.error.outcome === 'unknown'
					: typeof result.records[0]?.id !== 'number',
			)
			.map(({ index }) => index),
	);
	return rows.filter(({ item }) => unknown.has(item.index));
}
