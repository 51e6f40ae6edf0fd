/** What a run whose rows come in parts wrote a moment ago, and the search may not show yet. */
import type { Item } from '../../fields';
import type { Outcome, Sought } from '../search/finder';

/** An earlier row of perhaps the same record. */
export interface Earlier extends Pick<Sought, 'key' | 'value'> {
	readonly item: Pick<Item, 'index' | 'isRow'>;
}

/** What became of a row that was written. */
interface Written extends Earlier {
	/** The record that it is; absent where that is not known, since the answer was lost. */
	readonly id?: number;
}

/**
 * As many rows as are remembered. Looking for so many takes more than a minute at the service's rate;
 * by then the search shows them.
 */
const MOST = 100_000;

/** Remembers rows by their loose keys, in bounded memory. */
export class Recent {
	private readonly rows = new Map<string, Written>();

	get(key: string): Written | undefined {
		return this.rows.get(key);
	}

	/** @param id the record that the row is; absent where nobody knows. */
	add(key: string, { key: own, value, item }: Sought, id?: number): void {
		this.rows.delete(key);
		const { index, isRow } = item;
		this.rows.set(key, {
			key: own,
			value,
			item: { index, isRow },
			...(id !== undefined && { id }),
		});
		if (this.rows.size <= MOST) return;
		const [oldest] = this.rows.keys();
		if (oldest !== undefined) this.rows.delete(oldest);
	}

	/** What the service found for a row, or what was written for its value meanwhile. */
	outcomeOf(key: string, row: Sought, found: Outcome | undefined): Outcome | undefined {
		if (!found || 'error' in found || found.records.length > 0) return found;
		const before = this.rows.get(key);
		return before?.id !== undefined && before.key.exact === row.key.exact
			? { records: [{ id: before.id }] }
			: found;
	}

	/** Whether a row of this key may or may not have been created. */
	isInDoubt(key: string): boolean {
		const before = this.rows.get(key);
		return before !== undefined && before.id === undefined;
	}
}
