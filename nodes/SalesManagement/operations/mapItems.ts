import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../api/limits';
import type { Item } from '../fields';
import { inOrder, type ItemResult, type Run, type Work } from './operation';

/** An item of the run, or its row: what is told apart by the number of the item. */
type Numbered = Pick<Item, 'index'>;

/**
 * Runs one function for each input item, overlapping up to the rate limit, and returns the results
 * in input order. Without Continue On Fail the first failure stops what has not begun.
 * @param each is told, too, when its requests that wait are not to be sent any more.
 * @param keys items that write to the same thing keep their order: one begins when none that is under way
 * has a key in common with it.
 */
export async function mapItems<Each extends Numbered>(
	{ items, continueOnFail }: Pick<Run, 'continueOnFail'> & { readonly items: readonly Each[] },
	each: (item: Each, unwanted: AbortSignal) => Promise<IDataObject[] | Work>,
	keys: (item: Each) => readonly string[] = () => [],
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	const underWay = new Map<Promise<void>, readonly string[]>();
	const stopped = new AbortController();

	const runOne = async (item: Each): Promise<void> => {
		const { index } = item;
		try {
			const work = await each(item, stopped.signal);
			results.push(Array.isArray(work) ? { index, records: work } : { ...work, index });
		} catch (error) {
			const isEnd = !continueOnFail && !stopped.signal.aborted;
			results.push({ index, error, ...(isEnd && { endsRun: true }) });
			if (isEnd) stopped.abort();
		}
	};

	for (const item of items) {
		const own = keys(item);
		const mustWait = () =>
			underWay.size >= LIMITS.requestsUnderWay ||
			[...underWay.values()].flat().some((key) => own.includes(key));
		while (mustWait()) await Promise.race(underWay.keys());
		if (stopped.signal.aborted) break;
		const run: Promise<void> = runOne(item).finally(() => underWay.delete(run));
		underWay.set(run, own);
	}
	await Promise.all(underWay.keys());
	return inOrder(results);
}
