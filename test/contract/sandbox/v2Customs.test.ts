import { SandboxClient, type Fields, type Row } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start();
});
afterAll(() => api.close());

type Custom = Fields & { id: number; itemKey?: string; itemType?: string; value: string | null };
const kinds = [
	['customer', '/customers'],
	['deal', '/deals'],
	['contact', '/contacts'],
] as const;

const customsOf = (record: Row, kind: string) => record[`${kind}Customs`] as Custom[];
const byKey = (record: Row, kind: string, itemKey: string) =>
	customsOf(record, kind).find((one) => one.itemKey === itemKey);

const values: Array<[type: string, written: unknown, value: string, details: Fields]> = [
	['text', 'Hello', 'Hello', { text: 'Hello' }],
	['url', 'https://x.example', 'https://x.example', { text: 'https://x.example' }],
	['number', 7, '7', { number: 7 }],
	['decimal_number', '2.50', '2.50', { decimalNumber: '2.50' }],
	['date', '2026-05-05', '2026-05-05T00:00:00.000Z', { datetime: '2026-05-05T00:00:00.000Z' }],
	['single_select', 2, '2', { selectedValue: 2 }],
	['multi_select', [1, 3], '1,3', { selectedValues: [1, 3] }],
	['user', [1, 2], '1,2', {}],
];

describe('custom values (v2 §2.1 rule 5, v1 §2.3)', () => {
	test.each(values)(
		'a %s value is written and read on customers and deals',
		async (type, written, value, details) => {
			for (const [kind, path] of kinds.slice(0, 2)) {
				const itemKey = `${kind}_${type}`;
				const changes = { [`${kind}Customs`]: [{ itemKey, value: written }] };
				const record = await api.ok(api.patch(`${path}/1`, changes));
				expect(byKey(record, kind, itemKey)).toMatchObject({
					itemKey,
					itemType: type,
					value,
					...details,
				});
			}
		},
	);

	test.each(values)(
		'a %s value of a contact is always compact (v2 §2.7)',
		async (type, written, value) => {
			const itemKey = `contact_${type}`;
			const record = await api.ok(
				api.patch('/contacts/1', { contactCustoms: [{ itemKey, value: written }] }),
			);
			const custom = byKey(record, 'contact', itemKey);
			expect(custom).toEqual({
				id: custom?.id,
				contactCustomItemId: custom?.contactCustomItemId,
				itemKey,
				value,
			});
		},
	);

	test('select values of deals carry their labels, user values name and e-mail', async () => {
		const dealCustoms = [
			{ itemKey: 'deal_single_select', value: 1 },
			{ itemKey: 'deal_multi_select', value: [2] },
			{ itemKey: 'deal_user', value: [2] },
		];
		const deal = await api.ok(api.patch('/deals/1', { dealCustoms }));
		const single = byKey(deal, 'deal', 'deal_single_select');
		expect(single?.selectedOption).toEqual({
			value: 1,
			label: 'Gold',
			dealCustomItemOptionId: expect.any(Number),
		});
		const multi = byKey(deal, 'deal', 'deal_multi_select');
		expect(multi?.selectedOptions).toEqual([
			{
				id: expect.any(Number),
				value: 2,
				label: 'Quality',
				dealCustomItemOptionId: expect.any(Number),
			},
		]);
		const user = byKey(deal, 'deal', 'deal_user');
		expect(user?.selectedUsers).toEqual([
			{ id: 2, name: expect.any(String), email: expect.stringContaining('@') },
		]);
	});

	test('a field is identified by itemKey, by item id, and on a deal by value id', async () => {
		const deal = await api.ok(api.get('/deals/2'));
		const field = byKey(deal, 'deal', 'deal_text');
		for (const [name, identity] of [
			['by key', { itemKey: 'deal_text' }],
			['by item id', { dealCustomItemId: field?.dealCustomItemId }],
			['by value id', { id: field?.id }],
		] as const) {
			const changes = { dealCustoms: [{ ...identity, value: name }] };
			const changed = await api.ok(api.patch('/deals/2', changes));
			expect(byKey(changed, 'deal', 'deal_text')?.value).toBe(name);
		}
	});

	test.each(kinds)(
		'with itemKeyAsPropertyKey=true values of a %s are keyed by itemKey',
		async (kind, path) => {
			const record = await api.ok(api.get(`${path}/1?itemKeyAsPropertyKey=true`));
			const keyed = record[`${kind}Customs`] as Record<string, Custom>;
			expect(Array.isArray(keyed)).toBe(false);
			expect(keyed[`${kind}_text`]?.itemKey).toBe(`${kind}_text`);
			const plain = await api.ok(api.get(`${path}/1?itemKeyAsPropertyKey=false`));
			expect(Array.isArray(plain[`${kind}Customs`])).toBe(true);
		},
	);

	test('only the items in the body change; null and empty text clear (v2 §2.1 rule 4)', async () => {
		const write = (customerCustoms: object[]) =>
			api.ok(api.patch('/customers/3', { customerCustoms }));
		await write([
			{ itemKey: 'customer_text', value: 'kept' },
			{ itemKey: 'customer_number', value: 5 },
			{ itemKey: 'customer_url', value: 'https://y.example' },
		]);
		const record = await write([
			{ itemKey: 'customer_number', value: null },
			{ itemKey: 'customer_url', value: '' },
		]);
		const valueOf = (key: string) => byKey(record, 'customer', key)?.value;
		expect([valueOf('customer_text'), valueOf('customer_number'), valueOf('customer_url')]).toEqual(
			['kept', null, null],
		);
	});

	test('0 is a value', async () => {
		const changes = { customerCustoms: [{ itemKey: 'customer_number', value: 0 }] };
		const record = await api.ok(api.patch('/customers/3', changes));
		expect(byKey(record, 'customer', 'customer_number')?.value).toBe('0');
	});

	test('what is read as a compact value can be written back', async () => {
		for (const [type, , value] of values) {
			const itemKey = `contact_${type}`;
			const changes = { contactCustoms: [{ itemKey, value }] };
			const record = await api.ok(api.patch('/contacts/2', changes));
			expect(byKey(record, 'contact', itemKey)?.value).toBe(value);
		}
	});

	test.each([
		['deal_text', 5, 'BAD_REQUEST'],
		['deal_number', 'many', 'BAD_REQUEST'],
		['deal_number', 1.5, 'BAD_REQUEST'],
		['deal_decimal_number', 'x', 'BAD_REQUEST'],
		['deal_date', 'soon', 'BAD_REQUEST'],
		['deal_single_select', 9, 'VALIDATION_FAILED'],
		['deal_multi_select', [1, 9], 'VALIDATION_FAILED'],
		['deal_calculation', 1, 'VALIDATION_FAILED'],
		['deal_nothing', 1, 'VALIDATION_FAILED'],
	])('%s = %p is a 400 %s (v2 §7)', async (itemKey, value, error) => {
		const { status, body } = await api.patch('/deals/1', { dealCustoms: [{ itemKey, value }] });
		expect({ status, error: body.error }).toEqual({ status: 400, error });
	});

	test('a user of another domain in a value is a 404 (v2 §1)', async () => {
		const dealCustoms = [{ itemKey: 'deal_user', value: [6] }];
		expect((await api.patch('/deals/1', { dealCustoms })).status).toBe(404);
	});

	test('a calculation follows its deal (v1 §2.3)', async () => {
		const deal = await api.ok(api.patch('/deals/4', { amount: 2000 }));
		expect(byKey(deal, 'deal', 'deal_calculation')?.calculationResult).toBe(100);
	});

	test('action values carry itemKey, in answers as in requests (S5)', async () => {
		const [id] = await api.records('customerAction', [{ customer: { id: 1 } }]);
		const action = await api.ok(
			api.patch(`/customers/1/actions/${id}`, {
				actionCustoms: [{ itemKey: 'action_number', value: 3 }],
			}),
		);
		const customs = customsOf(action, 'action');
		const number = customs.find(({ itemType }) => itemType === 'number');
		expect(number).toMatchObject({ itemKey: 'action_number', value: '3' });
		// v1 §2.3.
		expect(customs.every((one) => 'itemKey' in one && !('number' in one))).toBe(true);
	});
});
