import type { IDataObject } from 'n8n-workflow';
import { ServiceError, UsageError } from '../api/errors/errors';
import { listingOf, type PageRead } from '../api/lists/listing';
import { assertEnd, pageAt, PageSize } from '../api/lists/page';
import type { OperationId } from '../api/routes/routes';
import type { Client, QueryValue } from '../api/types';
import { CursorRejected, type Page, type Query, type Row, type Source } from '../polling';
import { isoOf, quoted } from '../values';
import type { Budget } from './budget';
import { SetAside } from './setAside';
import { versionReader } from './versions';
import type { WatchedRecord } from './watched';

/** What a list is asked besides its window. */
export interface Question {
	readonly list: OperationId;
	readonly record: WatchedRecord;
	readonly query: Readonly<Record<string, QueryValue | undefined>>;
	readonly path: Readonly<Record<string, string | number>>;
	/** The value of a record that the event compares. */
	readonly comparedOf?: (record: IDataObject) => string;
}

const HOUR = 3_600_000;
/** How far back a manual test looks where the newest can't be requested. */
const LOOK_BACK = [HOUR, 24 * HOUR, 30 * 24 * HOUR, Infinity];

/** The pages of one list of the service, as the polling engine wants them. */
export class ListSource implements Source<IDataObject> {
	private pageSize: number;

	private readonly versionOf: ReturnType<typeof versionReader>;

	/** How many records the pages so far have shown. */
	rowsRead = 0;

	/** How many records lie behind the last page, if the service says; not within a tie or a window. */
	beyond?: number;

	/** How many pages were asked for. */
	requests = 0;

	constructor(
		private readonly client: Client,
		private readonly question: Question,
		private readonly budget: Pick<Budget, 'waits'>,
		/** What could not be read of the pages so far. */
		readonly setAside = new SetAside(),
	) {
		this.versionOf = versionReader(question.record, question.comparedOf);
		this.pageSize = this.listing({}).rules.pageSize;
	}

	get ordered(): boolean {
		return this.question.record.watch.sortable;
	}

	async read({ from, to, cursor }: Query): Promise<Page<IDataObject>> {
		const iso = (time?: number) => (time === undefined ? undefined : isoOf(time));
		const window = { updatedAtFrom: iso(from), updatedAtTo: iso(to), sort: this.rising };
		const read = async () => await this.page(window, this.pageSize, cursor);
		const page = await fittingPage(read, cursor);
		assertEnd(this.listing(window), { limit: this.pageSize, cursor }, page);
		const { totalCount, records } = page;
		const isCounted = cursor === undefined && to === undefined && totalCount !== undefined;
		this.beyond = isCounted ? Math.max(0, totalCount - records.length) : undefined;
		return this.toPage(page);
	}

	async serverTime(): Promise<number> {
		const page = await this.page({}, 1);
		return serverTimeOf(page ?? {});
	}

	/** The newest records first, as many as wanted; for a manual test. */
	async newest(count: number): Promise<Array<Row<IDataObject>>> {
		if (this.question.record.watch.newestFirst) {
			return await this.firstRows({ sort: '-updatedAt' }, count);
		}
		const now = await this.serverTime();
		for (const back of LOOK_BACK) {
			const { rows } = await this.read(back === Infinity ? {} : { from: now - back });
			if (rows.length >= count || back === Infinity) {
				return [...rows].sort((a, b) => b.updatedAt - a.updatedAt).slice(0, count);
			}
		}
		return [];
	}

	/** As many rows as wanted, over as many pages as it takes: a page may be short. */
	private async firstRows(query: Question['query'], count: number) {
		const rows: Array<Row<IDataObject>> = [];
		let token: string | undefined;
		do {
			const page = await this.page(query, count, token);
			if (!page?.records.length) break;
			rows.push(...this.toPage(page).rows);
			token = page.next;
		} while (token !== undefined && rows.length < count);
		return rows.slice(0, count);
	}

	/** Rising by update time; in v1 keys are combined, so that equal times have an order (v1 §4). */
	private get rising(): string | undefined {
		if (!this.ordered) return undefined;
		return this.client.version === 'v1' ? 'updatedAt,id' : 'updatedAt';
	}

	private listing(query: Question['query']) {
		const { list: operation, path, query: filters } = this.question;
		const request = { operation, path, query: { ...filters, ...query } };
		return listingOf(this.client, request, this.budget.waits);
	}

	/** One page; `undefined` when it was too large, and the pages after it are smaller. */
	private async page(query: Question['query'], limit: number, token?: string) {
		const sizes = new PageSize(limit);
		this.requests++;
		const page = await pageAt(this.listing(query), sizes, token);
		if (!page) this.pageSize = sizes.current;
		return page;
	}

	private readable(records: readonly IDataObject[]): Array<Row<IDataObject>> {
		this.rowsRead += records.length;
		return records.map(this.versionOf).flatMap((read) => {
			if (!('reason' in read)) return [read];
			this.setAside.add(read);
			return [];
		});
	}

	private toPage(page: PageRead & { next?: string }): Page<IDataObject> {
		assertFresh(page);
		const { records, next, totalCount: total } = page;
		const rows = this.readable(records);
		const unreadable = records.length - rows.length;
		return {
			rows,
			...(unreadable > 0 && { unreadable }),
			...(next !== undefined && { cursor: next }),
			...(total !== undefined && { total }),
			serverTime: serverTimeOf(page),
		};
	}
}

function serverTimeOf({ serverTime, oddDate }: Pick<PageRead, 'serverTime' | 'oddDate'>): number {
	if (serverTime !== undefined) return serverTime;
	const lacks =
		oddDate === undefined
			? 'has no Date header'
			: `has the Date header ${quoted(oddDate)}, which is no HTTP date such as "Sat, 21 Nov 2026 08:00:00 GMT"`;
	throw new UsageError(
		`The response of the service ${lacks}. The trigger needs it to tell the time.`,
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

/**
 * Reads one page of a list, in smaller pieces until it fits.
 * @param read answers `undefined` when the page was too large, and asks for a smaller one from then on.
 * @param token where the page begins; absent at the beginning of the list.
 * @throws CursorRejected for a token that the service refuses, or that counts pages of another size.
 */
export async function fittingPage<Page>(
	read: () => Promise<Page | undefined>,
	token?: string,
): Promise<Page> {
	for (;;) {
		const page = await read().catch((error: unknown) => {
			const isRefused = error instanceof ServiceError && error.status === 400;
			throw token !== undefined && isRefused ? new CursorRejected() : (error as Error);
		});
		if (page) return page;
		if (token !== undefined) throw new CursorRejected();
	}
}
