import type { Item } from '../fields';
import { inBreaths } from './breath';
import { inOrder, type Form, type ItemResult, type Run } from './operation';
import { partsOf, type Parts } from './request';

/** One input item, read into its row and the request that it belongs to. */
export interface InputRow {
	/** The number of the item. */
	readonly index: number;
	readonly item: Item;
	readonly parts: Parts;
}

/** How the items of a run are read. */
interface Reading<Row> {
	readonly form: Form;
	/** What a row is with all that it is written by. */
	readonly completed: (row: InputRow) => Row;
}

/**
 * Reads every item's row, and does something about all of them: without Continue On Fail only where each
 * can be read, so that bad input is found before anything is sent.
 * @returns what became of each item.
 */
export async function ofAllRows<Row>(
	{ items, continueOnFail }: Pick<Run, 'items' | 'continueOnFail'>,
	{ form, completed }: Reading<Row>,
	carryOut: (rows: readonly Row[]) => Promise<readonly ItemResult[]>,
): Promise<ItemResult[]> {
	const rows: Row[] = [];
	const failed: ItemResult[] = [];
	for await (const some of inBreaths(items)) {
		for (const item of some) {
			const { index } = item;
			try {
				rows.push(completed({ index, item, parts: partsOf(form, item) }));
			} catch (error) {
				failed.push({ index, error });
			}
		}
	}
	const isRefused = failed.length > 0 && !continueOnFail;
	return inOrder([...failed, ...(isRefused ? [] : await carryOut(rows))]);
}
