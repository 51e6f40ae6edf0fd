/** What was written a moment ago, and the search may not show yet. */
import type { Item } from '../../fields';
import type { Sought } from '../search/finder';

/** A row of perhaps the same record. */
export interface Written extends Pick<Sought, 'value'> {
	readonly key: Pick<Sought['key'], 'exact'>;
	readonly item: Pick<Item, 'index' | 'rowOf'>;
	/** The record that it is; absent where that is not known. */
	readonly id?: number;
}

/** Rows that were written, by what the service may take for the same. */
export class WrittenRows {
	private readonly rows = new Map<string, Written>();

	/** @param most as many as are remembered. */
	constructor(private readonly most = Infinity) {}

	get(key: string): Written | undefined {
		return this.rows.get(key);
	}

	/** @param id the record that the row is; absent where nobody knows, since the answer was lost. */
	add(key: string, { key: { exact }, value, item: { index, rowOf } }: Written, id?: number): void {
		this.rows.delete(key);
		this.rows.set(key, { key: { exact }, value, item: { index, rowOf }, id });
		for (const oldest of this.rows.keys()) {
			if (this.rows.size <= this.most) break;
			this.rows.delete(oldest);
		}
	}
}
