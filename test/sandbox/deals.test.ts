import { dealForm } from './support/forms';
import { but, hold, lacks, lists, moment, same, type Rule, type Step } from './support/rules';

// Of the first deal type: phases 1 and 2 in progress, 3 won, 4 lost; products 1 to 3; probabilities,
// channels and reasons of an end 1 to 3; types of related customers 1 and 2.
const given: Step[] = [['+ customer', [{ name: 'First' }, { name: 'Second' }]]];
const made = (more?: object, outcome?: object | string): Step => [
	'POST /deals',
	dealForm({ ...more }),
	outcome,
];
const updated = (changes: object, outcome?: object | string): Step => [
	'PATCH /deals/1',
	changes,
	outcome,
];

describe('create (v2 §2.6, §4.6; v1 §2.7, §4)', () => {
	const references = ['customer', 'dealType', 'phase', 'product', 'probability', 'channel', 'user'];
	hold(given, [
		[
			'references are objects with id and name in the answer',
			made(
				{ amount: 500, memo: 'M', fromEmail: true },
				{
					name: 'A deal',
					amount: 500,
					memo: 'M',
					fromEmail: true,
					expectedContractDate: '2026-12-24',
					dealType: { id: 1, name: 'New business' },
					customer: { id: 1, name: 'First' },
					phase: { id: 1, name: 'Qualified', status: 1 },
					product: { id: 1, name: 'Starter plan' },
				},
			),
			['GET /deals/1', same],
		],
		[
			'totals are of v2 only',
			made({ amount: 500 }),
			[
				'GET /deals/1',
				{ v2: { totalCost: '0', totalProfit: '500' }, v1: lacks('totalCost', 'totalProfit') },
			],
		],
		...Object.keys(dealForm()).map((name): Rule => [
			`${name} is required`,
			made({ [name]: undefined }, `VALIDATION_FAILED: ${name} is required`),
		]),
		...references.map((name): Rule => [
			`a ${name} that does not exist is refused`,
			made({ [name]: { id: 99_999 } }, 'NOT_FOUND'),
		]),
		['a user of another domain is missing too', made({ user: { id: 6 } }, 'NOT_FOUND')],
		[
			'a phase of another deal type fails its validation',
			made({ phase: { id: 5 } }, 'VALIDATION_FAILED'),
		],
		...[
			{ amount: '5' },
			{ customer: 1 },
			{ customer: { id: 'x' } },
			// Text without "or null" is cleared by empty text (S8).
			{ memo: null },
			{ fromEmail: null },
			{ closingLeadtime: null },
			{ expectedContractDate: '24.12.2026' },
			{ endPhaseReasonIds: [{}] },
			{ expectedContractDate: '2026-12-24T00:00:00Z' },
		].map((more): Rule => [`${JSON.stringify(more)} is wrongly typed`, made(more, 'BAD_REQUEST')]),
		[
			'a whole number that a double cannot hold is refused, not rounded (S8)',
			made({ amount: Number.MAX_SAFE_INTEGER }, { amount: Number.MAX_SAFE_INTEGER }),
			['PATCH /deals/1', '{"amount": 9007199254740993}', 'VALIDATION_FAILED'],
			['GET /deals/1', { amount: Number.MAX_SAFE_INTEGER }],
		],
	]);
});

describe('rule D-R (v2 §2.6)', () => {
	const won = { phase: { id: 3 } };
	hold(given, [
		...[3, 4].map((id): Rule => {
			const phase = { id };
			return [
				`phase ${id} needs reason or endPhaseReasonIds`,
				...[{ phase }, { phase, reason: '' }, { phase, endPhaseReasonIds: [] }].map((more) =>
					made(more, 'VALIDATION_FAILED'),
				),
				made({ phase, reason: 'Because' }, { reason: 'Because' }),
				made(
					{ phase, endPhaseReasonIds: [1] },
					{ endPhaseReasons: [{ id: 1, name: 'Best offer' }] },
				),
			];
		}),
		[
			'it holds on update too, and a refused update changes nothing',
			made(),
			updated({ ...won, name: 'Changed' }, 'VALIDATION_FAILED'),
			['GET /deals/1', same],
			updated({ ...won, reason: 'Signed' }, { phase: { id: 3, status: 2 }, reason: 'Signed' }),
			updated({ reason: null }, 'VALIDATION_FAILED'),
			updated({ phase: { id: 2 }, reason: null }, { reason: null }),
		],
	]);
});

describe('update (v2 §2.1 rule 4, §4.6; v1 §4)', () => {
	hold(
		[...given, made({ amount: 10, memo: 'M' })],
		[
			[
				'only the properties in the body change; null clears, 0 and empty text stay',
				updated({ memo: '' }, but({ memo: '' })),
				['GET /deals/1', same],
				...[0, null].map((amount) => updated({ amount }, { amount })),
			],
			['the deal type stays', 'v2', updated({ dealType: { id: 2 } }, { dealType: { id: 1 } })],
			[
				'the phases show how long the deal stayed in each',
				['clock', 3 * 24 * 60 * 60 * 1000],
				updated(
					{ phase: { id: 2 } },
					{
						phaseStayDays: [
							{ id: 1, name: 'Qualified', phaseStayDays: 3, isCurrentPhase: false },
							{ id: 2, name: 'Proposal', phaseStayDays: 0, isCurrentPhase: true },
							{ id: 3, name: 'Won', phaseStayDays: 0, isCurrentPhase: false },
							{ id: 4, name: 'Lost', phaseStayDays: 0, isCurrentPhase: false },
						],
					},
				),
			],
			[
				'a missing deal and a missing reference are refused',
				['PATCH /deals/9', { name: 'x' }, 'NOT_FOUND'],
				updated({ customer: { id: 99 } }, 'NOT_FOUND'),
			],
		],
	);
});

describe('product details (v2 §2.6, v1 §2.7)', () => {
	const first = { dealProductDetailTypeId: 1, quantity: 2, price: 100, unitCost: '40.5' };
	const details = (...dealProductDetails: object[]) => ({ dealProductDetails });
	const custom = { itemKey: 'detail_text', value: 'Engraved' };
	hold(
		[...given, made({ amount: 10_000, ...details(first, { dealProductDetailTypeId: 2 }) })],
		[
			[
				'what an item leaves open is as its setting has it; sums follow',
				[
					'GET /deals/1',
					details(
						{ quantity: '2', price: '100', unitCost: '40.5', subtotal: '200' },
						{ name: 'Training', quantity: '1', price: '800', unit: 'piece' },
					),
				],
			],
			['totals too', 'v2', ['GET /deals/1', { totalCost: '481', totalProfit: '9519' }]],
			[
				'an item without id is added, with id updated, with deleted removed',
				updated(
					details(
						{ id: 1, quantity: 3, firstSales: '2026-05-01T00:00:00+09:00' },
						{ id: 2, deleted: true },
						{ dealProductDetailTypeId: 3, memo: 'New' },
					),
					details(
						{ id: 1, quantity: '3', price: '100', firstSales: moment('2026-04-30T15:00:00Z') },
						{ dealProductDetailTypeId: 3, memo: 'New' },
					),
				),
				updated({ name: 'Same details' }, details({ id: 1 }, { memo: 'New' })),
			],
			...[
				{ quantity: 3, price: '0.1', subtotal: '0.3' },
				{ quantity: '1', price: '12345678901234567.89', subtotal: '12345678901234567.89' },
				{ quantity: '3', price: '12345678901234567.89', subtotal: '37037036703703703.67' },
				{ quantity: 1, price: '0.0000001', subtotal: '0.0000001' },
				{ quantity: 1, price: 0.0000001, subtotal: '0.0000001' },
				{ quantity: '-2', price: '1000000000000000000000000', subtotal: `-2${'0'.repeat(24)}` },
			].map(({ subtotal, quantity, price }): Rule => [
				`${quantity} times ${JSON.stringify(price)} is ${subtotal}, with all digits and no exponent`,
				updated(
					details({ id: 1, quantity, price }, { id: 2, deleted: true }),
					details({ price: price === 0.0000001 ? '0.0000001' : price, subtotal }),
				),
			]),
			[
				'costs and profit are as exact',
				'v2',
				updated(details({ id: 1, quantity: 3, unitCost: '0.1' }, { id: 2, unitCost: '0.7' }), {
					totalCost: '1',
					totalProfit: '9999',
				}),
				updated(details({ id: 1, quantity: 1, unitCost: '12345678901234567.89' }), {
					totalCost: '12345678901234568.59',
					totalProfit: '-12345678901224568.59',
				}),
			],
			...['term', 'firstSales', 'memo', 'price'].map((name): Rule => [
				`${name} is never null (S8)`,
				updated(details({ id: 1, [name]: null }), 'BAD_REQUEST'),
			]),
			[
				'a price that a double cannot hold is taken as text alone',
				[
					'PATCH /deals/1',
					'{"dealProductDetails":[{"id":1,"price":12345678901234567}]}',
					'VALIDATION_FAILED',
				],
				[
					'PATCH /deals/1',
					'{"dealProductDetails":[{"id":1,"price":0.1234567890123456789}]}',
					'VALIDATION_FAILED',
				],
			],
			[
				'they carry custom values, keyed by field',
				updated(
					details({ id: 1, dealProductDetailCustoms: [custom] }),
					details(
						{ dealProductDetailCustoms: { detail_text: { itemType: 'text', text: 'Engraved' } } },
						{},
					),
				),
			],
			[
				'an unknown detail, an unknown setting and none are refused',
				updated(details({ id: 9, quantity: 1 }), 'NOT_FOUND'),
				updated(details({ dealProductDetailTypeId: 99 }), 'NOT_FOUND'),
				updated(details({ quantity: 1 }), 'VALIDATION_FAILED'),
			],
		],
	);
});

describe('related customers (v2 §2.6, v1 §2.7)', () => {
	const link = (customerId: number, dealCustomerTypeId: number, more?: object) => ({
		dealCustomerTypeId,
		customerId,
		...more,
	});
	const shown = (id: number, name: string, ...customers: object[]) => ({
		dealCustomerType: { id, name },
		customers,
	});
	const [one, two] = [
		{ id: 1, name: 'First' },
		{ id: 2, name: 'Second' },
	];
	hold(given, [
		[
			'are linked by type with dealCustomers, and unlinked by delete',
			made(
				{ dealCustomers: [link(1, 1), link(2, 1), link(2, 2)] },
				{ dealCustomerTypes: [shown(1, 'Agency', one, two), shown(2, 'End customer', two)] },
			),
			updated(
				{ dealCustomers: [link(2, 1, { delete: true })] },
				{ dealCustomerTypes: [shown(1, 'Agency', one), shown(2, 'End customer', two)] },
			),
			updated({ dealCustomers: [link(99, 1)] }, 'NOT_FOUND'),
		],
	]);
});

describe('bulk calls of a deal type (v2 §3, §4.6; v1 §4; S3)', () => {
	const path = '/deal_types/1/deals/bulk';
	const { dealType: _, ...form } = dealForm();
	const won = { phase: { id: 3 }, reason: 'Signed', amount: 100 };
	const change = (changes: object, outcome: object | null): Step => [
		`PATCH ${path}`,
		{ deals: [{ id: 1, ...changes }] },
		outcome,
	];
	const skipped = { deals: [], skippedDeals: [{ id: 1 }] };
	const done = { deals: [{ id: 1 }], skippedDeals: [] };
	const locked = {
		amount: 101,
		expectedContractDate: '2027-01-01',
		phase: { id: 2 },
		product: { id: 2 },
	};
	hold(given, [
		[
			'create: the ids in order, all of the type in the path',
			[`POST ${path}`, { deals: [form, { ...form, name: 'Two' }] }, [1, 2]],
			['GET /deals/2', { name: 'Two', dealType: { id: 1 } }],
		],
		[
			'create: an unknown type is refused, and another in an item',
			['POST /deal_types/99/deals/bulk', { deals: [form] }, { v2: 'NOT_FOUND', v1: 500 }],
			[
				`POST ${path}`,
				{ deals: [{ ...form, dealType: { id: 2 } }] },
				{ v2: 'VALIDATION_FAILED', v1: 500 },
			],
		],
		[
			'update: each deal by its own changes; only v2 answers deals and skippedDeals',
			made({ memo: 'Old' }),
			made({ memo: 'Old' }),
			[
				`PATCH ${path}`,
				{
					deals: [
						{ id: 1, memo: 'New' },
						{ id: 2, amount: 7 },
					],
				},
				{ v2: { deals: [{ id: 1 }, { id: 2 }], skippedDeals: [] }, v1: null },
			],
			['GET /deals/1', { memo: 'New', amount: null }],
			['GET /deals/2', { memo: 'Old', amount: 7 }],
		],
		[
			'update: one refused deal rolls back all of them',
			made(),
			[
				`PATCH ${path}`,
				{ deals: [{ id: 1, name: 'Half' }, { id: 99 }] },
				{ v2: 'NOT_FOUND', v1: 500 },
			],
			['GET /deals/1', same],
		],
		[
			'update: a deal of another type is refused',
			made(),
			[
				'PATCH /deal_types/2/deals/bulk',
				{ deals: [{ id: 1 }] },
				{ v2: 'VALIDATION_FAILED', v1: 500 },
			],
		],
		...Object.entries(locked).map(([name, value]): Rule => [
			`a won phase locks ${name} for a personal token`,
			'v2',
			made(won),
			made(),
			[
				`PATCH ${path}`,
				{ deals: [1, 2].map((id) => ({ id, reason: 'r', [name]: value })) },
				{ deals: [{ id: 2 }], skippedDeals: [{ id: 1 }] },
			],
			['GET /deals/1', { ...won, expectedContractDate: '2026-12-24', product: { id: 1 } }],
		]),
		[
			'a lost phase locks too; other fields, and the same values again, are free',
			'v2',
			made({ ...won, phase: { id: 4 } }),
			change({ amount: 1 }, skipped),
			change({ name: 'Renamed', amount: 100, memo: 'x' }, done),
		],
		[
			'a locked deal is refused, not skipped, where its item breaks rule D-R too (S8)',
			'v2',
			made(won),
			made({ memo: 'Old' }),
			[
				`PATCH ${path}`,
				{
					deals: [
						{ id: 2, memo: 'New' },
						{ id: 1, amount: 5, reason: null },
					],
				},
				'VALIDATION_FAILED',
			],
			['GET /deals/2', { memo: 'Old' }],
		],
		[
			'a won phase locks out neither a team token',
			'v2',
			made(won),
			['token', 'team'],
			change({ amount: 5 }, done),
			['GET /deals/1', { amount: 5 }],
		],
		[
			'nor a key of v1',
			'v1',
			made(won),
			change({ amount: 5 }, null),
			['GET /deals/1', { amount: 5 }],
		],
	]);
});

describe('delete and lists', () => {
	hold(given, [
		[
			'delete: 200 without a body, then 404 (v2 §4)',
			'v2',
			made(),
			['DELETE /deals/1', null],
			['GET /deals/1', 'NOT_FOUND'],
		],
		[
			'dealTypeId lists the deals of one type (v2 §4.6, v1 §4)',
			['+ deal', [{ dealType: { id: 2 } }, {}]],
			['GET /deals?dealTypeId=2', lists(1)],
		],
	]);
});

describe('the contacts of a deal (v2 §4.7, v1 §4)', () => {
	const path = '/deals/1/contacts';
	hold(
		[
			['+ deal', [{}, {}]],
			['+ contact', [{ name: 'Linked' }]],
		],
		[
			[
				'link, once or again, list and unlink; the contact itself is kept',
				[`POST ${path}/1`],
				[`POST ${path}/1`, {}],
				[`GET ${path}`, { totalCount: 1, page: 1, contacts: [{ id: 1, name: 'Linked' }] }],
				[`DELETE ${path}/1`, null],
				[`GET ${path}`, lists()],
				[`DELETE ${path}/1`, 'NOT_FOUND'],
				['GET /contacts?searchWord=Linked', lists(1)],
			],
			[
				'a missing deal or contact is a 404 with {error, messages}',
				['GET /deals/99/contacts', 'NOT_FOUND'],
				['POST /deals/99/contacts/1', {}, 'NOT_FOUND'],
				[`POST ${path}/99`, {}, 'NOT_FOUND'],
				[`DELETE ${path}/99`, 'NOT_FOUND'],
				['DELETE /deals/2/contacts/1', 'NOT_FOUND'],
			],
		],
	);
});
