import type { Client, Page, ServiceRequest } from '../types';
import { LIMITS } from '../limits';
import { listingOf, pageSizeOf, type Listing, type PageRead, type PagesOptions } from './listing';
import { assertEnd, broken, cursorAfter, isLastPage, PageSize, readPage } from './page';
import { SeenIds } from './seenIds';

/**
 * The pages of a list or search, one after another, by the rules of its route. There is always a
 * first page, which may be empty. No more records are requested than `limit`. A record that moved to a
 * later page meanwhile is among its `records` once, and among `again` as it is by then.
 * `nextCursor` is absent on a page that was cut because the list takes no `limit`.
 * @throws ServiceError also for a list that announces more records without returning them (S2).
 */
export async function* pages(
	client: Client,
	request: ServiceRequest,
	options: PagesOptions = {},
): AsyncGenerator<Page, void, undefined> {
	const listing = listingOf(client, request, options);
	let { limit: left = Infinity, pageLimit: pagesLeft = Infinity } = options;
	if (left <= 0) return;
	const seen = new SeenIds(listing);
	const isNumbered = listing.rules.style === 'page';
	const all = isNumbered ? byNumber(listing, seen) : byCursor(listing, seen, () => left);
	for await (const { records, nextCursor, totalCount, serverTime } of all) {
		const { fresh, again } = seen.sorted(records);
		const isCut = fresh.length > left;
		yield {
			...{ again, totalCount, serverTime },
			records: isCut ? fresh.slice(0, left) : fresh,
			nextCursor: isCut ? undefined : nextCursor,
		};
		left -= fresh.length;
		if (left <= 0 || --pagesLeft <= 0) return;
	}
}

/**
 * Each page says where the next one begins. A list in one piece is the first page of one.
 * @param wanted how many records are still wanted.
 */
async function* byCursor(
	listing: Listing,
	seen: SeenIds,
	wanted: () => number,
): AsyncGenerator<PageRead, void, undefined> {
	const sizes = new PageSize(pageSizeOf(listing));
	const used = new Set<string>();
	for (let cursor = listing.options.startCursor; ;) {
		const asked = { limit: Math.min(sizes.current, wanted()), cursor };
		const page = await readPage(listing, asked, sizes);
		if (!page) continue;
		if (cursor !== undefined) used.add(cursor);
		cursor = cursorAfter(listing, page);
		if (cursor !== undefined && used.has(cursor)) throw broken(listing, 'A cursor was repeated');
		yield { ...page, nextCursor: cursor };
		if (cursor === undefined) {
			assertEnd(listing, asked, page);
			return;
		}
		seen.expectMore();
	}
}

/**
 * Pages have numbers, so that they are read ahead once a total shows how many there are. All are of one
 * size, which none but the last need fill.
 */
async function* byNumber(
	listing: Listing,
	seen: SeenIds,
): AsyncGenerator<PageRead, void, undefined> {
	const { rules, options } = listing;
	const { limit = Infinity, pageLimit = Infinity } = options;
	const most = pageSizeOf(listing);
	const size = rules.takesLimit ? Math.min(most, limit) : most;
	const sizes = new PageSize(size);
	const ahead: Array<Promise<PageRead>> = [];
	let [begun, received, foreseen] = [0, 0, 1];
	for (;;) {
		while (begun < Math.min(foreseen, pageLimit) && ahead.length < LIMITS.requestsUnderWay) {
			const page = span(listing, sizes, { from: size * begun, to: size * ++begun });
			// A failure is thrown when its turn comes; until then it must not count as unhandled.
			page.catch(() => undefined);
			ahead.push(page);
		}
		const page = await (ahead.shift() as Promise<PageRead>);
		yield page;
		const { totalCount = 0 } = page;
		received += page.records.length;
		// Some services answer the last page to numbers behind it.
		const isBarren = seen.isBarren && received >= totalCount;
		if (isBarren || isLastPage(page, received, size)) return;
		seen.expectMore();
		foreseen = Math.max(
			begun + (ahead.length === 0 ? 1 : 0),
			Math.ceil(Math.min(totalCount, limit) / size),
		);
	}
}

/**
 * The page of these places. Where the answer would be too large, it is read in smaller pages, and what these
 * hold outside of it is left out: no record is lost at the seams, and none is returned twice (S2).
 */
async function span(
	listing: Listing,
	sizes: PageSize,
	{ from, to }: { readonly from: number; readonly to: number },
): Promise<PageRead> {
	const records: PageRead['records'] = [];
	let first: PageRead | undefined;
	for (let at = from; at < to;) {
		const limit = Math.min(sizes.current, to - from);
		const start = Math.floor(at / limit) * limit;
		const answer = await readPage(listing, { page: 1 + start / limit, limit }, sizes);
		if (!answer) continue;
		first ??= answer;
		const rest = listing.rules.takesLimit ? to - start : undefined;
		for (const each of answer.records.slice(at - start, rest)) records.push(each);
		// A short page may have others behind it.
		if (answer.records.length === 0) break;
		at = start + limit;
	}
	return { ...first, records };
}
