/** What v1 alone has: the settings of the domain, of product details, of action fields (v1 §2.1, §2.8, §2.9, §4). */
import { times, type Fields, type Row } from './support/client';
import { dealForm } from './support/forms';
import { hold, lists, Refused, same, type Outcome, type Rule, type Step } from './support/rules';

const itemTypes = [
	'text',
	'date',
	'number',
	'decimal_number',
	'url',
	'single_select',
	'multi_select',
	'user',
];
const v1 = (says: string, ...steps: Step[]): Rule => [says, 'v1', ...steps];
const read = (path: string, outcome?: Outcome): Step => [`GET ${path}`, outcome];

describe('the domain', () => {
	const named = { id: expect.any(Number), name: expect.any(String) };
	const purpose = { ...named, pattern: 1, patternName: 'Call', orderNum: 0 };
	const typeLists = [
		'phases',
		'products',
		'probabilities',
		'channels',
		'endPhaseReasons',
		'actionsPurposes',
		'dealCustomItems',
		'dealProductDetailTypes',
		'dealCustomerTypes',
		'dealRequiredFields',
	];
	const typesOf = (body: Fields) => body.dealTypes as Array<Record<string, Row[]>>;
	hold(
		[],
		[
			v1(
				'dealTypes, users and roles, without deleted users',
				['+ user', [{ deleted: true }]],
				read('/domains/settings', (body: Fields) => {
					expect(Object.keys(body)).toEqual(['dealTypes', 'users', 'roles']);
					const user = { ...named, email: expect.stringContaining('@') };
					expect(body.users).toEqual(times(5, () => user));
					expect(body.roles).toEqual(times(2, () => named));
				}),
			),
			v1(
				'a deal type has all lists of v1 §2.1, none of them of another type',
				read('/domains/settings', (body: Fields) => {
					const types = typesOf(body);
					expect(types).toHaveLength(2);
					for (const name of typeLists) {
						for (const type of types) expect(type[name]?.length).toBeGreaterThan(0);
					}
					for (const name of ['phases', 'products', 'actionsPurposes', 'dealCustomerTypes']) {
						const ids = types.flatMap((type) => type[name]?.map(({ id }) => id));
						expect(new Set(ids).size).toBe(ids.length);
					}
					const [first] = types;
					expect(first?.phases?.map(({ status }) => status)).toEqual([1, 1, 2, 3]);
					expect(first?.actionsPurposes?.[0]).toEqual(purpose);
					const phases = first?.dealRequiredFields?.map(({ phaseId }) => phaseId);
					expect(phases).toEqual(first?.phases?.map(({ id }) => id));
				}),
			),
			v1(
				'deal type get answers the same form',
				read('/domains/settings'),
				read('/deal_setting/deal_types/2', (body: Fields, last: Fields) =>
					expect(body).toEqual(typesOf(last)[1]),
				),
				read('/deal_setting/deal_types/99', 'NOT_FOUND'),
			),
			...['customer', 'contact'].map((owner): Rule =>
				v1(
					`fields of ${owner}s have every type, with options and order`,
					read(`/${owner}_custom_items`, (body: Fields) => {
						const items = body[`${owner}CustomItems`] as Row[];
						expect(
							items.map(({ itemType, itemKey, orderNum }) => [itemType, itemKey, orderNum]),
						).toEqual(itemTypes.map((type, at) => [type, `${owner}_${type}`, at]));
						const labels = ['Gold', 'Silver', 'Bronze'];
						expect(items[5]?.customItemOptions).toEqual(
							labels.map((label, at) => ({ id: expect.any(Number), value: at + 1, label })),
						);
					}),
				),
			),
			v1(
				'and are those of the records (v1 §2.3)',
				['+ customer', [{}]],
				read('/customer_custom_items'),
				read('/customers/1', ({ customerCustoms }: Fields, { customerCustomItems }: Fields) =>
					expect(
						(customerCustoms as Row[]).map(({ customerCustomItemId, itemKey, name }) => ({
							id: customerCustomItemId,
							itemKey,
							name,
						})),
					).toEqual(
						(customerCustomItems as Row[]).map(({ id, itemKey, name }) => ({ id, itemKey, name })),
					),
				),
			),
		],
	);
});

describe('product-detail settings', () => {
	const path = '/deal_product_detail_types';
	const written = (method: string, items: object[], outcome?: Outcome): Step => [
		`${method} ${path}/bulk`,
		{ dealProductDetailTypes: items },
		outcome,
	];
	const one = (name: string, part: object): Step =>
		read(`${path}?limit=1000`, ({ dealProductDetailTypes }: Fields) =>
			expect((dealProductDetailTypes as Row[]).find((each) => each.name === name)).toMatchObject(
				part,
			),
		);
	const named = (id: number, key: string) => ({ id, key, name: expect.any(String) });
	const items = '/deal_product_detail_type_custom_items';
	const refused = (code: string, ...bulkErrors: Array<[index: number, ...massages: string[]]>) =>
		new Refused(code, {
			bulkErrors: bulkErrors.map(([index, ...massages]) => ({
				index,
				massages: massages.length === 0 ? [expect.any(String)] : massages,
			})),
		});
	hold(
		[],
		[
			v1(
				'a setting has billing and round types and its values by key',
				read(path, ({ dealProductDetailTypes }: Fields) =>
					expect((dealProductDetailTypes as Row[]).find(({ id }) => id === 1)).toEqual({
						id: 1,
						name: 'Licence',
						dealTypeIds: [1, 2],
						unit: 'piece',
						price: '1200',
						memo: null,
						billingType: named(1, 'lump'),
						roundType: named(1, 'round_down'),
						unitCostRoundType: named(2, 'none'),
						createdAt: expect.stringMatching(/\+09:00$/),
						updatedAt: expect.stringMatching(/\+09:00$/),
						dealProductDetailTypeCustoms: expect.objectContaining({
							detail_text: expect.objectContaining({ itemType: 'text', text: null }),
						}),
					}),
				),
			),
			v1(
				'dealTypeId lists the settings of that type',
				written('POST', [{ name: 'Only first', dealTypeIds: [1] }], [7]),
				read(`${path}?dealTypeId=1&sort=id`, lists(1, 2, 3, 7)),
				read(`${path}?dealTypeId=2&sort=id`, lists(1, 2, 3)),
				read(`${path}?dealTypeId=99`, 'NOT_FOUND'),
			),
			v1(
				'sort, page and limit are as in every page list; the newest update comes first',
				['clock', 1000],
				written('PATCH', [{ id: 2, memo: 'touched' }], null),
				read(`${path}?limit=1`, lists(2)),
				read(`${path}?sort=price,-id`, lists(3, 2, 1)),
				read(`${path}?sort=-id&limit=2&page=2`, lists(1)),
				read(`${path}?limit=1001`, 'BAD_REQUEST'),
				read(`${path}?sort=colour`, 'BAD_REQUEST'),
			),
			v1(
				'bulk create takes every field; a deal takes what they give as its defaults',
				['+ customer', [{}]],
				written(
					'POST',
					[
						{
							name: 'Everything',
							dealTypeIds: [1],
							price: '12.5',
							unitCost: '2.25',
							quantity: 4,
							unit: 'box',
							billingTypeId: 2,
							roundTypeId: 2,
							unitCostRoundTypeId: 1,
							grossProfitMargin: '80',
							memo: 'a memo',
							enableAutoCalculatePrice: true,
							dealProductDetailTypeCustoms: [{ itemKey: 'detail_single_select', value: 2 }],
						},
						{
							name: 'By id',
							// The choice by its id, as in a deal (S5).
							dealProductDetailTypeCustoms: [{ itemKey: 'detail_single_select', value: 3702 }],
						},
					],
					[7, 8],
				),
				one('Everything', {
					dealTypeIds: [1],
					price: '12.5',
					unit: 'box',
					memo: 'a memo',
					billingType: { id: 2 },
					roundType: { id: 2 },
					unitCostRoundType: { id: 1 },
					dealProductDetailTypeCustoms: {
						detail_single_select: { selectedOption: { label: 'Silver' } },
					},
				}),
				one('By id', {
					price: null,
					dealTypeIds: [],
					dealProductDetailTypeCustoms: {
						detail_single_select: { selectedOption: { label: 'Silver' } },
					},
				}),
				[
					'POST /deals',
					dealForm({ dealProductDetails: [{ dealProductDetailTypeId: 7 }] }),
					{
						dealProductDetails: [
							{
								name: 'Everything',
								quantity: '4',
								price: '12.5',
								unitCost: '2.25',
								unit: 'box',
								subtotal: '50',
							},
						],
					},
				],
			),
			v1(
				'bulk update changes the properties of each item only',
				written(
					'PATCH',
					[
						{ id: 1, price: '99.9', memo: 'new' },
						{ id: 2, unit: '' },
					],
					null,
				),
				one('Licence', { price: '99.9', memo: 'new', unit: 'piece' }),
				one('Training', { price: '800', memo: null, unit: '' }),
			),
			v1(
				'prices are exact, and sorted as what they are (v1 §2, S8)',
				written(
					'PATCH',
					[
						{ id: 1, price: '12345678901234567.89' },
						{ id: 2, price: '9999999999999999.99' },
						{ id: 3, price: '12345678901234567.9' },
					],
					null,
				),
				one('Licence', { price: '12345678901234567.89' }),
				read(`${path}?sort=price`, lists(2, 1, 3)),
			),
			...['unit', 'memo', 'price', 'unitCost', 'quantity', 'grossProfitMargin'].map((name) =>
				v1(
					`${name} is never null (S8)`,
					written('PATCH', [{ id: 1, [name]: null }], refused('BAD_REQUEST', [0])),
				),
			),
			v1(
				'a failure names the items, and nothing is kept',
				written(
					'POST',
					[{ name: 'Good' }, { name: 'x', dealTypeIds: [99] }, { name: 'x', billingTypeId: 99 }],
					refused(
						'NOT_FOUND',
						[1, 'deal type 99 does not exist'],
						[2, 'billing type 99 does not exist'],
					),
				),
				written('PATCH', [{ id: 1, memo: 'half' }, { id: 99 }], refused('NOT_FOUND', [1])),
				written(
					'POST',
					[{ name: 'x', price: 'cheap' }, {}],
					refused('VALIDATION_FAILED', [0], [1]),
				),
				written(
					'POST',
					times(1001, () => ({ name: 'x' })),
					'VALIDATION_FAILED',
				),
				read(path, { totalCount: 3 }),
				one('Licence', { memo: null }),
			),
			v1(
				'their fields have options by id and label',
				read(`${items}?dealTypeId=1`, ({ dealProductDetailTypeCustomItems }: Fields) => {
					expect((dealProductDetailTypeCustomItems as Row[]).at(-1)).toEqual({
						id: 37,
						dealTypeId: 1,
						dealTypeIds: [1, 2],
						name: 'Level',
						orderNum: 3,
						itemType: 'single_select',
						itemKey: 'detail_single_select',
						dealProductDetailTypeCustomItemOptions: ['Gold', 'Silver', 'Bronze'].map(
							(label, at) => ({
								id: 3701 + at,
								label,
							}),
						),
					});
				}),
				read(items, lists(34, 35, 36, 37)),
				read(`${items}?dealTypeId=99`, 'NOT_FOUND'),
			),
		],
	);
});

describe('action fields', () => {
	const path = '/action_custom_items';
	const usual = itemTypes.map((type) => `action_${type}`);
	const keys = (...expected: string[]): Step =>
		read(path, ({ actionCustomItems }: Fields) =>
			expect((actionCustomItems as Row[]).map(({ itemKey }) => itemKey)).toEqual(expected),
		);
	const made = (form: object, outcome?: Outcome): Step => [`POST ${path}`, form, outcome];
	const changed = (changes: object, outcome?: Outcome, key = 'mood'): Step => [
		`PATCH ${path}/${key}`,
		changes,
		outcome,
	];
	const optionsOf = (...pairs: Array<[value: number, label: string]>) => ({
		actionCustomItemOptions: pairs.map(([value, label]) => ({ value, label })),
	});
	const select = (...labels: string[]) =>
		made({
			name: 'Mood',
			itemKey: 'mood',
			itemType: 'single_select',
			...optionsOf(...labels.map((label, at): [number, string] => [at + 1, label])),
		});
	const labels = (query: string, outcome: Outcome) => read(`${path}/mood/labels?${query}`, outcome);
	const names = (query: string, ...expected: string[]) =>
		labels(query, (body: Fields) =>
			expect((body.labels as Row[]).map(({ name }) => name)).toEqual(expected),
		);
	/** The value of a field that the only action has. */
	const valueOf = (name: string, value: unknown): Step =>
		read('/customers/all/actions', ({ actions }: Fields) => {
			const customs = (actions as Row[])[0]?.actionCustoms as Row[];
			expect(customs.find((one) => one.name === name)?.value ?? null).toEqual(value);
		});
	const refusals = [
		{ name: 'x' },
		{ itemType: 'text' },
		{ name: '', itemType: 'text' },
		{ name: 'x', itemType: 'calculation' },
		{ name: 'x', itemType: 'text', before: 'none' },
		{ name: 'x', itemType: 'text', itemKey: 'action_text' },
		{ name: 'x', itemType: 'text', ...optionsOf([1, 'A']) },
		{ name: 'x', itemType: 'multi_select', ...optionsOf([1, 'A'], [1, 'B']) },
	];
	hold(
		[],
		[
			v1(
				'are listed by id, itemKey, itemType, name and options',
				read(path, ({ actionCustomItems }: Fields) =>
					expect((actionCustomItems as Row[])[0]).toEqual({
						id: 26,
						itemKey: 'action_text',
						itemType: 'text',
						name: 'Remark',
						actionCustomItemOptions: [],
					}),
				),
			),
			v1(
				'create answers the item and appends it, or inserts it before another',
				made(
					{ name: 'Mood', itemKey: 'mood', itemType: 'single_select', ...optionsOf([1, 'Good']) },
					{ itemKey: 'mood', itemType: 'single_select', ...optionsOf([1, 'Good']) },
				),
				made({ name: 'First', itemKey: 'first', itemType: 'text', before: 'action_text' }),
				keys('first', ...usual, 'mood'),
			),
			v1(
				'an omitted key gets a generated, unique one',
				...times(2, () => made({ name: 'Same', itemType: 'text' })),
				read(path, ({ actionCustomItems }: Fields) => {
					const all = (actionCustomItems as Row[]).map(({ itemKey }) => itemKey);
					expect(new Set(all).size).toBe(usual.length + 2);
				}),
			),
			...refusals.map((form) =>
				v1(
					`${JSON.stringify(form)} is refused, and nothing is kept`,
					made(form, 400),
					keys(...usual),
				),
			),
			v1(
				'an update changes name and key; the old key is gone',
				select('Good'),
				changed(
					{ name: 'Feeling', newItemKey: 'feeling' },
					{ name: 'Feeling', itemKey: 'feeling' },
				),
				changed({ name: 'x' }, 'NOT_FOUND'),
				changed({ newItemKey: 'action_text' }, 'VALIDATION_FAILED', 'feeling'),
				changed({ newItemKey: 'feeling' }, { itemKey: 'feeling' }, 'feeling'),
			),
			v1(
				'options are stored in the order given, with newValue and delete; actions follow',
				select('One', 'Two', 'Three'),
				['+ customerAction', [{ actionCustoms: [{ itemKey: 'mood', value: 3 }] }]],
				changed(
					{
						actionCustomItemOptions: [
							{ value: 4, label: 'Four' },
							{ value: 3, newValue: 30 },
							{ value: 2, delete: true },
							{ value: 1, label: 'First' },
						],
					},
					optionsOf([4, 'Four'], [30, 'Three'], [1, 'First']),
				),
				valueOf('Mood', '30'),
				changed({
					actionCustomItemOptions: [{ value: 30, delete: true }, { value: 1 }],
				}),
				valueOf('Mood', null),
			),
			v1(
				'options must differ, and what is changed must be there; a refused change leaves all',
				select('One', 'Two'),
				...[
					{ value: 1, newValue: 2 },
					{ value: 9, delete: true },
					{ value: 9 },
					{ label: 'x' },
				].map((option) => changed({ name: 'Half', actionCustomItemOptions: [option] }, 400)),
				changed({}, { name: 'Mood', ...optionsOf([1, 'One'], [2, 'Two']) }),
			),
			v1(
				'delete removes the item and its values, which no later item inherits',
				select('One'),
				['+ customerAction', [{ actionCustoms: [{ itemKey: 'mood', value: 1 }] }]],
				valueOf('Mood', '1'),
				changed({ delete: true }),
				keys(...usual),
				changed({}, 'NOT_FOUND'),
				made({ name: 'Next', itemKey: 'next', itemType: 'number' }),
				valueOf('Next', null),
			),
			v1(
				'labels are {actionCustomItemKey, totalCount, page, labels}',
				select('Cherry', 'Apple', 'Banana'),
				labels('sort=id', {
					actionCustomItemKey: 'mood',
					totalCount: 3,
					page: 1,
					labels: ['Cherry', 'Apple', 'Banana'].map((name) => ({
						id: expect.any(Number),
						name,
						createdAt: expect.stringMatching(/\+09:00$/),
					})),
				}),
				labels('sort=id', same),
				read(`${path}/none/labels`, 'NOT_FOUND'),
			),
			v1(
				'searchWord is a part of the label, sort orders them, the latest first by default',
				select('Cherry', 'Apple', 'Banana'),
				names('searchWord=AN', 'Banana'),
				names('sort=name', 'Apple', 'Banana', 'Cherry'),
				names('sort=-name,id', 'Cherry', 'Banana', 'Apple'),
				names('sort=createdAt,-name', 'Cherry', 'Banana', 'Apple'),
				labels('sort=size', 'BAD_REQUEST'),
				['clock', 60_000],
				changed({ actionCustomItemOptions: [{ value: 1 }, { value: 4, label: 'New' }] }),
				names('limit=1', 'New'),
			),
			v1(
				'page starts at 1, limit is 100 by default and 1000 at most',
				select(...times(230, (at) => `Label ${at}`)),
				...(
					[
						['page=3', 30],
						['', 100],
						['limit=1000', 230],
					] as const
				).map(([query, count]) =>
					labels(query, (body: Fields) =>
						expect([(body.labels as Row[]).length, body.totalCount]).toEqual([count, 230]),
					),
				),
				labels('limit=1001', 'BAD_REQUEST'),
			),
		],
	);
});
