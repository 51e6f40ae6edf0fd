import { keyOf } from '../../fields';
import type { RecordDescription } from '../../records/record';
import type { Run } from '../operation';
import type { Finder, Found } from './finder';
import { searchFor, VALUES_PER_SEARCH } from './lookup';

export const BY_ID = { field: { name: 'id' }, label: 'ID', type: 'id' } as const;

/** Finds records by their IDs, up to 299 with one search. */
export const byId = (
	record: RecordDescription,
	{ client }: Pick<Run, 'client'>,
): Finder<Found> => ({
	size: VALUES_PER_SEARCH,
	async *find(sought) {
		for await (const page of searchFor(client, record, { field: BY_ID }, sought)) {
			yield page.map((each) => ({ record: each, key: keyOf(each.id, BY_ID.type) }));
		}
	},
});
