/** What the headers of an answer say of time. */
import { LIMITS } from '../limits';
import type { HttpResponse } from './transport';
import type { ServiceAnswer } from '../types';

/** As RFC 9110 §5.6.7 wants it written. */
const HTTP_DATE = /^\s*[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\s*$/;

/** In ms since 1970; `undefined` for anything else: JavaScript takes a bare number for a year or a month. */
export function httpDate(value: unknown): number | undefined {
	const time = typeof value === 'string' && HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** `Age` in seconds: present only where a cache sent the response. */
export function ageOf({ headers: { age } }: HttpResponse): Pick<ServiceAnswer, 'ageMs'> {
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
	const until = httpDate(value);
	const seconds = /^\s*\d+(\.\d+)?\s*$/.test(String(value)) ? Number(value) : undefined;
	if (until === undefined && seconds === undefined) return undefined;
	const from = dateOf(response).serverTime ?? now;
	const wait = seconds === undefined ? (until ?? from) - from : seconds * 1000;
	return Math.min(LIMITS.retryAfterMs, Math.max(0, wait));
}
