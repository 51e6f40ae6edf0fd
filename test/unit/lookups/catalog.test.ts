/** What forms read of the newest deals, in how many requests. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES, type OperationId } from '../../../nodes/SalesManagement/api/routes';
import type { Client, ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { sharedCatalogOf } from '../../../nodes/SalesManagement/lookups/catalog';
import type { LookupSource } from '../../../nodes/SalesManagement/lookups/source';

/** Deals of two types in turn, each type with a phase and a field of its own. */
function sourceWith(count: number) {
	const asked: IDataObject[] = [];
	const deals = Array.from({ length: count }, (_, at) => {
		const type = (at % 2) + 1;
		return {
			id: at + 1,
			dealType: { id: type, name: `Type ${type}` },
			phase: { id: 10 * type, name: `Phase of ${type}` },
			dealCustoms: [{ itemKey: `of_${type}`, name: `Of ${type}`, itemType: 'text', text: 'x' }],
		};
	});
	const client = {
		version: 'v2',
		route: (operation: OperationId) => ROUTES.v2[operation],
		send: async ({ query = {} }: ServiceRequest) => {
			asked.push(query);
			const { cursor = '0', limit = 100, dealTypeId } = query as IDataObject;
			const all = deals.filter(({ dealType }) =>
				[undefined, dealType.id].includes(dealTypeId as number),
			);
			const to = Number(cursor) + Number(limit);
			const hasMore = to < all.length;
			const body = {
				deals: all.slice(Number(cursor), to),
				hasMore,
				nextCursor: hasMore ? String(to) : null,
				totalCount: all.length,
			};
			return await Promise.resolve({ status: 200, body });
		},
	} as unknown as Client;
	const known = new Map<string, Promise<unknown>>();
	const source: LookupSource = {
		client,
		cached: async <Value>(key: string, load: () => Promise<Value>) => {
			const loading = known.get(key) ?? load();
			known.set(key, loading);
			return (await loading) as Value;
		},
	};
	return { source, asked };
}

test('where all deals can be read, each type is taken from what is read once', async () => {
	const { source, asked } = sourceWith(900);
	const [all, second] = await Promise.all([
		sharedCatalogOf(source, 'deal'),
		sharedCatalogOf(source, 'deal', 2),
	]);
	expect(asked).toHaveLength(1);
	expect(all.fields.map(({ key }) => key)).toEqual(['of_1', 'of_2']);
	expect(second.fields.map(({ key }) => key)).toEqual(['of_2']);
	expect(second.lists.get('getPhases')).toEqual(all.lists.get('getPhases'));
});

test('where they are too many, the newest of the type are read', async () => {
	const { source, asked } = sourceWith(4_000);
	const second = await sharedCatalogOf(source, 'deal', 2);
	expect(asked.map(({ dealTypeId }) => dealTypeId)).toEqual([
		...[undefined, undefined, undefined],
		...[2, 2],
	]);
	expect(second.fields.map(({ key }) => key)).toEqual(['of_2']);
});
