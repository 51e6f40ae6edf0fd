import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/pages';
import type { Client } from '../../api/types';
import type { WireContext } from '../../fields';
import { routeOf, type RecordDescription } from '../../records/record';
import { filterTree, FILTER_NODES, type SearchField } from './filter';

/** Values for one search: as many as the service's limit on filters allows (v2 §4.4). */
const VALUES_PER_SEARCH = FILTER_NODES - 1;

/** A field, and the distinct values of its type that are looked for in it. */
export interface Wanted {
	readonly field: SearchField;
	readonly values: readonly unknown[];
}

/**
 * The records in which a field equals one of the values, in as few searches as possible. None for
 * records without a search.
 * @throws ServiceError from the search.
 */
export async function* recordsWith(
	client: Client,
	record: RecordDescription,
	{ field, values }: Wanted,
	context: WireContext,
): AsyncGenerator<IDataObject> {
	const operation = routeOf(record, 'search');
	if (operation === undefined) return;
	for (let from = 0; from < values.length; from += VALUES_PER_SEARCH) {
		const conditions = values
			.slice(from, from + VALUES_PER_SEARCH)
			.map((value) => ({ field, operator: 'equals', value }));
		const body = { filter: filterTree({ match: 'any', conditions }, context) };
		for await (const page of pages(client, { operation, body })) yield* page.records;
	}
}
