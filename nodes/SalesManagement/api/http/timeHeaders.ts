/** The times in the headers of an answer. */
import type { HttpResponse } from './transport';

/** A date as RFC 9110 §5.6.7 wants it written. */
const HTTP_DATE = /^\s*[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\s*$/;

/** The time of an HTTP date in ms since 1970; `undefined` for any other text: JavaScript takes a bare number for a year or a month. */
function httpDate(value: unknown): number | undefined {
	const time = typeof value === 'string' && HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** The service's own clock, from the `Date` header. */
export const serverTimeOf = ({ headers }: HttpResponse) => httpDate(headers.date);

/** `Retry-After` in milliseconds, given as seconds or as an HTTP date (S2). */
export function retryAfterOf(response: HttpResponse, now: number): number | undefined {
	const value = response.headers['retry-after'];
	const from = serverTimeOf(response) ?? now;
	const isSeconds = /^\s*\d+(\.\d+)?\s*$/.test(String(value));
	const until = isSeconds ? from + Number(value) * 1000 : httpDate(value);
	return until && Math.max(0, until - from);
}
