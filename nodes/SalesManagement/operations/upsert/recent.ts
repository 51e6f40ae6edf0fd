/** What a run whose rows come in parts wrote a moment ago, and the search may not show yet. */
import type { Item } from '../../fields';
import type { Outcome, Sought } from '../search/finder';
import { TextTable } from './textTable';

/** An earlier row of perhaps the same record. */
export interface Earlier extends Pick<Sought, 'value'> {
	readonly key: Pick<Sought['key'], 'exact'>;
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

/** A row as it is remembered: its number, its record's ID, its key, and its value where that is another one. */
type Line = readonly [index: number, id: number | null, exact: string, value?: unknown];

/** Remembers rows by their loose keys, in bounded memory. */
export class Recent {
	private readonly rows: TextTable;

	constructor(most = MOST) {
		this.rows = new TextTable(most);
	}

	/** The memory that it takes. */
	get bytes(): number {
		return this.rows.bytes;
	}

	has(key: string): boolean {
		return this.rows.get(key) !== undefined;
	}

	get(key: string): Written | undefined {
		const line = this.rows.get(key);
		if (line === undefined) return undefined;
		const [index, id, exact, value = exact] = JSON.parse(line) as Line;
		return {
			key: { exact },
			value,
			item: { index, isRow: true },
			...(id !== null && { id }),
		};
	}

	/** @param id the record that the row is; absent where nobody knows. */
	add(key: string, { key: { exact }, value, item }: Sought, id?: number): void {
		const line = [item.index, id ?? null, exact, ...(value === exact ? [] : [value])];
		this.rows.set(key, JSON.stringify(line));
	}

	/** What the service found for a row, or what was written for its value meanwhile. */
	outcomeOf(key: string, row: Sought, found: Outcome | undefined): Outcome | undefined {
		if (!found || 'error' in found || found.records.length > 0) return found;
		const before = this.get(key);
		return before?.id !== undefined && before.key.exact === row.key.exact
			? { records: [{ id: before.id }] }
			: found;
	}

	/** Whether a row of this key may or may not have been created. */
	isInDoubt(key: string): boolean {
		const before = this.get(key);
		return before !== undefined && before.id === undefined;
	}
}

/** What was written by all rows of a run: those that are matched alike know of each other. */
export class Recents {
	private readonly byMatching = new Map<string, Recent>();

	/** @param matching the same for rows that are matched alike. */
	of(matching: string): Recent {
		const known = this.byMatching.get(matching) ?? new Recent();
		this.byMatching.set(matching, known);
		return known;
	}
}
