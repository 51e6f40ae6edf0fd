import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { News } from './news';
import {
	isSilent,
	pageIfAny,
	PageSize,
	pageSizeOf,
	readPage,
	type PageRead,
	type Listing,
} from './pageParts';
import { isTooLarge } from './refusals';
import type { Page } from './types';

/**
 * How many pages are under way at once. The credential's pacing sets the speed; this only has to be
 * enough to keep five requests a second going at over a second of latency, and bounds the memory.
 */
const LOOK_AHEAD = 8;

/** The records from one offset to another, read in one request or, where too large, several. */
interface Span extends Pick<PageRead, 'totalCount' | 'serverTime' | 'more'> {
	readonly records: IDataObject[];
	/** Whether the service had fewer records than asked for. */
	readonly short: boolean;
}

/**
 * The pages of a `page` list, in order. Once `totalCount` shows how many there are, they are read
 * ahead in parallel. It never decides where the list ends (S2): that is an empty page, or a short
 * one of which the service says that nothing follows. A record that moves to a later page meanwhile is
 * returned once.
 */
export async function* numberedPages(listing: Listing): AsyncGenerator<Page, void, undefined> {
	const { limit = Infinity, pageLimit = Infinity } = listing.options;
	const size = evenSize(listing, limit);
	const sizes = new PageSize(size);
	const news = new News(listing);
	const ahead: Array<Promise<Span>> = [];
	let launched = 0;
	let foreseen = 1;
	let received = 0;
	let left = limit;
	let total: number | undefined;
	/** Whether any page said whether more follows. */
	let isTold = false;

	const launch = (isBehindShort = false) => {
		const wanted = { offset: launched++ * size, count: size, firstPage: 1, isBehindShort };
		const span = readSpan(listing, sizes, wanted);
		// A failure is thrown when its turn comes; until then it must not count as unhandled.
		span.catch(() => undefined);
		ahead.push(span);
	};

	for (let count = 0; count < pageLimit && left > 0; count++) {
		if (ahead.length === 0) launch(received < count * size);
		while (launched < Math.min(foreseen, pageLimit) && ahead.length < LOOK_AHEAD) launch();
		const span = await (ahead.shift() as Promise<Span>);
		const { records, short, totalCount, serverTime, more } = span;
		foreseen = Math.ceil(Math.min(totalCount ?? 0, limit) / size);
		received += records.length;

		const fresh = news.in(records);
		total = totalCount ?? total;
		isTold ||= !isSilent(span);
		const announced = more || (total !== undefined && received < total);
		if (news.isOld && !announced) return;
		news.expectMore();

		yield {
			records: fresh.length > left ? fresh.slice(0, left) : fresh,
			...(totalCount === undefined ? {} : { totalCount }),
			...(serverTime === undefined ? {} : { serverTime }),
		};
		left -= fresh.length;
		if (records.length === 0 || (short && !announced && isTold)) {
			const isShortOf = total !== undefined && received < total && left > 0;
			const before = isShortOf ? news.in(await beforeFirst(listing, sizes, size)) : [];
			if (before.length > 0) yield { records: before.slice(0, left) };
			return;
		}
	}
}

/**
 * Page 0, where a service counts its pages from there: by the documents the first one is 1 (v2 §4.1).
 * Nothing where there is none: some services fail at a place before the first.
 */
async function beforeFirst(
	listing: Listing,
	sizes: PageSize,
	count: number,
): Promise<IDataObject[]> {
	try {
		const wanted = { offset: 0, count, firstPage: 0, isBehindShort: false };
		const { records } = await readSpan(listing, sizes, wanted);
		return records;
	} catch (error) {
		if (error instanceof ServiceError && saysNoPage(error)) return [];
		throw error as Error;
	}
}

/** They say nothing of the page: who asks may not, or not now. */
const OF_NO_PAGE = [401, 408, 429];

/** Whether it may be the page that is refused: else there may be one, with records that exist. */
const saysNoPage = (error: ServiceError): boolean => {
	const { status = 0 } = error;
	if (OF_NO_PAGE.includes(status) || isTooLarge(error)) return false;
	return status >= 400 && status <= 500;
};

/** Pages of equal size, with as few records beyond the limit as that allows. */
function evenSize(listing: Listing, limit: number): number {
	const most = pageSizeOf(listing);
	if (!listing.rules.takesLimit || limit === Infinity) return most;
	return Math.ceil(limit / Math.ceil(limit / most));
}

/** Which records are asked for. */
interface Wanted {
	readonly offset: number;
	readonly count: number;
	/** The number of the page that the list begins with. */
	readonly firstPage: number;
	/** Whether the pages before were not full, so that there may be none. */
	readonly isBehindShort: boolean;
}

/**
 * Reads the records from `offset` up to `offset + count`. Where an answer would be too large, the
 * pages get smaller, and what a smaller page contains outside the span is left out: no record is
 * lost at the seams, and none is returned twice (S2).
 */
async function readSpan(
	listing: Listing,
	sizes: PageSize,
	{ offset, count, firstPage, isBehindShort }: Wanted,
): Promise<Span> {
	const end = offset + count;
	const records: IDataObject[] = [];
	let first: PageRead | undefined;
	let more: boolean | undefined;
	for (let at = offset; at < end;) {
		const limit = Math.min(sizes.current, count);
		const start = Math.floor(at / limit) * limit;
		const page = firstPage + start / limit;
		const read = async () => await readPage(listing, { page, limit }, sizes);
		const answer = await (isBehindShort ? pageIfAny(read) : read());
		if (!answer) continue;
		first ??= answer;
		({ more } = answer);
		const rest = listing.rules.takesLimit ? end - start : undefined;
		for (const record of answer.records.slice(at - start, rest)) records.push(record);
		// A short page may have others behind it.
		if (answer.records.length === 0) break;
		at = start + limit;
	}
	const { totalCount, serverTime } = first ?? {};
	return { records, totalCount, serverTime, more, short: records.length < count };
}
