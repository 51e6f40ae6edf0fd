import type { IDataObject } from 'n8n-workflow';
import { ServiceError, UsageError } from '../api/errors/errors';
import { listingOf, type Listing, type PageRead } from '../api/lists/listing';
import { assertEnd, pageAt, smallerThan } from '../api/lists/page';
import type { ServiceRequest } from '../api/types';
import { CursorRejected, type Page, type Query, type Row, type Source } from '../polling';
import { isoOf } from '../values';
import type { Poll } from './onePoll';
import { SetAside } from './setAside';
import { versionReader } from './versions';

/** The pages of the list that is watched, in smaller pieces where the service says that they are too large. */
export class Pages {
	private size: number;

	constructor(private readonly poll: Pick<Poll, 'client' | 'settings' | 'budget'>) {
		this.size = this.listing().rules.pageSize;
	}

	/** @param query what is asked besides the user's filters. */
	listing(query?: ServiceRequest['query']): Listing {
		const { client, settings, budget } = this.poll;
		const { list: operation, path, query: filters } = settings;
		const request = { operation, path, query: { ...filters, ...query } };
		return listingOf(client, request, budget.waits);
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

const HOUR = 3_600_000;
/** How far back a manual test looks where the newest can't be requested. */
const LOOK_BACK = [HOUR, 24 * HOUR, 30 * 24 * HOUR, Infinity];

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
		private readonly poll: Pick<Poll, 'client' | 'settings' | 'budget'>,
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
		assertFresh(page);
		const { records, next, totalCount: total } = page;
		const isCounted = cursor === undefined && to === undefined && total !== undefined;
		this.beyond = isCounted ? Math.max(0, total - records.length) : undefined;
		const rows = this.readable(records);
		const unreadable = records.length - rows.length;
		return {
			rows,
			...(unreadable > 0 && { unreadable }),
			...(next !== undefined && { cursor: next }),
			serverTime: serverTimeOf(page),
		};
	}

	async serverTime(): Promise<number> {
		return serverTimeOf((await this.pages.some({}, 1)) ?? {});
	}

	/** The newest records first, as many as wanted; for a manual test. */
	async newest(count: number): Promise<Array<Row<IDataObject>>> {
		if (this.poll.settings.record.watch.newestFirst) {
			const page = await this.pages.some({ sort: '-updatedAt' }, count);
			return this.readable(page?.records ?? []);
		}
		const now = await this.serverTime();
		let rows: ReadonlyArray<Row<IDataObject>> = [];
		for (const back of LOOK_BACK) {
			({ rows } = await this.read(back === Infinity ? {} : { from: now - back }));
			if (rows.length >= count) break;
		}
		return [...rows].sort((a, b) => b.updatedAt - a.updatedAt).slice(0, count);
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

/** A response may be this old, in milliseconds: no more than a replica that is behind. */
const MOST_AGE = 2_000;

/**
 * A page from a cache shows another moment than the one before it, so what is missing from it would
 * count as read (A3). Its `Date` is right about that moment, but only one page gives a poll its time.
 */
function assertFresh({ ageMs = 0 }: Pick<PageRead, 'ageMs'>): void {
	if (ageMs <= MOST_AGE) return;
	throw new UsageError(
		`The list came from a cache and is ${Math.round(ageMs / 1000)} s old (its Age header), so changes are missing from it. Let the proxy in front of the service not cache its responses.`,
	);
}
