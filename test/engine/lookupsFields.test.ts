import type { IDataObject, INodeParameters, ResourceMapperField } from 'n8n-workflow';
import { runNode } from '../support/harness';
import { textOf } from '../../nodes/SalesManagement/values';
import { serve } from '../unit/support/testClient';
import {
	loadOptions,
	mapped,
	startLookupFixture,
	type LookupFixture,
} from './support/lookupFixture';
import { recordOf } from '../../nodes/SalesManagement/records';
import {
	standardFields,
	toSearchField,
} from '../../nodes/SalesManagement/operations/search/fields';

let fixture: LookupFixture;
let dealTypes: IDataObject[];

beforeAll(async () => {
	fixture = await startLookupFixture();
	dealTypes = (await fixture.read('v1', '/domains/settings')).dealTypes as IDataObject[];
});
afterAll(async () => await fixture.close());

const form = async (parameters: INodeParameters, v1 = false) => ({
	parameters: { authentication: 'personalToken', ...parameters },
	credentials: await fixture.fresh({ v1 }),
});

interface Definition extends IDataObject {
	id: number;
	itemKey: string | null;
	itemType: string;
	name: string;
}

/** The definitions that v1 serves (v1 §2.1, §2.9). */
async function definitions(path: string): Promise<Definition[]> {
	if (path === 'deals') return dealTypes[0]!.dealCustomItems as Definition[];
	return Object.values(await fixture.read('v1', path))[0] as Definition[];
}

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

const columnsOf = (all: Definition[]) =>
	all
		.filter(({ itemType }) => itemType !== 'calculation')
		.map(({ id, itemKey, itemType, name }) => ({
			id: itemKey ?? String(id),
			displayName: name,
			type: TYPES[itemType],
		}));

/** Values come in any order, and so do the columns read from them (S5). */
const byId = <Column extends { id: string }>(columns: Column[]) =>
	[...columns].sort((a, b) => (a.id < b.id ? -1 : 1));

const outline = (fields: ResourceMapperField[]) =>
	fields.map(({ id, displayName, type }) => ({ id, displayName, type }));

const SOURCES = [
	['getCustomerFields', '/customer_custom_items', 'customer'],
	['getContactFields', '/contact_custom_items', 'contact'],
	['getActionFields', '/action_custom_items', 'dealAction'],
	['getDealFields', 'deals', 'deal'],
] as const;

const sorted = (list: unknown[]) => [...list].map(String).sort();

describe('columns by name with a v1 key', () => {
	it.each(SOURCES)(
		'%s has every field, its type and its choices',
		async (method, path, resource) => {
			const all = await definitions(path);
			const own = await form({ resource, operation: 'create', dealType: 1 }, true);
			const { fields } = await mapped(own, method);
			expect(new Set(all.map(({ itemType }) => itemType)).size).toBeGreaterThanOrEqual(8);
			expect(outline(fields)).toEqual(columnsOf(all));
			const users = await loadOptions(own, 'getUsers');
			for (const { itemType, ...each } of all) {
				const column = fields.find(({ id }) => id === (each.itemKey ?? String(each.id)));
				const choices = column?.options?.map(({ name, value }) => ({ id: value, name }));
				if (itemType === 'user') expect(choices).toEqual(users);
				else if (/select/.test(itemType)) {
					const options = (each.customItemOptions ?? each.actionCustomItemOptions) as IDataObject[];
					expect(options.length).toBeGreaterThan(0);
					expect(choices).toEqual(options.map(({ value, label }) => ({ id: value, name: label })));
				} else expect(choices).toBeUndefined();
			}
		},
	);
});

/** n8n asks for the columns of a node dropped a moment ago before it puts a credential into it. */
test.each([...SOURCES.map(([method]) => method), 'getInputColumns'])(
	'%s without any credential: nothing is wrong, only how to get the fields is said',
	async (method) => {
		const parameters = { resource: 'deal', operation: 'create', fieldsFrom: 'input' };
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
])('%s without any credential: the standard fields', async (method, label) => {
	const parameters = { authentication: 'personalToken', resource: 'contact', operation: 'search' };
	const fields = await loadOptions({ parameters, credentials: {} }, method);
	expect(fields.map(({ name }) => name)).toContain(label);
});

describe('columns from records with a token alone', () => {
	it.each([SOURCES[0], SOURCES[3]])(
		'%s: names and types as defined',
		async (method, path, resource) => {
			const own = await form({ resource, operation: 'create', dealType: 1 });
			const { fields, emptyFieldsNotice } = await mapped(own, method);
			expect(byId(outline(fields))).toEqual(byId(columnsOf(await definitions(path))));
			expect(emptyFieldsNotice).toContain('Enter a V1 API Key and V1 Base URL');
		},
	);

	it.each([
		['dealType', 2],
		['dealTypeId', '2'],
	])('those of deals are read from deals of the chosen type: %s', async (name, value) => {
		const operation = name === 'dealType' ? 'create' : 'createMany';
		const resource = name === 'dealType' ? 'deal' : 'dealAction';
		const { fields } = await mapped(
			await form({ resource, operation, [name]: value }),
			'getDealFields',
		);
		const { deals } = await fixture.read('v2', '/deals?dealTypeId=2&limit=1000');
		const values = (deals as IDataObject[]).flatMap(
			({ dealCustoms }) => dealCustoms as IDataObject[],
		);
		const keys = values
			.filter(({ itemType }) => itemType !== 'calculation')
			.map(({ itemKey, dealCustomItemId }) => itemKey ?? textOf(dealCustomItemId));
		expect(fields.length).toBeGreaterThan(0);
		expect(new Set(fields.map(({ id }) => id))).toEqual(new Set(keys));
	});

	it('deals and multiple choices show the labels that records hold', async () => {
		const { fields } = await mapped(await form({ resource: 'deal' }), 'getDealFields');
		const selects = (await definitions('deals')).filter(({ itemType }) => /select/.test(itemType));
		for (const { itemKey, customItemOptions } of selects) {
			const seen = fields.find(({ id }) => id === itemKey)?.options ?? [];
			const labels = (customItemOptions as IDataObject[]).map(({ label }) => label);
			expect(seen.length).toBeGreaterThan(0);
			expect(labels).toEqual(expect.arrayContaining(seen.map(({ name }) => name)));
		}
	});

	/** With and without itemKey on values of contacts and actions (S5); the others stay as they are. */
	async function eitherWay(work: (keyed: boolean) => Promise<void>) {
		const before = await fixture.admin<IDataObject>('/options');
		for (const itemKeysOnContactsAndActions of [true, false]) {
			await fixture.admin('/options', 'PATCH', { itemKeysOnContactsAndActions });
			await work(itemKeysOnContactsAndActions);
		}
		const { itemKeysOnContactsAndActions } = before;
		await fixture.admin('/options', 'PATCH', { itemKeysOnContactsAndActions });
	}

	it('contacts show only item keys, since their values are compact (v2 §2.7)', async () => {
		const all = await definitions('/contact_custom_items');
		await eitherWay(async (keyed) => {
			const { fields } = await mapped(await form({ resource: 'contact' }), 'getContactFields');
			const keys = all.map(({ id, itemKey }) => (keyed && itemKey ? itemKey : id));
			expect(sorted(fields.map(({ id }) => id))).toEqual(sorted(keys));
		});
	});

	it('actions are named by item id where their values have no key (v1 §2.3)', async () => {
		const all = await definitions('/action_custom_items');
		await eitherWay(async (keyed) => {
			const { fields } = await mapped(await form({ resource: 'dealAction' }), 'getActionFields');
			const names = fields.map(({ displayName }) => displayName);
			expect(sorted(names)).toEqual(sorted(all.map(({ name }) => name)));
			const keys = all.map(({ id, itemKey }) => (keyed && itemKey ? itemKey : id));
			expect(sorted(fields.map(({ id }) => id))).toEqual(sorted(keys));
		});
	});

	it('a field of a record written a moment ago is there for a new token', async () => {
		const empty = await fixture.fresh();
		const { fields } = await mapped({ credentials: empty }, 'getCustomerFields');
		expect(fields.length).toBeGreaterThan(0);
	});
});

describe('columns of custom objects', () => {
	interface Item {
		itemKey: string;
		itemType: string;
	}
	const definitionsOf = async () =>
		(await fixture.admin<{ customObjects: Array<{ key: string; items: Item[] }> }>('/definitions'))
			.customObjects;

	it('depend on the definition and take their types from the values', async () => {
		for (const { key, items } of await definitionsOf()) {
			const own = await form({ resource: 'customObject', customObjectDefKey: key });
			const { fields } = await mapped(own, 'getCustomObjectFields');
			expect(sorted(fields.map(({ id }) => id))).toEqual(
				sorted(items.map(({ itemKey }) => itemKey)),
			);
			for (const { itemKey, itemType } of items) {
				const column = fields.find(({ id }) => id === itemKey);
				// A single choice is a key like any text.
				const type = itemType === 'single_select' ? 'string' : TYPES[itemType];
				expect([itemKey, column?.type]).toEqual([itemKey, type]);
				const severalOf = itemType === 'multi_select' || itemType === 'user';
				expect([itemKey, column?.options !== undefined]).toEqual([itemKey, severalOf]);
			}
		}
	});

	it('filter by text, number, decimal and date (v2 §4.11)', async () => {
		const filterable = ['text', 'number', 'decimal_number', 'date', 'single_select'];
		for (const { key, items } of await definitionsOf()) {
			const own = await form({ resource: 'customObject', customObjectDefKey: key });
			const keys = (await loadOptions(own, 'getCustomObjectFilterFields')).map(({ id }) => id);
			const expected = items.filter(({ itemType }) => filterable.includes(itemType));
			expect(sorted(keys)).toEqual(sorted(expected.map(({ itemKey }) => itemKey)));
		}
	});

	/** n8n shows this text below the field; of an error it would show none of its own. */
	const noticeFor = async (customObjectDefKey: string) =>
		await mapped(
			await form({ resource: 'customObject', customObjectDefKey }),
			'getCustomObjectFields',
		);

	it.each([
		['', 'Enter the custom object’s key first, under Definition Key.'],
		[
			'nope',
			'The service knows no custom object with the key "nope": check Definition Key, also its upper and lower case.',
		],
		['../deals', 'Definition Key can\'t be "../deals".'],
	])('with the key %j they say what is to be done about it', async (key, emptyFieldsNotice) => {
		expect(await noticeFor(key)).toEqual({ fields: [], emptyFieldsNotice });
	});

	it('a key that is right, whose objects show no field yet, gets a sentence of its own', async () => {
		const server = await serve(() => ({ body: { customObjects: [], nextCursor: null } }));
		const { credentials, parameters } = await form({
			resource: 'customObject',
			customObjectDefKey: 'empty',
		});
		const [name, fields] = Object.entries(credentials)[0]!;
		const own = { [name]: { ...fields, baseUrl: `${server.url}/v2` } };
		const { fields: columns, emptyFieldsNotice } = await mapped(
			{ parameters, credentials: own },
			'getCustomObjectFields',
		);
		await server.close();
		expect(columns).toEqual([]);
		expect(emptyFieldsNotice).toMatch(/^The key "empty" is right, but /);
		expect(emptyFieldsNotice).toContain('in an expression');
	});

	it('another failure is an error as before', async () => {
		const server = await serve(() => ({ status: 403, body: { error: 'FORBIDDEN' } }));
		const { credentials, parameters } = await form({
			resource: 'customObject',
			customObjectDefKey: 'ticket',
		});
		const [name, fields] = Object.entries(credentials)[0]!;
		const own = { [name]: { ...fields, baseUrl: `${server.url}/v2` } };
		await expect(mapped({ parameters, credentials: own }, 'getCustomObjectFields')).rejects.toThrow(
			/HTTP 403/,
		);
		await server.close();
	});
});

describe('what a label in a column becomes', () => {
	it.each([true, false])('a customer is created with values by name, v1 key: %s', async (v1) => {
		const own = await form({ resource: 'customer', operation: 'create' }, v1);
		const { fields: schema } = await mapped(own, 'getCustomerFields');
		const all = await definitions('/customer_custom_items');
		const keyOf = (type: string) => all.find(({ itemType }) => itemType === type)!.itemKey!;
		const column = (type: string) => schema.find(({ id }) => id === keyOf(type))!;
		const choices = column('multi_select').options!.slice(0, 2);
		const [user] = column('user').options!;
		const value = {
			[keyOf('text')]: 'By name',
			[keyOf('decimal_number')]: ' 1e3 ',
			[keyOf('number')]: 0,
			[keyOf('date')]: '2026-11-30',
			[keyOf('multi_select')]: choices.map(({ name }) => name).join(', '),
			[keyOf('user')]: user!.name,
		};
		const { items, error } = await runNode({
			parameters: {
				...own.parameters,
				...{ name: 'Mapped', fieldsFrom: 'custom' },
				customFields: { mappingMode: 'defineBelow', value, schema, matchingColumns: [] },
			} as unknown as INodeParameters,
			credentials: own.credentials,
		});
		expect(error).toBeUndefined();
		const record = await fixture.read('v2', `/customers/${Number(items[0]?.json.id)}`);
		const customs = record.customerCustoms as IDataObject[];
		const stored = (type: string) => customs.find(({ itemKey }) => itemKey === keyOf(type));
		expect(stored('text')).toMatchObject({ text: 'By name' });
		// The service may write more decimals (S5).
		expect(stored('decimal_number')?.decimalNumber).toMatch(/^1000(\.0+)?$/);
		expect(stored('number')).toMatchObject({ number: 0 });
		expect(stored('date')?.datetime).toMatch(/^2026-11-30/);
		expect(stored('multi_select')).toMatchObject({
			selectedValues: choices.map((choice) => choice.value),
		});
		expect(stored('user')).toMatchObject({ selectedUsers: [{ id: user!.value }] });
	});
});

describe('fields of searches and of Create or Update', () => {
	it.each(['customer', 'deal', 'contact'])(
		'%s: each one is understood by the search',
		async (resource) => {
			for (const v1 of [true, false]) {
				const own = await form({ resource, operation: 'search' }, v1);
				const fields = await loadOptions(own, 'getSearchFields');
				const standard = standardFields(recordOf(resource)!);
				const values = fields.map(({ id }) => id as string);
				expect(values.slice(0, standard.length)).toEqual(standard.map(({ name }) => name));
				for (const value of values)
					expect(() => toSearchField(value, recordOf(resource)!)).not.toThrow();
				expect(values.includes('customer.name')).toBe(resource === 'contact');
				expect(values.filter((value) => value.startsWith('custom:')).length).toBeGreaterThan(5);
			}
		},
	);

	it('custom fields carry their key and type', async () => {
		const own = await form({ resource: 'customer', operation: 'search' });
		const values = (await loadOptions(own, 'getSearchFields')).map(({ id }) => id);
		const all = await definitions('/customer_custom_items');
		expect(values).toEqual(
			expect.arrayContaining(
				all.map(({ id, itemKey, itemType }) => `custom:${itemKey ?? id}:${itemType}`),
			),
		);
	});

	it.each([true, false])(
		'the values of a condition are those of its field, v1 key: %s',
		async (v1) => {
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
		},
	);

	it.each([
		['customer', ['name', 'telNo', 'webUrl']],
		['deal', ['name']],
		['contact', ['name', 'email', 'tel', 'mobileTel']],
	])('%s is matched by what identifies it', async (resource, standard) => {
		const own = await form({ resource, operation: 'createOrUpdate' }, true);
		const values = (await loadOptions(own, 'getMatchFields')).map(({ id }) => id as string);
		expect(values.slice(0, standard.length)).toEqual(standard);
		const types = values.slice(standard.length).map((value) => value.split(':')[2]);
		expect([...new Set(types)].sort()).toEqual(['decimal_number', 'number', 'text', 'url']);
	});

	it('custom objects are matched by their item keys', async () => {
		const parameters = { resource: 'customObject', customObjectDefKey: 'ticket' };
		const own = await form({ ...parameters, operation: 'createOrUpdate' });
		const values = (await loadOptions(own, 'getMatchFields')).map(({ id }) => id);
		const filterable = (await loadOptions(own, 'getCustomObjectFilterFields')).map(({ id }) => id);
		expect(values.length).toBeGreaterThan(0);
		expect(filterable).toEqual(expect.arrayContaining(values));
	});
});
