/** All of a long list as items: read by time, and sorted at the end. */
import type { IDataObject } from 'n8n-workflow';
import { asTheyCame } from '../../api/lists/byTime';
import { isNotByTime, NotByTime, updateTimeOf, type TimeRange } from '../../api/lists/timeRange';
import type { Page, ServiceRequest } from '../../api/types';
import { textOf } from '../../values';
import type { Run } from '../operation';
import { shapeAll, type Shaper } from '../output';
import { piecesByTime } from './everyRecord';
import type { Divisible, Order } from './ranges';

/** Up to so many pages there is nothing to gain. */
const FEW_PAGES = 5;

/** A list of which all is wanted, and its first page. */
interface LongList {
	readonly divisible: Divisible;
	readonly request: ServiceRequest;
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	readonly shape: Shaper;
	readonly first: Page;
}

/**
 * All records of a long list, each once, in the list's order.
 * @returns `undefined` for a list that is to be read page after page.
 */
export async function readLongList(
	run: Pick<Run, 'client' | 'items' | 'customs'>,
	{ divisible, request, limit = Infinity, shape, first }: LongList,
): Promise<IDataObject[] | undefined> {
	const { totalCount = 0, nextCursor } = first;
	const { pageSize = Infinity, style } = run.client.route(request.operation).list ?? {};
	const isLong =
		style === 'cursor' && nextCursor !== undefined && totalCount > FEW_PAGES * pageSize;
	// Of a part nobody knows to which time it goes.
	const order = isLong && limit >= totalCount ? divisible.orderOf(request) : undefined;
	if (!order) return undefined;
	const bounded = (range: TimeRange) => divisible.bounded(request, range);
	const sorted = new Sorted(order);
	const known = newestOf(order, first);
	try {
		sorted.take(first.records, await shapeAll(first.records, shape, run.customs));
		const pieces = piecesByTime(run, { bounded, hold: asTheyCame, anyOrder: true, known });
		for await (const { records } of pieces) {
			sorted.take(records, await shapeAll(records, shape, run.customs));
		}
	} catch (error) {
		if (isNotByTime(error)) return undefined;
		throw error as Error;
	}
	return sorted.all().slice(0, limit);
}

/** What a first page says of the newest changes, where it begins with them. */
function newestOf({ by, descending }: Order, { records, serverTime }: Page) {
	const times = records.map(updateTimeOf);
	const isFalling = times.every((time, at) => time <= (times[at - 1] ?? time));
	const from = times.at(-1);
	if (by !== 'updatedAt' || !descending || !isFalling) return undefined;
	return from === undefined || serverTime === undefined ? undefined : { from, serverTime };
}

interface Entry {
	readonly id: number;
	readonly updatedAt: number;
	/** The value that the list is sorted by. */
	readonly value: number;
	readonly shaped: IDataObject;
}

/** The records of a list that come in any order, some of them twice: each is kept once, as it was last. */
class Sorted {
	private readonly entries = new Map<number, Entry>();

	constructor(private readonly order: Order) {}

	/**
	 * @param shaped what is handed out of each record.
	 * @throws NotByTime for a record that has no place in the order.
	 */
	take(records: readonly IDataObject[], shaped: readonly IDataObject[]): void {
		for (const [at, record] of records.entries()) {
			const entry = this.entryOf(record, shaped[at] ?? record);
			const known = this.entries.get(entry.id);
			if (known && known.updatedAt > entry.updatedAt) continue;
			this.entries.set(entry.id, entry);
		}
	}

	all(): IDataObject[] {
		const sign = this.order.descending ? -1 : 1;
		return [...this.entries.values()]
			.sort((a, b) => sign * (a.value - b.value) || a.id - b.id)
			.map(({ shaped }) => shaped);
	}

	private entryOf(record: IDataObject, shaped: IDataObject): Entry {
		const { by } = this.order;
		const { id } = record;
		const updatedAt = updateTimeOf(record);
		const value =
			by === 'id' ? Number(id) : by === 'createdAt' ? Date.parse(textOf(record[by])) : updatedAt;
		if (typeof id !== 'number' || [value, updatedAt].some(Number.isNaN)) throw new NotByTime();
		return { id, updatedAt, value, shaped };
	}
}
