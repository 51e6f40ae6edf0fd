/** Items whose fields come from their columns, without n8n and without a service. */
import type { IDataObject } from 'n8n-workflow';
import type { Column, Item } from '../../../nodes/SalesManagement/fields';
import type { NameSources } from '../../../nodes/SalesManagement/lookups';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { filledItems, type FilledItems } from '../../../nodes/SalesManagement/operations/columns';
import type { Operation } from '../../../nodes/SalesManagement/operations/operation';

/** The operations that write whole records, which columns can fill. */
export const FILLED: ReadonlyArray<readonly [name: string, operation: Operation]> =
	RESOURCES.flatMap(({ id: resource, operations }) =>
		operations
			.filter(({ form }) => form.filling)
			.map((operation) => [`${resource}.${operation.id}`, operation] as const),
	);

export const operationOf = (name: string): Operation =>
	FILLED.find(([each]) => each === name)?.[1] ?? fail(name);

function fail(name: string): never {
	throw new Error(`no columns fill ${name}`);
}

/** No key, and no record that shows a field: what was saved is all that is known. */
export const NO_SOURCES = {
	own: { client: undefined, cached: async () => [] },
	settings: async () => undefined,
	catalog: async () => ({ lists: new Map(), fields: [], fieldsOfType: new Map(), isWhole: true }),
} as unknown as NameSources;

export const itemOf = (
	parameters: Record<string, unknown>,
	input: IDataObject = {},
	more: Partial<Item> = {},
): Item => ({
	...{ index: 0, input, version: 'v2', timezone: 'UTC' },
	get: (name) => parameters[name],
	...more,
});

export const column = (id: string, displayName: string, more: Partial<Column> = {}): Column => ({
	...{ id, displayName, type: 'string', required: false, defaultMatch: false, display: true },
	...more,
});

/** The mapper as the editor saves it: with the columns that it offered. */
export const automatic = (customs: readonly Column[] = [column('custom:none', 'None at all')]) => ({
	mappingMode: 'autoMapInputData',
	value: null,
	schema: customs,
});

/** One item filled from its columns, without look-ups. */
export async function filledFrom(
	name: string,
	input: IDataObject,
	{
		customs,
		parameters = {},
		...more
	}: { customs?: readonly Column[]; parameters?: Record<string, unknown> } & Partial<Item> = {},
): Promise<FilledItems & { item: Item }> {
	const columns = automatic(customs);
	const original = itemOf({ fieldsFrom: 'input', columns, ...parameters }, input, more);
	const filled = await filledItems([original], operationOf(name).form, NO_SOURCES);
	return { ...filled, item: filled.items[0] as Item };
}
