import { isSilent, type PageRead } from '../api/pageParts';

type NumberedPage = PageRead & { readonly next?: string };

/**
 * The first page of a list, without `next` where nothing follows it. If the service doesn't say so, an
 * empty second page does. A record that leaves the list in between moves others from the second page to
 * the first, which nobody would read: so the first one then has to have the same records still.
 * @param read the page of a token, or the first one.
 * @returns `undefined` where a page was too large, so that pages are counted otherwise from now on.
 */
export async function provenEnd(
	first: NumberedPage,
	pageSize: number,
	read: (token?: string) => Promise<NumberedPage | undefined>,
): Promise<NumberedPage | undefined> {
	const isShort = first.records.length < pageSize;
	if (!isShort || first.next === undefined || !isSilent(first)) return first;
	const second = await read(first.next);
	if (!second || second.records.length > 0) return second && first;
	const again = await read();
	return again && (isSame(first, again) ? { ...first, next: undefined } : again);
}

function isSame(one: NumberedPage, other: NumberedPage): boolean {
	const [known, found] = [one, other].map(
		({ records }) => new Set(records.map(({ id }) => id)),
	) as [Set<unknown>, Set<unknown>];
	return known.size === found.size && [...known].every((id) => found.has(id));
}
