/** What was written a moment ago, and the search may not show yet. */
import type { Item } from '../../fields';
import type { Sought } from '../search/finder';

/** An earlier row of perhaps the same record. */
export interface Earlier extends Pick<Sought, 'value'> {
	readonly key: Pick<Sought['key'], 'exact'>;
	readonly item: Pick<Item, 'index' | 'rowOf'>;
}

/** What became of a row that was written. */
export interface Written extends Earlier {
	/** The record that it is; absent where that is not known, since the answer was lost. */
	readonly id?: number;
}

/**
 * As many rows of a file as are remembered. Looking for so many takes more than a minute at the
 * service's rate; by then the search shows them.
 */
const MOST = 100_000;

/** Rows that were written, by their loose keys. */
export class WrittenRows {
	private readonly rows = new Map<string, Written>();

	constructor(private readonly most = Infinity) {}

	get(key: string): Written | undefined {
		return this.rows.get(key);
	}

	/** @param id the record that the row is; absent where nobody knows. */
	add(key: string, { key: { exact }, value, item: { index, rowOf } }: Sought, id?: number): void {
		this.rows.delete(key);
		this.rows.set(key, { key: { exact }, value, item: { index, rowOf }, id });
		for (const oldest of this.rows.keys()) {
			if (this.rows.size <= this.most) break;
			this.rows.delete(oldest);
		}
	}
}

/** What all files of a run wrote: rows that are matched alike know of each other. */
export class WrittenByFiles {
	private readonly byMatching = new Map<string, WrittenRows>();

	/** @param matching the same for rows that are matched alike. */
	of(matching: string): WrittenRows {
		const known = this.byMatching.get(matching) ?? new WrittenRows(MOST);
		this.byMatching.set(matching, known);
		return known;
	}
}
