/** Counts and computes by groups, one record after another; of the records nothing is kept. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { LIMITS } from '../../api/limits';
import { setOwn } from '../../values';
import { OutputFieldCheck, type Known } from '../output';
import { COUNT } from './choose';
import { Dimension } from './dimensions';
import { MEASURES, valueOf, type Measure } from './measures';
import type { Column, Plan } from './plan';

interface Group {
	readonly keys: ReadonlyArray<string | null>;
	count: number;
	/** In the order of the plan's values. */
	readonly measures: readonly Measure[];
}

export class Summary {
	/** How many records it is of. */
	records = 0;
	/** Whether there are more than its limit. */
	isCut = false;
	/** Told which fields each record shows. */
	readonly shown = new OutputFieldCheck();
	private readonly groups = new Map<string, Group>();
	private readonly dimensions: readonly Dimension[];

	/** @param limit the most records that it is of. */
	constructor(
		private readonly plan: Plan,
		private readonly limit = Infinity,
	) {
		this.dimensions = plan.groups.map((each) => new Dimension(each, plan.periods));
	}

	/**
	 * @param record as the service returns it.
	 * @param count how many such records there are. Those beyond the limit are left out.
	 * @param known what its custom values leave out.
	 * @throws UsageError for a value that can't be computed with, and for too many groups.
	 */
	add(record: IDataObject, { count = 1, known }: { count?: number; known?: Known } = {}): void {
		const times = Math.min(count, this.limit - this.records);
		this.isCut ||= times < count;
		if (times <= 0) return;
		const held = ({ field }: Column): unknown => {
			const value = field.valueIn(record);
			this.shown.look(field.label, value !== undefined);
			return value;
		};
		const group = this.groupOf(
			this.dimensions.map((each) => each.keyOf(held(each.by), record, known)),
		);
		group.count += times;
		this.records += times;
		for (const [at, each] of this.plan.values.entries()) {
			const value = valueOf(held(each), each.field, { ...each, id: record.id });
			if (value !== undefined) group.measures[at]?.take(value);
		}
	}

	/** One row a group, in the order of the groups; without a field to group by always one. */
	rows(): IDataObject[] {
		if (this.dimensions.length === 0) this.groupOf([]);
		return [...this.groups.values()]
			.sort((one, other) => this.compare(one, other))
			.map((group) => this.rowOf(group));
	}

	private compare(one: Group, other: Group): number {
		for (const [at, dimension] of this.dimensions.entries()) {
			const order = dimension.compare(one.keys[at] ?? null, other.keys[at] ?? null);
			if (order !== 0) return order;
		}
		return 0;
	}

	private rowOf({ keys, count, measures }: Group): IDataObject {
		const row: IDataObject = {};
		for (const [at, dimension] of this.dimensions.entries()) {
			const shown = dimension.shown(keys[at] ?? null);
			for (const [name, value] of Object.entries(shown)) setOwn(row, name, value);
		}
		row[COUNT] = count;
		for (const [at, { name }] of this.plan.values.entries()) {
			setOwn(row, name, measures[at]?.result());
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
		const measures = this.plan.values.map(({ field, computation }) =>
			MEASURES[computation](field.type),
		);
		const group = { keys, count: 0, measures };
		this.groups.set(id, group);
		return group;
	}
}
