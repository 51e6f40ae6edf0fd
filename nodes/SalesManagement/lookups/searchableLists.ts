import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listingOf, pageSizeOf } from '../api/paging/listing';
import { pageAt } from '../api/paging/page';
import type { ServiceRequest } from '../api/routes/types';
import { customEntries, type LocatorMethod } from '../fields';
import { customObject } from '../records/customObject';
import { customsIn, routeOf } from '../records/record';
import { many, textOf, timeOf, UsageError } from '../shared';
import { itemTypeOf } from './customFields';
import { objectsRequest, ofDefinition } from './customObjects';
import { idIn, recordIn, sourcesIn, type FormMethod } from './form';
import { matching, named, textAt, withRest } from './namedEntry';

/** Entries that a dropdown gets at a time. */
const PAGE = 100;
/** As many entries as a dropdown needs to have a scroll bar. */
const SCROLLABLE = 25;
/** Pages that are searched for a word in one call: a few seconds at five requests a second. */
const PAGES_A_CALL = 30;

const plainName = (record: IDataObject): string => named(record)?.name ?? '';

/** Of a person or a deal: the name with that of its customer, since many share names. */
const nameWithCustomer = (record: IDataObject): string =>
	withRest(plainName(record), textAt(record, 'customer.name'));

/** The name of an object: its first text, else its id. */
function nameOfObject(object: IDataObject): string {
	const first = customEntries(customsIn(object, customObject)).find(
		([, value]) => itemTypeOf(value) === 'text',
	);
	return first ? textOf(first[1]) : plainName({ id: object.id });
}

/** An action: when it starts in the workflow's time zone, what it is, and what it belongs to. */
function actionName(record: IDataObject, timezone: string): string {
	const start = startOf(record.startDatetime, timezone);
	const what = textAt(record, 'purpose.name') ?? textAt(record, 'pattern.name');
	const whose = textAt(record, 'deal.name');
	const name = [start, what].filter((part) => part !== undefined).join(' ');
	return withRest(name || plainName({ id: record.id }), whose);
}

/** `2026-11-30 09:30`. */
function startOf(value: unknown, timeZone: string): string | undefined {
	const time = timeOf(value);
	if (Number.isNaN(time)) return undefined;
	// Swedish writes dates as ISO 8601 does.
	const format = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
	return new Intl.DateTimeFormat('sv-SE', format).format(time);
}

/** A list whose records are shown by a name. */
interface Shown {
	readonly request: ServiceRequest;
	readonly label: (record: IDataObject) => string;
}

/**
 * Shows some entries of a list: each call reads on until there is something to scroll through, since n8n asks
 * for more only on scrolling, but not forever.
 * @param listFor the list, for what is entered as a filter.
 * @returns a method that takes where an earlier call ended; it throws a UsageError when a long list held no
 * match as far as it was read.
 */
const searchOf =
	(listFor: (context: ILoadOptionsFunctions, filter: string) => Shown) =>
	async (
		context: ILoadOptionsFunctions,
		filter = '',
		token?: string,
	): Promise<INodeListSearchResult> => {
		const { request, label } = listFor(context, filter);
		// A word in the query is looked for by the service itself.
		const word = request.query ? '' : filter.trim();
		const { client } = (await sourcesIn(context)).own;
		// To find a word takes as few requests as can be; to open the list, as little as can be.
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
			`None of the ${many(read)} entries read so far matches "${word}": enter the ID instead.`,
		);
	};

/** Lists that the service itself searches by a word (v2 §4.4, §4.6, §4.9). */
const byWord = (resource: 'customer' | 'deal' | 'contact', label: Shown['label']): FormMethod =>
	searchOf((_, filter) => {
		const query = { searchWord: filter.trim() || undefined };
		return { request: { operation: `${resource}.getMany`, query }, label };
	});

/** The list of the actions of the chosen kind; of one customer or contact, where they have one. */
function actionsRequest(context: ILoadOptionsFunctions): ServiceRequest {
	const record = recordIn(context);
	const operation = record && routeOf(record, 'getMany');
	if (!operation) throw new UsageError('Choose the resource of the action first.');
	const path = record.within.map(({ name, key, label }) => {
		const id = idIn(context.getCurrentNodeParameter(name));
		if (id !== undefined) return [key, id];
		throw new UsageError(`Choose the ${label.toLowerCase()} of the action first.`);
	});
	return { operation, path: Object.fromEntries(path) as ServiceRequest['path'] };
}

const searchObjects = searchOf((context) => ({
	request: objectsRequest(context),
	label: nameOfObject,
}));

/** Fills each locator. */
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
