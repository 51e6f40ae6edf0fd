import type { IDataObject } from 'n8n-workflow';
import { formatCount, LIMITS } from '../../shared';
import type { Client, Page, ServiceRequest } from '../routes';
import {
	assertEnd,
	broken,
	cursorAfter,
	listingOf,
	pageSizeOf,
	readPage,
	smallerThan,
	type Listing,
	type PagesOptions,
} from './page';

/** The key of a record: its id, or its content where it has none. */
const keyOf = (record: IDataObject): unknown => record.id ?? JSON.stringify(record);

/** The records of a list's pages so far, so that a list without an end is stopped (S2). */
export class SeenIds {
	private readonly seen = new Set<unknown>();
	private pages = 0;
	private barren = 0;

	constructor(private readonly listing: Listing) {}

	/**
	 * Whether a page list ends with this page, which was the last to be looked at: it is empty; or all records of the
	 * total are known, and it is short or comes again. The total is advisory (S2), so it never ends a list whose pages
	 * are full and new. Some services answer the last page to the numbers behind it; a full page that comes again may
	 * be the first one, answered to all numbers.
	 */
	endsWith({ records: { length }, totalCount }: Page, size: number): boolean {
		const isShort = length < size;
		const comesAgain = this.barren > 0;
		const all = totalCount ?? (isShort && comesAgain ? 0 : Infinity);
		return length === 0 || ((isShort || comesAgain) && this.seen.size >= all);
	}

	/**
	 * The records of a page that were on no page before it.
	 * @throws ServiceError for a list of more pages than can be followed.
	 */
	fresh(records: readonly IDataObject[]): IDataObject[] {
		if (++this.pages > LIMITS.pagesOfList) {
			throw broken(
				this.listing,
				`The list has more than ${formatCount(LIMITS.pagesOfList)} pages`,
				'reading was stopped, so use filters, or read in parts with Page Limit and Start Cursor',
			);
		}
		const fresh = records.filter((each) => !this.seen.has(keyOf(each)));
		for (const each of fresh) this.seen.add(keyOf(each));
		this.barren = records.length > 0 && fresh.length === 0 ? this.barren + 1 : 0;
		return fresh;
	}

	/** @throws ServiceError when too many pages in a row had nothing new, though more are announced. */
	expectMore(): void {
		if (this.barren < LIMITS.pagesWithoutNews) return;
		throw broken(this.listing, 'The pages no longer contain new records');
	}
}

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
			ahead = [];
			foreseen = begun + 1;
			continue;
		}
		yield page;
		const { totalCount = 0 } = page;
		if (seen.endsWith(page, size)) return;
		seen.expectMore();
		const next = begun + (ahead.length === 0 ? 1 : 0);
		foreseen = Math.max(next, Math.ceil(Math.min(totalCount, wanted) / size));
	}
}
