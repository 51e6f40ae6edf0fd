/**
 * What no service takes, whatever it otherwise answers: a fake that took it would hide the mistake.
 * It is thrown as a plain error, so that no test can take it for an answer of the service.
 */
import type { HttpRequest } from '../../../nodes/SalesManagement/api';

const MOST_ROWS = 1_000;
const TIMES = /(?:At|Datetime|Date)(?:From|To)?$/;

/** @throws for an address with a hole, a value that is none, a batch of nothing or of too much. */
export function refuseNonsense({ method, url, query, body }: HttpRequest): void {
	const refuse = (what: string) => {
		throw new Error(`${method} ${url}: no service takes ${what}`);
	};
	if (/\/(?:undefined|null|NaN|\{.*\}|)(?:\/|$)/.test(new URL(url).pathname.slice(1))) {
		refuse('an address with a hole');
	}
	for (const [key, value] of Object.entries(query)) {
		if (value === undefined || value === null || Number.isNaN(value)) refuse(`no value of ${key}`);
		const isTime = TIMES.test(key) && typeof value === 'string';
		if (isTime && Number.isNaN(Date.parse(value))) refuse(`${key}=${value}`);
	}
	if (url.endsWith('/bulk') && typeof body === 'object') {
		for (const rows of Object.values(body).filter(Array.isArray)) {
			if (rows.length === 0) refuse('an empty batch');
			if (rows.length > MOST_ROWS) refuse(`${rows.length} rows at once`);
		}
	}
	if (url.endsWith('/bulk') && body === '{}') refuse('a bulk request without rows');
}
