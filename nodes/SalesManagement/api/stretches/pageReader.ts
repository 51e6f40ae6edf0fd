import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../limits';
import { broken, cursorAfter, listingOf, PageSize, pageSizeOf, readPage } from '../pageParts';
import type { Client, Page, ServiceRequest } from '../types';
import { OddList } from './odd';
import { spanOf, type Span, type Window } from './shown';

/** A list to be read whole, of which the first page is read. */
export interface LongList {
	readonly client: Client;
	/** The request for a part of the list; `undefined` where the list's own window has none of it. */
	readonly bounded: (window: Window) => ServiceRequest | undefined;
	readonly first: Page;
	/** How long the first page took, in milliseconds. */
	readonly tripMs: number;
	/** A clock that only goes forward, in milliseconds; the real one when absent. */
	readonly elapsed?: () => number;
	/** The end of update time at which the first page begins; absent where it is sorted otherwise. */
	readonly begins?: 'newest' | 'oldest';
	/** How many lists share what may be under way. */
	readonly sharing: number;
	/** Keeps the records of a page; answers how many of them it did not have in this version. */
	readonly take: (records: readonly IDataObject[]) => Promise<number>;
}

export interface PageShown {
	readonly records: readonly IDataObject[];
	readonly span?: Span;
	readonly count: number;
	readonly total?: number;
	/** See `LongList.take`. */
	readonly news: number;
	/** The cursor of the page after it. */
	readonly next?: string;
}

/** Asks for pages, one by one, and keeps count of them. */
export class PageReader {
	/** How many records the service puts on a page. */
	readonly pageSize: number;
	private readonly sizes: PageSize;
	private readonly elapsed: () => number;
	private shortest: number;
	private requestsLeft: number;
	private readonly stopped = new AbortController();

	constructor(private readonly list: LongList) {
		const { client, first, bounded, tripMs } = list;
		const request = bounded({ newestFirst: true });
		this.pageSize = Math.max(1, first.records.length);
		this.sizes = new PageSize(request ? pageSizeOf(listingOf(client, request, {})) : 1);
		this.elapsed = list.elapsed ?? (() => performance.now());
		this.shortest = tripMs;
		// More would show that the service does not filter, sort or count as it says.
		const expected = Math.ceil((first.totalCount ?? 0) / this.pageSize);
		this.requestsLeft = Math.min(3 * expected + 50, LIMITS.pagesOfList);
	}

	/** How long the fastest page took, in milliseconds: the others may have waited for their turn. */
	get shortestMs(): number {
		return this.shortest;
	}

	/** From now on no page is asked for any more, nor one that waits for its turn. */
	stop(): void {
		this.stopped.abort();
	}

	/** What is thrown where a cursor leads back. */
	repeatedCursor(window: Window): Error {
		const request = this.list.bounded(window);
		if (!request) return new OddList();
		return broken(listingOf(this.list.client, request, {}), 'A cursor was repeated');
	}

	/**
	 * Asks for one page and hands its records over.
	 * @throws OddList for a page that is not what was asked for, and for one too many.
	 */
	async page(window: Window, cursor?: string): Promise<PageShown> {
		const { client, bounded, take } = this.list;
		const request = bounded(window);
		if (!request) return { records: [], count: 0, news: 0 };
		const { signal: unwanted } = this.stopped;
		const listing = listingOf(client, request, { unwanted });
		for (;;) {
			if (unwanted.aborted || --this.requestsLeft < 0) throw new OddList();
			const began = this.elapsed();
			const answer = await readPage(listing, { limit: this.sizes.current, cursor }, this.sizes);
			if (!answer) continue;
			this.shortest = Math.min(this.shortest, this.elapsed() - began);
			const { records, totalCount } = answer;
			const next = cursorAfter(listing, answer);
			const span = spanOf(records, window);
			const news = await take(records);
			return { records, span, next, news, count: records.length, total: totalCount };
		}
	}
}
