import { sendBulk, type BulkJob } from '../../api/bulk/sendAndSplit';
import type { Item } from '../../fields';
import type { ItemResult, Run, Work } from '../model/operation';

/** An item of the run, or its row: what is told apart by the number of the item. */
type Numbered = Pick<Item, 'index'>;

/**
 * Carries rows out in requests, overlapping up to the rate limit. Without Continue On Fail the first failure
 * stops what has not begun.
 * @returns what became of those that were begun, in their order.
 */
export async function carriedOut<Row extends Numbered>(
	{ continueOnFail }: Pick<Run, 'continueOnFail'>,
	job: Omit<BulkJob<Row, Work>, 'isolate'>,
): Promise<ItemResult[]> {
	const outcomes = await sendBulk({ ...job, isolate: continueOnFail });
	return job.rows.flatMap(({ index }, at) => {
		const outcome = outcomes[at];
		if (outcome === undefined) return [];
		return [{ index, ...('error' in outcome ? outcome : outcome.value) }];
	});
}

/**
 * Runs one function for each input item.
 * @param each is told, too, when its requests that wait are not to be sent any more.
 * @param keys items that write to the same thing, and so have a key in common, keep their order.
 */
export const mapItems = async <Each extends Numbered>(
	run: Pick<Run, 'continueOnFail'>,
	items: readonly Each[],
	each: (item: Each, unwanted: AbortSignal) => Promise<Work>,
	keys?: (item: Each) => readonly string[],
): Promise<ItemResult[]> =>
	await carriedOut(run, {
		rows: items,
		size: 1,
		keys,
		send: async ([item], unwanted) => [await each(item as Each, unwanted)],
	});
