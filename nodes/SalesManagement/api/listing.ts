import { UsageError } from './errors';
import type { Client, ListRules, Page, SendOptions, ServiceRequest } from './types';

export interface PagesOptions extends SendOptions {
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	/** Records per page; the most that the list allows when absent. */
	readonly pageSize?: number;
	/** Where to continue: the `nextCursor` of an earlier page of the same list. */
	readonly startCursor?: string;
	/** The most pages to read. */
	readonly pageLimit?: number;
	/**
	 * Whether the list is a look-up: what it leaves out is taken not to exist, so nothing is read as a
	 * list that the documents don't show as one; and where a search is too large as a request, it is
	 * for the caller to look for fewer values.
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

/** @throws UsageError for an operation that returns no list, and a cursor where there are none. */
export function listingOf(client: Client, request: ServiceRequest, options: PagesOptions): Listing {
	const { list: rules } = client.route(request.operation);
	if (!rules) throw new UsageError(`${request.operation} returns no list.`);
	if (options.startCursor !== undefined && rules.style !== 'cursor') {
		throw new UsageError('This list has no cursors, so it can only be read from the beginning.');
	}
	return { client, request, rules, options };
}

/** Which page of a list is asked for, and how many records of it. */
export interface PageAsked {
	readonly limit?: number;
	readonly cursor?: string;
	readonly page?: number;
}

/** One page of a list, read by the list's rules. */
export interface PageRead extends Page {
	/** Whether the service says that more follows; absent where it says nothing. */
	readonly more?: boolean;
	/** Whether others may follow it that can't be asked for, since nothing says how. */
	readonly isCutOff?: true;
	/** See `FoundList`. */
	readonly envelope?: string;
	/** Whether the service says itself that nothing follows an empty page. */
	readonly isEmptyTold?: true;
	/** See `ServiceAnswer`. */
	readonly ageMs?: number;
	readonly oddDate?: string;
}
