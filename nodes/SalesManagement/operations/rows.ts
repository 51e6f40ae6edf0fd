import type { Item } from '../fields';
import { groupedBy } from '../values';
import { inBreaths } from './breath';
import type { Form, ItemResult } from './operation';
import { partsOf, type Parts } from './request';

/** One input item, read into its row and the request that it belongs to. */
export interface InputRow {
	readonly item: Item;
	readonly parts: Parts;
}

/** The rows of a run, and the items that can't be read as one. */
export interface RowsOfRun<Row = InputRow> {
	readonly rows: readonly Row[];
	readonly failed: ItemResult[];
}

/**
 * The groups in the order in which they are sent. Where rows of several groups change the same thing,
 * a group is cut, so that the last of those rows comes last.
 * @param changed what a row changes; `undefined` when that is nobody else's.
 */
export function groupsInOrder<Row extends InputRow>(
	rows: readonly Row[],
	keyOf: (row: Row) => string,
	changed: (row: Row) => unknown,
): Row[][] {
	const latest = new Map<unknown, { key: string; turn: number }>();
	const turns: Row[][] = [];
	for (const row of rows) {
		const [what, key] = [changed(row), keyOf(row)];
		const before = what === undefined ? undefined : latest.get(what);
		const turn = before ? before.turn + Number(before.key !== key) : 0;
		latest.set(what, { key, turn });
		(turns[turn] ??= []).push(row);
	}
	return turns.flatMap((turn) => [...groupedBy(turn, keyOf).values()]);
}

/**
 * Reads every item's row first, so that bad input is found before anything is sent.
 * @param completed what a row is with all that it is written by.
 */
export async function readRows<Row>(
	items: readonly Item[],
	form: Form,
	completed: (row: InputRow) => Row,
): Promise<RowsOfRun<Row>> {
	const rows: Row[] = [];
	const failed: ItemResult[] = [];
	for await (const some of inBreaths(items)) {
		for (const item of some) {
			try {
				rows.push(completed({ item, parts: partsOf(form, item) }));
			} catch (error) {
				failed.push({ index: item.index, error });
			}
		}
	}
	return { rows, failed };
}
