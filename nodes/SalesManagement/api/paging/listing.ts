import { UsageError } from '../../shared';
import type { Client, ListRules, SendOptions, ServiceRequest } from '../routes';

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
export interface PageRequest {
	readonly limit?: number;
	readonly cursor?: string;
	/** The number of a page, from 1. */
	readonly page?: number;
}
