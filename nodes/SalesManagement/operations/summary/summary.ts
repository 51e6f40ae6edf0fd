/** Counts and computes by groups, one record after another; of the records nothing is kept. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { LIMITS } from '../../api/limits';
import type { CustomValue } from '../../fields';
import { distinctBy, setOwn } from '../../values';
import { showsEmpty } from '../output/picked';
import type { Known } from '../output';
import { COUNT } from './choose';
import { Dimension } from './dimensions';
import type { SummaryField } from './field';
import { measureOf, valueReader, type Measure } from './measures';
import { columnsOf, type Columns, type Plan } from './plan';

interface Group {
	readonly keys: ReadonlyArray<string | null>;
	count: number;
	/** In the order of the plan's values. */
	readonly measures: readonly Measure[];
}

/** A field whose values are read once a record, for all that is computed of them. */
interface Amount {
	readonly field: SummaryField;
	readonly read: ReturnType<typeof valueReader>;
	/** The measures that take them, by their place in the plan. */
	readonly places: readonly number[];
	isShown: boolean;
}

function amountsOf({ values }: Plan): Amount[] {
	return distinctBy(values, ({ field }) => field.value).map(({ field }) => {
		const places = values.flatMap((each, at) => (each.field.value === field.value ? [at] : []));
		const needsNumber = places.some((at) =>
			['sum', 'average'].includes(values[at]?.computation ?? ''),
		);
		return { field, read: valueReader(field, needsNumber), places, isShown: false };
	});
}

export class Summary {
	/** How many records it is of. */
	records = 0;
	/** Whether there are more than its limit. */
	isCut = false;
	/** Whether a record showed something empty, so that what is empty is not left out. */
	isEmptyShown = false;
	private readonly groups = new Map<string, Group>();
	private readonly columns: Columns;
	private readonly dimensions: readonly Dimension[];
	private readonly amounts: readonly Amount[];

	/** @param limit the most records that it is of. */
	constructor(
		private readonly plan: Plan,
		private readonly limit = Infinity,
	) {
		this.columns = columnsOf(plan);
		this.dimensions = plan.groups.map(
			(each, at) => new Dimension(each, this.columns.groups[at] ?? '', plan),
		);
		this.amounts = amountsOf(plan);
	}

	/**
	 * @param record as the service returns it.
	 * @param count how many such records there are. Those beyond the limit are left out.
	 * @throws UsageError for a value that can't be computed with, and for too many groups.
	 */
	add(record: IDataObject, count = 1): void {
		const times = Math.min(count, this.limit - this.records);
		this.isCut ||= times < count;
		if (times <= 0) return;
		const keys = this.dimensions.map((each) => each.keyOf(each.field.valueIn(record)));
		const group = this.groupOf(keys);
		group.count += times;
		this.records += times;
		this.isEmptyShown ||= showsEmpty(record);
		for (const amount of this.amounts) {
			const raw = amount.field.valueIn(record);
			if (raw === undefined) continue;
			amount.isShown = true;
			const value = amount.read(raw, record.id);
			if (value === undefined) continue;
			for (const at of amount.places) group.measures[at]?.take(value);
		}
	}

	/** What has to be looked up before the groups can be shown: short custom values. */
	get short(): CustomValue[] {
		return this.dimensions.flatMap((each) => each.short);
	}

	/** The fields that no record showed. */
	get missing(): string[] {
		if (this.records === 0) return [];
		const unseen = [...this.dimensions, ...this.amounts].filter(({ isShown }) => !isShown);
		return unseen.map(({ field }) => field.label);
	}

	/** One row a group, in the order of the groups; without a field to group by always one. */
	rows(known?: Known): IDataObject[] {
		if (this.dimensions.length === 0) this.groupOf([]);
		return [...this.groups.values()]
			.sort((one, other) => this.compare(one, other))
			.map((group) => this.rowOf(group, known));
	}

	private compare(one: Group, other: Group): number {
		for (const [at, dimension] of this.dimensions.entries()) {
			const order = dimension.compare(one.keys[at] ?? null, other.keys[at] ?? null);
			if (order !== 0) return order;
		}
		return 0;
	}

	private rowOf({ keys, count, measures }: Group, known: Known | undefined): IDataObject {
		const row: IDataObject = {};
		for (const [at, dimension] of this.dimensions.entries()) {
			for (const [name, value] of dimension.shown(keys[at] ?? null, known))
				setOwn(row, name, value);
		}
		setOwn(row, COUNT, count);
		for (const [at, { result }] of measures.entries()) {
			setOwn(row, this.columns.values[at] ?? '', result);
		}
		return row;
	}

	private groupOf(keys: ReadonlyArray<string | null>): Group {
		const id = JSON.stringify(keys);
		const known = this.groups.get(id);
		if (known) return known;
		const { itemsCarriedEasily: most } = LIMITS;
		if (this.groups.size >= most) {
			const fields = this.plan.groups.map(({ field }) => field.label).join(', ');
			throw new UsageError(
				`The summary by ${fields} has more than ${most.toLocaleString('en-US')} groups, too many for n8n: group by fewer fields, by ones with fewer values, or dates by a longer unit.`,
			);
		}
		const group = { keys, count: 0, measures: this.plan.values.map(measureOf) };
		this.groups.set(id, group);
		return group;
	}
}
