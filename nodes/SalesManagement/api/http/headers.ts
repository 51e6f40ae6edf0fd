/** What the headers of an answer say of time. */
import { httpDate } from './httpDate';
import { LIMITS } from '../limits';
import type { HttpResponse } from './transport';
import type { ServiceAnswer } from '../types';

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
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	const bounded = (wait: number) => Math.min(LIMITS.retryAfterMs, Math.max(0, wait));
	if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return bounded(Number(text) * 1000);
	const until = httpDate(text);
	return until === undefined ? undefined : bounded(until - (dateOf(response).serverTime ?? now));
}
