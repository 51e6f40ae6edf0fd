/** What was written a moment ago, and the search may not show yet. */
import type { ComparisonKey, Item } from '../../fields';

/** A row of perhaps the same record. */
export interface Written {
	readonly value: unknown;
	readonly key: Pick<ComparisonKey, 'exact'>;
	readonly item: Pick<Item, 'index' | 'rowOf'>;
	/** The record that it is; absent where that is not known. */
	readonly id?: number;
}

/** Rows that were written, by what the service may take for the same, and by the IDs of their records. */
export class WrittenRows {
	private readonly rows = new Map<string | number, Written>();

	/** @param most as many entries as are remembered, of which a row has two. */
	constructor(private readonly most = Infinity) {}

	get(key: string | number): Written | undefined {
		return this.rows.get(key);
	}

	/** @param id the record that the row is; absent where nobody knows, since the answer was lost. */
	add(key: string, { key: { exact }, value, item: { index, rowOf } }: Written, id?: number): void {
		const written = { key: { exact }, value, item: { index, rowOf }, id };
		for (const each of id === undefined ? [key] : [key, id]) {
			this.rows.delete(each);
			this.rows.set(each, written);
		}
		for (const oldest of this.rows.keys()) {
			if (this.rows.size <= this.most) break;
			this.rows.delete(oldest);
		}
	}
}
