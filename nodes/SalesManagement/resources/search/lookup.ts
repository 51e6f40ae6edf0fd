import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/pages';
import type { Client } from '../../api/types';
import type { Naming } from '../define';
import type { WireContext } from '../fields';
import { filterTree, FILTER_NODES, type SearchField } from './filter';

/** Values for one search: as many as the service's limit on filters allows (v2 §4.4). */
const VALUES_PER_SEARCH = FILTER_NODES - 1;

/**
 * The records in which a field equals one of the values, in as few searches as possible.
 * @param values distinct values, already of the field's type.
 * @throws ServiceError from the search.
 */
export async function* recordsWith(
	client: Client,
	naming: Naming,
	field: SearchField,
	values: readonly unknown[],
	context: WireContext,
): AsyncGenerator<IDataObject> {
	for (let from = 0; from < values.length; from += VALUES_PER_SEARCH) {
		const conditions = values
			.slice(from, from + VALUES_PER_SEARCH)
			.map((value) => ({ field, operator: 'equals', value }));
		const request = {
			operation: `${naming.id}.search`,
			body: { filter: filterTree({ match: 'any', conditions }, context) },
		};
		for await (const page of pages(client, request, {})) yield* page.records;
	}
}
