/** All of a long list as items: read by time, and sorted at the end. */
import type { IDataObject } from 'n8n-workflow';
import { updateTimeOf } from '../../api/lists/timeRange';
import type { Page } from '../../api/types';
import { textOf } from '../../values';
import type { Run } from '../operation';
import { shapeAll, type Shaper } from '../output';
import { everyRecord, type ListAsked } from './everyRecord';

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
	run: Pick<Run, 'client' | 'items' | 'customs' | 'cancelled'>,
	{ divisible, request, limit = Infinity, shape, first }: LongList,
): Promise<IDataObject[] | undefined> {
	const { totalCount = 0, nextCursor } = first;
	const { pageSize = Infinity, style } = run.client.route(request.operation).list ?? {};
	const isLong =
		style === 'cursor' && nextCursor !== undefined && totalCount > FEW_PAGES * pageSize;
	// Of a part nobody knows to which time it goes.
	const order = isLong && limit >= totalCount ? divisible?.orderOf(request) : undefined;
	if (!order) return undefined;
	const { by } = order;
	const sign = order.descending ? -1 : 1;
	const entries = new Map<unknown, Entry>();
	for await (const batch of everyRecord(run, { request, divisible }, { anyOrder: true })) {
		const came = [...batch.records, ...batch.again];
		const shaped = await shapeAll(came, shape, run.customs);
		for (const [at, record] of came.entries()) {
			const id = Number(record.id);
			const value = by === 'id' ? id : Date.parse(textOf(record[by]));
			// It has no place in the order.
			if (Number.isNaN(value)) return undefined;
			const updatedAt = updateTimeOf(record);
			// Pages come in any order, so that an older state may come behind a later one.
			const key = record.id ?? record;
			if ((entries.get(key)?.updatedAt ?? -Infinity) > updatedAt) continue;
			entries.set(key, { id, updatedAt, value, shaped: shaped[at] ?? record });
		}
	}
	return [...entries.values()]
		.sort((a, b) => sign * (a.value - b.value) || a.id - b.id)
		.slice(0, limit)
		.map(({ shaped }) => shaped);
}
