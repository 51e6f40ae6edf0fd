import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listingOf, pageAt, pageSizeOf } from '../api/paging/page';
import type { ServiceRequest } from '../api/routes';
import { clockTime, customEntries, type LocatorMethod } from '../fields';
import { customsIn, recordOf, routeOf } from '../records';
import { formatCount, textOf, timeOf, UsageError } from '../shared';
import { itemTypeOf } from './customFields';
import { objectsRequest, ofDefinition } from './customObjects';
import { enteredId, recordIn, sourcesIn, type FormMethod } from './form';
import { matching, idAndName, textAt, withRest } from './namedEntry';

/** Entries that the editor is given at a time. */
const PAGE = 100;
/** Entries with which a dropdown has a scroll bar. */
const SCROLLABLE = 25;
/** Pages that one call searches for a word: a few seconds at five requests a second. */
const PAGES_A_CALL = 30;

const plainName = (record: IDataObject) => idAndName(record)?.name ?? '';

/** The name of a person or a deal, with that of its customer, since many share names. */
const nameWithCustomer = (record: IDataObject) =>
	withRest(plainName(record), textAt(record, 'customer.name'));

/** The name of an object: its first text, else its id. */
function nameOfObject(object: IDataObject): string {
	const first = customEntries(customsIn(object, recordOf('customObject'))).find(
		([, value]) => itemTypeOf(value) === 'text',
	);
	return first ? textOf(first[1]) : plainName({ id: object.id });
}

/** The label of an action: its start in the workflow's time zone, its kind, and its deal. */
function actionName(record: IDataObject, timeZone: string): string {
	const start = timeInZone(record.startDatetime, timeZone);
	const what = textAt(record, 'purpose.name') ?? textAt(record, 'pattern.name');
	const whose = textAt(record, 'deal.name');
	const name = [start, what].filter(Boolean).join(' ');
	return withRest(name || plainName({ id: record.id }), whose);
}

/** A time of a record as text, on a clock of the time zone: `2026-11-30 09:30`. */
function timeInZone(value: unknown, timeZone: string): string | undefined {
	const time = timeOf(value);
	if (Number.isNaN(time)) return undefined;
	return clockTime(time, timeZone).slice(0, 16).replace('T', ' ');
}

/** A list whose records have labels. */
interface LabelledList {
	readonly request: ServiceRequest;
	readonly label: (record: IDataObject) => string;
}

/**
 * Makes a method that lists some entries. Each call reads on until there is something to scroll through,
 * since n8n asks for more only on scrolling, but no more than `PAGES_A_CALL` pages.
 * @param listFor the list, by the word that is entered as a filter.
 * @returns a method that takes the token with which an earlier call ended. It throws a UsageError if a long
 * list held no match as far as it was read.
 */
const searchOf =
	(listFor: (context: ILoadOptionsFunctions, filter: string) => LabelledList) =>
	async (
		context: ILoadOptionsFunctions,
		filter = '',
		token?: string,
	): Promise<INodeListSearchResult> => {
		const { request, label } = listFor(context, filter);
		// If the query has the word, the service itself looks for it.
		const word = request.query ? '' : filter.trim();
		const { client } = (await sourcesIn(context)).own;
		// Full pages make for fewest requests to find a word; small ones open a list fastest.
		const listing = listingOf(client, request, { pageSize: word === '' ? PAGE : undefined });
		const results: INodeListSearchResult['results'] = [];
		let next = token;
		let read = 0;
		for (let count = 0; count < PAGES_A_CALL; count++) {
			const page = await pageAt(listing, pageSizeOf(listing), next);
			if (!page)
				throw new UsageError('A page of the list is too large to be read: enter the ID instead.');
			next = page.next;
			read += page.records.length;
			const entries = page.records.map((each) => ({ name: label(each), value: each.id as number }));
			results.push(...entries.filter(matching(word)));
			if (next === undefined) return { results };
			if (results.length >= SCROLLABLE) break;
		}
		if (results.length > 0) return { results, paginationToken: next };
		throw new UsageError(
			`None of the ${formatCount(read)} entries read so far matches "${word}": enter the ID instead.`,
		);
	};

/** Lists that the service itself searches by a word (v2 §4.4, §4.6, §4.9). */
const byWord = (
	resource: 'customer' | 'deal' | 'contact',
	label: LabelledList['label'],
): FormMethod =>
	searchOf((_, filter) => {
		const query = { searchWord: filter.trim() || undefined };
		return { request: { operation: `${resource}.getMany`, query }, label };
	});

/**
 * The list of the actions of the chosen kind, limited to one customer or contact if the kind belongs to one.
 */
function actionsRequest(context: ILoadOptionsFunctions): ServiceRequest {
	const record = recordIn(context);
	const operation = record && routeOf(record, 'getMany');
	if (!operation) throw new UsageError('Choose the resource of the action first.');
	const path = record.parentParams.map(({ name, key, label }) => {
		const id = enteredId(context.getCurrentNodeParameter(name));
		if (id !== undefined) return [key, id];
		throw new UsageError(`Choose the ${label.toLowerCase()} of the action first.`);
	});
	return { operation, path: Object.fromEntries(path) as ServiceRequest['path'] };
}

const searchObjects = searchOf((context) => ({
	request: objectsRequest(context),
	label: nameOfObject,
}));

/** The methods that fill the locators. */
export const locatorSearches: Readonly<Record<LocatorMethod, FormMethod>> = {
	searchCustomers: byWord('customer', plainName),
	searchDeals: byWord('deal', nameWithCustomer),
	searchContacts: byWord('contact', nameWithCustomer),
	searchActions: searchOf((context) => ({
		request: actionsRequest(context),
		label: (record) => actionName(record, context.getTimezone()),
	})),
	searchCustomObjects: async (context, ...args) =>
		await ofDefinition(objectsRequest(context), async () => await searchObjects(context, ...args)),
};
