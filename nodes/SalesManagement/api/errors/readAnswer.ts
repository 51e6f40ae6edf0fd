/** What an answer means. */
import { checkAddress } from './advice';
import { HTML_PAGE, isHtml, reportedError } from './errorBody';
import { ServiceError, type Asked } from './errors';
import { serverTimeOf } from '../http/timeHeaders';
import { refused } from './statusErrors';
import type { HttpResponse } from '../http/transport';
import type { ServiceAnswer } from '../routes/types';
import { isBlank, isObject, LIMITS, textOf } from '../../shared';

/**
 * The answer to a request: any 2xx is success, an empty body is success with no data (S2).
 * @param now the local time, for waits given as a date when the service sends no `Date`.
 * @throws ServiceError for everything else.
 */
export function readAnswer(response: HttpResponse, asked: Asked, now: number): ServiceAnswer {
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
 * gateways put it into `data`. What a list holds is for whoever reads its pages.
 */
export function withoutWrapper(body: unknown, { list }: Asked['route']): unknown {
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

/** An answer that came, but of which nothing is known but its status. */
const tooLarge = ({ status }: HttpResponse, { operation, words }: Asked): ServiceError =>
	new ServiceError({
		operation,
		outcome: status < 300 || status >= 500 ? 'unknown' : 'refused',
		status,
		serviceMessage: `The response is larger than ${LIMITS.answerBytes / 1024 ** 2} MB`,
		tooLarge: true,
		advice: `request less at once, or ${checkAddress(words)}`,
	});

const notJson = ({ status, body }: HttpResponse, { operation, words }: Asked): ServiceError =>
	new ServiceError({
		operation,
		outcome: 'unknown',
		status,
		serviceMessage: isHtml(body) ? HTML_PAGE : 'The response is not JSON',
		advice: checkAddress(words),
	});
