import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors/errors';
import { Semaphore } from '../api/pace/semaphore';
import type { Item } from '../fields';
import type { ItemResult, Run, Work } from './operation';

/** An item of the run, or its row: what is told apart by the number of the item. */
type Numbered = Pick<Item, 'index'>;

/**
 * Runs one function for each input item, overlapping up to the rate limit, and returns the results
 * in input order. Without Continue On Fail the first failure stops what has not begun.
 * @param each is told, too, when its requests that wait are not to be sent any more.
 * @param keys items that write to the same thing keep their order: of two with a key in common, the
 * later one begins when the earlier one has ended. Meanwhile it takes no other item's place.
 */
export async function mapItems<Each extends Numbered>(
	{ items, continueOnFail }: Pick<Run, 'continueOnFail'> & { readonly items: readonly Each[] },
	each: (item: Each, unwanted: AbortSignal) => Promise<IDataObject[] | Work>,
	keys: (item: Each) => readonly string[] = () => [],
): Promise<ItemResult[]> {
	const results: Array<ItemResult | undefined> = [];
	const lastOf = new Map<string, Promise<void>>();
	const slots = new Semaphore();
	const stopped = new AbortController();

	/** A form that can't be read has no keys; the item's own run then reports what is wrong. */
	const keysOf = (item: Each): readonly string[] => {
		try {
			return keys(item);
		} catch {
			return [];
		}
	};

	/** Runs an item in a slot that is taken, and gives that back. */
	const runOne = async (item: Each): Promise<void> => {
		try {
			if (stopped.signal.aborted) return;
			const work = await each(item, stopped.signal);
			const { index } = item;
			results[index] = Array.isArray(work) ? { index, records: work } : { ...work, index };
		} catch (error) {
			const isEnd = !continueOnFail && !stopped.signal.aborted;
			if (stopped.signal.aborted && isWithheld(error)) return;
			results[item.index] = { index: item.index, error, ...(isEnd && { endsRun: true }) };
			if (isEnd) stopped.abort();
		} finally {
			slots.release();
		}
	};

	const runAfter = async (before: ReadonlyArray<Promise<void>>, item: Each): Promise<void> => {
		await Promise.all(before);
		await slots.take();
		await runOne(item);
	};

	const turns: Array<Promise<void>> = [];
	for (const item of items) {
		// A form is read only when there is room, so that the first requests need not wait for the last.
		const slot = slots.take();
		if (slot) await slot;
		if (stopped.signal.aborted) break;
		const own = keysOf(item);
		const before = own.map((key) => lastOf.get(key)).filter((turn) => turn !== undefined);
		if (before.length > 0) slots.release();
		const turn = before.length > 0 ? runAfter(before, item) : runOne(item);
		for (const key of own) lastOf.set(key, turn);
		turns.push(turn);
	}
	await Promise.all(turns);
	return results.filter((result) => result !== undefined);
}

/** Behind the failure that ends the run a request was not sent, or not once more: nothing came of it. */
const isWithheld = (error: unknown): boolean =>
	error instanceof ServiceError && error.outcome !== 'refused' && !error.isInDoubt;
