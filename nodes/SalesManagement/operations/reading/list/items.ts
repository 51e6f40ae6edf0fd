/** Reads a list into items: in the list's order, each record once. */
import type { IDataObject } from 'n8n-workflow';
import type { PagesOptions } from '../../../api/paging/listing';
import { updateTimeOf } from '../../../api/paging/timeRange';
import type { Page } from '../../../api/routes';
import type { Run } from '../../model';
import { AnswerSpace } from '../../telling/agent';
import type { Shape } from '../../telling/output';
import { everyRecord, type Batch, type ListQuery } from './everyRecord';
import { cursorIn, cursorText, FIRST_PAGE } from './resumeCursor';
import { orderOf } from './timeRanges';

/** Lists of up to so many pages are not read by time, since that gains nothing. */
const FEW_PAGES = 5;

interface ItemsQuery extends ListQuery, Pick<PagesOptions, 'limit' | 'pageLimit' | 'startCursor'> {
	readonly shape: Shape;
	/** Whether a later run continues behind the last item; the list is then read page after page. */
	readonly readsOn: boolean;
}

/**
 * Reads a list; each page is turned into output records and released.
 * @returns the records; also `nextCursor` if the list was read page after page and has more, and the total if the
 * list tells it.
 */
export async function readItems(
	run: Run,
	{ request, times, shape, readsOn, limit, pageLimit, startCursor: cursor }: ItemsQuery,
): Promise<Pick<Page, 'records' | 'nextCursor' | 'more' | 'totalCount'>> {
	const order = times?.sortable ? orderOf(times, request) : undefined;
	const shaped = async ({ records }: Batch) => await shape(records, run.customs);
	const { pageSize = Infinity, style } = run.client.route(request.operation).list ?? {};
	/**
	 * Whether a list is worth reading by time. A limited one is not, since the update time at which it ends is
	 * unknown.
	 */
	const isLong = ({ totalCount = 0, nextCursor }: Batch) =>
		!readsOn &&
		style === 'cursor' &&
		nextCursor !== undefined &&
		totalCount > FEW_PAGES * pageSize &&
		totalCount <= (limit ?? Infinity);
	const records: IDataObject[] = [];
	let last: Partial<Page> = {};
	const room = run.forAgent ? new AnswerSpace() : undefined;
	const startAt = cursor === undefined ? FIRST_PAGE : cursorIn(cursor).position;
	const paged = { limit, pageLimit, startAt };
	for await (const page of everyRecord(run, { request }, paged)) {
		if (order && isLong(page)) {
			const all: Array<{ updatedAt: number; id: number; record: IDataObject }> = [];
			for await (const batch of everyRecord(run, { request, times }, { anyOrder: true })) {
				for (const [at, record] of (await shaped(batch)).entries()) {
					const read = batch.records[at] ?? record;
					all.push({ updatedAt: updateTimeOf(read), id: Number(read.id), record });
				}
			}
			all.sort((a, b) => order * (a.updatedAt - b.updatedAt) || a.id - b.id);
			return { records: all.slice(0, limit).map(({ record }) => record) };
		}
		const shown = await shaped(page);
		const fitting = Math.max(room?.countFitting(shown) ?? Infinity, records.length === 0 ? 1 : 0);
		const end = Math.min(fitting, (limit ?? Infinity) - records.length);
		const position = end < shown.length ? page.positionAfter?.(end) : undefined;
		const nextCursor = position && cursorText({ position, part: 0 });
		if (nextCursor !== undefined) {
			records.push(...shown.slice(0, end));
			return { ...page, records, nextCursor };
		}
		records.push(...shown);
		last = page;
	}
	return { ...last, records };
}
