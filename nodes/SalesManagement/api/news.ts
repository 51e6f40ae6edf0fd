import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { broken, type Listing } from './pageParts';
import { IdTable, isTableId } from './idTable';
import { LIMITS } from './limits';

/** What a record is recognised by: its id, or its content where it has none. */
const keyOf = (record: IDataObject): string | number => {
	const { id } = record;
	if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return id;
	return createHash('sha256').update(JSON.stringify(record)).digest('base64');
};

/** Keeps count of what a list brings, so that one without an end is stopped (S2). */
export class News {
	private readonly ids = new IdTable();
	private readonly others = new Set<string | number>();
	private pages = 0;
	private barren = 0;

	constructor(private readonly listing: Listing) {}

	/** Whether the last page had records, none of them new. */
	get isOld(): boolean {
		return this.barren > 0;
	}

	/**
	 * The records of a page that were on no page before it.
	 * @throws ServiceError for a list that can't be followed to an end.
	 */
	in(records: readonly IDataObject[]): IDataObject[] {
		if (++this.pages > LIMITS.pagesOfList) {
			const most = LIMITS.pagesOfList.toLocaleString('en-US');
			throw broken(this.listing, `The list has more than ${most} pages`, 'filters');
		}
		const keys = records.map(keyOf);
		const fresh = records.filter((_, place) => !this.has(keys[place] ?? ''));
		for (const key of keys) {
			if (isTableId(key)) this.ids.add(key);
			else this.others.add(key);
		}
		this.barren = records.length > 0 && fresh.length === 0 ? this.barren + 1 : 0;
		return fresh;
	}

	private has(key: string | number): boolean {
		return isTableId(key) ? this.ids.has(key) : this.others.has(key);
	}

	/** @throws ServiceError when too many pages in a row had nothing new, though more are announced. */
	expectMore(): void {
		if (this.barren < LIMITS.pagesWithoutNews) return;
		throw broken(this.listing, 'The pages no longer contain new records');
	}
}
