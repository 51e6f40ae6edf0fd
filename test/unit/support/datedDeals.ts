/** A list of 50,000 deals with times, its service, and how the tests read it in stretches. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../../nodes/SalesManagement/api/pages';
import { readInStretches } from '../../../nodes/SalesManagement/api/stretches/read';
import type { HttpRequest } from '../../../nodes/SalesManagement/api/transport';
import type { ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { divisibleList } from '../../../nodes/SalesManagement/operations/stretches';
import { textOf } from '../../../nodes/SalesManagement/values';
import { clientOf, type Respond, type TestClient } from './testClient';

/** In the past of every clock that runs the tests. */
const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
export const DEALS = 50_000;
export const PAGE = 1_000;
export const REQUEST: ServiceRequest = { operation: 'deal.getMany' };

const getMany = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
);
const divisible = getMany && divisibleList(getMany.form);

/** Ages of deals, in days. */
export const evenly: readonly number[] = Array.from(
	{ length: DEALS },
	(_, at) => (at / DEALS) * 400,
);

/** Deals of these ages, newest first; more than any lookback ago. */
export const dealsOf = (ages: readonly number[]): IDataObject[] =>
	ages
		.map((age) => NOW - DAY - Math.floor(age * DAY))
		.sort((a, b) => b - a)
		.map((time, at) => ({ id: at + 1, updatedAt: new Date(time).toISOString() }));

/** A service that filters, sorts and counts. */
export function serviceOf(deals: readonly IDataObject[]): Respond {
	const times = deals.map(({ updatedAt }) => Date.parse(textOf(updatedAt)));
	return ({ query }: Pick<HttpRequest, 'query'>) => {
		const { updatedAtFrom: from, updatedAtTo: to, sort = '-updatedAt', cursor = 0 } = query;
		const least = from === undefined ? -Infinity : Date.parse(textOf(from));
		const most = to === undefined ? Infinity : Date.parse(textOf(to));
		const found = deals.filter((_, at) => (times[at] ?? 0) >= least && (times[at] ?? 0) <= most);
		if (sort === 'updatedAt') found.reverse();
		const start = Number(cursor);
		const page = found.slice(start, start + PAGE);
		const hasMore = start + PAGE < found.length;
		const nextCursor = hasMore ? String(start + PAGE) : null;
		return {
			headers: { date: new Date(NOW).toUTCString() },
			body: { deals: page, hasMore, nextCursor, totalCount: found.length },
		};
	};
}

/** Sends five requests a second to such a service. */
export const clientFor = (deals: readonly IDataObject[], latency: number): TestClient =>
	clientOf(serviceOf(deals), { rate: 5, latency });

/** Reads all in stretches: whether it could, how many deals there were, and the client's time that took. */
export async function inStretches(client: TestClient) {
	const began = client.clock.elapsed();
	const first = (await pages(client, REQUEST).next()).value;
	if (!first || !divisible) throw new Error('Deals can be read in stretches');
	const ids = new Set<unknown>();
	const isWhole = await readInStretches({
		...{ client, first, begins: 'newest', sharing: 1 },
		tripMs: client.clock.elapsed() - began,
		elapsed: () => client.clock.elapsed(),
		bounded: (window) => divisible.bounded(REQUEST, window),
		take: async (records) => {
			const before = ids.size;
			for (const { id } of records) ids.add(id);
			return await Promise.resolve(ids.size - before);
		},
	});
	return { isWhole, count: ids.size, took: client.clock.elapsed() - began };
}
