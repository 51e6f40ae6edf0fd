import type { IDataObject } from 'n8n-workflow';
import type { ComparisonKey, Item } from '../../fields';

/** A value that is looked for. */
export interface Sought {
	/** The item that asks for it. */
	readonly item: Item;
	/** The value as it was given. */
	readonly value: unknown;
	readonly key: ComparisonKey;
}

/** A record that a look-up found, and what it holds in the field. */
export interface Found {
	readonly record: IDataObject;
	readonly key?: ComparisonKey;
}

/** How the records that hold a value are found. */
export interface Finder {
	/** The most values that one request looks for. */
	readonly size: number;
	/**
	 * The records that hold one of the values, page by page.
	 * @throws UsageError for what can't be told of these values; of fewer it may be.
	 */
	find(sought: readonly Sought[]): AsyncIterable<readonly Found[]>;
}

/** What came of looking for one value. */
export type Outcome = { readonly records: readonly IDataObject[] } | { readonly error: unknown };
