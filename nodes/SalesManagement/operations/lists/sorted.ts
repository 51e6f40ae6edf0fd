/** All of a long list as items: read by time, and sorted at the end. */
import type { IDataObject } from 'n8n-workflow';
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

/**
 * All records of a long list in the list's order, each once, as it was when it was read.
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
	const entries: Array<{ id: number; value: number; shaped: IDataObject }> = [];
	for await (const { records } of everyRecord(run, { request, divisible }, { anyOrder: true })) {
		const shaped = await shapeAll(records, shape, run.customs);
		for (const [at, record] of records.entries()) {
			const id = Number(record.id);
			const value = by === 'id' ? id : Date.parse(textOf(record[by]));
			// It has no place in the order.
			if (Number.isNaN(value)) return undefined;
			entries.push({ id, value, shaped: shaped[at] ?? record });
		}
	}
	return entries
		.sort((a, b) => sign * (a.value - b.value) || a.id - b.id)
		.slice(0, limit)
		.map(({ shaped }) => shaped);
}
