import { isTooLarge } from './refusals';
import { isMissing, ServiceError } from './errors';
import type { Listing, PageAsked, PageRead } from './listing';
import { malformed, pageIn } from './pageBody';
import { assertProven } from './provenEmpty';
import type { ServiceRequest } from './types';

export { listingOf, type Listing, type PageRead, type PagesOptions } from './listing';

/** The page size in use: halved when an answer is too large, doubled again after a while. */
export class PageSize {
	private fitting = 0;
	/** Whether any page passed: then it is not the request itself that is too large. */
	private hasFit = false;
	/** The size to go on with when a page of one record has shown that. */
	private afterProbe?: number;
	current: number;

	constructor(private readonly most: number) {
		this.current = most;
	}

	/**
	 * @param mayBeRequest whether it may be the request that is too large: one record shows which it is.
	 * @throws the error itself when the page can't be made smaller.
	 */
	tooLarge(asked: number, error: ServiceError, mayBeRequest = false): void {
		if (asked <= 1) {
			throw error.with({
				advice:
					error.status === 413
						? 'the service refuses even a request for one record as too large, so shorten its filters, if it has any'
						: 'a single record is larger than a response may be, so request less of each record',
			});
		}
		const half = Math.min(this.current, Math.floor(asked / 2));
		const isProbe = mayBeRequest && !this.hasFit;
		if (isProbe) this.afterProbe ??= half;
		this.current = isProbe ? 1 : half;
		this.fitting = 0;
	}

	fits(asked: number): void {
		this.hasFit = true;
		if (this.afterProbe !== undefined) {
			this.current = this.afterProbe;
			this.afterProbe = undefined;
			return;
		}
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

/**
 * Reads one page.
 * @returns `undefined` when the answer would be larger than the service allows (v1 §7).
 */
export async function readPage(
	listing: Listing,
	paging: PageAsked,
	sizes: PageSize,
): Promise<PageRead | undefined> {
	const { client, rules, options } = listing;
	const limit = rules.takesLimit ? paging.limit : undefined;
	const request = withPaging(listing, { ...paging, limit });
	try {
		const { maxWaitMs, timeLeftMs, unwanted } = options;
		const answer = await client.send(request, { maxWaitMs, timeLeftMs, unwanted });
		if (typeof limit === 'number') sizes.fits(limit);
		const page = pageIn(listing, answer, { ...paging, limit });
		if (options.isLookUp) await assertProven(listing, page);
		return page;
	} catch (error) {
		if (typeof limit !== 'number' || !isTooLarge(error)) throw error as Error;
		const refused = error as ServiceError;
		const mayBeRequest = listing.request.body !== undefined && refused.status === 413;
		if (mayBeRequest && options.isLookUp) throw refused;
		sizes.tooLarge(limit, refused, mayBeRequest);
		return undefined;
	}
}

function withPaging({ request, rules }: Listing, paging: PageAsked): ServiceRequest {
	const given = Object.fromEntries(
		Object.entries<string | number | undefined>({ ...paging }).filter(
			([, value]) => value !== undefined,
		),
	) as Record<string, string | number>;
	return rules.pagingIn === 'query'
		? { ...request, query: { ...request.query, ...given } }
		: { ...request, body: { ...request.body, ...given } };
}

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

/** @throws ServiceError for a page that is not the whole list, where nothing says how to go on. */
export function assertEnd(listing: Listing, { isCutOff, records }: PageRead): void {
	if (!isCutOff) return;
	const count = records.length.toLocaleString('en-US');
	throw malformed(
		listing,
		`The response does not say whether more than these ${count} records follow`,
	);
}

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
	const read = async () => await readPage(listing, { limit, page: place.page }, sizes);
	const page = await (place.before < (place.page - 1) * limit ? pageIfAny(read) : read());
	return page && { ...page, next: placeAfter(place, page, limit) };
}

/** A page behind one that was not full: where the service says that there is none, it is an empty one. */
export async function pageIfAny<Read>(read: () => Promise<Read>): Promise<Read | PageRead> {
	try {
		return await read();
	} catch (error) {
		if (isMissing(error) && error.isOwn) return { records: [] };
		throw error as Error;
	}
}

/**
 * Whether a page list says nothing of whether more follows. Then its pages may be shorter than the
 * documents have them and others follow all the same, so that only an empty one is the end.
 */
export const isSilent = ({ more, totalCount }: Pick<PageRead, 'more' | 'totalCount'>): boolean =>
	more === undefined && totalCount === undefined;

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

/** A short page is the end where the service says that no more records follow. */
function placeAfter({ page, before }: PagePlace, answer: PageRead, limit: number) {
	const { records, totalCount = 0, more = isSilent(answer) } = answer;
	const read = before + records.length;
	const isFull = records.length >= limit;
	if (!isFull && (records.length === 0 || (read >= totalCount && !more))) return undefined;
	return read === page * limit ? String(page + 1) : `${page + 1}:${read}`;
}
