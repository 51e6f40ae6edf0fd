/** A list as items: in the list's order, each record once, as it was last. */
import type { IDataObject } from 'n8n-workflow';
import type { PagesOptions } from '../../api/lists/listing';
import { updateTimeOf } from '../../api/lists/timeRange';
import type { Run } from '../operation';
import { shapeAll, type Shaper } from '../output';
import { everyRecord, type Batch, type ListAsked } from './everyRecord';
import { FIRST_PAGE } from './resumeCursor';

/** Up to so many pages there is nothing to gain. */
const FEW_PAGES = 5;

interface Wanted extends ListAsked, Pick<PagesOptions, 'limit' | 'pageLimit' | 'startCursor'> {
	readonly shape: Shaper;
	/** Whether a later run can go on behind the last item: it is read page after page then. */
	readonly readsOn: boolean;
}

interface Kept {
	readonly updatedAt: number;
	readonly shaped: IDataObject;
}

/**
 * Reads a list; each page is turned into output records and released.
 * @returns `nextCursor`, where the list goes on, if it was read page after page.
 */
export async function readItems(
	run: Run,
	{ request, divisible, shape, readsOn, limit, pageLimit, startCursor: cursor }: Wanted,
): Promise<{ records: IDataObject[]; nextCursor?: string }> {
	const order = divisible?.rising && divisible.orderOf(request);
	const kept = new Map<unknown, Kept>();
	const keep = async ({ records, again }: Batch) => {
		const came = [...records, ...again];
		const shaped = await shapeAll(came, shape, run.customs);
		for (const [at, record] of came.entries()) {
			const key = record.id ?? record;
			const updatedAt = updateTimeOf(record);
			// Pages by time come in any order, so that an older state may come behind a later one.
			if ((kept.get(key)?.updatedAt ?? -Infinity) > updatedAt) continue;
			kept.set(key, { updatedAt, shaped: shaped[at] ?? record });
		}
	};
	const { pageSize = Infinity, style } = run.client.route(request.operation).list ?? {};
	/** Of a part nobody knows to which time it goes. */
	const isLong = ({ totalCount = 0, nextCursor }: Batch) =>
		!readsOn &&
		style === 'cursor' &&
		nextCursor !== undefined &&
		totalCount > FEW_PAGES * pageSize &&
		totalCount <= (limit ?? Infinity);
	let nextCursor: string | undefined;
	const paged = { limit, pageLimit, startAt: { ...FIRST_PAGE, cursor } };
	for await (const page of everyRecord(run, { request }, paged)) {
		if (order && isLong(page)) {
			const all = everyRecord(run, { request, divisible }, { anyOrder: true });
			for await (const batch of all) await keep(batch);
			const records = [...kept]
				.sort(
					([one, a], [other, b]) =>
						order * (a.updatedAt - b.updatedAt) || Number(one) - Number(other),
				)
				.slice(0, limit)
				.map(([, { shaped }]) => shaped);
			return { records };
		}
		await keep(page);
		({ nextCursor } = page);
	}
	return { records: Array.from(kept.values(), ({ shaped }) => shaped), nextCursor };
}
