import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../limits';
import { listingOf, pageSizeOf } from '../lists/listing';
import { broken, cursorAfter, PageSize, readPage } from '../lists/page';
import type { Client, Page, ServiceRequest } from '../types';
import { OddList } from './odd';
import { spanOf, type Span, type Window } from './shown';

/** A list to be read whole. */
export interface LongList {
	readonly client: Client;
	/** The request for a part of the list; `undefined` where the list's own window has none of it. */
	readonly bounded: (window: Window) => ServiceRequest | undefined;
	readonly known: Known;
	/** A clock that only goes forward, in milliseconds; the real one when absent. */
	readonly elapsed?: () => number;
	/** How many lists share what may be under way. */
	readonly sharing: number;
	/** Keeps the records of a page; answers how many of them it did not have in this version. */
	readonly take: (records: readonly IDataObject[]) => Promise<number>;
}

/** What is known of a list before it is read: by its first page, or by an earlier reading. */
export interface Known {
	/** How many records the service puts on a page. */
	readonly pageSize: number;
	/** About how many records there are. */
	readonly count: number;
	/** How long a page took, in milliseconds; `Infinity` where that is to be found out. */
	readonly tripMs: number;
}

export const knownBy = ({ records, totalCount = 0 }: Page, tripMs: number): Known => ({
	...{ pageSize: Math.max(1, records.length), count: totalCount, tripMs },
});

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
	private readonly sizes: PageSize;
	private readonly elapsed: () => number;
	private shortest: number;
	private requestsLeft: number;
	private earliest = Infinity;
	private readonly stopped = new AbortController();

	constructor(private readonly list: LongList) {
		const { client, known, bounded } = list;
		const request = bounded({ newestFirst: true });
		this.sizes = new PageSize(request ? pageSizeOf(listingOf(client, request, {})) : 1);
		this.elapsed = list.elapsed ?? (() => performance.now());
		this.shortest = known.tripMs;
		this.requestsLeft = 50;
		this.expect(known.count);
	}

	/** How long the fastest page took, in milliseconds: the others may have waited for their turn. */
	get shortestMs(): number {
		return this.shortest;
	}

	/** How many records the service puts on a page. */
	get pageSize(): number {
		return this.list.known.pageSize;
	}

	/** The service's clock when it sent the first of the pages, in ms since 1970; `Infinity` if it tells none. */
	get firstSentAt(): number {
		return this.earliest;
	}

	/** About so many records are to be read, besides others that were told of before. */
	expect(count: number): void {
		// More requests would show that the service does not filter, sort or count as it says.
		const enough = this.requestsLeft + 3 * Math.ceil(count / this.pageSize);
		this.requestsLeft = Math.min(enough, LIMITS.pagesOfList);
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
			const { records, totalCount, serverTime = Infinity } = answer;
			this.earliest = Math.min(this.earliest, serverTime);
			const next = cursorAfter(listing, answer);
			const span = spanOf(records, window);
			const news = await take(records);
			return { records, span, next, news, count: records.length, total: totalCount };
		}
	}
}
