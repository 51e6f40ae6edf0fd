import type { IDataObject } from 'n8n-workflow';
import { News } from './news';
import { numberedPages } from './numberedPages';
import {
	assertEnd,
	broken,
	cursorAfter,
	listingOf,
	pageSizeOf,
	PageSize,
	readPage,
	type PageRead,
	type Listing,
	type PagesOptions,
} from './pageParts';
import type { Client, Page, ServiceRequest } from './types';

export type { PagesOptions } from './pageParts';

/**
 * The pages of a list or search, one after another, by the rules of its route. There is always a
 * first page, which may be empty. No more records are requested than `limit`.
 * `nextCursor` is absent on a page that was cut because the list takes no `limit`.
 * @throws ServiceError also for a list that announces more records without returning them (S2).
 */
export async function* pages(
	client: Client,
	request: ServiceRequest,
	options: PagesOptions = {},
): AsyncGenerator<Page, void, undefined> {
	const listing = listingOf(client, request, options);
	if (options.limit !== undefined && options.limit <= 0) return;
	switch (listing.rules.style) {
		case 'cursor':
			return yield* cursorPages(listing);
		case 'page':
			return yield* numberedPages(listing);
		case 'whole':
			return yield* onePage(listing);
	}
}

async function* cursorPages(listing: Listing): AsyncGenerator<Page, void, undefined> {
	const { limit = Infinity, pageLimit = Infinity, startCursor } = listing.options;
	const sizes = new PageSize(pageSizeOf(listing));
	const used = new Set<string | undefined>([startCursor]);
	const news = new News(listing);
	let cursor = startCursor;
	let left = limit;
	for (let count = 0; count < pageLimit;) {
		const asked = Math.min(sizes.current, left);
		const answer = await readPage(listing, { limit: asked, cursor }, sizes);
		if (!answer) continue;
		const next = cursorAfter(listing, answer);
		if (next !== undefined && used.has(next)) throw broken(listing, 'A cursor was repeated');
		news.in(answer.records);
		if (next !== undefined) news.expectMore();
		const cut = answer.records.length > left;
		const records = cut ? answer.records.slice(0, left) : answer.records;
		yield pageOf(answer, records, cut ? undefined : next);
		left -= records.length;
		if (left <= 0 || ++count >= pageLimit) return;
		if (next === undefined) {
			assertEnd(listing, answer);
			return;
		}
		used.add(next);
		cursor = next;
	}
}

const pageOf = (
	{ totalCount, serverTime }: PageRead,
	records: IDataObject[],
	nextCursor?: string,
): Page => ({
	records,
	...(nextCursor === undefined ? {} : { nextCursor }),
	...(totalCount === undefined ? {} : { totalCount }),
	...(serverTime === undefined ? {} : { serverTime }),
});

async function* onePage(listing: Listing): AsyncGenerator<Page, void, undefined> {
	const answer = await readPage(listing, {}, new PageSize(1));
	if (answer) yield pageOf(answer, answer.records.slice(0, listing.options.limit));
}
