import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../fields';
import type { ItemResult, Run } from './operation';

/**
 * How many items are under way at once. The client's pacing sets the speed; this only has to be
 * enough to keep five requests a second going at two seconds of latency.
 */
const UNDER_WAY = 10;

type OrderKey = (item: Item) => string | undefined;

/**
 * Runs one function for each input item, overlapping up to the rate limit, and returns the results
 * in input order. Without Continue On Fail the first failure stops what has not begun.
 * @param key items that touch the same record keep their order: two with the same key never
 * overlap. Items without a key are free.
 */
export async function mapItems(
	{ items, continueOnFail }: Pick<Run, 'items' | 'continueOnFail'>,
	each: (item: Item) => Promise<IDataObject[]>,
	key: OrderKey = () => undefined,
): Promise<ItemResult[]> {
	const results: Array<ItemResult | undefined> = [];
	const lastOfKey = new Map<string, Promise<void>>();
	let next = 0;
	let stopped = false;

	const runOne = async (item: Item): Promise<void> => {
		try {
			results[item.index] = { index: item.index, records: await each(item) };
		} catch (error) {
			results[item.index] = { index: item.index, error };
			stopped ||= !continueOnFail;
		}
	};

	const worker = async (): Promise<void> => {
		for (let item = items[next++]; item && !stopped; item = items[next++]) {
			const current = item;
			const group = orderKeyOf(key, current);
			if (group === undefined) {
				await runOne(current);
				continue;
			}
			const turn = (lastOfKey.get(group) ?? Promise.resolve()).then(async () => {
				if (!stopped) await runOne(current);
			});
			lastOfKey.set(group, turn);
			await turn;
		}
	};

	await Promise.all(Array.from({ length: Math.min(UNDER_WAY, items.length) }, worker));
	return results.filter((result) => result !== undefined);
}

/** A form that can't be read has no key; the item's own run then reports what is wrong. */
function orderKeyOf(key: OrderKey, item: Item): string | undefined {
	try {
		return key(item);
	} catch {
		return undefined;
	}
}
