import { isBlank, isObject } from '../values';
import { unwrapped } from './envelope';
import { isHtml, readErrorBody, type ErrorBody } from './errorBody';
import { httpDate } from './httpDate';
import { LIMITS } from './limits';
import { pagingOfHeaders } from './paging';
import { numberIds } from './textIds';
import { findInCauses, ServiceError, UsageError, type ServiceErrorParts } from './errors';
import type { HttpResponse, Unreadable } from './transport';
import type { CredentialKind, CredentialWords, Route, ServiceAnswer } from './types';

/** What is needed to interpret an answer. */
export interface Asked {
	readonly operation: string;
	readonly route: Route;
	readonly kind: CredentialKind;
	readonly words: CredentialWords;
	/** The local time, for waits given as a date when the service sends no `Date`. */
	readonly now: number;
	/** When the request was to be given up, where that is before the limits say so. */
	readonly timeoutMs?: number;
}

export const checkAddress = ({ baseUrl }: CredentialWords): string =>
	`check the ${baseUrl} and the Endpoint Overrides of the credential`;

/** The operation that finds out what the service answers, as the editor shows it. */
export const CHECK_ACCOUNT = 'run Account > Check, which finds out what the service answers';

/** The same for an answer that may come from another address than was meant. */
const checkAddressOf = ({ words }: Asked): string => `${checkAddress(words)}, or ${CHECK_ACCOUNT}`;

export const LOOK_FIRST =
	'it is not known whether the service carried it out, so look for its result before you repeat it';

/**
 * The answer to a request: any 2xx is success, an empty body is success with no data (S2).
 * @throws ServiceError for everything else.
 */
export function readAnswer(response: HttpResponse, asked: Asked): ServiceAnswer {
	const { status, body } = response;
	if (status >= 300 && status < 400) throw redirected(response, asked);
	if (response.unreadable) throw unreadable(response.unreadable, status, asked);
	if (status < 200 || status >= 300) throw refused(response, asked);
	if (typeof body === 'string' && body.trim() !== '') throw notJson(response, asked);
	return {
		body: body === null || typeof body === 'string' ? undefined : asDocumented(body, asked),
		status,
		...(Array.isArray(body) ? { paging: pagingOfHeaders(response.headers) } : {}),
		...dateOf(response),
		...ageOf(response),
	};
}

/** What a list holds is for whoever reads its pages (`pageBody.ts`). */
function asDocumented(body: unknown, { operation, route }: Asked): unknown {
	if (route.list) return body;
	const meant = unwrapped(body, operation);
	for (const records of recordsOf(meant)) numberIds(records, operation);
	return meant;
}

/** The records of an answer that is no page: itself, or the lists that stand in it side by side. */
function recordsOf(body: unknown): unknown[][] {
	if (Array.isArray(body)) return [body];
	return isObject(body) && isBlank(body.id) ? Object.values(body).filter(Array.isArray) : [[body]];
}

/** `Age` in seconds: present only where a cache sent the response. */
function ageOf({ headers: { age } }: HttpResponse): Pick<ServiceAnswer, 'ageMs'> {
	return /^\d{1,9}$/.test(String(age)) && Number(age) > 0 ? { ageMs: Number(age) * 1000 } : {};
}

/** The service's own clock, from the `Date` header, or what stands there instead. */
export function dateOf({
	headers: { date },
}: HttpResponse): Pick<ServiceAnswer, 'serverTime' | 'oddDate'> {
	const serverTime = httpDate(date);
	if (serverTime !== undefined) return { serverTime };
	return typeof date === 'string' && date.trim() !== '' ? { oddDate: date } : {};
}

/** `Retry-After` in milliseconds, given as seconds or as an HTTP date (S2). */
export function retryAfterOf(response: HttpResponse, now: number): number | undefined {
	const value = response.headers['retry-after'];
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	const bounded = (wait: number) => Math.min(LIMITS.retryAfterMs, Math.max(0, wait));
	if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return bounded(Number(text) * 1000);
	const until = httpDate(text);
	return until === undefined ? undefined : bounded(until - (dateOf(response).serverTime ?? now));
}

function redirected({ status, headers }: HttpResponse, asked: Asked): ServiceError {
	const { operation, route, words } = asked;
	const target = typeof headers.location === 'string' ? headers.location.split(/[?#]/)[0] : '';
	// An address that is too long to be meant, or that holds a password, is not repeated.
	const isShown =
		target !== undefined && !target.includes('@') && target.length <= LIMITS.textLength;
	const safe = isShown ? target : '';
	// "See Other" is said of a request that was carried out (RFC 9110 §15.4.4).
	const isDone = status === 303 && !route.repeatable;
	const enter = `enter the final address as the ${words.baseUrl}, since a credential is never sent along a redirect`;
	return new ServiceError({
		operation,
		outcome: isDone ? 'unknown' : 'refused',
		status,
		serviceMessage: `The service redirects to ${safe || 'another address'}`,
		advice: isDone ? `${enter}; ${LOOK_FIRST}` : enter,
	});
}

const MB = 1024 * 1024;

const UNREADABLE: Readonly<Record<Unreadable, () => string>> = {
	tooLarge: () => `The response is larger than ${LIMITS.answerBytes / MB} MB`,
	tooDeep: () => `The response is nested more than ${LIMITS.answerDepth} levels deep`,
	packing: () => "The response can't be unpacked",
};

/** An answer that came, but of which nothing is known but its status. */
function unreadable(why: Unreadable, status: number, asked: Asked): ServiceError {
	const { operation, route, words } = asked;
	const address = checkAddress(words);
	const where = why === 'tooLarge' ? `request less at once, or ${address}` : address;
	const isDone = status < 300;
	return new ServiceError({
		operation,
		outcome: isDone || status >= 500 ? 'unknown' : 'refused',
		status,
		serviceMessage: UNREADABLE[why](),
		tooLarge: why === 'tooLarge',
		advice: route.repeatable ? where : `${where}; ${LOOK_FIRST}`,
	});
}

function notJson({ status, body }: HttpResponse, asked: Asked): ServiceError {
	const { operation, route } = asked;
	const answered = { operation, outcome: 'unknown', status } as const;
	// It began as JSON, so the address is right.
	if (/^\s*[{[]/.test(String(body))) {
		return new ServiceError({
			...answered,
			serviceMessage: 'The response was cut off',
			transient: true,
			advice: route.repeatable ? 'try again later' : LOOK_FIRST,
		});
	}
	return new ServiceError({
		...answered,
		serviceMessage: isHtml(body)
			? 'The address returned an HTML page instead of JSON'
			: 'The response is not JSON',
		advice: `${checkAddressOf(asked)}${route.repeatable ? '' : `; ${LOOK_FIRST}`}`,
	});
}

function refused(response: HttpResponse, asked: Asked): ServiceError {
	const { status } = response;
	const { operation, route } = asked;
	const said = asToldOf(operation, readErrorBody(response.body));
	const fault = status === 408 || (status >= 500 && !isAnswer(status, asked, said));
	const parts: ServiceErrorParts = {
		operation,
		outcome: fault ? 'unknown' : 'refused',
		status,
		serviceMessage: said.message ?? defaultMessage(status, said),
		details: said.details,
		bulkErrors: said.bulkErrors,
		isOwn: isObject(response.body),
		retryAfterMs: retryAfterOf(response, asked.now),
		transient: fault || status === 429,
		advice: fault
			? route.repeatable
				? 'the fault is in the service, so try again later'
				: LOOK_FIRST
			: adviceFor(status, asked, said),
	};
	return new ServiceError(parts);
}

/** Only a bulk request has rows: whatever else an answer calls so is no item of the node's. */
function asToldOf(operation: string, { bulkErrors, details, ...said }: ErrorBody): ErrorBody {
	if (/\.(create|update)Many$/.test(operation)) return { ...said, details, bulkErrors };
	const messages = bulkErrors.flatMap((row) => row.messages);
	return { ...said, details: [...details, ...messages], bulkErrors: [] };
}

/**
 * Whether a 5xx says for certain that nothing was done: a plain 500 that names rows, and in v1 one that
 * says what is wrong with the input or that a list is too large (S2, v1 §4, §7). What stands in a 502,
 * 503 or 504 may come from anywhere on the way, after the service has carried the request out.
 */
function isAnswer(status: number, { kind, route }: Asked, said: ErrorBody): boolean {
	if (status !== 500) return false;
	if (said.bulkErrors.length > 0) return true;
	if (kind !== 'v1ApiKey') return false;
	if (said.details.length > 0) return true;
	return route.repeatable && saysTooLarge(said.message, said.details);
}

function defaultMessage(status: number, { isHtml: html }: ErrorBody): string {
	if (html) return 'The address returned an HTML page instead of JSON';
	const known: Readonly<Record<number, string>> = {
		400: 'The service refused the input',
		401: 'The service does not accept the credential',
		403: 'The service does not allow this',
		404: 'Not found',
		410: 'No longer there',
		429: 'Too many requests',
	};
	return (
		known[status] ?? (status >= 500 ? 'The service failed' : 'The service refused the request')
	);
}

function adviceFor(status: number, asked: Asked, said: ErrorBody): string {
	const { operation, kind, words } = asked;
	const { secret, which } = words;
	if (said.isHtml && status !== 401 && status !== 403) return checkAddressOf(asked);
	switch (status) {
		case 401:
			return `check the ${secret} in the credential${which}, and that its owner is allowed to do this`;
		case 403:
			return operation === 'user.getCurrent' && kind === 'teamToken'
				? 'a team token belongs to no user, so use a personal token here'
				: // Some services answer so to addresses that they don't know.
					`check the permissions of the ${secret}'s owner, and that the credential is the right one; if both are, ${CHECK_ACCOUNT}`;
		case 404:
		case 410:
			return `check the IDs; when nothing is found at all, ${checkAddressOf(asked)}`;
		case 405:
			return checkAddressOf(asked);
		case 413:
			return /\.(create|update)$/.test(operation)
				? 'this one record is larger than the service takes, so shorten its longest texts'
				: 'send or request less at once';
		case 429:
			return 'wait, or lower Requests per Second in the credential';
		default:
			return said.bulkErrors.length > 0 ? 'correct the items named' : 'correct the input';
	}
}

/** Whether these are the words for a response above the service's own limit (v1 §7). */
export const saysTooLarge = (message: string | undefined, details: readonly string[]): boolean => {
	const text = [message, ...details].join(' ');
	return /limit/i.test(text) && /size|bytes|\bMB\b|too large|exceed/i.test(text);
};

/**
 * An answer above this package's limit; v1's answer above 10 MB, a 500 whose message names size and
 * limit (v1 §7, S2); or a plain 413.
 */
export const isTooLarge = (error: unknown): boolean =>
	error instanceof ServiceError &&
	(error.tooLarge ||
		error.status === 413 ||
		(error.status === 500 && saysTooLarge(error.serviceMessage, error.details)));

/** What such an error says of a connection that was never made. */
const notConnected = (code: string, { baseUrl }: CredentialWords): string =>
	({
		ECONNREFUSED: 'The service refuses connections',
		ENOTFOUND: `The host name of the ${baseUrl} is not known`,
		EAI_AGAIN: `The host name of the ${baseUrl} could not be looked up`,
		EHOSTUNREACH: "The service can't be reached over the network",
		ENETUNREACH: "The service can't be reached over the network",
		ENETDOWN: 'The network is down',
	})[code] ?? 'No connection could be made';

/** The service's certificate is looked at before anything is sent. */
const CERTIFICATE =
	/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$)/;

/** Encryption may fail at the start, or in the middle of a response. */
const ENCRYPTION = /^(ERR_TLS_|ERR_SSL_|EPROTO$)/;

const codeOf = (error: unknown) =>
	findInCauses(error, (each) => {
		const code = (each as { code?: unknown }).code;
		return typeof code === 'string' && code !== '' ? code : undefined;
	});

/** What the system was asked to do when it failed; of several addresses that were tried, for each. */
const systemCalls = (error: unknown): unknown[] =>
	findInCauses(error, (each) => {
		const { errors, syscall } = each as { errors?: unknown; syscall?: unknown };
		if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(systemCalls);
		return syscall === undefined ? undefined : [syscall];
	}) ?? [];

/** Whether there was no connection, so that the service can't have received the request. */
function neverArrived(error: unknown): boolean {
	const calls = systemCalls(error);
	return calls.length > 0 && calls.every((call) => call === 'connect' || call === 'getaddrinfo');
}

/** The error of a request without an answer, by whether the service can have received it. */
export function fromNetworkError(error: unknown, asked: Asked): Error {
	const { operation, route, words } = asked;
	const usage = findInCauses(error, (each) => (each instanceof UsageError ? each : undefined));
	if (usage) return usage;
	const code = codeOf(error) ?? '';
	if (neverArrived(error)) {
		return new ServiceError({
			operation,
			outcome: 'unreachable',
			serviceMessage: notConnected(code, words),
			transient: code !== 'ENOTFOUND',
			advice: `check that the service is running and that the ${words.baseUrl} of the credential is right`,
		});
	}
	const notSecure = `No secure connection to the ${words.baseUrl} could be made`;
	if (CERTIFICATE.test(code)) {
		return new ServiceError({
			operation,
			outcome: 'unreachable',
			serviceMessage: notSecure,
			advice: "check the address and the service's certificate",
		});
	}
	if (ENCRYPTION.test(code)) {
		const check = "check that the address takes https, and the service's certificate";
		return new ServiceError({
			operation,
			outcome: 'unknown',
			serviceMessage: notSecure,
			advice: route.repeatable ? check : `${check}; ${LOOK_FIRST}`,
		});
	}
	const final = code === '' || code === 'ERR_CANCELED';
	return new ServiceError({
		operation,
		outcome: 'unknown',
		serviceMessage: brokenOff(code, error, asked),
		transient: !final,
		advice: route.repeatable ? 'try again' : LOOK_FIRST,
	});
}

const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT'];

function brokenOff(code: string, error: unknown, { timeoutMs = Infinity }: Asked): string {
	if (code === '') return error instanceof Error ? error.message : 'The request failed';
	if (code === 'ERR_CANCELED') return 'The request was cancelled';
	if (!TIMED_OUT.includes(code)) return 'The connection broke before the response was complete';
	return timeoutMs < LIMITS.beginningMs
		? `The service did not respond within the ${Math.ceil(timeoutMs / 1000)} s that were left`
		: 'The service did not respond in time';
}
