import type { Item } from '../fields';
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
