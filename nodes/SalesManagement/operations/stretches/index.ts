/** Reading all of a long list in parallel stretches of update time, where that is faster. */
import type { IDataObject } from 'n8n-workflow';
import { readInStretches } from '../../api/stretches/read';
import type { Page, ServiceRequest } from '../../api/types';
import type { Run } from '../operation';
import { shapeAll, type Shaper } from '../output';
import type { Divisible } from './bounds';
import { Kept } from './kept';

export { divisibleList, divisibleSearch, type Divisible } from './bounds';
export { everyRecord, type Asked, type Batch } from './every';

/** Up to so many pages there is nothing to gain: finding the ends of the list takes as long. */
const FEW_PAGES = 5;

/** A list of which all is wanted, and the first page is read. */
export interface Begun {
	readonly divisible: Divisible;
	readonly request: ServiceRequest;
	readonly first: Page;
	/** How long the first page took, in milliseconds. */
	readonly tripMs: number;
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	readonly shape: Shaper;
}

/**
 * All records of a long list, each once, in the list's order.
 * @returns `undefined` for a list that is to be read page after page.
 */
export async function readLongList(
	{ client, items, customs }: Pick<Run, 'client' | 'items' | 'customs'>,
	{ divisible, request, first, tripMs, limit = Infinity, shape }: Begun,
): Promise<IDataObject[] | undefined> {
	const { totalCount = 0, nextCursor } = first;
	const { pageSize = Infinity, style } = client.route(request.operation).list ?? {};
	const isLong =
		style === 'cursor' && nextCursor !== undefined && totalCount > FEW_PAGES * pageSize;
	// Of a part nobody knows to which time it goes.
	if (!isLong || limit < totalCount) return undefined;
	const order = divisible.orderOf(request);
	if (!order) return undefined;
	const kept = new Kept(order);
	const take = async (page: readonly IDataObject[]) =>
		kept.take(page, await shapeAll(page, shape, customs));
	const begins = order.by !== 'updatedAt' ? undefined : order.descending ? 'newest' : 'oldest';
	const bounded = (window: Parameters<Divisible['bounded']>[1]) =>
		divisible.bounded(request, window);
	const sharing = items.length;
	const list = { client, bounded, first, tripMs, begins, sharing, take } as const;
	if (!(await readInStretches(list))) return undefined;
	return kept.inOrder().slice(0, limit);
}
