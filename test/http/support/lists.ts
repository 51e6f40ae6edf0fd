/** Services that return lists, and how the tests read them. */
import type { IDataObject } from 'n8n-workflow';
import {
	pages,
	type Client,
	type Page,
	type PagesOptions,
	type ServiceRequest,
} from '../../../nodes/SalesManagement/api';
import type { Respond } from './client';

export const DEALS = { operation: 'deal.getMany' } as const;
export const records = (count: number, from = 1): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: from + index }));

export async function read(client: Client, request: ServiceRequest, options: PagesOptions = {}) {
	const all: Page[] = [];
	for await (const page of pages(client, request, options)) all.push(page);
	return all;
}

export const idsOf = (read: readonly Page[]) =>
	read.flatMap((page) => page.records.map(({ id }) => id));

/** A v1 service whose pages have every second place empty, as the sandbox's short pages. */
export const shortPageService =
	(deals: readonly IDataObject[]): Respond =>
	({ query }) => {
		const limit = Number(query.limit ?? 100);
		const page = Number(query.page ?? 1);
		const taken = (places: number) => (limit > 1 ? Math.ceil(places / 2) : places);
		const found = deals.slice(taken((page - 1) * limit), taken(page * limit));
		return { body: { deals: found, contacts: found, totalCount: deals.length, page } };
	};
