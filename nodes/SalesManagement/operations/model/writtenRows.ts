/** What was written a moment ago, and the search may not show yet. */
import type { IDataObject } from 'n8n-workflow';
import type { ComparisonKey, Item } from '../../fields';

/** A row of perhaps the same record. */
export interface Written {
	readonly value: unknown;
	readonly key: Pick<ComparisonKey, 'exact'>;
	readonly item: Pick<Item, 'index' | 'rowOf'>;
	/** The record that it is; absent where nobody knows, since the answer was lost. */
	readonly id?: number;
	/** What the record holds of what was written; perhaps only, where the answer was lost. */
	readonly held?: IDataObject;
	readonly isInDoubt?: boolean;
}

/** Rows that were written, by what the service may take for the same, and by the IDs of their records. */
export class WrittenRows {
	private readonly rows = new Map<string, Written>();

	/** @param most as many entries as are remembered, of which a row has two. */
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
