/** Reads a list into items: in the list's order, each record once. */
import type { IDataObject } from 'n8n-workflow';
import { updateTimeOf } from '../../../api/paging/timeRange';
import type { OperationId, Page } from '../../../api/routes';
import { read, type Item } from '../../../fields';
import { CONTROLS, type RecordDescription } from '../../../records';
import { formatCount, isBlank } from '../../../shared';
import type { Run } from '../../model';
import { AnswerSpace } from '../../telling/agent';
import { shapeFor, type Shape } from '../../telling/output';
import { everyRecord, type Batch, type ListQuery } from './everyRecord';
import { cursorIn, cursorText, FIRST_PAGE } from './resumeCursor';
import { orderOf } from './timeRanges';

const DEFAULT_LIMIT = 50;

/** The records of a list or search that become the output of one item. */
export async function listedRecords(
	record: RecordDescription,
	run: Run,
	item: Item,
	asked: ListQuery,
): Promise<IDataObject[]> {
	const amount = amountOf(run, item, asked.request.operation);
	const shape = shapeFor(record, read(CONTROLS.output, item), { check: run.outputFields });
	const page = await readItems(run, asked, amount, shape);
	tellRest(run, record, amount, page);
	return page.records;
}

/** The amount of a list that an item wants, and where it begins. */
function amountOf(run: Run, item: Item, operation: OperationId) {
	const { startCursor } = read(CONTROLS.cursor, item);
	const { pageLimit } = read(CONTROLS.pages, item);
	const { returnAll = false, limit = DEFAULT_LIMIT } = read(CONTROLS.amount, item);
	const { style, takesLimit = false, pageSize = 1 } = run.client.route(operation).list ?? {};
	const hasCursors = style === 'cursor';
	// An agent's answer ends where it is full, and a later call continues there; a list without pages is never cut.
	const isWhole = (returnAll && !(run.forAgent && hasCursors)) || style === 'whole';
	// An agent, or a loop with Start Cursor, continues behind the last record; for others Limit is enough.
	const readsOn =
		hasCursors && (run.forAgent || startCursor !== undefined || pageLimit !== undefined);
	// A list that takes no limit can be continued only behind a whole page.
	const step = readsOn && !takesLimit ? pageSize : 1;
	return {
		pageLimit,
		/** Whether a later run continues behind the last item; the list is then read page after page. */
		readsOn,
		takesLimit,
		limit: isWhole ? undefined : Math.ceil(limit / step) * step,
		startAt: isBlank(startCursor) ? FIRST_PAGE : cursorIn(startCursor).position,
	};
}

type Amount = ReturnType<typeof amountOf>;

/**
 * Reads a list; each page is turned into output records and released.
 * @returns the records; also `nextCursor` if the list was read page after page and has more, and the total if the
 * list tells it.
 */
async function readItems(
	run: Run,
	{ request, times }: ListQuery,
	{ readsOn, limit, pageLimit, startAt }: Amount,
	shape: Shape,
): Promise<Pick<Page, 'records' | 'nextCursor' | 'more' | 'totalCount'>> {
	const order = times?.sortable ? orderOf(request, times) : undefined;
	const shaped = async ({ records }: Batch) => await shape(records, run.customs);
	/**
	 * Whether a list is read by time, since a record that is changed between two of its pages would be missing. A
	 * limited one is not, since the update time at which it ends is unknown.
	 */
	const isByTime = ({ records: { length }, totalCount = 0, nextCursor }: Batch) =>
		!readsOn &&
		nextCursor !== undefined &&
		totalCount > length &&
		totalCount <= (limit ?? Infinity);
	const records: IDataObject[] = [];
	let last: Partial<Page> = {};
	const room = run.forAgent ? new AnswerSpace() : undefined;
	for await (const page of everyRecord(run, { request }, { limit, pageLimit, startAt })) {
		if (order && isByTime(page)) {
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

/** Tells how to get what an item left of a list. The last record gets the cursor behind it, if there is one. */
function tellRest(
	run: Run,
	{ many }: RecordDescription,
	{ readsOn, limit, takesLimit }: Amount,
	{ records, nextCursor, more = false, totalCount = 0 }: Awaited<ReturnType<typeof readItems>>,
): void {
	const last = records.at(-1);
	const isMore = totalCount > records.length;
	const these = `${formatCount(records.length)}${isMore ? ` of ${formatCount(totalCount)}` : ''} ${many}`;
	if (!readsOn) {
		if (limit !== undefined && (more || isMore) && (run.forAgent || !takesLimit)) {
			run.hint(`These are the first ${these}: for the others, raise Limit or turn on Return All.`);
		}
	} else if (nextCursor !== undefined && last !== undefined) {
		const note = `These are ${these}.`;
		last._next = { startCursor: nextCursor, ...(run.forAgent && { note }) };
		if (!run.forAgent) {
			run.hint(
				`There are more ${many}: to continue, set Start Cursor to {{ $json._next.startCursor }} of the last item.`,
			);
		}
	}
}
