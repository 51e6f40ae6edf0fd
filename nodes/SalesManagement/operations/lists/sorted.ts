/** All of a long list as items: read by time, and sorted at the end. */
import type { IDataObject } from 'n8n-workflow';
import { isNotByTime, NotByTime, updateTimeOf, type TimeRange } from '../../api/lists/timeRange';
import type { Page } from '../../api/types';
import { textOf } from '../../values';
import type { Run } from '../operation';
import { shapeAll, type Shaper } from '../output';
import { piecesByTime, type ListAsked } from './everyRecord';
import { risingWithin, type Order } from './ranges';

/** Up to so many pages there is nothing to gain. */
const FEW_PAGES = 5;

/** A list of which all is wanted, and its first page. */
interface LongList extends ListAsked {
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	readonly shape: Shaper;
	readonly first: Page;
}

interface Entry {
	readonly id: number;
	readonly updatedAt: number;
	/** The value that the list is sorted by. */
	readonly value: number;
	readonly shaped: IDataObject;
}

/**
 * All records of a long list in the list's order, each once, as it was last.
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
	const order = isLong && limit >= totalCount ? divisible?.orderOf(request) : undefined;
	if (!divisible || !order) return undefined;
	const bounded = (range: TimeRange) => risingWithin(divisible, request, range);
	const entries = new Map<number, Entry>();
	try {
		for await (const { records } of piecesByTime(run, { bounded, anyOrder: true })) {
			const shaped = await shapeAll(records, shape, run.customs);
			for (const [at, record] of records.entries()) {
				const entry = entryOf(record, shaped[at] ?? record, order);
				const known = entries.get(entry.id);
				if (known && known.updatedAt > entry.updatedAt) continue;
				entries.set(entry.id, entry);
			}
		}
	} catch (error) {
		if (isNotByTime(error)) return undefined;
		throw error as Error;
	}
	const sign = order.descending ? -1 : 1;
	return [...entries.values()]
		.sort((a, b) => sign * (a.value - b.value) || a.id - b.id)
		.slice(0, limit)
		.map(({ shaped }) => shaped);
}

/** @throws NotByTime for a record that has no place in the order; that all have an ID and a time is known. */
function entryOf(record: IDataObject, shaped: IDataObject, { by }: Order): Entry {
	const { id } = record as { id: number };
	const value = by === 'id' ? id : Date.parse(textOf(record[by]));
	if (Number.isNaN(value)) throw new NotByTime();
	return { id, updatedAt: updateTimeOf(record), value, shaped };
}
