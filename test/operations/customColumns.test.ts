/** The account's own fields in a form: as columns, as fields of a search, and to match by. */
import type { IDataObject, INodeParameters, ResourceMapperField } from 'n8n-workflow';
import tables from './customColumns.json';
import { loadOptions, mapped, useLookupFixture } from './support/lookupFixture';
import { serve, type Answer } from '../http/support/server';
import { textOf } from '../../nodes/SalesManagement/shared';
import { runNode } from '../../harness';

interface Definition extends IDataObject {
	id: number;
	itemKey: string | null;
	itemType: string;
	name: string;
}

const fixture = useLookupFixture();
let definitions: Record<string, Definition[]>;

beforeAll(async () => {
	const { dealTypes } = await fixture.read('v1', '/domains/settings');
	const read = async (path: string) =>
		Object.values(await fixture.read('v1', path))[0] as Definition[];
	// v1 §2.1, §2.9
	definitions = {
		customer: await read('/customer_custom_items'),
		contact: await read('/contact_custom_items'),
		dealAction: await read('/action_custom_items'),
		deal: (dealTypes as IDataObject[])[0]!.dealCustomItems as Definition[],
	};
});

const form = async (parameters: INodeParameters, v1 = false) => ({
	parameters: { authentication: 'personalToken', ...parameters },
	credentials: await fixture.fresh({ v1 }),
});

const TYPES: Readonly<Record<string, ResourceMapperField['type']>> = {
	text: 'string',
	url: 'string',
	date: 'dateTime',
	number: 'number',
	decimal_number: 'string',
	single_select: 'options',
	multi_select: 'string',
	user: 'string',
};

const RESOURCES = ['customer', 'contact', 'dealAction', 'deal'] as const;
const METHOD = 'getCustomFields';

const keyOf = ({ id, itemKey }: Pick<Definition, 'id' | 'itemKey'>) => itemKey ?? String(id);
/** Values come in any order, and so do the columns read from them (S5). */
const sorted = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort();
const outline = (fields: ResourceMapperField[]) =>
	sorted(fields.map(({ id, displayName, type }) => [id, displayName, type]));
const columnsOf = (resource: string) =>
	sorted(
		definitions[resource]!.filter(({ itemType }) => itemType !== 'calculation').map((each) => [
			keyOf(each),
			each.name,
			TYPES[each.itemType],
		]),
	);
const idsOf = (fields: ReadonlyArray<{ id: unknown }>) => fields.map(({ id }) => String(id));

test.each(RESOURCES)('%s with a v1 key: every field, type and choice', async (resource) => {
	const own = await form({ resource, operation: 'create', dealType: 1 }, true);
	const { fields } = await mapped(own, METHOD);
	expect(outline(fields)).toEqual(columnsOf(resource));
	for (const { itemType, ...each } of definitions[resource]!) {
		const column = fields.find(({ id }) => id === keyOf(each));
		const options = (each.customItemOptions ?? each.actionCustomItemOptions) as IDataObject[];
		const choices = /select/.test(itemType)
			? options.map(({ value, label }) => ({ id: value, name: label }))
			: undefined;
		const shown = column?.options?.map(({ name, value }) => ({ id: value, name }));
		expect([each.name, shown]).toEqual([each.name, choices]);
	}
});

/** n8n asks for the lists of a node dropped a moment ago before it puts a credential into it. */
describe('without any credential nothing is wrong', () => {
	const parameters = { authentication: 'personalToken', resource: 'contact' };

	test.each([METHOD, 'getInputColumns'])(
		'%s: only how to get the fields is said',
		async (method) => {
			expect(await mapped({ parameters, credentials: {} }, method)).toEqual({
				fields: [],
				emptyFieldsNotice: 'With a credential chosen, open the node again to list the fields here.',
			});
		},
	);

	test.each([
		['getMatchFields', 'Email'],
		['getSearchFields', 'Email'],
		['getGroupFields', 'Customer'],
	])('%s: the standard fields', async (method, label) => {
		const fields = await loadOptions({ parameters, credentials: {} }, method);
		expect(fields.map(({ name }) => name)).toContain(label);
	});
});

describe('with a token alone the fields are those that records show', () => {
	test.each(['customer', 'deal'])('%s: names and types as defined', async (resource) => {
		const own = await form({ resource, operation: 'create', dealType: 1 });
		const { fields, emptyFieldsNotice } = await mapped(own, METHOD);
		expect(outline(fields)).toEqual(columnsOf(resource));
		expect(emptyFieldsNotice).toContain('Enter a V1 API Key and V1 Base URL');
	});

	test('those of deals of the chosen type', async () => {
		const own = await form({ resource: 'deal', operation: 'create', dealType: 2 });
		const { fields } = await mapped(own, METHOD);
		const { deals } = await fixture.read('v2', '/deals?dealTypeId=2&limit=1000');
		const keys = (deals as IDataObject[])
			.flatMap(({ dealCustoms }) => dealCustoms as IDataObject[])
			.filter(({ itemType }) => itemType !== 'calculation')
			.map(({ itemKey, dealCustomItemId }) => textOf(itemKey ?? dealCustomItemId));
		expect(new Set(idsOf(fields))).toEqual(new Set(keys));
		expect(fields).not.toHaveLength(0);
	});

	/** Whether values of contacts and actions have their key is open (v1 §2.3, v2 §2.7). */
	test.each([true, false])('contacts and actions, values with itemKey: %s', async (keyed) => {
		const switched = async (itemKeysOnContactsAndActions: boolean | null) =>
			await fixture.options({ itemKeysOnContactsAndActions });
		await switched(keyed);
		for (const resource of ['contact', 'dealAction']) {
			const { fields } = await mapped(await form({ resource }), METHOD);
			const keys = definitions[resource]!.map((each) => (keyed ? keyOf(each) : String(each.id)));
			expect(idsOf(fields).sort()).toEqual(keys.sort());
		}
		await switched(null);
	});
});

describe('columns of custom objects', () => {
	const columns = async (customObjectDefKey: string, more: Record<string, string> = {}) => {
		const { parameters, credentials } = await form({
			...{ resource: 'customObject', customObjectDefKey },
		});
		const [[type, data]] = Object.entries(credentials) as [[string, object]];
		const own = { parameters, credentials: { [type]: { ...data, ...more } } };
		return await mapped(own, METHOD);
	};

	test('depend on the definition, take types from values, and filter where they may (v2 §4.11)', async () => {
		const { customObjects } = (await fixture.steer('GET', '/definitions')) as {
			customObjects: Array<{ key: string; items: Array<{ itemKey: string; itemType: string }> }>;
		};
		for (const { key, items } of customObjects) {
			const { fields } = await columns(key);
			const keysOf = (...without: string[]) =>
				items
					.filter(({ itemType }) => !without.includes(itemType))
					.map(({ itemKey }) => itemKey)
					.sort();
			// A single choice is a key like any text.
			const types = { ...TYPES, single_select: 'string' } as Record<string, string>;
			expect(sorted(fields.map(({ id, type }) => [id, type]))).toEqual(
				sorted(items.map(({ itemKey, itemType }) => [itemKey, types[itemType]])),
			);
			const single = fields.filter(({ options }) => options === undefined);
			expect(idsOf(single).sort()).toEqual(keysOf('multi_select'));
			const own = await form({ resource: 'customObject', customObjectDefKey: key });
			const filters = idsOf(await loadOptions(own, 'getCustomObjectFilterFields'));
			expect(filters.sort()).toEqual(keysOf('multi_select', 'user', 'url', 'calculation'));
			const matchable = idsOf(await loadOptions(own, 'getMatchFields'));
			expect(matchable[0]).toBe('id');
			const matching = matchable.slice(1).map((value) => value.split(':')[1]);
			expect(matching).not.toHaveLength(0);
			expect(filters).toEqual(expect.arrayContaining(matching));
		}
	});

	/** n8n shows this text below the field; of an error it would show none of its own. */
	test.each([
		['', 'Enter the custom object’s key first, under Definition Key.'],
		[
			'nope',
			'The service knows no custom object with the key "nope": check Definition Key, also its upper and lower case.',
		],
		['../deals', 'Custom Object: Get Many: "customObjectDefKey" can\'t be "../deals".'],
	])('with the key %j they say what is to be done about it', async (key, emptyFieldsNotice) => {
		expect(await columns(key)).toEqual({ fields: [], emptyFieldsNotice });
	});

	test('a key without a field yet gets a sentence of its own; another failure is an error', async () => {
		let answer: Answer = { body: { customObjects: [], nextCursor: null } };
		const server = await serve(() => answer);
		const { fields, emptyFieldsNotice } = await columns('empty', { baseUrl: `${server.url}/v2` });
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(/^The key "empty" is right, but .*in an expression/);
		answer = { status: 403, body: { error: 'FORBIDDEN' } };
		await expect(columns('ticket', { baseUrl: `${server.url}/v2` })).rejects.toThrow(/HTTP 403/);
		await server.close();
	});
});

describe.each([true, false])('fields of a search, v1 key: %s', (v1) => {
	test.each([
		['customer', 'name'],
		['deal', 'name'],
		['contact', 'customer.name'],
	])('%s: each one is understood by the search', async (resource, standard) => {
		const own = await form({ resource, operation: 'search' }, v1);
		const fields = idsOf(await loadOptions(own, 'getSearchFields'));
		expect(fields).toContain(standard);
		const customs = definitions[resource]!.map((each) => `custom:${keyOf(each)}:${each.itemType}`);
		// Contacts' values may lack their keys (S5).
		if (v1 || resource !== 'contact') expect(fields).toEqual(expect.arrayContaining(customs));
		const values = fields.map((field) => ({ field, operator: 'isEmpty' }));
		const parameters = {
			...own.parameters,
			options: { match: 'any' },
			conditions: { values },
			limit: 1,
		};
		const { error } = await runNode({ ...own, parameters });
		expect(error?.message).toBeUndefined();
	});

	test('the values of a condition are those of its field', async () => {
		const valuesOf = async (field: string) => {
			const conditions = { values: [{ field: 'name' }, { field, operator: 'equals' }] };
			const own = await form({ resource: 'deal', operation: 'search', conditions }, v1);
			const path = 'parameters.conditions.values[1].value';
			return (await loadOptions({ ...own, path }, 'getSearchValues')).map(({ name }) => name);
		};
		expect(await valuesOf('phaseId')).toContain('New business: Won');
		const levels = await valuesOf('custom:deal_single_select:single_select');
		expect(levels).toEqual(expect.arrayContaining(['Gold', 'Silver']));
		expect(await valuesOf('custom:deal_user:user')).not.toHaveLength(0);
		for (const none of ['', 'amount', 'customerId', 'custom:deal_text:text']) {
			expect(await valuesOf(none)).toEqual([]);
		}
	});
});

test.each(tables.matchedBy)(
	'$resource is matched by what identifies it',
	async ({ resource, standard }) => {
		const own = await form({ resource, operation: 'createOrUpdate' }, true);
		const values = idsOf(await loadOptions(own, 'getMatchFields'));
		expect(values.slice(0, standard.length)).toEqual(standard);
		const types = values.slice(standard.length).map((value) => value.split(':')[2]);
		expect([...new Set(types)].sort()).toEqual(['decimal_number', 'number', 'text', 'url']);
	},
);
