/** Summary: counts and figures of all records of a list, in groups, instead of the records. */
import type { IDataObject } from 'n8n-workflow';
import type { RecordDescription } from '../../../records/record';
import type { Run, Work } from '../../model/operation';
import { everyRecord, type ListAsked } from '../list/everyRecord';
import { FIRST_PAGE } from '../list/resumeCursor';
import type { Plan } from './plan';
import { Summary } from './summary';
import { shortOf } from '../../../lookups/customsLookup';

export { planOf, type Plan } from './plan';

/** What is summarized, and how. */
interface Wanted {
	readonly record: RecordDescription;
	readonly list: ListAsked;
	readonly plan: Plan;
}

/** Reads all records, of which each is counted once and none is kept. */
async function readAll(run: Run, { record, list, plan }: Wanted): Promise<Summary> {
	const summary = new Summary(plan);
	if (plan.values.length === 0 && plan.groups.length === 0) {
		const first = everyRecord(run, list, { startAt: FIRST_PAGE, limit: 1 });
		for await (const { totalCount: count } of first) {
			if (count === undefined) break;
			summary.add({}, undefined, count);
			return summary;
		}
	}
	const shortIn = (each: IDataObject) =>
		shortOf(plan.groups.map(({ field }) => (field.described ? undefined : field.valueIn(each))));
	for await (const { records } of everyRecord(run, list, { anyOrder: true })) {
		const known = await run.customs.about(record.customs, records.flatMap(shortIn));
		for (const each of records) summary.add(each, known);
	}
	return summary;
}

/**
 * The summary that an item asks for: one item a group, with its count and what is computed of it. Fields that
 * no record shows are told.
 * @throws UsageError for values that can't be computed with, and for too many groups, while it reads.
 */
export async function summarized(run: Run, wanted: Wanted): Promise<Work> {
	const summary = await readAll(run, wanted);
	const lacking = summary.shown.told('No record shows the', 'check what the summary is made of.');
	if (lacking !== undefined) run.hint(lacking);
	return { records: summary.rows() };
}
