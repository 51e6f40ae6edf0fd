/** Ids that come as text are the integers of the documents (v2 §2), wherever an answer is read. */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { read } from '../support/pagedService';
import { clientOf } from '../support/testClient';

const asked = async (request: ServiceRequest, body: unknown) =>
	(await clientOf(() => ({ body })).send(request)).body;
const listed = async (request: ServiceRequest, body: unknown) =>
	(
		await read(
			clientOf(() => ({ body })),
			request,
		)
	)[0]?.records;

const GET = { operation: 'deal.get', path: { id: 1 } } as const;

const TEXT = {
	id: '7',
	name: '12',
	amount: '1000',
	customer: { id: '5', name: '3' },
	phase: null,
	parentId: '11',
	ownerRoleId: null,
	dealTypeIds: ['1', '2'],
	dealProductDetails: [{ id: '21', dealProductDetailTypeId: '22', quantity: '3' }],
	dealCustoms: [
		{ id: '31', dealCustomItemId: '32', itemKey: '33', value: '34' },
		{ id: '35', value: null, selectedOption: { value: '36', dealCustomItemOptionId: '37' } },
	],
};
const NUMBERS = {
	...TEXT,
	id: 7,
	customer: { id: 5, name: '3' },
	parentId: 11,
	dealTypeIds: [1, 2],
	dealProductDetails: [{ id: 21, dealProductDetailTypeId: 22, quantity: '3' }],
	dealCustoms: [
		{ id: 31, dealCustomItemId: 32, itemKey: '33', value: '34' },
		{ id: 35, value: null, selectedOption: { value: '36', dealCustomItemOptionId: 37 } },
	],
};

test('a record by itself, a list of them, and what they refer to; nothing else', async () => {
	expect(await asked(GET, structuredClone(TEXT))).toEqual(NUMBERS);
	const deals = [structuredClone(TEXT), { ...structuredClone(TEXT), id: '8' }];
	expect(await listed({ operation: 'deal.getMany' }, { deals, hasMore: false })).toEqual([
		NUMBERS,
		{ ...NUMBERS, id: 8 },
	]);
});

test('a reference alone shows it as well', async () => {
	const record = { id: 7, customer: { id: '5' } };
	expect(await asked(GET, record)).toEqual({ id: 7, customer: { id: 5 } });
});

test.each(['007', '9007199254740993', '-1', '1.5', '1e3', ' 7', 'abc', ''])(
	'%j is no number in other words, and stays what it is',
	async (id) => {
		const record = { id: '7', customer: { id } };
		expect(await asked(GET, record)).toEqual({ id: 7, customer: { id } });
	},
);

test.each(['9007199254740991', '0'])('%j is one', async (id) => {
	expect(await asked(GET, { id })).toEqual({ id: Number(id) });
});

test('custom values by item key: a key is no name of ours, what is in them is', async () => {
	const customerCustoms = {
		id: '1',
		orderTypeId: '2',
		'3': { id: '4', customerCustomItemId: '5', value: '6' },
	};
	const body = { id: '7', customerCustoms };
	expect(await asked({ operation: 'customer.get', path: { id: 7 } }, body)).toEqual({
		id: 7,
		customerCustoms: {
			...{ id: '1', orderTypeId: '2' },
			'3': { id: 4, customerCustomItemId: 5, value: '6' },
		},
	});
});

test('a custom object’s own fields stay as they are, whatever they are called (v2 §2.8)', async () => {
	const record = {
		...{ id: '7', userId: '1', size: { id: '2' }, rooms: ['3'] },
		...{ deals: [{ id: '4', name: '5' }], contacts: [{ id: '6' }] },
	};
	const request = {
		operation: 'customObject.get',
		path: { customObjectDefKey: 'ticket', id: 7 },
	} as const;
	expect(await asked(request, record)).toEqual({
		...{ id: 7, userId: '1', size: { id: '2' }, rooms: ['3'] },
		...{ deals: [{ id: 4, name: '5' }], contacts: [{ id: 6 }] },
	});
});

test('where the first record has numbers, no record is looked through', async () => {
	let looks = 0;
	const watched = new Proxy<IDataObject>(
		{ id: 2, customer: { id: 5 } },
		{
			ownKeys: (target) => {
				looks++;
				return Reflect.ownKeys(target);
			},
		},
	);
	const deals = [{ id: 1, customer: { id: 5 } }, watched];
	await listed({ operation: 'deal.getMany' }, { deals, hasMore: false });
	expect(looks).toBe(0);
	// The same list with a text in front is looked through: the count above is no accident.
	deals[0] = { id: '1' };
	await listed({ operation: 'deal.getMany' }, { deals, hasMore: false });
	expect(looks).toBeGreaterThan(0);
});
