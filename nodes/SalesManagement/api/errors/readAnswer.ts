/** The meaning of an answer: data, or an error that says what to do. */
import { isBlank, isObject, LIMITS, textOf } from '../../shared';
import { retryAfterOf, serverTimeOf } from '../http/timeHeaders';
import type { HttpResponse } from '../http/transport';
import type { Route, ServiceAnswer } from '../routes';
import { isHtml, readErrorBody, reportedError, type ErrorBody } from './errorBody';
import {
	CHECK_ACCOUNT,
	checkAddress,
	CORRECT_INPUT,
	ServiceError,
	STATUSES,
	type FailureKind,
	type RequestContext,
} from './errors';

const HTML_PAGE = 'The address returned an HTML page instead of JSON';

/**
 * The answer to a request: any 2xx is success, an empty body is success with no data (S2).
 * @param now the local time, for waits given as a date when the service sends no `Date`.
 * @throws ServiceError for everything else.
 */
export function readAnswer(
	response: HttpResponse,
	asked: RequestContext,
	now: number,
): ServiceAnswer {
	const { status, body } = response;
	if (status >= 300 && status < 400) throw redirected(response, asked);
	if (response.isTooLarge) throw tooLarge(response, asked);
	if (status < 200 || status >= 300) throw refused(response, asked, now);
	if (typeof body === 'string' && body.trim() !== '') throw notJson(response, asked);
	return {
		body: body === null || typeof body === 'string' ? undefined : withoutWrapper(body, asked.route),
		status,
		serverTime: serverTimeOf(response),
	};
}

/**
 * The documents show the record, or the rows of a bulk answer, without a wrapper (v2 §2.1 rule 6); some
 * gateways put it into `data`. The wrapper of a list is read with its pages.
 */
export function withoutWrapper(body: unknown, { list }: Route): unknown {
	if (list || !isObject(body) || !isBlank(body.id) || reportedError(body)) return body;
	return isObject(body.data) || Array.isArray(body.data) ? body.data : body;
}

function redirected({ status, headers }: HttpResponse, asked: RequestContext): ServiceError {
	const { operation, route, labels } = asked;
	const [target = ''] = textOf(headers.location).split(/[?#]/);
	// An address that holds a password is not repeated.
	const shown = target === '' || target.includes('@') ? 'another address' : target;
	return new ServiceError({
		operation,
		// "See Other" is said of a request that was carried out (RFC 9110 §15.4.4).
		outcome: status === 303 && !route.repeatable ? 'unknown' : 'refused',
		status,
		serviceMessage: `The service redirects to ${shown}`,
		advice: `enter the final address as the ${labels.baseUrl}, since a credential is never sent along a redirect`,
	});
}

/** The error of an answer of which nothing is known but its status. */
const tooLarge = ({ status }: HttpResponse, { operation, labels }: RequestContext): ServiceError =>
	new ServiceError({
		operation,
		outcome: status < 300 || status >= 500 ? 'unknown' : 'refused',
		status,
		serviceMessage: `The response is larger than ${LIMITS.answerBytes / 1024 ** 2} MB`,
		kind: 'answerTooLarge',
		advice: `request less at once, or ${checkAddress(labels)}`,
	});

const notJson = (
	{ status, body }: HttpResponse,
	{ operation, labels }: RequestContext,
): ServiceError =>
	new ServiceError({
		operation,
		outcome: 'unknown',
		status,
		serviceMessage: isHtml(body) ? HTML_PAGE : 'The response is not JSON',
		advice: checkAddress(labels),
	});

/** The error of an answer whose status is not one of success. */
function refused(response: HttpResponse, asked: RequestContext, now: number): ServiceError {
	const { status } = response;
	const { operation, route } = asked;
	const read = readErrorBody(response.body);
	// Only a bulk request has rows: `bulkErrors` of any other answer are no items of the node.
	const said = /\.(create|update)Many$/.test(operation) ? read : { ...read, bulkErrors: [] };
	const { message = defaultMessage(response, said), ...rest } = said;
	const fault = status === 408 || (status >= 500 && !isAnswer(status, asked, said));
	const retryAfterMs = retryAfterOf(response, now);
	const tryAgain = route.repeatable ? 'the fault is in the service, so try again later' : '';
	return new ServiceError({
		...rest,
		operation,
		outcome: fault ? 'unknown' : 'refused',
		status,
		kind: kindBySaid(status, route, said, retryAfterMs),
		serviceMessage: message,
		isOwn: isObject(response.body),
		retryAfterMs,
		transient: fault || status === 429,
		advice: fault ? tryAgain : adviceFor(response, asked, said),
	});
}

/**
 * Whether a 5xx says for certain that nothing was done: a plain 500 that names rows, and in v1 one that
 * says what is wrong with the input or that a list is too large (S2, v1 §4, §7). A 502, 503 or 504 may come
 * from anywhere on the way, after the service has carried the request out.
 */
function isAnswer(status: number, { kind, route }: RequestContext, said: ErrorBody): boolean {
	if (status !== 500) return false;
	if (said.bulkErrors.length > 0) return true;
	if (kind !== 'v1ApiKey') return false;
	if (said.details.length > 0) return true;
	return route.repeatable && saysTooLarge(said);
}

function defaultMessage({ status, body }: HttpResponse, { bulkErrors }: ErrorBody): string {
	if (isHtml(body)) return HTML_PAGE;
	if (bulkErrors.length > 0) return 'The service refused the input';
	const other = status >= 500 ? 'The service failed' : 'The service refused the request';
	return STATUSES[status]?.message ?? other;
}

function adviceFor({ status, body }: HttpResponse, asked: RequestContext, said: ErrorBody): string {
	const { operation, kind, labels } = asked;
	const { secret } = labels;
	const address = `${checkAddress(labels)}${orByPut(asked)}`;
	if (isHtml(body) && status !== 401 && status !== 403) return address;
	switch (status) {
		case 401:
			return `check the ${secret} in the credential, and that its owner is allowed to do this`;
		case 403:
			return operation === 'user.getCurrent' && kind === 'teamToken'
				? 'a team token belongs to no user, so use a personal token here'
				: // Some services answer so to addresses that they don't know.
					`check the permissions of the ${secret}'s owner, and that the credential is the right one; if both are, ${CHECK_ACCOUNT}`;
		case 404:
		case 410:
			// The service says which record is missing where its message names an ID, and no address.
			return said.details.some((each) => /^[^/]*\d[^/]*$/.test(each))
				? 'check the IDs'
				: `check the IDs; when nothing is found at all, ${address}`;
		case 405:
			return address;
		case 413:
			return 'send or request less at once, or shorten the longest texts';
		default:
			return said.bulkErrors.length > 0 ? 'correct the items named' : CORRECT_INPUT;
	}
}

/** The documents show the method of no update but that of deals in v2 (v2 §4.6). */
const orByPut = ({ operation, route: { method, path, known }, kind }: RequestContext) =>
	method !== 'PATCH' || known === 'shown' || (operation === 'deal.update' && kind !== 'v1ApiKey')
		? ''
		: `; where no update works, the service may take PUT: {"${operation}": "PUT ${path}"} under Endpoint Overrides`;

/** A rate is counted by the second (v2 §8), so a longer wait is for the day. */
const LONGEST_FOR_RATE = 300_000;

/** The kind of a failure that the service's words tell from others of the same status. */
function kindBySaid(
	status: number,
	{ list }: Route,
	said: ErrorBody,
	retryAfterMs = 0,
): FailureKind | undefined {
	if (status === 500 && list && saysTooLarge(said)) return 'answerTooLarge';
	// Words that name the second as well do not say which of the two is used up.
	const namesDay = /^(?!.*second).*\b(?:daily|day|quota)\b/is.test(wordsIn(said));
	return status === 429 && (namesDay || retryAfterMs > LONGEST_FOR_RATE) ? 'quota' : undefined;
}

/** Whether these are the words for a response above the service's own limit (v1 §7). */
function saysTooLarge(said: ErrorBody): boolean {
	const text = wordsIn(said);
	return /limit/i.test(text) && /size|bytes|\bMB\b|too large|exceed/i.test(text);
}

const wordsIn = ({ message, details }: ErrorBody) => [message, ...details].join(' ');
