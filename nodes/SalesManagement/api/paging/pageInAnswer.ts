import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared';
import { checkAddress } from '../errors/advice';
import { reportedError } from '../errors/errorBody';
import { ServiceError } from '../errors/errors';
import { shapeTold } from '../errors/describeShape';
import type { ServiceAnswer } from '../routes/types';
import type { Listing, PageRead } from './listing';

/**
 * The page in a response: `{<plural>: […], hasMore, nextCursor, totalCount}` (v2 §4), with the records
 * in `data` or as a bare array where something on the way unpacks them.
 * @throws ServiceError for anything else, such as an error beside the list.
 */
export function pageIn(listing: Listing, { body, serverTime }: ServiceAnswer): PageRead {
	const said = reportedError(body);
	if (said) {
		const { message = 'The service reports an error', details } = said;
		// A list with an error is no whole one: what it leaves out may exist, so nothing follows from it.
		throw malformed(listing, message).with({
			details,
			advice: `the service reported success, but sent this instead of a whole list, so try again later; if it stays so, ${checkAddress(listing.client.words)}`,
		});
	}
	const records = recordsIn(listing, body);
	const { hasMore, nextCursor: next, totalCount } = isObject(body) ? body : {};
	// It may be null or empty at the end (S2).
	const nextCursor = typeof next === 'string' && next !== '' ? next : undefined;
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

/** A service that writes integers (v2 §2) as text. What is no ID at all is for whoever needs one. */
const isTextId = (id: unknown): boolean => typeof id === 'string' && /^\d+$/.test(id);

function recordsIn(listing: Listing, body: unknown): IDataObject[] {
	const { plural } = listing.rules;
	const found: unknown = isObject(body) ? (body[plural] ?? body.data) : body;
	// What is not found is created, and `[]` is also what PHP makes of an object that is empty.
	const isNoProof = (list: unknown[]) =>
		listing.options.isLookUp && list === body && list.length === 0;
	if (!Array.isArray(found) || isNoProof(found)) {
		throw malformed(listing, `The response is ${shapeTold(body)}, without the list "${plural}"`);
	}
	const odd = found.findIndex((each) => !isObject(each) || isTextId(each.id));
	if (odd < 0) return found as IDataObject[];
	const what = `${shapeTold(found[odd])}, which is no record with a number as its ID`;
	throw malformed(listing, `The list "${plural}" contains ${what}`);
}

/** An answer that is no list that could be read. */
export const malformed = ({ client, request }: Listing, serviceMessage: string): ServiceError =>
	new ServiceError({
		operation: request.operation,
		outcome: 'unknown',
		serviceMessage,
		advice: `the response is not what the interface describes, so ${checkAddress(client.words)}`,
	});
