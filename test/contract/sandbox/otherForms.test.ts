/** The same values in the other forms that the documents allow (S5): options, in both versions. */
import {
	composite,
	filterOf,
	SandboxClient,
	type Fields,
	type Row,
} from '../support/sandboxClient';
import { given, V1Client } from '../support/v1Client';

let api: SandboxClient;
let v1: V1Client;
beforeAll(async () => {
	api = await SandboxClient.start();
	v1 = new V1Client(api.sandbox, api.sandbox.credentials.v1);
});
afterEach(() => api.options({ itemKeysOnContactsAndActions: null, decimalText: null }));
afterEach(() => api.options({ equalityIgnoresCase: null }));
afterAll(() => api.close());

type Custom = Fields & { itemKey?: string; itemType?: string; value: string | null };
const keysOf = (customs: unknown) => (customs as Custom[]).map(({ itemKey }) => itemKey);

describe('itemKeysOnContactsAndActions', () => {
	const isKeyed = (customs: unknown) => {
		const keys = keysOf(customs);
		expect(keys.length).toBeGreaterThan(0);
		return keys.every((key) => typeof key === 'string');
	};
	const isKeyless = (customs: unknown) => {
		const values = customs as Custom[];
		expect(values.length).toBeGreaterThan(0);
		return values.every((value) => !('itemKey' in value));
	};
	/** The custom values of a contact, of a customer action and of its contact, in v2. */
	async function shownInV2() {
		const [id] = await api.records('customerAction', [
			{ customer: { id: 1 }, contacts: [{ id: 1 }] },
		]);
		const contact = await api.ok(api.get('/contacts/1'));
		const action = await api.ok(api.get(`/customers/1/actions/${id}`));
		const [linked] = action.contacts as Row[];
		return [contact.contactCustoms, action.actionCustoms, linked?.contactCustoms];
	}

	test('v2: the values of contacts and actions carry itemKey', async () => {
		expect((await shownInV2()).map(isKeyed)).toEqual([true, true, true]);
	});

	test('v2, off: they carry none, and name their field by its item id (v1 §2.3)', async () => {
		await api.options({ itemKeysOnContactsAndActions: false });
		const shown = await shownInV2();
		expect(shown.map(isKeyless)).toEqual([true, true, true]);
		const [contactValues, actionValues] = shown as [Custom[], Custom[]];
		expect(contactValues[0]).toHaveProperty('contactCustomItemId', expect.any(Number));
		expect(actionValues[0]).toHaveProperty('actionCustomItemId', expect.any(Number));
	});

	test('v2, off: a search of contacts shows none either', async () => {
		await api.options({ itemKeysOnContactsAndActions: false });
		const found = await api.ok(
			api.post<Fields>('/contacts/search', { filter: filterOf('id', '=', { integerValue: 1 }) }),
		);
		const [contact] = found.contacts as Row[];
		expect(isKeyless(contact?.contactCustoms)).toBe(true);
	});

	test('v2, off: keyed by itemKey the object still has the keys (v2 §2.1 rule 5)', async () => {
		await api.options({ itemKeysOnContactsAndActions: false });
		const contact = await api.ok(api.get('/contacts/1?itemKeyAsPropertyKey=true'));
		expect(contact.contactCustoms).toHaveProperty('contact_text');
	});

	test('customers and deals carry itemKey in any case, in both versions', async () => {
		await api.options({ itemKeysOnContactsAndActions: false });
		const shown = [
			(await api.ok(api.get('/customers/1'))).customerCustoms,
			(await api.ok(api.get('/deals/1'))).dealCustoms,
			(await v1.get('/customers/1')).body.customerCustoms,
			(await v1.get('/deals/1')).body.dealCustoms,
		];
		expect(shown.map(isKeyed)).toEqual([true, true, true, true]);
	});

	test.each([true, false])('v1, %p: contacts and actions carry none (v1 §2.3)', async (on) => {
		await api.options({ itemKeysOnContactsAndActions: on });
		await api.records('dealAction', [{ deal: { id: 1 }, contacts: [{ id: 1 }] }]);
		const { contacts } = (await v1.get<{ contacts: Row[] }>('/contacts')).body;
		const { actions } = (await v1.get<{ actions: Row[] }>('/actions')).body;
		expect(isKeyless(contacts[0]?.contactCustoms)).toBe(true);
		expect(isKeyless(actions[0]?.actionCustoms)).toBe(true);
	});
});

describe('decimalText', () => {
	const valueOf = (customs: unknown, key: string) =>
		(customs as Custom[]).find(({ itemKey }) => itemKey === key);

	test.each([
		['1.5', '1.50'],
		['7', '7.00'],
		['-0.5', '-0.50'],
		['1.25', '1.25'],
		['0.12345', '0.12345'],
	])('padded: %s is shown as %s, and found as what it is', async (written, shown) => {
		await api.options({ decimalText: 'padded' });
		const dealCustoms = [{ itemKey: 'deal_decimal_number', value: written }];
		const deal = await api.ok(api.patch('/deals/1', { dealCustoms }));
		expect(valueOf(deal.dealCustoms, 'deal_decimal_number')).toMatchObject({
			value: shown,
			decimalNumber: shown,
		});
		const body = (await v1.get('/deals/1')).body;
		expect(valueOf(body.dealCustoms, 'deal_decimal_number')?.decimalNumber).toBe(shown);
		const filter = filterOf({ itemKey: 'deal_decimal_number' }, '=', { decimalValue: written });
		const found = await api.ok(api.post<Fields>('/deals/search', { filter }));
		expect((found.deals as Row[]).map(({ id }) => id)).toContain(1);
	});

	test('plain: as it was written', async () => {
		const dealCustoms = [{ itemKey: 'deal_decimal_number', value: '3.5' }];
		const deal = await api.ok(api.patch('/deals/2', { dealCustoms }));
		expect(valueOf(deal.dealCustoms, 'deal_decimal_number')?.decimalNumber).toBe('3.5');
	});

	test('padded: an empty field stays empty', async () => {
		await api.options({ decimalText: 'padded' });
		const dealCustoms = [{ itemKey: 'deal_decimal_number', value: null }];
		const deal = await api.ok(api.patch('/deals/3', { dealCustoms }));
		expect(valueOf(deal.dealCustoms, 'deal_decimal_number')).toMatchObject({
			value: null,
			decimalNumber: null,
		});
	});

	test('padded: sums and product details, the numbers of a calculation staying numbers', async () => {
		await api.options({ decimalText: 'padded' });
		const detail = {
			...{ dealProductDetailTypeId: 1, quantity: '2', price: '1.5', unitCost: '1' },
			dealProductDetailCustoms: [{ itemKey: 'detail_decimal_number', value: '0.5' }],
		};
		const changes = { amount: 100, dealProductDetails: [detail] };
		const deal = await api.ok(api.patch('/deals/4', changes));
		const written = {
			...{ quantity: '2.00', price: '1.50', unitCost: '1.00', subtotal: '3.00' },
			dealProductDetailCustoms: expect.objectContaining({
				detail_decimal_number: expect.objectContaining({ decimalNumber: '0.50' }),
			}),
		};
		expect((deal.dealProductDetails as Fields[]).at(-1)).toMatchObject(written);
		expect(deal).toMatchObject({ totalCost: expect.stringMatching(/\.\d\d$/) });
		expect(valueOf(deal.dealCustoms, 'deal_calculation')).toMatchObject({
			value: '5.00',
			calculationResult: 5,
		});
		const inV1 = (await v1.get<{ dealProductDetails: Fields[] }>('/deals/4')).body;
		expect(inV1.dealProductDetails.at(-1)).toMatchObject(written);
	});

	test('padded: the settings of product details in v1 (v1 §2.8)', async () => {
		await api.options({ decimalText: 'padded' });
		const path = '/deal_product_detail_types';
		const { dealProductDetailTypes } = (await v1.get<{ dealProductDetailTypes: Row[] }>(path)).body;
		expect(given(dealProductDetailTypes[0]).price).toMatch(/^\d+\.00$/);
	});

	test('padded: custom objects (v2 §2.8), and their filters', async () => {
		await api.options({ decimalText: 'padded' });
		const path = '/custom_object_defs/asset/custom_objects';
		const { id } = await api.ok(api.post(path, { value: '77.5' }));
		expect(await api.ok(api.get(`${path}/${id}`))).toMatchObject({ value: '77.50' });
		const found = await api.ok(api.get<Fields>(`${path}?value=77.5`));
		expect((found.customObjects as Row[]).map((one) => one.id)).toEqual([id]);
	});
});

describe('equalityIgnoresCase', () => {
	let acme: number[];
	beforeAll(async () => {
		acme = await api.records('customer', [{ name: 'Acme' }, { name: 'ACME' }, { name: 'acme' }]);
		const customerCustoms = [{ itemKey: 'customer_text', value: 'Acme' }];
		await api.ok(api.patch(`/customers/${acme[1]}`, { customerCustoms }));
	});
	const text = (stringValue: unknown) => ({ stringValue });
	async function found(filter: object): Promise<number[][]> {
		const ofV2 = await api.ok(api.post<Fields>('/customers/search', { filter }));
		const ofV1 = (await v1.post<Fields>('/customers/search', { filter })).body;
		return [ofV2, ofV1].map(({ customers }) => (customers as Row[]).map(({ id }) => id).sort());
	}

	const isAcme = filterOf('name', '=', text('acme'));
	const inAcme = filterOf('name', 'IN', text(['acme', 'nobody']));
	const customAcme = filterOf({ itemKey: 'customer_text' }, '=', text('acme'));

	test('off: the case of letters counts', async () => {
		expect(await found(isAcme)).toEqual([[acme[2]], [acme[2]]]);
		expect(await found(inAcme)).toEqual([[acme[2]], [acme[2]]]);
		expect(await found(customAcme)).toEqual([[], []]);
	});

	test('on: it does not, for = and IN, on standard and on custom fields, in both versions', async () => {
		await api.options({ equalityIgnoresCase: true });
		expect(await found(isAcme)).toEqual([acme, acme]);
		expect(await found(inAcme)).toEqual([acme, acme]);
		expect(await found(customAcme)).toEqual([[acme[1]], [acme[1]]]);
	});

	test('on: != leaves all spellings out', async () => {
		await api.options({ equalityIgnoresCase: true });
		const isOne = filterOf('id', '>=', { integerValue: acme[0] });
		const others = composite('AND', isOne, filterOf('name', '!=', text('acme')));
		expect(await found(others)).toEqual([[], []]);
	});

	test('on: other letters still differ', async () => {
		await api.options({ equalityIgnoresCase: true });
		expect(await found(filterOf('name', '=', text('acmé')))).toEqual([[], []]);
	});

	test('filters of custom objects too', async () => {
		const path = '/custom_object_defs/ticket/custom_objects';
		const { id } = await api.ok(api.post(path, { subject: 'Broken Lamp' }));
		const ids = async () =>
			((await api.ok(api.get<Fields>(`${path}?subject=broken%20lamp`))).customObjects as Row[]).map(
				(one) => one.id,
			);
		expect(await ids()).toEqual([]);
		await api.options({ equalityIgnoresCase: true });
		expect(await ids()).toEqual([id]);
	});
});
