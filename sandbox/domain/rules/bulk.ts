import { Refusal, type ItemRefusal } from '../../contract/refusal';

/**
 * Does the work for each item. When items are refused, the rest is still looked at, and one
 * {@link Refusal} lists all of them; the transaction around it then undoes every item.
 */
export function forEachItem<Item, Result>(
	items: Item[],
	work: (item: Item, index: number) => Result,
): Result[] {
	const refused: ItemRefusal[] = [];
	const results: Result[] = [];
	items.forEach((item, index) => {
		try {
			results.push(work(item, index));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refused.push({ index, code: error.code, messages: error.messages });
		}
	});
	const [first] = refused;
	if (!first) return results;
	const messages = refused.flatMap(({ index, messages: own }) =>
		own.map((message) => `item ${index}: ${message}`),
	);
	throw new Refusal(first.code, messages, refused);
}
