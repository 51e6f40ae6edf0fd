/** What the mapper's columns are, by what the service tells of custom fields, which may be little. */
import type { IDataObject, INodeParameters, ResourceMapperFields } from 'n8n-workflow';
import { serve, type Server } from '../http/support/server';
import { callMethod } from '../support/harness';

let server: Server;
let body: unknown;
beforeAll(async () => {
	server = await serve(() => ({ body }));
});
afterAll(async () => await server.close());

let tokens = 0;
/** The columns for a credential that nothing is remembered for. */
async function columnsOf(
	authentication: 'personalToken' | 'v1ApiKey',
	parameters: INodeParameters,
) {
	const [name, secret, version, resource] =
		authentication === 'v1ApiKey'
			? ['salesManagementV1KeyApi', 'apiKey', 'v1', 'contact']
			: ['salesManagementPersonalTokenApi', 'accessToken', 'v2', 'customObject'];
	tokens += 1;
	const fields = { baseUrl: `${server.url}/${version}`, requestsPerSecond: 1000 };
	const { fields: columns } = (await callMethod({
		...{ kind: 'resourceMapping', method: 'getCustomFields' },
		parameters: { authentication, resource, operation: 'create', ...parameters },
		credentials: { [name]: { ...fields, [secret]: `svcp_${tokens}` } },
	})) as ResourceMapperFields;
	return columns;
}

describe('definitions of v1 (v1 §2.1, §2.9)', () => {
	const options = [
		{ id: 900, value: 1, label: 'Gold' },
		{ id: 901, value: 2 },
		{ value: null, label: 'none' },
	];
	const GOLD = [
		{ name: 'Gold', value: 1 },
		{ name: '2', value: 2 },
	];

	test.each<[definition: IDataObject, column: IDataObject | undefined]>([
		[
			{ id: 1, itemKey: 'a', itemType: 'text', name: 'A' },
			{ id: 'a', type: 'string' },
		],
		[
			{ id: 1, itemKey: 'a', itemType: 'url', name: 'A' },
			{ id: 'a', type: 'string' },
		],
		[
			{ id: 1, itemKey: 'a', itemType: 'number', name: 'A' },
			{ id: 'a', type: 'number' },
		],
		[
			{ id: 1, itemKey: 'a', itemType: 'date', name: 'A' },
			{ id: 'a', type: 'dateTime' },
		],
		// Entered as text, so that no digit is lost (v1 §2.3).
		[
			{ id: 1, itemKey: 'a', itemType: 'decimal_number', name: 'A' },
			{ id: 'a', type: 'string', itemType: 'decimal_number' },
		],
		[
			{ id: 1, itemKey: 'a', itemType: 'single_select', name: 'A', customItemOptions: options },
			{ id: 'a', type: 'options', options: GOLD },
		],
		[
			{ id: 1, itemKey: 'a', itemType: 'multi_select', actionCustomItemOptions: options },
			{ id: 'a', displayName: 'a', type: 'string', options: GOLD },
		],
		[
			{ id: 12, itemKey: null, itemType: 'text', name: 'A' },
			{ id: '12', displayName: 'A' },
		],
		[{ id: 12 }, { id: '12', displayName: 'Field 12', type: 'string' }],
		// What the service calculates can't be written; what has neither key nor id can't be named.
		[{ id: 1, itemKey: 'a', itemType: 'calculation', name: 'A' }, undefined],
		[{ name: 'A' }, undefined],
	])('%j', async (definition, column) => {
		body = { contactCustomItems: [definition] };
		const columns = await columnsOf('v1ApiKey', { resource: 'contact' });
		expect(columns).toEqual(column ? [expect.objectContaining(column)] : []);
	});
});

describe('of a custom object, from the values that its objects hold (v2 §2.8)', () => {
	const TABLE: Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>> = {
		text: ['string', ['Broken screen', '']],
		decimal: ['string', ['12.50']],
		number: ['number', [3, null, 0]],
		date: ['dateTime', ['2026-11-30T00:00:00Z', '2026-11-30T00:00']],
		dateOrText: ['string', ['2026-11-30T00:00:00Z', 'soon']],
		dayAlone: ['string', ['2026-11-30']],
		dateInText: ['string', ['due 2026-11-30T00:00Z']],
		numberOrText: ['string', [1, '1']],
		flag: ['string', [true]],
		empty: ['string', [null, '', []]],
	};

	test('the type, and the choices that occur', async () => {
		const rows = [0, 1, 2].map((at) => ({
			...{ id: at + 1, createdAt: '2026-11-30T00:00:00Z', updatedAt: '2026-11-30T00:00:00Z' },
			...Object.fromEntries(
				Object.entries(TABLE).map(([key, [, values]]) => [key, values[at] ?? null]),
			),
			tags: [['red', ''], ['blue', 'red'], []][at],
		}));
		body = { customObjects: rows, hasMore: false, nextCursor: null, totalCount: rows.length };
		const columns = await columnsOf('personalToken', {
			resource: 'customObject',
			customObjectDefKey: 'ticket',
		});
		const types = Object.fromEntries(columns.map(({ id, type }) => [id, type]));
		expect(types).toEqual({
			...Object.fromEntries(Object.entries(TABLE).map(([key, [type]]) => [key, type])),
			tags: 'string',
		});
		const names = ['red', 'blue'].map((value) => ({ name: value, value }));
		expect(columns.find(({ id }) => id === 'tags')?.options).toEqual(names);
	});
});
