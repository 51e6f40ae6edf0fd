import type { IDataObject } from 'n8n-workflow';
import { OddList } from '../../api/stretches/odd';
import { textOf } from '../../values';

/** What a list is sorted by. Records that show the same value come by ID, ascending (v2 §4.4). */
export interface Order {
	readonly by: 'updatedAt' | 'createdAt' | 'id';
	readonly descending: boolean;
}

interface Entry {
	readonly id: number;
	readonly updatedAt: number;
	/** The value that the list is sorted by. */
	readonly value: number;
	readonly shaped: IDataObject;
}

/** The records of a list that come in any order, some of them twice: each is kept once, as it was last. */
export class Kept {
	private readonly entries = new Map<number, Entry>();

	constructor(private readonly order: Order) {}

	/**
	 * @param shaped what is handed out of each record.
	 * @returns how many of them were not there yet in this version.
	 * @throws OddList for a record that has no place in the order.
	 */
	take(records: readonly IDataObject[], shaped: readonly IDataObject[]): number {
		let news = 0;
		for (const [at, record] of records.entries()) {
			const entry = this.entryOf(record, shaped[at] ?? record);
			const known = this.entries.get(entry.id);
			if (known && known.updatedAt > entry.updatedAt) continue;
			if (known?.updatedAt !== entry.updatedAt) news++;
			this.entries.set(entry.id, entry);
		}
		return news;
	}

	/** When each record was changed last, in ms since 1970. */
	get updateTimes(): number[] {
		return Array.from(this.entries.values(), ({ updatedAt }) => updatedAt);
	}

	inOrder(): IDataObject[] {
		const sign = this.order.descending ? -1 : 1;
		return [...this.entries.values()]
			.sort((a, b) => sign * (a.value - b.value) || a.id - b.id)
			.map(({ shaped }) => shaped);
	}

	private entryOf(record: IDataObject, shaped: IDataObject): Entry {
		const { by } = this.order;
		const { id } = record;
		const updatedAt = timeOf(record.updatedAt);
		const value = by === 'id' ? Number(id) : by === 'createdAt' ? timeOf(record[by]) : updatedAt;
		if (typeof id !== 'number' || [value, updatedAt].some(Number.isNaN)) throw new OddList();
		return { id, updatedAt, value, shaped };
	}
}

const timeOf = (value: unknown): number => Date.parse(textOf(value));
