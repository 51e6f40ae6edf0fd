/** A list that is read, and one page of it. */
import type { IDataObject } from 'n8n-workflow';
import { filledText, isObject, formatCount, UsageError } from '../../shared';
import { assertNoError, bodyShape } from '../errors/errorBody';
import { checkAddress, isOfKind, ServiceError, type RequestOutcome } from '../errors/errors';
import type {
	Client,
	ListRules,
	Page,
	SendOptions,
	ServiceAnswer,
	ServiceRequest,
} from '../routes';

export interface PagesOptions extends SendOptions {
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	/** Records per page; the most that the list allows when absent. */
	readonly pageSize?: number;
	/** The place to continue at: the `nextCursor` of an earlier page of the same list. */
	readonly startCursor?: string;
	/** The most pages to read. */
	readonly pageLimit?: number;
	/**
	 * Whether the list is a look-up of many values: a search that is too large as a request is then for
	 * the caller to make smaller.
	 */
	readonly isLookUp?: boolean;
}

/** A list that is being read: what its pages have in common. */
export interface Listing {
	readonly client: Client;
	readonly request: ServiceRequest;
	readonly rules: ListRules;
	readonly options: PagesOptions;
}

/** @throws UsageError for an operation that returns no list, and for a cursor where there are none. */
export function listingOf(
	client: Client,
	request: ServiceRequest,
	options: PagesOptions = {},
): Listing {
	const { list: rules } = client.route(request.operation);
	if (!rules) throw new UsageError(`${request.operation} returns no list.`);
	if (options.startCursor !== undefined && rules.style !== 'cursor') {
		throw new UsageError('This list has no cursors, so it can only be read from the beginning.');
	}
	return { client, request, rules, options };
}

/** The number of records to ask for in one page, where the list lets the caller choose. */
export const pageSizeOf = ({ rules, options }: Listing): number =>
	(rules.takesLimit ? options.pageSize : undefined) ?? rules.pageSize;

/** The request for a page of a list. */
interface PageRequest {
	readonly limit?: number;
	readonly cursor?: string;
	/** The number of a page, from 1. */
	readonly page?: number;
}

/**
 * Reads one page.
 * @returns `undefined` when the answer would be larger than the service allows (v1 §7), so that a smaller page
 * is to be asked for.
 * @throws the error itself when the page can't be made smaller.
 */
export async function readPage(listing: Listing, asked: PageRequest): Promise<Page | undefined> {
	const { client, rules, options } = listing;
	const limit = rules.takesLimit ? asked.limit : undefined;
	const request = withPaging(listing, { ...asked, limit });
	const answer = await client.send(request, options).catch((error: unknown) => {
		const isTooLarge = isOfKind(error, 'tooLarge', 'answerTooLarge');
		if (limit === undefined || !isTooLarge) throw error as Error;
		// The values of a look-up may make the request too large.
		if (options.isLookUp && request.body && error.kind === 'tooLarge') throw error;
		if (limit > 1) return undefined;
		throw error.with({
			advice:
				'even a single record is too large, so shorten the filters, or request less of each record',
		});
	});
	return answer && pageIn(listing, answer);
}

/**
 * The page in a response: `{<plural>: […], hasMore, nextCursor, totalCount}` (v2 §4), with the records
 * in `data` or as a bare array where something on the way unpacks them.
 * @throws ServiceError for anything else, such as an error beside the list.
 */
export function pageIn(listing: Listing, { body, serverTime }: ServiceAnswer): Page {
	// A list with an error is no whole one: what it leaves out may exist, so nothing follows from it.
	assertNoError(body, listing.request.operation, listing.client.labels);
	const records = recordsIn(listing, body);
	const { hasMore, nextCursor: next, totalCount } = isObject(body) ? body : {};
	// It may be null or empty at the end (S2).
	const nextCursor = filledText(next);
	const isSaid = typeof hasMore === 'boolean' || next !== undefined;
	const more = typeof hasMore === 'boolean' ? hasMore : nextCursor !== undefined;
	return {
		records,
		nextCursor,
		serverTime,
		more: isSaid ? more : undefined,
		totalCount: typeof totalCount === 'number' && totalCount >= 0 ? totalCount : undefined,
	};
}

/** Whether a service wrote an integer (v2 §2) as text. A record without any ID is no matter of this file. */
const isTextId = (id: unknown) => typeof id === 'string' && /^\d+$/.test(id);

function recordsIn(listing: Listing, body: unknown): IDataObject[] {
	const { plural } = listing.rules;
	const found: unknown = isObject(body) ? (body[plural] ?? body.data) : body;
	// A record that is not found is created; PHP writes `[]` also for an empty object, so that proves nothing.
	const isNoProof = (list: unknown[]) =>
		listing.options.isLookUp && list === body && list.length === 0;
	if (!Array.isArray(found) || isNoProof(found)) {
		throw malformed(listing, `The response is ${bodyShape(body)}, without the list "${plural}"`);
	}
	const odd = found.findIndex((each) => !isObject(each) || isTextId(each.id));
	if (odd < 0) return found as IDataObject[];
	const what = `${bodyShape(found[odd])}, which is no record with a number as its ID`;
	throw malformed(listing, `The list "${plural}" contains ${what}`);
}

/** An answer that is no list that could be read. */
const malformed = (listing: Listing, serviceMessage: string): ServiceError =>
	broken(
		listing,
		serviceMessage,
		`the response is not what the interface describes, so ${checkAddress(listing.client.labels)}`,
		'unknown',
	);

/** The size to ask for instead of a page that was too large. */
export const smallerThan = (limit: number): number => Math.floor(limit / 2);

function withPaging({ request, rules }: Listing, paging: PageRequest): ServiceRequest {
	const { pagingIn } = rules;
	return { ...request, [pagingIn]: { ...request[pagingIn], ...paging } };
}

/**
 * A list that can't be followed further: stopped with an error instead of a loop (S2).
 * @param advice what the user can do.
 */
export const broken = (
	{ request }: Listing,
	serviceMessage: string,
	advice = 'reading was stopped since it would never end, so try again later',
	outcome: RequestOutcome = 'refused',
): ServiceError =>
	new ServiceError({ operation: request.operation, outcome, serviceMessage, advice });

/**
 * The cursor of the page after one; `undefined` at the end of the list (v2 §4).
 * @throws ServiceError where more is announced that can't be asked for, or would never come (S2).
 */
export function cursorAfter(listing: Listing, { more, nextCursor, records }: Page) {
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
	{ more, records, totalCount = Infinity }: Page,
): void {
	const { takesLimit, pageSize } = listing.rules;
	const limit = takesLimit ? asked : pageSize;
	const isFirst = listing.rules.style === 'cursor' && cursor === undefined;
	const isFull = records.length === limit && records.length < totalCount;
	if (more !== undefined || !isFirst || !isFull) return;
	throw malformed(
		listing,
		`The response does not say whether more than these ${formatCount(records.length)} records follow`,
	);
}

/**
 * One page of a list, from a token that an earlier page gave: a cursor or, in page lists, the number of the page.
 * @returns `next`, the token of the page after it, unless it is the last; `undefined` when the page
 * would be larger than the service allows.
 */
export async function pageAt(listing: Listing, limit: number, token?: string) {
	if (listing.rules.style !== 'page') {
		const page = await readPage(listing, { limit, cursor: token });
		return page && { ...page, next: cursorAfter(listing, page) };
	}
	const number = Number(token ?? 1);
	const page = await readPage(listing, { limit, page: number });
	if (!page) return undefined;
	const { records, totalCount = Infinity } = page;
	const { length } = records;
	// Nobody knows how many records the pages before it brought, so that only an empty page ends a longer list.
	const isLast = length === 0 || (number === 1 && length < limit && length >= totalCount);
	return { ...page, next: isLast ? undefined : String(number + 1) };
}
