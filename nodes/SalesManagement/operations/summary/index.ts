/** Summary: counts and figures of all records of a list, in groups, instead of the records. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import type { Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank } from '../../values';
import { fittingIn } from '../agent';
import type { WholeList } from '../export';
import { partOfList } from '../maxRecords';
import type { Run } from '../operation';
import { shortOf } from '../output';
import { everyRecord, type ListAsked } from '../lists/everyRecord';
import { totalOf } from '../lists/total';
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

/** Reads all records, of which each is counted once and none is kept. */
async function readAll(run: Run, { record, plan, limit, ...asked }: Wanted): Promise<Summary> {
	const summary = new Summary(plan, limit);
	const isCount = plan.values.length === 0 && plan.groups.length === 0;
	const counted = isCount ? await totalOf(run, asked.request) : undefined;
	if (counted !== undefined) {
		summary.add({}, { count: counted });
		return summary;
	}
	const options = { inPages: limit !== undefined, anyOrder: limit === undefined };
	const shortIn = (each: IDataObject) =>
		shortOf(plan.groups.map(({ field }) => (field.described ? undefined : field.valueIn(each))));
	for await (const { records } of everyRecord(run, asked, options)) {
		const known = await run.customs.about(record.customs, records.flatMap(shortIn));
		for (const each of records) summary.add(each, { known });
		if (summary.isCut) break;
	}
	return summary;
}

/** Says what a summary leaves out: what is beyond Max Records, and fields that no record shows. */
async function remarks(run: Run, { record, request }: Wanted, summary: Summary): Promise<string[]> {
	const lacking = summary.shown.told('No record shows the', 'check what the summary is made of.');
	const lacks = lacking === undefined ? [] : [lacking];
	if (!summary.isCut) return lacks;
	const part = await partOfList(run, { record, request, count: summary.records });
	return [
		`The summary is of ${part}, since Max Records ends it there: remove it for all of them.`,
		...lacks,
	];
}

/** An agent reads no hints, and no more than a part of many groups. */
function toldAgent(run: Run, rows: IDataObject[], notes: string[]): IDataObject[] {
	const shown = rows.slice(0, fittingIn(rows, run.items.length));
	const isCut = shown.length < rows.length;
	const cut = `These are ${shown.length} of ${rows.length} groups: group by fewer fields, dates by a longer unit, or filter.`;
	const note = [...notes, ...(isCut ? [cut] : [])].join(' ');
	return note === '' ? rows : [...shown, { _next: { note } }];
}

/**
 * The summary that an item's form asks for: one item a group, with its count and what is computed of it.
 * @throws UsageError for a form that asks for what there can't be, before any request; for values that
 * can't be computed with, and for too many groups, while it reads.
 */
export async function summarized(
	run: Run,
	item: Item,
	{ record, asked, maxRecords: limit, startCursor, pageLimit }: WholeList,
): Promise<IDataObject[]> {
	if (!isBlank(startCursor) || pageLimit !== undefined) {
		throw new UsageError(
			'A summary is made of the whole list: remove Start Cursor and Page Limit.',
		);
	}
	const plan = planOf(record, item);
	const wanted = { record, plan, limit, ...asked() };
	const summary = await readAll(run, wanted);
	const rows = summary.rows();
	const notes = await remarks(run, wanted, summary);
	if (run.forAgent) return toldAgent(run, rows, notes);
	for (const each of notes) run.hint(each);
	return rows;
}
