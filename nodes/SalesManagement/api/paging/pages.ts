import { LIMITS } from '../../shared';
import type { Client, Page, ServiceRequest } from '../routes';
import {
	assertEnd,
	cursorAfter,
	isLastPage,
	listingOf,
	pageSizeOf,
	readPage,
	smallerThan,
	type Listing,
	type PagesOptions,
} from './page';
import { SeenIds } from './seenIds';

/**
 * The pages of a list or search, one after another, by the rules of its route. There is always a
 * first page, which may be empty. No more records are requested than `limit`. A record that moved to a
 * later page meanwhile comes once, as it was first.
 * `nextCursor` is absent on a page that was cut because the list takes no `limit`.
 * @throws ServiceError also for a list that announces more records without returning them (S2).
 */
export async function* pages(
	client: Client,
	request: ServiceRequest,
	options: PagesOptions = {},
): AsyncGenerator<Page> {
	const listing = listingOf(client, request, options);
	let { limit: left = Infinity, pageLimit: pagesLeft = Infinity } = options;
	if (left <= 0) return;
	const seen = new SeenIds(listing);
	const isNumbered = listing.rules.style === 'page';
	const all = isNumbered ? byNumber(listing, seen) : byCursor(listing, seen, () => left);
	for await (const page of all) {
		const fresh = seen.fresh(page.records);
		const isCut = fresh.length > left;
		yield {
			...page,
			records: fresh.slice(0, left),
			...(isCut && { more: true, nextCursor: undefined }),
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
): AsyncGenerator<Page> {
	let size = pageSizeOf(listing);
	for (let cursor = listing.options.startCursor; ;) {
		const asked = { limit: Math.min(size, wanted()), cursor };
		const page = await readPage(listing, asked);
		if (!page) {
			size = smallerThan(asked.limit);
			continue;
		}
		cursor = cursorAfter(listing, page);
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
 * size, which none but the last need fill; from one that would be too large on, of a smaller size.
 */
async function* byNumber(listing: Listing, seen: SeenIds): AsyncGenerator<Page> {
	const { limit = Infinity, pageLimit = Infinity } = listing.options;
	const most = pageSizeOf(listing);
	let size = listing.rules.takesLimit ? Math.min(most, limit) : most;
	const wanted = Math.min(limit, size * pageLimit);
	let ahead: Array<Promise<Page | undefined>> = [];
	let begun = 0;
	let received = 0;
	let foreseen = 1;
	for (;;) {
		while (begun < foreseen && ahead.length < LIMITS.requestsUnderWay) {
			const page = readPage(listing, { page: ++begun, limit: size });
			// A failure is thrown when its turn comes; until then it must not count as unhandled.
			page.catch(() => undefined);
			ahead.push(page);
		}
		const page = await ahead.shift();
		if (!page) {
			const place = size * (begun - ahead.length - 1);
			size = smallerThan(size);
			begun = Math.floor(place / size);
			// The smaller page may begin before the place: its first records come again.
			received -= place - begun * size;
			ahead = [];
			foreseen = begun + 1;
			continue;
		}
		yield page;
		const { totalCount = 0 } = page;
		received += page.records.length;
		// Some services answer the last page to numbers behind it.
		const isBarren = seen.isBarren && received >= totalCount;
		if (isBarren || isLastPage(page, received, size)) return;
		seen.expectMore();
		const next = begun + (ahead.length === 0 ? 1 : 0);
		foreseen = Math.max(next, Math.ceil(Math.min(totalCount, wanted) / size));
	}
}
