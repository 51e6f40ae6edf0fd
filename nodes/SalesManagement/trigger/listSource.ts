import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors/errors';
import { listingOf, type Listing, type PageRead } from '../api/paging/listing';
import { assertEnd, pageAt, smallerThan } from '../api/paging/page';
import type { ServiceRequest } from '../api/routes/types';
import { CursorRejected, type Page, type Query, type Row, type Source } from '../polling';
import { isoOf, UsageError } from '../shared';
import type { Poll } from './pollContext';
import { SetAside, versionReader } from './recordVersions';

/** The pages of the list that is watched, in smaller pieces where the service says that they are too large. */
export class Pages {
	private size: number;

	constructor(private readonly poll: Poll) {
		this.size = this.listing().rules.pageSize;
	}

	/** @param query what is asked besides the user's filters. */
	listing(query?: ServiceRequest['query']): Listing {
		const { client, settings } = this.poll;
		const { list: operation, path, query: filters } = settings;
		const request = { operation, path, query: { ...filters, ...query } };
		return listingOf(client, request);
	}

	/**
	 * One page.
	 * @param token where it begins; absent at the beginning of the list.
	 * @throws CursorRejected for a token that the service refuses, or that counts pages of another size.
	 */
	async read(query: ServiceRequest['query'], token?: string) {
		for (;;) {
			const limit = this.size;
			const page = await this.some(query, limit, token).catch((error: unknown) => {
				const isRefused = error instanceof ServiceError && error.status === 400;
				throw token !== undefined && isRefused ? new CursorRejected() : (error as Error);
			});
			if (page) {
				assertEnd(this.listing(query), { limit, cursor: token }, page);
				return page;
			}
			if (token !== undefined) throw new CursorRejected();
		}
	}

	/** So many records; `undefined` when that was too large, and pages are smaller from then on. */
	async some(query: ServiceRequest['query'], limit: number, token?: string) {
		const page = await pageAt(this.listing(query), limit, token);
		if (!page) this.size = smallerThan(limit);
		return page;
	}
}

/** A test looks through so many pages for a record that would be an event: 20,000 deals. */
const MOST_PAGES_IN_TEST = 20;

/** The list that is watched, as the polling engine wants it. */
export class ListSource implements Source<IDataObject> {
	readonly ordered: boolean;

	private readonly pages: Pages;

	private readonly versionOf: ReturnType<typeof versionReader>;

	/** How many records the pages so far have shown. */
	rowsRead = 0;

	/** How many records lie behind the last page, if the service says; not within a tie or a window. */
	beyond?: number;

	/** @param setAside takes what could not be read of the pages. */
	constructor(
		private readonly poll: Poll,
		private readonly setAside = new SetAside(),
	) {
		const { record, compared } = poll.settings;
		this.ordered = record.watch.sortable;
		this.pages = new Pages(poll);
		this.versionOf = versionReader(record, compared?.valueIn);
	}

	async read({ from, to, cursor }: Query): Promise<Page<IDataObject>> {
		const iso = (time?: number) => (time === undefined ? undefined : isoOf(time));
		// Rising by update time; in v1 keys are combined, so that equal times have an order (v1 §4).
		const rising = this.poll.client.version === 'v1' ? 'updatedAt,id' : 'updatedAt';
		const sort = this.ordered ? rising : undefined;
		const page = await this.pages.read(
			{ updatedAtFrom: iso(from), updatedAtTo: iso(to), sort },
			cursor,
		);
		const { records, next, totalCount: total } = page;
		const isCounted = cursor === undefined && to === undefined && total !== undefined;
		this.beyond = isCounted ? Math.max(0, total - records.length) : undefined;
		const rows = this.readable(records);
		return {
			rows,
			unreadable: records.length - rows.length,
			cursor: next,
			serverTime: serverTimeOf(page),
		};
	}

	async serverTime(): Promise<number> {
		return serverTimeOf((await this.pages.some({}, 1)) ?? {});
	}

	/** For a manual test, as many as wanted: the newest first, where the list can be sorted so. */
	async newest(count: number): Promise<Array<Row<IDataObject>>> {
		const page = await this.pages.some({ sort: this.newestFirst }, count);
		return this.readable(page?.records ?? []);
	}

	/** The same of those that fit: all of the first page that has any. */
	async newestThat(fits: (row: Row<IDataObject>) => boolean): Promise<Array<Row<IDataObject>>> {
		let token: string | undefined;
		for (let pages = 0; pages < MOST_PAGES_IN_TEST; pages++) {
			const page = await this.pages.read({ sort: this.newestFirst }, token);
			const found = this.readable(page.records).filter(fits);
			if (found.length > 0 || page.next === undefined) return found;
			token = page.next;
		}
		return [];
	}

	private get newestFirst(): string | undefined {
		return this.poll.settings.record.watch.newestFirst ? '-updatedAt' : undefined;
	}

	private readable(records: readonly IDataObject[]): Array<Row<IDataObject>> {
		this.rowsRead += records.length;
		return records.map(this.versionOf).flatMap((read) => {
			if (!('reason' in read)) return [read];
			this.setAside.add(read);
			return [];
		});
	}
}

function serverTimeOf({ serverTime }: Pick<PageRead, 'serverTime'>): number {
	if (serverTime !== undefined) return serverTime;
	throw new UsageError(
		'The trigger can’t tell the service’s time: its response has no Date header with an HTTP date, such as "Sat, 21 Nov 2026 08:00:00 GMT".',
	);
}
