/** Summary: counts and figures of all records of a list, in groups, instead of the records. */
import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import type { WholeList } from '../export';
import type { Run, Work } from '../operation';
import { shortOf } from '../output';
import { everyRecord, type ListAsked } from '../lists/everyRecord';
import { FIRST_PAGE } from '../lists/resumeCursor';
import { planOf, type Plan } from './plan';
import { Summary } from './summary';

export { planOf } from './plan';

/** Reads all records, of which each is counted once and none is kept. */
async function readAll(
	run: Run,
	{
		record,
		plan,
		...asked
	}: ListAsked & { readonly record: RecordDescription; readonly plan: Plan },
): Promise<Summary> {
	const summary = new Summary(plan);
	if (plan.values.length === 0 && plan.groups.length === 0) {
		const first = everyRecord(run, asked, { startAt: FIRST_PAGE, limit: 1 });
		for await (const { totalCount: count } of first) {
			if (count === undefined) break;
			summary.add({}, { count });
			return summary;
		}
	}
	const shortIn = (each: IDataObject) =>
		shortOf(plan.groups.map(({ field }) => (field.described ? undefined : field.valueIn(each))));
	for await (const { records } of everyRecord(run, asked, { anyOrder: true })) {
		const known = await run.customs.about(record.customs, records.flatMap(shortIn));
		for (const each of records) summary.add(each, { known });
	}
	return summary;
}

/**
 * The summary that an item's form asks for: one item a group, with its count and what is computed of it.
 * Fields that no record shows are told.
 * @throws UsageError for a form that asks for what there can't be, before any request; for values that
 * can't be computed with, and for too many groups, while it reads.
 */
export async function summarized(
	run: Run,
	item: Item,
	{ record, asked }: WholeList,
): Promise<Work> {
	const plan = planOf(record, item);
	const summary = await readAll(run, { record, plan, ...asked() });
	const lacking = summary.shown.told('No record shows the', 'check what the summary is made of.');
	if (lacking !== undefined) run.hint(lacking);
	return { records: summary.rows() };
}
