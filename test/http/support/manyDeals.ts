/** A list of very many deals with times, its service, and how the tests read it in order. */
import {
	readByTime,
	type HttpRequest,
	type Piece,
	type ServiceRequest,
	type TimeRange,
} from '../../../nodes/SalesManagement/api';
import { textOf } from '../../../nodes/SalesManagement/shared';
import type { Respond, TestClient } from './client';
import { pageOf } from '../../support/memoryService';

/** The service's time, in the past of every clock that runs the tests. */
export const ORDERED_AT = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
export const REQUEST: ServiceRequest = { operation: 'deal.getMany' };

/** Deals of these ages in days, oldest first; more than any lookback ago. */
export const timesOf = (ages: Iterable<number>): Float64Array =>
	Float64Array.from(ages, (age) => ORDERED_AT - DAY - Math.floor(age * DAY)).sort();

/** A service whose deals, by their places from 1, changed at these times, on pages of so many. */
export function serviceOf(times: Float64Array, most = 1_000): Respond {
	const rows = Array.from(times, (updatedAt, at) => ({ id: at + 1, updatedAt }));
	return ({ query }: Pick<HttpRequest, 'query'>) => {
		const { records, ...paging } = pageOf(
			rows,
			{ limit: most, ...query },
			{ most, isRising: true },
		);
		const deals = records.map(({ id, updatedAt }) => ({ id, updatedAt: iso(updatedAt) }));
		return {
			headers: { date: new Date(ORDERED_AT).toUTCString() },
			body: { deals, ...paging },
		};
	};
}

const iso = (time?: number) => (time === undefined ? undefined : new Date(time).toISOString());

/** As Get Many of deals asks for a part of its list. */
const bounded = ({ from, to }: TimeRange): ServiceRequest => ({
	...REQUEST,
	query: {
		updatedAtFrom: iso(from),
		updatedAtTo: iso(to),
		sort: 'updatedAt',
	},
});

/** The pieces of all, in order, each as it comes. */
export const orderedPieces = (client: TestClient): AsyncGenerator<Piece> =>
	readByTime({ client, bounded, sharing: 1, elapsed: () => client.clock.elapsed() });

/** Reads all in order: how many deals, whether their times only rose, and the client's time that took. */
export async function inOrder(client: TestClient) {
	const began = client.clock.elapsed();
	const ids = new Set<unknown>();
	let [last, isRising] = [0, true];
	for await (const { records } of orderedPieces(client)) {
		for (const { id, updatedAt } of records) {
			if (ids.has(id)) continue;
			ids.add(id);
			const time = Date.parse(textOf(updatedAt));
			isRising &&= time >= last;
			last = time;
		}
	}
	return { count: ids.size, isRising, took: client.clock.elapsed() - began };
}
