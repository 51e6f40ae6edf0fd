import type { IDataObject } from 'n8n-workflow';
import { isOfKind } from '../api/errors/errors';
import { assertEnd, listingOf, pageAt, smallerThan, type Listing } from '../api/paging/page';
import type { ServiceAnswer, ServiceRequest } from '../api/routes';
import { CursorRejected, type VersionPage, type Query, type Row, type Source } from '../polling';
import { isoOf, UsageError } from '../shared';
import type { Poll } from './pollContext';
import { UnreadableRecords, versionReader } from './recordVersions';
import { meets } from './settings';

/** The pages of the watched list. Pages get smaller once the service says that they are too large. */
export class Pages {
	private size: number;

	constructor(
		private readonly poll: Poll,
		most = Infinity,
	) {
		this.size = Math.min(most, this.listing().rules.pageSize);
	}

	/** @param query further parameters besides the user's filters. */
	listing(query?: ServiceRequest['query']): Listing {
		const { client, settings } = this.poll;
		const { list: operation, path, query: filters } = settings;
		const request = { operation, path, query: { ...filters, ...query } };
		return listingOf(client, request);
	}

	/**
	 * Reads one page.
	 * @param token where it begins; absent at the beginning of the list.
	 * @throws CursorRejected for a token that the service refuses, or that counts pages of another size.
	 */
	async read(query: ServiceRequest['query'], token?: string) {
		for (;;) {
			const limit = this.size;
			const page = await this.some(query, limit, token).catch((error: unknown) => {
				throw token !== undefined && isOfKind(error, 'invalid')
					? new CursorRejected()
					: (error as Error);
			});
			if (page) {
				assertEnd(this.listing(query), { limit, cursor: token }, page);
				return page;
			}
			if (token !== undefined) throw new CursorRejected();
		}
	}

	/** Reads `limit` records; `undefined` if that is too large: pages are smaller from then on. */
	async some(query: ServiceRequest['query'], limit: number, token?: string) {
		const page = await pageAt(this.listing(query), limit, token);
		if (!page) this.size = smallerThan(limit);
		return page;
	}
}

/** The pages in which a manual test looks for a record that would be an event: small ones, since somebody waits. */
const TEST = { mostPages: 50, pageSize: 100 };

/** The watched list, as the polling engine reads it. */
export class ListSource implements Source<IDataObject> {
	readonly ordered: boolean;

	private readonly pages: Pages;

	private readonly versionOf: ReturnType<typeof versionReader>;

	/** How many records the pages so far have shown. */
	rowsRead = 0;

	/** How many records lie beyond the last page, if the service says so; not set within a tie or a window. */
	beyond?: number;

	/** @param unreadable collects the records of the pages that can't be read. */
	constructor(
		private readonly poll: Poll,
		private readonly unreadable = new UnreadableRecords(),
	) {
		const { record, compared } = poll.settings;
		this.ordered = record.watch.sortable;
		this.pages = new Pages(poll);
		this.versionOf = versionReader(record, compared?.valueIn);
	}

	async read({ from, to, cursor }: Query): Promise<VersionPage<IDataObject>> {
		const iso = (time?: number) => (time === undefined ? undefined : isoOf(time));
		// Sorted by update time; v1 combines keys, so that equal times have an order as well (v1 §4).
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
			total,
			cursor: next,
			serverTime: serverTimeOf(page),
		};
	}

	async serverTime(): Promise<number> {
		return serverTimeOf((await this.pages.some({}, 1)) ?? {});
	}

	/**
	 * The newest records for a manual test, if the list can be sorted so; else any.
	 * @returns the very first one, those that fit of the first page that has any, and the service's time.
	 */
	async newest(fits: (row: Row<IDataObject>) => boolean) {
		const { newestFirst } = this.poll.settings.record.watch;
		const sort = newestFirst ? '-updatedAt' : undefined;
		let first: Row<IDataObject> | undefined;
		let token: string | undefined;
		const pages = new Pages(this.poll, TEST.pageSize);
		for (let left = TEST.mostPages; ; left--) {
			const page = await pages.read({ sort }, token);
			const rows = this.readable(page.records);
			first ??= rows[0];
			const fitting = rows.filter(fits);
			token = page.next;
			const isLast = fitting.length > 0 || token === undefined || left === 1;
			if (isLast) return { first, fitting, now: serverTimeOf(page) };
		}
	}

	private readable(records: readonly IDataObject[]): Array<Row<IDataObject>> {
		this.rowsRead += records.length;
		return records.map(this.versionOf).flatMap((read) => {
			if (!('reason' in read)) return [read];
			if (meets(read.record, this.poll.settings.condition)) this.unreadable.add(read);
			return [];
		});
	}
}

function serverTimeOf({ serverTime }: Pick<ServiceAnswer, 'serverTime'>): number {
	if (serverTime !== undefined) return serverTime;
	throw new UsageError(
		'The trigger can’t tell the service’s time: its response has no Date header with an HTTP date, such as "Sat, 21 Nov 2026 08:00:00 GMT".',
	);
}
