/** What an answer means. */
import { checkAddress, LOOK_FIRST } from './advice';
import { checkAddressOf, type Asked } from './requestContext';
import { isHtml, reportedError } from './errorBody';
import { ServiceError } from './errors';
import { ageOf, dateOf } from '../http/headers';
import { LIMITS } from '../limits';
import { refused } from './refusals';
import type { HttpResponse, Unreadable } from '../http/transport';
import type { ServiceAnswer } from '../types';
import { isBlank, isObject } from '../../values';

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
