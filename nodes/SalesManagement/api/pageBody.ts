import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf } from '../values';
import { CHECK_ACCOUNT, checkAddress } from './advice';
import { listIn, type FoundList } from './envelope';
import { readErrorBody, reportedError, type ErrorBody } from './errorBody';
import { ServiceError } from './errors';
import type { Listing, PageAsked, PageRead } from './listing';
import { countOf, cursorOf, moreOf, pagingIn } from './paging';
import { shapeTold } from './shapeTold';
import { numberIds } from './textIds';
import type { ServiceAnswer } from './types';

/**
 * The page in a response, whatever its list and its paging fields are called (`envelope.ts`,
 * `paging.ts`); its ids are numbers.
 * @throws ServiceError for anything else, such as an error beside the list.
 */
export function pageIn(
	listing: Listing,
	{ body, paging: headers, ...answered }: ServiceAnswer,
	asked: PageAsked,
): PageRead {
	const { serverTime, oddDate, ageMs } = answered;
	const answer: IDataObject = isObject(body) ? body : {};
	const said = reportedError(answer);
	if (said) throw reported(listing, said);
	if (listing.options.isLookUp) assertNoRemark(listing, answer);
	const { records, beside, envelope } = listOf(listing, body);
	const paging = pagingIn(beside, headers);
	const more = moreOf(paging);
	const totalCount = countOf(paging.totalCount);
	const nextCursor = cursorOf(paging);
	const isEmptyTold = records.length === 0 && (more === false || totalCount === 0);
	return {
		records,
		...(more !== undefined && { more }),
		...(more === undefined &&
			isCutOff(listing, asked, { records, totalCount }) && { isCutOff: true }),
		...(envelope !== undefined && { envelope }),
		...(isEmptyTold && { isEmptyTold }),
		...(totalCount === undefined ? {} : { totalCount }),
		...(serverTime === undefined ? {} : { serverTime }),
		...(oddDate === undefined ? {} : { oddDate }),
		...(ageMs === undefined ? {} : { ageMs }),
		...(nextCursor === undefined ? {} : { nextCursor }),
	};
}

/** Of a first page that is full and not all there is, as far as the service says. */
function isCutOff(
	{ rules }: Listing,
	{ limit = rules.pageSize, cursor }: PageAsked,
	{ records, totalCount = Infinity }: Pick<PageRead, 'records' | 'totalCount'>,
): boolean {
	const isFirst = rules.style === 'cursor' && cursor === undefined;
	return isFirst && records.length === limit && records.length < totalCount;
}

function listOf(
	listing: Listing,
	body: unknown,
): Omit<FoundList, 'records'> & { records: IDataObject[] } {
	const { plural } = listing.rules;
	const { operation } = listing.request;
	const found = listIn(body, operation, plural);
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
	const { records, envelope = plural } = found;
	const stray = records.findIndex((each) => !isObject(each));
	if (stray >= 0) {
		const shown = JSON.stringify(records[stray]).slice(0, SHOWN_LENGTH);
		const list = envelope === '' ? 'The list' : `The list "${envelope}"`;
		throw malformed(listing, `${list} contains ${shown}, which is no record`);
	}
	numberIds(records, operation);
	return { ...found, records: records as IDataObject[] };
}

/** Nothing is created unless the service says without a remark that it does not exist. */
function assertNoRemark(listing: Listing, body: IDataObject): void {
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

/** An answer that is no list that could be read. */
export const malformed = ({ client, request }: Listing, serviceMessage: string): ServiceError =>
	new ServiceError({
		operation: request.operation,
		outcome: 'unknown',
		serviceMessage,
		advice: `the response is not what the interface describes, so ${checkAddress(client.words)}, or ${CHECK_ACCOUNT}`,
	});
