/** A perfect client: knows the service's limit, is alone, keeps nothing but the answers. */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { timed } from '../measure';

const BURST = 5;
/** A little more than the second in which the service counts, since requests arrive unevenly. */
const WINDOW_MS = 1_100;

export interface Sent {
	readonly method: 'GET' | 'POST';
	readonly url: string;
	readonly body?: string;
}

/** Sends five requests in each window, without waiting for answers; answers the time of all in ms. */
export async function paced(token: string, all: readonly Sent[]): Promise<number> {
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const { ms } = await timed(async () => {
		const answers: Array<Promise<unknown>> = [];
		for (const [at, { url, ...how }] of all.entries()) {
			if (at > 0 && at % BURST === 0) await pause(WINDOW_MS);
			answers.push(answered(url, { ...how, headers }));
		}
		return await Promise.all(answers);
	});
	return ms;
}

type How = Omit<Sent, 'url'> & { readonly headers: Readonly<Record<string, string>> };

/** On a busy machine requests arrive closer together than they were sent; then once more. */
async function answered(url: string, how: How): Promise<unknown> {
	const { statusCode, body } = await request(url, how);
	if (statusCode < 300) return await body.json();
	const text = await body.text();
	if (statusCode !== 429) throw new Error(`${url}: ${statusCode} ${text}`);
	await pause(WINDOW_MS);
	return await answered(url, how);
}

const customer = (at: number) => ({
	name: `Customer ${at}`,
	telNo: '03-1234-0000',
	address: `Street ${at}`,
});

export const bulkBodies = (v2: string, count: number): Sent[] =>
	Array.from({ length: count / 1000 }, (_, part) => ({
		method: 'POST' as const,
		url: `${v2}/customers/bulk`,
		body: JSON.stringify({
			customers: Array.from({ length: 1000 }, (__, row) => customer(part * 1000 + row)),
		}),
	}));

export const singleBodies = (v2: string, count: number): Sent[] =>
	Array.from({ length: count }, (_, at) => ({
		method: 'POST' as const,
		url: `${v2}/customers`,
		body: JSON.stringify(customer(at)),
	}));

/** So many pages of a list: the first again and again, since nobody knows the cursor of a page not yet read. */
export const pageRequests = (v2: string, count: number): Sent[] =>
	Array.from({ length: count }, () => ({ method: 'GET' as const, url: `${v2}/deals?limit=1000` }));

/** The deals with the first IDs, so many with each search. */
export const searches = (v2: string, count: number, each: number): Sent[] =>
	Array.from({ length: Math.ceil(count / each) }, (_, part) => {
		const ids = Array.from(
			{ length: Math.min(each, count - part * each) },
			(__, at) => part * each + at + 1,
		);
		const subFilters = ids.map((id) => ({
			valueFilter: { field: { name: 'id' }, comparisonOperator: '=', value: { integerValue: id } },
		}));
		return {
			method: 'POST' as const,
			url: `${v2}/deals/search`,
			body: JSON.stringify({
				filter: { compositeFilter: { logicalOperator: 'OR', subFilters } },
				limit: 1000,
			}),
		};
	});
