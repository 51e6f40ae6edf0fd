/** A list of 50,000 deals with times, its service, and how the tests read it in stretches. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../../nodes/SalesManagement/api/pages';
import { divisionOf, type Division } from '../../../nodes/SalesManagement/api/stretches/division';
import { knownBy, type LongList } from '../../../nodes/SalesManagement/api/stretches/pageReader';
import { readAsDivided, readInStretches } from '../../../nodes/SalesManagement/api/stretches/read';
import type { HttpRequest } from '../../../nodes/SalesManagement/api/transport';
import type { ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { divisibleList } from '../../../nodes/SalesManagement/operations/stretches';
import { textOf } from '../../../nodes/SalesManagement/values';
import { clientOf, type Latency, type Respond, type TestClient } from './testClient';

export type { Latency };

/** When the service answers: in the past of every clock that runs the tests. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');
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
export const clientFor = (deals: readonly IDataObject[], latency: Latency): TestClient =>
	clientOf(serviceOf(deals), { rate: 5, latency });

/** What came of a reading: whether it could, how many deals there were, and the client's time that took. */
export interface Read {
	readonly isWhole: boolean;
	readonly count: number;
	readonly took: number;
	/** How the list can be divided the next time. */
	readonly division: Division | undefined;
}

type Way = (client: TestClient, list: Omit<LongList, 'known'>) => Promise<boolean>;

async function reading(client: TestClient, way: Way): Promise<Read> {
	if (!divisible) throw new Error('Deals can be read in stretches');
	const began = client.clock.elapsed();
	const times = new Map<unknown, number>();
	const isWhole = await way(client, {
		...{ client, sharing: 1 },
		elapsed: () => client.clock.elapsed(),
		bounded: (window) => divisible.bounded(REQUEST, window),
		take: async (records) => {
			const before = times.size;
			for (const { id, updatedAt } of records) times.set(id, Date.parse(textOf(updatedAt)));
			return await Promise.resolve(times.size - before);
		},
	});
	const took = client.clock.elapsed() - began;
	return { isWhole, count: times.size, took, division: divisionOf([...times.values()], PAGE) };
}

/** Reads all in stretches behind the first page. */
export const inStretches = async (client: TestClient): Promise<Read> =>
	await reading(client, async ({ clock }, list) => {
		const began = clock.elapsed();
		const first = (await pages(client, REQUEST).next()).value;
		if (!first) throw new Error('There is always a first page');
		const known = knownBy(first, clock.elapsed() - began);
		return await readInStretches({ ...list, known }, { first, begins: 'newest' });
	});

/** Reads all as it was divided before. */
export const asDivided = async (client: TestClient, division: Division): Promise<Read> =>
	await reading(client, async (_, list) => {
		const known = { ...division, tripMs: Infinity };
		return await readAsDivided({ ...list, known }, division);
	});
