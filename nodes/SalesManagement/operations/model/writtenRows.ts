/** The rows of this run that were written so recently that the search may not show them yet. */
import type { IDataObject } from 'n8n-workflow';
import type { ComparisonKey, Item } from '../../fields';

/** A written row, as far as a later row for the same record needs it. */
export interface Written {
	readonly value: unknown;
	readonly key: Pick<ComparisonKey, 'exact'>;
	readonly item: Pick<Item, 'index' | 'rowOf'>;
	/** The ID of its record; absent if the answer was lost. */
	readonly id?: number;
	/** The written values, which the record holds; if the answer was lost, it may not hold them. */
	readonly held?: IDataObject;
	readonly isInDoubt?: boolean;
}

/** The written rows, each found by the loose key of its value and by the ID of its record. */
export class WrittenRows {
	/** The number of rows with an edited name whose record the record holds already. */
	asNamed = 0;
	private readonly rows = new Map<string, Written>();

	/** @param most the most entries that are remembered; each row has two. */
	constructor(private readonly most = Infinity) {}

	get(key: string): Written | undefined {
		return this.rows.get(key);
	}

	add(keys: readonly string[], written: Written): void {
		const { value, key, item, id, held, isInDoubt } = written;
		const kept = {
			value,
			id,
			held,
			isInDoubt,
			key: { exact: key.exact },
			item: { index: item.index, rowOf: item.rowOf },
		};
		for (const each of keys) {
			this.rows.delete(each);
			this.rows.set(each, kept);
		}
		for (const oldest of this.rows.keys()) {
			if (this.rows.size <= this.most) break;
			this.rows.delete(oldest);
		}
	}
}
