/** Summary: counts and figures of all records of a list, in groups, instead of the records. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import type { Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank } from '../../values';
import type { WholeList } from '../export';
import { partOfList } from '../maxRecords';
import type { Run, Work } from '../operation';
import { shortOf } from '../output';
import { everyRecord, type ListAsked } from '../lists/everyRecord';
import { FIRST_PAGE } from '../lists/resumeCursor';
import { planOf, type Plan } from './plan';
import { Summary } from './summary';

export { planOf } from './plan';

/** What is summarized, and how. */
interface Wanted extends ListAsked {
	readonly record: RecordDescription;
	readonly plan: Plan;
	/** The most records; absent for all. */
	readonly limit?: number;
}

/**
 * Reads all records, of which each is counted once and none is kept.
 * @returns with it how many the list has, where the service says so.
 */
async function readAll(
	run: Run,
	{ record, plan, limit, ...asked }: Wanted,
): Promise<{ summary: Summary; total?: number }> {
	const summary = new Summary(plan, limit);
	if (plan.values.length === 0 && plan.groups.length === 0) {
		for await (const { totalCount: total } of everyRecord(run, asked, {
			startAt: FIRST_PAGE,
			limit: 1,
		})) {
			if (total === undefined) break;
			summary.add({}, { count: total });
			return { summary, total };
		}
	}
	let total: number | undefined;
	const options = limit === undefined ? { anyOrder: true } : { startAt: FIRST_PAGE };
	const shortIn = (each: IDataObject) =>
		shortOf(plan.groups.map(({ field }) => (field.described ? undefined : field.valueIn(each))));
	for await (const { records, totalCount } of everyRecord(run, asked, options)) {
		total ??= totalCount;
		const known = await run.customs.about(record.customs, records.flatMap(shortIn));
		for (const each of records) summary.add(each, { known });
		if (summary.isCut) break;
	}
	return { summary, total };
}

/**
 * The summary that an item's form asks for: one item a group, with its count and what is computed of it.
 * What it leaves out is told: what is beyond Max Records, and fields that no record shows.
 * @throws UsageError for a form that asks for what there can't be, before any request; for values that
 * can't be computed with, and for too many groups, while it reads.
 */
export async function summarized(
	run: Run,
	item: Item,
	{ record, asked, maxRecords: limit, startCursor, pageLimit }: WholeList,
): Promise<Work> {
	if (!isBlank(startCursor) || pageLimit !== undefined) {
		throw new UsageError(
			'A summary is made of the whole list: remove Start Cursor and Page Limit.',
		);
	}
	const plan = planOf(record, item);
	const { summary, total } = await readAll(run, { record, plan, limit, ...asked() });
	if (summary.isCut) {
		const part = partOfList(record, { count: summary.records, total });
		run.hint(
			`The summary is of ${part}, since Max Records ends it there: remove it for all of them.`,
		);
	}
	const lacking = summary.shown.told('No record shows the', 'check what the summary is made of.');
	if (lacking !== undefined) run.hint(lacking);
	return { records: summary.rows() };
}
