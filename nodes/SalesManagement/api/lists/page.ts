import { ServiceError } from '../errors/errors';
import { isTooLarge } from '../errors/statusErrors';
import type { ServiceRequest } from '../types';
import { malformed, pageIn } from './answer';
import type { Listing, PageRead, PageRequest } from './listing';

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
					'even a single record is too large, so shorten the filters, or request less of each record',
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

/**
 * Reads one page.
 * @returns `undefined` when the answer would be larger than the service allows (v1 §7).
 */
export async function readPage(
	listing: Listing,
	paging: PageRequest,
	sizes: PageSize,
): Promise<PageRead | undefined> {
	const { client, rules, options } = listing;
	const limit = rules.takesLimit ? paging.limit : undefined;
	const request = withPaging(listing, { ...paging, limit });
	const answer = await client.send(request, options).catch((error: unknown) => {
		if (limit === undefined || !isTooLarge(error)) throw error as Error;
		// The values of a look-up may be what is too large.
		if (options.isLookUp && request.body && error.status === 413) throw error;
		sizes.tooLarge(limit, error);
		return undefined;
	});
	if (answer && limit !== undefined) sizes.fits(limit);
	return answer && pageIn(listing, answer);
}

function withPaging({ request, rules }: Listing, paging: PageRequest): ServiceRequest {
	const given = Object.fromEntries(
		Object.entries(paging).filter(([, value]) => value !== undefined),
	) as Record<string, string | number>;
	const { pagingIn } = rules;
	return { ...request, [pagingIn]: { ...request[pagingIn], ...given } };
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

/**
 * The cursor of the page after one; `undefined` at the end of the list (v2 §4).
 * @throws ServiceError where more is announced that can't be asked for, or would never come (S2).
 */
export function cursorAfter(listing: Listing, { more, nextCursor, records }: PageRead) {
	if (!more) return undefined;
	if (nextCursor === undefined)
		throw broken(listing, 'More records are announced without a cursor');
	if (records.length === 0)
		throw broken(listing, 'More records are announced, but the page is empty');
	return nextCursor;
}

/** @throws ServiceError for a first page that is full, where nothing says whether others follow. */
export function assertEnd(
	listing: Listing,
	{ limit: asked = Infinity, cursor }: PageRequest,
	{ more, records, totalCount = Infinity }: PageRead,
): void {
	const { takesLimit, pageSize } = listing.rules;
	const limit = takesLimit ? asked : pageSize;
	const isFirst = listing.rules.style === 'cursor' && cursor === undefined;
	const isFull = records.length === limit && records.length < totalCount;
	if (more !== undefined || !isFirst || !isFull) return;
	const count = records.length.toLocaleString('en-US');
	throw malformed(
		listing,
		`The response does not say whether more than these ${count} records follow`,
	);
}

/**
 * Whether a page list ends with a page. The total is advisory (S2), so it never ends a list whose pages are full, and
 * without one only an empty page does.
 * @param received how many records the pages have brought, this one included.
 * @param limit how many were asked for.
 */
export const isLastPage = (
	{ records, totalCount = Infinity }: PageRead,
	received: number,
	limit: number,
): boolean => records.length === 0 || (records.length < limit && received >= totalCount);

/**
 * One page of a list, from a token that an earlier page gave: a cursor or, in page lists, the number
 * of the page, with `:480` behind it where 480 records were on pages before it that were not all full.
 * @returns `next`, the token of the page after it, unless it is the last; `undefined` when the page
 * would be larger than the service allows.
 */
export async function pageAt(listing: Listing, sizes: PageSize, token?: string) {
	const limit = sizes.current;
	if (listing.rules.style !== 'page') {
		const page = await readPage(listing, { limit, cursor: token }, sizes);
		return page && { ...page, next: cursorAfter(listing, page) };
	}
	const [number = 1, before = (number - 1) * limit] = (token ?? '1').split(':').map(Number);
	const page = await readPage(listing, { limit, page: number }, sizes);
	if (!page) return undefined;
	const received = before + page.records.length;
	const isEven = received === number * limit;
	const next = isEven ? String(number + 1) : `${number + 1}:${received}`;
	return { ...page, next: isLastPage(page, received, limit) ? undefined : next };
}
