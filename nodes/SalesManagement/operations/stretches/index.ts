/** Reading all of a long list in parallel stretches of update time, where that is faster. */
import type { IDataObject } from 'n8n-workflow';
import { divisionOf } from '../../api/stretches/division';
import { knownBy, type Known, type LongList } from '../../api/stretches/pageReader';
import { readAsDivided, readInStretches } from '../../api/stretches/read';
import type { Page, ServiceRequest } from '../../api/types';
import type { Run } from '../operation';
import { shapeAll, type Shaper } from '../output';
import type { Divisible } from './bounds';
import { divisionFor, keepDivision } from './divisions';
import { Kept, type Order } from './kept';

export { divisibleList, divisibleSearch, type Divisible } from './bounds';
export { everyRecord, type Asked, type Batch } from './every';

/** Up to so many pages there is nothing to gain: finding the ends of the list takes as long. */
const FEW_PAGES = 5;

/** A list of which all is wanted. */
export interface Wanted {
	readonly divisible: Divisible;
	readonly request: ServiceRequest;
	/** The most records wanted; absent for all. */
	readonly limit?: number;
	readonly shape: Shaper;
}

/** A list of which the first page is read. */
export interface Begun extends Wanted {
	readonly first: Page;
	/** How long the first page took, in milliseconds. */
	readonly tripMs: number;
}

type Reading = Pick<Run, 'client' | 'items' | 'customs'>;

/**
 * All records of a list that this process has read before, each once, in the list's order.
 * @returns `undefined` for a list that is not known, or not as it was.
 */
export async function readKnownList(
	run: Reading,
	wanted: Wanted,
): Promise<IDataObject[] | undefined> {
	const { request, limit } = wanted;
	const division = limit === undefined ? divisionFor(run.client, request) : undefined;
	if (!division) return undefined;
	// Whatever becomes of this reading, the next one does not go by what may be wrong.
	keepDivision(run.client, request);
	const read = async (list: LongList) => await readAsDivided(list, division);
	return await allOf(run, wanted, { known: { ...division, tripMs: Infinity }, read });
}

/**
 * All records of a long list, each once, in the list's order.
 * @returns `undefined` for a list that is to be read page after page.
 */
export async function readLongList(run: Reading, begun: Begun): Promise<IDataObject[] | undefined> {
	const { request, first, tripMs, limit = Infinity } = begun;
	const { totalCount = 0, nextCursor } = first;
	const { pageSize = Infinity, style } = run.client.route(request.operation).list ?? {};
	const isLong =
		style === 'cursor' && nextCursor !== undefined && totalCount > FEW_PAGES * pageSize;
	// Of a part nobody knows to which time it goes.
	if (!isLong || limit < totalCount) return undefined;
	const read = async (list: LongList, { by, descending }: Order) => {
		const begins = by !== 'updatedAt' ? undefined : descending ? 'newest' : 'oldest';
		return await readInStretches(list, { first, begins });
	};
	return await allOf(run, begun, { known: knownBy(first, tripMs), read });
}

interface Way {
	readonly known: Known;
	/** @returns false for a list that can only be read page after page. */
	readonly read: (list: LongList, order: Order) => Promise<boolean>;
}

async function allOf(
	{ client, items, customs }: Reading,
	{ divisible, request, limit, shape }: Wanted,
	{ known, read }: Way,
): Promise<IDataObject[] | undefined> {
	const order = divisible.orderOf(request);
	if (!order) return undefined;
	const kept = new Kept(order);
	const take = async (page: readonly IDataObject[]) =>
		kept.take(page, await shapeAll(page, shape, customs));
	const bounded = (window: Parameters<Divisible['bounded']>[1]) =>
		divisible.bounded(request, window);
	const list = { client, bounded, known, take, sharing: items.length };
	if (!(await read(list, order))) return undefined;
	keepDivision(client, request, divisionOf(kept.updateTimes, known.pageSize));
	return kept.inOrder().slice(0, limit);
}
