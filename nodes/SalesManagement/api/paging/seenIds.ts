import type { IDataObject } from 'n8n-workflow';
import { LIMITS, formatCount } from '../../shared';
import { broken, type Listing } from './page';

/** The key of a record: its id, or its content where it has none. */
const keyOf = (record: IDataObject): unknown => record.id ?? JSON.stringify(record);

/** The records of a list's pages so far, so that a list without an end is stopped (S2). */
export class SeenIds {
	private readonly seen = new Set<unknown>();
	private pages = 0;
	private barren = 0;

	constructor(private readonly listing: Listing) {}

	/** Whether the last page had records, none of them new. */
	get isBarren(): boolean {
		return this.barren > 0;
	}

	/**
	 * The records of a page that were on no page before it.
	 * @throws ServiceError for a list of more pages than can be followed.
	 */
	fresh(records: readonly IDataObject[]): IDataObject[] {
		if (++this.pages > LIMITS.pagesOfList) {
			throw broken(
				this.listing,
				`The list has more than ${formatCount(LIMITS.pagesOfList)} pages`,
				'reading was stopped, so use filters, or read in parts with Page Limit and Start Cursor',
			);
		}
		const fresh = records.filter((each) => !this.seen.has(keyOf(each)));
		for (const each of fresh) this.seen.add(keyOf(each));
		this.barren = records.length > 0 && fresh.length === 0 ? this.barren + 1 : 0;
		return fresh;
	}

	/** @throws ServiceError when too many pages in a row had nothing new, though more are announced. */
	expectMore(): void {
		if (this.barren < LIMITS.pagesWithoutNews) return;
		throw broken(this.listing, 'The pages no longer contain new records');
	}
}
