/** What an answer means. */
import { checkAddress } from './advice';
import { checkAddressOf, type Asked } from './requestContext';
import { isHtml, reportedError } from './errorBody';
import { ServiceError } from './errors';
import { ageOf, dateOf } from '../http/headers';
import { LIMITS } from '../limits';
import { refused } from './statusErrors';
import type { HttpResponse, Unreadable } from '../http/transport';
import type { ServiceAnswer } from '../types';
import { isBlank, isObject, textOf } from '../../values';

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
		body: body === null || typeof body === 'string' ? undefined : withoutWrapper(body, asked.route),
		status,
		...dateOf(response),
		...ageOf(response),
	};
}

/**
 * The documents show the record, or the rows of a bulk answer, without a wrapper (v2 §2.1 rule 6); some
 * gateways put it into `data`. What a list holds is for whoever reads its pages.
 */
function withoutWrapper(body: unknown, { list }: Asked['route']): unknown {
	if (list || !isObject(body) || !isBlank(body.id) || reportedError(body)) return body;
	return isObject(body.data) || Array.isArray(body.data) ? body.data : body;
}

function redirected({ status, headers }: HttpResponse, asked: Asked): ServiceError {
	const { operation, route, words } = asked;
	const [target = ''] = textOf(headers.location).split(/[?#]/);
	// An address that holds a password is not repeated.
	const shown = target === '' || target.includes('@') ? 'another address' : target;
	return new ServiceError({
		operation,
		// "See Other" is said of a request that was carried out (RFC 9110 §15.4.4).
		outcome: status === 303 && !route.repeatable ? 'unknown' : 'refused',
		status,
		serviceMessage: `The service redirects to ${shown}`,
		advice: `enter the final address as the ${words.baseUrl}, since a credential is never sent along a redirect`,
	});
}

const UNREADABLE: Readonly<Record<Unreadable, string>> = {
	tooLarge: `The response is larger than ${LIMITS.answerBytes / 1024 ** 2} MB`,
	tooDeep: `The response is nested more than ${LIMITS.answerDepth} levels deep`,
	packing: "The response can't be unpacked",
};

/** An answer that came, but of which nothing is known but its status. */
function unreadable(why: Unreadable, status: number, { operation, words }: Asked): ServiceError {
	const tooLarge = why === 'tooLarge';
	return new ServiceError({
		operation,
		outcome: status < 300 || status >= 500 ? 'unknown' : 'refused',
		status,
		serviceMessage: UNREADABLE[why],
		tooLarge,
		advice: `${tooLarge ? 'request less at once, or ' : ''}${checkAddress(words)}`,
	});
}

function notJson({ status, body }: HttpResponse, asked: Asked): ServiceError {
	// It began as JSON, so the address is right.
	const isCutOff = /^\s*[{[]/.test(String(body));
	const what = isHtml(body)
		? 'The address returned an HTML page instead of JSON'
		: 'The response is not JSON';
	return new ServiceError({
		operation: asked.operation,
		outcome: 'unknown',
		status,
		serviceMessage: isCutOff ? 'The response was cut off' : what,
		transient: isCutOff,
		advice: !isCutOff ? checkAddressOf(asked) : asked.route.repeatable ? 'try again later' : '',
	});
}
