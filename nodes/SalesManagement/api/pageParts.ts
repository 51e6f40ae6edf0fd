import type { IDataObject } from 'n8n-workflow';
import { isObject, own } from '../values';
import { checkAddress, isTooLarge } from './answers';
import { readErrorBody, reportedError, type ErrorBody } from './errorBody';
import { ServiceError, UsageError } from './errors';
import type { Client, ListRules, Page, SendOptions, ServiceAnswer, ServiceRequest } from './types';

export interface PagesOptions extends SendOptions {
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	/** Records per page; the most that the list allows when absent. */
	readonly pageSize?: number;
	/** Where to continue: the `nextCursor` of an earlier page of the same list. */
	readonly startCursor?: string;
	/** The most pages to read. */
	readonly pageLimit?: number;
}

/** A list that is being read: what its pages have in common. */
export interface Listing {
	readonly client: Client;
	readonly request: ServiceRequest;
	readonly rules: ListRules;
	readonly options: PagesOptions;
}

/** @throws UsageError for an operation that returns no list, and a cursor where there are none. */
export function listingOf(client: Client, request: ServiceRequest, options: PagesOptions): Listing {
	const { list: rules } = client.route(request.operation);
	if (!rules) throw new UsageError(`${request.operation} returns no list.`);
	if (options.startCursor !== undefined && rules.style !== 'cursor') {
		throw new UsageError('This list has no cursors, so it can only be read from the beginning.');
	}
	return { client, request, rules, options };
}

/** The page size in use: halved when an answer is too large, doubled again after a while. */
export class PageSize {
	private fitting = 0;
	current: number;

	constructor(private readonly most: number) {
		this.current = most;
	}

	/** @throws the error itself when the page can't be made smaller. */
	tooLarge(asked: number, error: ServiceError): void {
		if (asked <= 1) {
			throw error.with({
				advice:
					error.status === 413
						? 'the service refuses even a request for one record as too large, so shorten the filters'
						: 'a single record is larger than a response may be, so request less of each record',
			});
		}
		this.current = Math.min(this.current, Math.floor(asked / 2));
		this.fitting = 0;
	}

	fits(asked: number): void {
		if (asked < this.current || ++this.fitting < 5) return;
		this.current = Math.min(this.most, this.current * 2);
		this.fitting = 0;
	}
}

/** How many records to ask for in one page, where the list lets the caller choose. */
export function pageSizeOf({ rules, options }: Listing): number {
	if (!rules.takesLimit) return rules.pageSize;
	return Math.max(1, Math.min(rules.pageSize, Math.floor(options.pageSize ?? rules.pageSize)));
}

/** One page of a list, read by the list's rules. */
export interface PageRead extends Page {
	/** Whether the service says that more follows. */
	readonly more: boolean;
	/** See `ServiceAnswer`. */
	readonly ageMs?: number;
}

interface Paging {
	readonly limit?: number;
	readonly cursor?: string;
	readonly page?: number;
}

/**
 * Reads one page.
 * @returns `undefined` when the answer would be larger than the service allows (v1 §7).
 */
export async function readPage(
	listing: Listing,
	paging: Paging,
	sizes: PageSize,
): Promise<PageRead | undefined> {
	const { client, rules, options } = listing;
	const limit = rules.takesLimit ? paging.limit : undefined;
	const request = withPaging(listing, { ...paging, limit });
	try {
		const { maxWaitMs, timeLeftMs } = options;
		const answer = await client.send(request, { maxWaitMs, timeLeftMs });
		if (typeof limit === 'number') sizes.fits(limit);
		return pageIn(listing, answer);
	} catch (error) {
		if (typeof limit !== 'number' || !isTooLarge(error)) throw error as Error;
		sizes.tooLarge(limit, error as ServiceError);
		return undefined;
	}
}

function withPaging({ request, rules }: Listing, paging: Paging): ServiceRequest {
	const given = Object.fromEntries(
		Object.entries<string | number | undefined>({ ...paging }).filter(
			([, value]) => value !== undefined,
		),
	) as Record<string, string | number>;
	return rules.pagingIn === 'query'
		? { ...request, query: { ...request.query, ...given } }
		: { ...request, body: { ...request.body, ...given } };
}

function pageIn(listing: Listing, { body, serverTime, ageMs }: ServiceAnswer): PageRead {
	const { plural } = listing.rules;
	const answer: IDataObject = isObject(body) ? body : {};
	const records: unknown = Array.isArray(body) ? body : own(answer, plural);
	const said = reportedError(answer);
	if (said) throw reported(listing, said);
	if (!Array.isArray(records)) {
		const { message, details } = readErrorBody(answer);
		if (message !== undefined) throw reported(listing, { message, details });
		const what = body === undefined ? 'is empty, without the' : 'has no';
		throw malformed(listing, `The response ${what} list "${plural}"`);
	}
	const stray = records.findIndex((each) => !isObject(each));
	if (stray >= 0) {
		const shown = JSON.stringify(records[stray]).slice(0, SHOWN_LENGTH);
		throw malformed(listing, `The list "${plural}" contains ${shown}, which is no record`);
	}
	const { totalCount, hasMore, nextCursor } = answer;
	return {
		records: records as IDataObject[],
		more: Boolean(hasMore ?? nextCursor),
		...(typeof totalCount === 'number' && totalCount >= 0 ? { totalCount } : {}),
		...(serverTime === undefined ? {} : { serverTime }),
		...(ageMs === undefined ? {} : { ageMs }),
		...(typeof nextCursor === 'string' && nextCursor !== '' ? { nextCursor } : {}),
	};
}

/** Enough of a value to recognise it. */
const SHOWN_LENGTH = 60;

/** A list with an error is no whole one: what it leaves out may exist, so nothing follows from it. */
const reported = (
	{ client, request }: Listing,
	{ message = 'The service reports an error', details }: Pick<ErrorBody, 'message' | 'details'>,
): ServiceError =>
	new ServiceError({
		operation: request.operation,
		outcome: 'unknown',
		serviceMessage: message,
		details,
		advice: `the service reported success, but sent this instead of a whole list, so try again later; if it stays so, ${checkAddress(client.words)}`,
	});

/** An answer that is no list as the documents describe it. */
const malformed = ({ client, request }: Listing, serviceMessage: string): ServiceError =>
	new ServiceError({
		operation: request.operation,
		outcome: 'unknown',
		serviceMessage,
		advice: `the response is not what the interface describes, so ${checkAddress(client.words)}`,
	});

/**
 * A list that can't be followed further: stopped with an error instead of a loop (S2).
 * @param way what the user can do: fewer pages by filters, or nothing but to try again.
 */
export const broken = (
	{ request }: Listing,
	serviceMessage: string,
	way: 'filters' | 'again' = 'again',
): ServiceError =>
	new ServiceError({
		operation: request.operation,
		outcome: 'refused',
		serviceMessage,
		advice:
			way === 'filters'
				? 'reading was stopped, so use filters, or read in parts with Page Limit and Start Cursor'
				: 'reading was stopped since it would never end, so try again later',
	});

/** `nextCursor` may be null, empty or absent when `hasMore` is false (S2). */
export function cursorAfter(listing: Listing, { more, nextCursor, records }: PageRead) {
	if (!more) return undefined;
	if (nextCursor === undefined)
		throw broken(listing, 'More records are announced without a cursor');
	if (records.length === 0)
		throw broken(listing, 'More records are announced, but the page is empty');
	return nextCursor;
}

/**
 * One page of a list, from a token that an earlier page gave: a cursor or, in page lists, the number
 * of the page. `next` is the token of the page after it; it is absent at the end.
 * @returns `undefined` when the page would be larger than the service allows.
 */
export async function pageAt(listing: Listing, sizes: PageSize, token?: string) {
	const limit = sizes.current;
	if (listing.rules.style !== 'page') {
		const page = await readPage(listing, { limit, cursor: token }, sizes);
		return page && { ...page, next: cursorAfter(listing, page) };
	}
	const place = placeOf(token, limit);
	const page = await readPage(listing, { limit, page: place.page }, sizes);
	return page && { ...page, next: placeAfter(place, page, limit) };
}

/** A place in a page list: the number of a page, and how many records came before it. */
interface PagePlace {
	readonly page: number;
	readonly before: number;
}

/** `7`, or `7:480` where the pages before it were not full. */
function placeOf(token: string | undefined, limit: number): PagePlace {
	const [page = 1, before = (page - 1) * limit] = (token ?? '1').split(':').map(Number);
	return { page, before };
}

/** A short page is the end, unless the total says that more records follow. */
function placeAfter({ page, before }: PagePlace, { records, totalCount }: PageRead, limit: number) {
	const read = before + records.length;
	const isFull = records.length >= limit;
	if (!isFull && (records.length === 0 || read >= (totalCount ?? 0))) return undefined;
	return read === page * limit ? String(page + 1) : `${page + 1}:${read}`;
}
