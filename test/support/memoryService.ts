/** Lists in memory, as the documents have them (v1 §4, v2 §4): a part by time, sorted, a page at a time. */
import type { IDataObject } from 'n8n-workflow';
import type { HttpRequest, HttpResponse } from '../../nodes/SalesManagement/api';

/** Where a list is not as an ordinary one. */
export interface ListRules<Row> {
	/** The most records of a page, however many are asked for. */
	readonly most?: number;
	/** Its cursors name the last record of a page; otherwise they count. */
	readonly isKeyset?: boolean;
	readonly exclusiveEnds?: boolean;
	/** What its filter takes the update time of a record for. */
	readonly filteredAs?: (row: Row) => number;
	/** Its records rise by their update time, by which alone it is sorted: quick for very many. */
	readonly isRising?: boolean;
}

interface Place {
	readonly id?: unknown;
}

/** Times are numbers here, or texts as the service shows them. */
const timeIn = (row: object, field: string): number => {
	const value = (row as IDataObject)[field];
	return typeof value === 'number' ? value : Date.parse(value as string);
};

/** The place from which on it holds, of all from there to the end. */
function firstWhere<Row>(rows: readonly Row[], holds: (row: Row) => boolean): number {
	let [low, high] = [0, rows.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(rows[middle]!)) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** One page of these records, which have an ID and perhaps times. */
export function pageOf<Row extends Place>(
	rows: readonly Row[],
	{ updatedAtFrom, updatedAtTo, sort, limit = 100, cursor, page }: IDataObject,
	rules: ListRules<Row> = {},
) {
	const { most = 1_000, isKeyset, exclusiveEnds, isRising } = rules;
	const { filteredAs = (row: Row) => timeIn(row, 'updatedAt') } = rules;
	const [from = -Infinity, to = Infinity] = [updatedAtFrom, updatedAtTo].map((time) =>
		time === undefined ? undefined : Date.parse(time as string),
	);
	// A time that is none hides no record.
	const isOutside = (time: number) =>
		exclusiveEnds ? time <= from || time >= to : time < from || time > to;
	const firstFrom = (time: number) => firstWhere(rows, (row) => filteredAs(row) >= time);
	const found = isRising
		? rows.slice(firstFrom(from), firstFrom(to + 1))
		: rows.filter((row) => !isOutside(filteredAs(row)));
	const [, down, by = ''] = /^(-?)(.*)$/.exec((sort ?? '') as string)!;
	const order = (one: Row, other: Row) =>
		(down ? -1 : 1) * (timeIn(one, by) - timeIn(other, by)) || Number(one.id) - Number(other.id);
	if (!isRising && sort !== undefined) found.sort(order);
	if (isRising && down) found.reverse();
	const size = Math.min(most, Number(limit));
	let start = page === undefined ? Number(cursor ?? 0) : (Number(page) - 1) * size;
	if (isKeyset && cursor !== undefined) {
		const last = JSON.parse(cursor as string) as Row;
		start = found.findIndex((row) => order(row, last) > 0);
		if (start < 0) start = found.length;
	}
	const records = found.slice(start, start + size);
	const hasMore = start + size < found.length;
	const place = isKeyset ? JSON.stringify(records.at(-1)) : String(start + size);
	return { records, hasMore, nextCursor: hasMore ? place : null, totalCount: found.length };
}

/** A 400 for paging that the documents exclude (v2 §8, v1 §8). */
function refusedPaging({ limit, page }: IDataObject): Partial<HttpResponse> | undefined {
	const isWhole = (value: unknown, most: number) =>
		value === undefined ||
		(Number.isInteger(Number(value)) && Number(value) >= 1 && Number(value) <= most);
	if (isWhole(limit, 1_000) && isWhole(page, Infinity)) return undefined;
	return { status: 400, body: { error: 'BAD_REQUEST', messages: ['limit or page is not valid'] } };
}

/** What the lists of a service have for this path: `/v2/deals`, `/v2/deals/search`. */
export const nameOfList = (path: string): string =>
	path
		.replace(/\/search$/, '')
		.split('/')
		.at(-1)!
		.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

export const SERVICE_TIME = Date.parse('2026-11-21T08:00:00Z');

/** A service each of whose lists and searches, which filter nothing but times, has these records. */
export const serviceWith =
	(rows: readonly IDataObject[], told: IDataObject = {}) =>
	({ url, query, body }: HttpRequest, _number?: number): Partial<HttpResponse> => {
		const asked = { ...(body as IDataObject), ...query };
		const refused = refusedPaging(asked);
		if (refused) return refused;
		const { records, totalCount, ...cursor } = pageOf(rows, asked);
		const paging = asked.page === undefined ? cursor : { page: asked.page };
		return {
			headers: { date: new Date(SERVICE_TIME).toUTCString() },
			body: { [nameOfList(new URL(url).pathname)]: records, ...paging, totalCount, ...told },
		};
	};
