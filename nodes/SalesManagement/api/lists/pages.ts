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
	const { limit = Infinity, pageLimit = Infinity } = options;
	if (limit <= 0) return;
	const way: Way = listing.rules.style === 'page' ? new ByNumber(listing) : new ByCursor(listing);
	const seen = new SeenIds(listing);
	for (let left = limit, count = 1; ; count++) {
		const page = await way.page(left);
		const { fresh, again } = seen.sorted(page.records);
		const isLast = way.isLast(page, seen);
		if (!isLast) seen.expectMore();
		const isCut = fresh.length > left;
		const { totalCount, serverTime } = page;
		yield {
			records: isCut ? fresh.slice(0, left) : fresh,
			...(again.length > 0 && { again }),
			...(way.cursor !== undefined && !isCut && { nextCursor: way.cursor }),
			...(totalCount !== undefined && { totalCount }),
			...(serverTime !== undefined && { serverTime }),
		};
		left -= fresh.length;
		if (left <= 0 || count >= pageLimit) return;
		if (isLast) {
			way.assertEnd(page);
			return;
		}
	}
}

/** How one page of a list leads to the next. */
interface Way {
	/** The cursor of the page after the last one; absent where there is none. */
	readonly cursor?: string;
	/** @param left how many records are still wanted. */
	page(left: number): Promise<PageRead>;
	/** Whether no other page follows this one. */
	isLast(page: PageRead, seen: SeenIds): boolean;
	/** @throws ServiceError for a last page that need not be the last. */
	assertEnd(page: PageRead): void;
}

/** Each page says where the next one begins. A list in one piece is the first page of one. */
class ByCursor implements Way {
	cursor?: string;
	private readonly used = new Set<string>();
	private readonly sizes: PageSize;
	private asked = {};

	constructor(private readonly listing: Listing) {
		this.cursor = listing.options.startCursor;
		this.sizes = new PageSize(pageSizeOf(listing));
	}

	async page(left: number): Promise<PageRead> {
		const { cursor } = this;
		if (cursor !== undefined) this.used.add(cursor);
		for (;;) {
			this.asked = { limit: Math.min(this.sizes.current, left), cursor };
			const page = await readPage(this.listing, this.asked, this.sizes);
			if (page) return page;
		}
	}

	isLast(page: PageRead): boolean {
		this.cursor = cursorAfter(this.listing, page);
		if (this.cursor === undefined) return true;
		if (this.used.has(this.cursor)) throw broken(this.listing, 'A cursor was repeated');
		return false;
	}

	assertEnd(page: PageRead): void {
		assertEnd(this.listing, this.asked, page);
	}
}

/**
 * Pages have numbers, so that they are read ahead once a total shows how many there are. All are of one
 * size, which none but the last need fill.
 */
class ByNumber implements Way {
	private readonly ahead: Array<Promise<PageRead>> = [];
	private readonly size: number;
	private readonly sizes: PageSize;
	private begun = 0;
	private received = 0;

	constructor(private readonly listing: Listing) {
		const { rules, options } = listing;
		const { limit = Infinity } = options;
		const most = pageSizeOf(listing);
		// As few records beyond the limit as pages of equal size allow.
		const isEven = rules.takesLimit && limit < Infinity;
		this.size = isEven ? Math.ceil(limit / Math.ceil(limit / most)) : most;
		this.sizes = new PageSize(this.size);
	}

	async page(): Promise<PageRead> {
		if (this.ahead.length === 0) this.begin();
		const page = await (this.ahead.shift() as Promise<PageRead>);
		const { limit = Infinity, pageLimit = Infinity } = this.listing.options;
		const foreseen = Math.ceil(Math.min(page.totalCount ?? 0, limit) / this.size);
		while (
			this.begun < Math.min(foreseen, pageLimit) &&
			this.ahead.length < LIMITS.requestsUnderWay
		)
			this.begin();
		return page;
	}

	isLast(page: PageRead, { isBarren }: SeenIds): boolean {
		this.received += page.records.length;
		const isAnnounced = this.received < (page.totalCount ?? 0);
		return (isBarren && !isAnnounced) || isLastPage(page, this.received, this.size);
	}

	assertEnd(): void {
		// An empty page is one.
	}

	private begin(): void {
		const page = this.span(this.begun++ * this.size);
		// A failure is thrown when its turn comes; until then it must not count as unhandled.
		page.catch(() => undefined);
		this.ahead.push(page);
	}

	/**
	 * The page that begins behind so many places. Where the answer would be too large, it is read in smaller
	 * pages, and what these hold outside of it is left out: no record is lost at the seams, and none is
	 * returned twice (S2).
	 */
	private async span(offset: number): Promise<PageRead> {
		const { listing, size, sizes } = this;
		const end = offset + size;
		const records: PageRead['records'] = [];
		let first: PageRead | undefined;
		for (let at = offset; at < end;) {
			const limit = Math.min(sizes.current, size);
			const start = Math.floor(at / limit) * limit;
			const answer = await readPage(listing, { page: 1 + start / limit, limit }, sizes);
			if (!answer) continue;
			first ??= answer;
			const rest = listing.rules.takesLimit ? end - start : undefined;
			for (const each of answer.records.slice(at - start, rest)) records.push(each);
			// A short page may have others behind it.
			if (answer.records.length === 0) break;
			at = start + limit;
		}
		return { ...first, records };
	}
}
