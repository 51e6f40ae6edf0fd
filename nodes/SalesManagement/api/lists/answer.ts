import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../values';
import { checkAddress } from '../errors/advice';
import { readErrorBody, reportedError, type ErrorBody } from '../errors/errorBody';
import { ServiceError } from '../errors/errors';
import { shapeTold } from '../errors/describeShape';
import type { ServiceAnswer } from '../types';
import type { Listing, PageRead } from './listing';

/**
 * The page in a response: `{<plural>: […], hasMore, nextCursor, totalCount}` (v2 §4), with the records
 * in `data` or as a bare array where something on the way unpacks them.
 * @throws ServiceError for anything else, such as an error beside the list.
 */
export function pageIn(listing: Listing, { body, ...answer }: ServiceAnswer): PageRead {
	const { serverTime, oddDate, ageMs } = answer;
	const { isLookUp } = listing.options;
	const { messages, hasMore, nextCursor, totalCount } = isObject(body) ? body : {};
	// Nothing is created unless the service says without a remark that it does not exist.
	const said = reportedError(body) ?? (isLookUp ? reportedError({ messages }) : undefined);
	if (said) throw reported(listing, said);
	const records = recordsIn(listing, body);
	// It may be null or empty at the end (S2).
	const cursor = typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined;
	const isProven = isNamed(listing, body) || hasMore === false || totalCount === 0;
	if (isLookUp && records.length === 0 && !isProven) {
		// What is not found is created, and `[]` is also what some servers send for an empty object.
		throw malformed(
			listing,
			`The response is ${shapeTold(body)}, without "${listing.rules.plural}", so it does not show that nothing exists`,
		);
	}
	const isNothingSaid = typeof hasMore !== 'boolean' && nextCursor === undefined;
	const isCount = typeof totalCount === 'number' && totalCount >= 0;
	return {
		records,
		...(!isNothingSaid && { more: typeof hasMore === 'boolean' ? hasMore : cursor !== undefined }),
		...(cursor !== undefined && { nextCursor: cursor }),
		...(isCount && { totalCount }),
		...(serverTime !== undefined && { serverTime }),
		...(oddDate !== undefined && { oddDate }),
		...(ageMs !== undefined && { ageMs }),
	};
}

/** A service that writes integers (v2 §2) as text. What is no ID at all is for whoever needs one. */
const isTextId = (id: unknown): boolean => typeof id === 'string' && /^\d+$/.test(id);

const isNamed = ({ rules }: Listing, body: unknown): boolean =>
	isObject(body) && Array.isArray(body[rules.plural]);

function recordsIn(listing: Listing, body: unknown): IDataObject[] {
	const { plural } = listing.rules;
	const places: unknown[] = isObject(body) ? [body[plural], body.data] : [body];
	const found = places.find(Array.isArray) as unknown[] | undefined;
	if (!found) {
		const { message, details } = readErrorBody(isObject(body) ? body : {});
		if (message !== undefined) throw reported(listing, { message, details });
		throw malformed(
			listing,
			body === undefined
				? `The response is empty, without the list "${plural}"`
				: `The response has no list "${plural}", but ${shapeTold(body)}`,
		);
	}
	for (const each of found) {
		if (isObject(each) && !isTextId(each.id)) continue;
		const why = isObject(each) ? 'whose ID is no number' : 'which is no record';
		throw malformed(listing, `The list "${plural}" contains ${shapeTold(each)}, ${why}`);
	}
	return found as IDataObject[];
}

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

/** An answer that is no list that could be read. */
export const malformed = ({ client, request }: Listing, serviceMessage: string): ServiceError =>
	new ServiceError({
		operation: request.operation,
		outcome: 'unknown',
		serviceMessage,
		advice: `the response is not what the interface describes, so ${checkAddress(client.words)}`,
	});
