/** Summarizes a list: counts and figures of all its records, in groups. */
import type { IDataObject } from 'n8n-workflow';
import { shortOf, type CustomValueNames } from '../../../lookups/customsLookup';
import { COUNT } from '../../../lookups/search/summaryFields';
import type { RecordDescription } from '../../../records';
import { formatCount, LIMITS, remembered, setOwn, UsageError } from '../../../shared';
import { OutputFieldCheck, type ItemOutput, type Run } from '../../model';
import { readable } from '../../telling/output/readable';
import { everyRecord, type ListQuery } from '../list/everyRecord';
import { FIRST_PAGE } from '../list/resumeCursor';
import { compareKeys, keyIn, type Key } from './groupKeys';
import { MEASURES, valueOf, type Measure } from './measures';
import type { Column, Plan } from './plan';

export { planOf, type Plan } from './plan';

/** The list that is summarized, and the plan for it. */
interface SummaryQuery {
	readonly record: RecordDescription;
	readonly list: ListQuery;
	readonly plan: Plan;
}

/**
 * Reads all records; each is counted once and none is kept. If only the count is wanted, the total of the first
 * page is enough.
 */
async function readAll(run: Run, { record, list, plan }: SummaryQuery): Promise<Summary> {
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
 * The summary that an item asks for: one record for each group, with its count and figures. A hint names the
 * fields that no record shows.
 * @throws UsageError for values that can't be computed with, and for too many groups.
 */
export async function summarize(run: Run, wanted: SummaryQuery): Promise<ItemOutput> {
	const summary = await readAll(run, wanted);
	run.hint(summary.shown.sentence('No record shows the', 'check what the summary is made of.'));
	return { records: summary.rows() };
}

interface Group {
	readonly keys: readonly string[];
	/** The columns of the group, from its first record. */
	readonly columns: readonly IDataObject[];
	count: number;
	/** The figures, in the order of the plan's values. */
	readonly measures: readonly Measure[];
}

class Summary {
	/** Notes which fields each record shows. */
	readonly shown = new OutputFieldCheck();
	private readonly groups = new Map<string, Group>();

	constructor(private readonly plan: Plan) {}

	/**
	 * Adds a record to its group.
	 * @param record the record as the service returns it.
	 * @param known the names that its custom values leave out.
	 * @param count the number of such records.
	 * @throws UsageError for a value that can't be computed with, and for too many groups.
	 */
	add(record: IDataObject, known?: CustomValueNames, count = 1): void {
		const held = ({ field }: Column): unknown => {
			const value = field.valueIn(record);
			this.shown.note(field.label, value !== undefined);
			return value;
		};
		const { groups, values, timeZone } = this.plan;
		const read = (value: unknown) => readable(value, known);
		const group = this.groupOf(groups.map((each) => keyIn(held(each), each, timeZone, read)));
		group.count += count;
		for (const [at, each] of values.entries()) {
			const value = valueOf(held(each), each.field, each.computation, record.id);
			if (value !== undefined) group.measures[at]?.add(value);
		}
	}

	/** One row for each group, sorted; exactly one if there is no field to group by. */
	rows(): IDataObject[] {
		if (this.plan.groups.length === 0) this.groupOf([]);
		return [...this.groups.values()].sort(compare).map((group) => this.rowOf(group));
	}

	private rowOf({ columns, count, measures }: Group): IDataObject {
		const row: IDataObject = {};
		for (const [name, value] of columns.flatMap(Object.entries<unknown>)) setOwn(row, name, value);
		row[COUNT] = count;
		for (const [at, { name }] of this.plan.values.entries()) {
			setOwn(row, name, measures[at]?.result());
		}
		return row;
	}

	private groupOf(all: readonly Key[]): Group {
		const keys = all.map(({ key }) => key);
		return remembered(this.groups, JSON.stringify(keys), () => {
			this.assertRoom();
			return {
				keys,
				columns: all.map(({ shown }) => shown()),
				count: 0,
				measures: this.plan.values.map(({ field, computation }) =>
					MEASURES[computation](field.type),
				),
			};
		});
	}

	/** @throws UsageError for too many groups. */
	private assertRoom(): void {
		const { itemsCarriedEasily: most } = LIMITS;
		if (this.groups.size >= most) {
			const fields = this.plan.groups.map(({ field }) => field.label).join(', ');
			throw new UsageError(
				`The summary by ${fields} has more than ${formatCount(most)} groups, too many for n8n: group by fewer fields, by ones with fewer values, or dates by a longer unit.`,
			);
		}
	}
}

/** Sorts groups by their keys, field after field. */
function compare(one: Group, other: Group): number {
	const orders = one.keys.map((key, at) => compareKeys(key, other.keys[at] ?? ''));
	return orders.find((order) => order !== 0) ?? 0;
}
