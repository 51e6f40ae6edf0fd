import type { IDataObject } from 'n8n-workflow';
import { isObject, own, textOf } from '../values';
import { checkAddress } from './answers';
import { readErrorBody, reportedError, type ErrorBody } from './errorBody';
import { ServiceError } from './errors';
import type { Listing, PageRead } from './listing';
import type { ServiceAnswer } from './types';

/**
 * The page in a response. A bare list is taken for one as well, but not in a look-up.
 * @throws ServiceError for anything else, such as an error beside the list.
 */
export function pageIn(listing: Listing, { body, ...answered }: ServiceAnswer): PageRead {
	const { serverTime, oddDate, ageMs } = answered;
	const { rules, options } = listing;
	const { plural } = rules;
	const answer: IDataObject = isObject(body) ? body : {};
	const records: unknown = Array.isArray(body) ? body : own(answer, plural);
	const said = reportedError(answer);
	if (said) throw reported(listing, said);
	if (options.isLookUp) assertWhole(listing, body);
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
		...(oddDate === undefined ? {} : { oddDate }),
		...(ageMs === undefined ? {} : { ageMs }),
		...(typeof nextCursor === 'string' && nextCursor !== '' ? { nextCursor } : {}),
	};
}

/**
 * Nothing is created unless a list as documented says that it does not exist: no interface shows a
 * bare list, nor a code or messages beside one.
 */
function assertWhole(listing: Listing, body: unknown): void {
	if (Array.isArray(body)) {
		throw malformed(listing, `The response is a bare list, without "${listing.rules.plural}"`);
	}
	if (!isObject(body)) return;
	const { code, success, message, messages } = body;
	// By themselves these are an error; beside a list that is only read they may be a remark.
	const isTold = (words: unknown) =>
		reportedError({ code, success, messages: words }) !== undefined;
	if (!isTold(message) && !isTold(messages)) return;
	const { message: words = `The service reports the code ${textOf(code)}`, details } =
		readErrorBody(body);
	throw reported(listing, { message: words, details });
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
