import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../limits';
import { IdTable, isTableId } from './idTable';
import type { Listing } from './listing';
import { broken } from './page';

/** What a record is recognised by: its id, or its content where it has none. */
const keyOf = (record: IDataObject): string | number => {
	const { id } = record;
	if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return id;
	return createHash('sha256').update(JSON.stringify(record)).digest('base64');
};

/** What the pages of a list have brought so far, so that one without an end is stopped (S2). */
export class SeenIds {
	private readonly ids = new IdTable();
	private readonly others = new Set<string | number>();
	private pages = 0;
	private barren = 0;

	constructor(private readonly listing: Listing) {}

	/** Whether the last page had records, none of them new. */
	get isBarren(): boolean {
		return this.barren > 0;
	}

	/**
	 * Tells the records of a page apart: those that were on no page before it, and those that come again.
	 * @throws ServiceError for a list of more pages than can be followed.
	 */
	sorted(records: readonly IDataObject[]): { fresh: IDataObject[]; again: IDataObject[] } {
		if (++this.pages > LIMITS.pagesOfList) {
			const most = LIMITS.pagesOfList.toLocaleString('en-US');
			throw broken(this.listing, `The list has more than ${most} pages`, 'filters');
		}
		const keys = records.map(keyOf);
		const isKnown = keys.map((key) => (isTableId(key) ? this.ids.has(key) : this.others.has(key)));
		for (const key of keys) {
			if (isTableId(key)) this.ids.add(key);
			else this.others.add(key);
		}
		const fresh = records.filter((_, at) => !isKnown[at]);
		this.barren = records.length > 0 && fresh.length === 0 ? this.barren + 1 : 0;
		return { fresh, again: records.filter((_, at) => isKnown[at]) };
	}

	/** @throws ServiceError when too many pages in a row had nothing new, though more are announced. */
	expectMore(): void {
		if (this.barren < LIMITS.pagesWithoutNews) return;
		throw broken(this.listing, 'The pages no longer contain new records');
	}
}
