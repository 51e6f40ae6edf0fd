import { Refusal, type ItemRefusal, type RefusalCode } from '../../contract/refusal';

/**
 * Does the work for each item, and returns the results.
 * @throws Refusal with all refused items: the others are tried all the same, and the transaction
 * around the call undoes every item
 */
export function forEachItem<Item, Result>(items: Item[], work: (item: Item) => Result): Result[] {
	const refused: ItemRefusal[] = [];
	const results: Result[] = [];
	let code: RefusalCode | undefined;
	for (const [index, item] of items.entries()) {
		try {
			results.push(work(item));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			code ??= error.code;
			refused.push({ index, messages: error.messages });
		}
	}
	if (!code) return results;
	const messages = refused.flatMap(({ index, messages: own }) =>
		own.map((message) => `item ${index}: ${message}`),
	);
	throw new Refusal(code, messages, refused);
}
