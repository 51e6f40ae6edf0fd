import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { listingOf, pageSizeOf } from '../api/lists/listing';
import { pageAt } from '../api/lists/page';
import type { ServiceRequest } from '../api/types';
import { recordOf } from '../records';
import type { OperationId } from '../api/routes/routes';
import { routeOf } from '../records/record';
import { nameOfObject, objectsRequest, ofDefinition } from './customObjects';
import { actionName, nameWithCustomer, plainName } from './labels';
import { matching } from './namedEntry';
import { idIn, textIn } from './parameters';
import { recordSource, type LookupSource } from './source';

/** Entries that a dropdown gets at a time. */
const PAGE = 100;
/** As many entries as a dropdown needs to have a scroll bar. */
const SCROLLABLE = 25;
/** Pages that are searched for a word in one call: a few seconds at five requests a second. */
const PAGES_A_CALL = 30;

type Label = (record: IDataObject) => string;

/** One page of a list, from a token that an earlier page gave. */
async function readPart(
	source: LookupSource,
	request: ServiceRequest,
	size: number,
	token?: string,
) {
	const listing = listingOf(source.client, request, { pageSize: size });
	const page = await pageAt(listing, pageSizeOf(listing), token);
	if (page) return page;
	throw new UsageError('A page of the list is too large to be read: enter the ID instead.');
}

const toResults = (records: readonly IDataObject[], label: Label) =>
	records.map((record) => ({ name: label(record), value: record.id as number }));

const result = (results: INodeListSearchResult['results'], paginationToken?: string) => ({
	results,
	...(paginationToken === undefined ? {} : { paginationToken }),
});

/** Lists that the service itself searches by a word (v2 §4.4, §4.6, §4.9). */
const searchByWord =
	(operation: OperationId, label: Label) =>
	async (
		context: ILoadOptionsFunctions,
		filter?: string,
		token?: string,
	): Promise<INodeListSearchResult> => {
		const request = { operation, query: { searchWord: filter?.trim() || undefined } };
		const { records, next } = await readPart(await recordSource(context), request, PAGE, token);
		return result(toResults(records, label), next);
	};

/**
 * Lists without a search word: each call reads on until there is something to scroll through, since
 * n8n asks for more only on scrolling, but not forever.
 * @throws UsageError when a long list held no match as far as it was read.
 */
async function searchByName(
	context: ILoadOptionsFunctions,
	{ request, label }: { request: ServiceRequest; label: Label },
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const source = await recordSource(context);
	const { list } = source.client.route(request.operation);
	// To find a word takes as few requests as can be; to open the list, as little as can be.
	const size = (filter?.trim() ? list?.pageSize : undefined) ?? PAGE;
	const found: INodeListSearchResult['results'] = [];
	let next = token;
	let read = 0;
	for (let count = 0; count < PAGES_A_CALL; count++) {
		const part = await readPart(source, request, size, next);
		next = part.next;
		read += part.records.length;
		for (const item of toResults(part.records, label)) if (matching(filter)(item)) found.push(item);
		if (found.length >= SCROLLABLE || next === undefined) return result(found, next);
	}
	if (found.length > 0) return result(found, next);
	throw new UsageError(
		`None of the ${read.toLocaleString('en-US')} entries read so far matches "${filter}": enter the ID instead.`,
	);
}

export const searchCustomers = searchByWord('customer.getMany', plainName);
export const searchDeals = searchByWord('deal.getMany', nameWithCustomer);
export const searchContacts = searchByWord('contact.getMany', nameWithCustomer);

/** The list of the actions of the chosen kind; of one customer or contact, where they have one. */
function actionsRequest(context: ILoadOptionsFunctions): ServiceRequest {
	const record = recordOf(textIn(context, 'resource'));
	const operation = record && routeOf(record, 'getMany');
	if (!operation) throw new UsageError('Choose the resource of the action first.');
	const path = record.within.map(({ name, key, label }) => {
		const id = idIn(context.getCurrentNodeParameter(name));
		if (id !== undefined) return [key, id];
		throw new UsageError(`Choose the ${label.toLowerCase()} of the action first.`);
	});
	return { operation, path: Object.fromEntries(path) as ServiceRequest['path'] };
}

export async function searchActions(
	context: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const timezone = context.getTimezone();
	const label = (record: IDataObject) => actionName(record, timezone);
	return await searchByName(context, { request: actionsRequest(context), label }, filter, token);
}

export const searchCustomObjects = async (
	context: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> => {
	const list = { request: objectsRequest(context), label: nameOfObject };
	const search = async () => await searchByName(context, list, filter, token);
	return await ofDefinition(list.request, search);
};
