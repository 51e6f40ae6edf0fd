/** Writes to one thing keep the order of the items; all other requests overlap, up to ten at once. */
import type { IDataObject } from 'n8n-workflow';
import tables from './order.json';
import { isObject } from '../../nodes/SalesManagement/shared';
import { runOn } from './support/service';

/** How long an answer waits for another request, which never comes where its item waits. */
const PATIENCE_MS = 150;

/** What stands in the form: each value, those of collections as well, from the item. */
const fromItems = (item: IDataObject, path = '$json'): IDataObject =>
	Object.fromEntries(
		Object.entries(item).map(([name, value]) => [
			name,
			isObject(value) ? fromItems(value, `${path}.${name}`) : `={{ ${path}.${name} }}`,
		]),
	);

/** Runs an operation for these items; answers how many requests were under way at once. */
async function mostAtOnce(operation: string, items: readonly IDataObject[]): Promise<number> {
	let underWay = 0;
	let most = 0;
	const { requests, error } = await runOn(operation, {
		parameters: fromItems(items[0] ?? {}),
		version: operation.startsWith('actionField.') ? 'v1' : 'v2',
		input: items,
		respond: () => ({
			act: (response) => {
				most = Math.max(most, ++underWay);
				setTimeout(() => {
					underWay--;
					response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
				}, PATIENCE_MS);
			},
		}),
	});
	if (error) throw error;
	expect(requests).toHaveLength(items.length);
	return most;
}

test.each(tables.waiting)(
	'$operation of one thing waits for the item before: $items',
	async ({ operation, items }) => {
		expect(await mostAtOnce(operation, items)).toBe(1);
	},
);

test.each(tables.overlapping)(
	'$operation of different things overlaps',
	async ({ operation, items, most }) => {
		expect(await mostAtOnce(operation, items)).toBe(most);
	},
);
