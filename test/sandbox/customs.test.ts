import type { Fields, Row } from './support/client';
import { anything, dealForm, filterOf } from './support/forms';
import { hold, moment, type Rule, type Step } from './support/rules';

type Custom = Row & { itemKey?: string; itemType?: string; value: string | null };
const given: Step[] = [
	['+ customer', [{}]],
	['+ deal', [{ amount: 1000 }]],
	['+ contact', [{}]],
];
/** The custom value of a field, in whichever record. */
const shows =
	(itemKey: string, part: object) =>
	(body: Fields): void => {
		const [, customs] = Object.entries(body).find(([name]) => name.endsWith('Customs')) ?? [];
		const value = (customs as Custom[]).find((one) => one.itemKey === itemKey);
		expect(value).toMatchObject(part);
	};
const writes = (kind: string, ...customs: object[]): [string, object] => [
	`PATCH /${kind}s/1`,
	{ [`${kind}Customs`]: customs },
];

const values: Array<[type: string, written: unknown, value: unknown, details: Fields]> = [
	['text', 'Hello', 'Hello', { text: 'Hello' }],
	['url', 'https://x.example', 'https://x.example', { text: 'https://x.example' }],
	['number', 7, '7', { number: 7 }],
	['decimal_number', '2.50', '2.50', { decimalNumber: '2.50' }],
	['date', '2026-05-05', moment('2026-05-05'), { datetime: moment('2026-05-05') }],
	['single_select', 2, '2', { selectedValue: 2 }],
	['multi_select', [1, 3], '1,3', { selectedValues: [1, 3] }],
	['user', [1, 2], '1,2', { selectedUsers: [{ id: 1 }, { id: 2 }] }],
];

describe('custom values (v2 §2.1 rule 5, v1 §2.3)', () => {
	const option = (kind: string, value: number, label: string) => ({
		value,
		label,
		[`${kind}CustomItemOptionId`]: expect.any(Number),
	});
	hold(given, [
		...['customer', 'deal'].map((kind): Rule => [
			`values of each type, of a ${kind}`,
			...values.flatMap(([itemType, written, value, details]): Step[] => {
				const itemKey = `${kind}_${itemType}`;
				const shown = shows(itemKey, { itemType, value, ...details });
				return [
					[...writes(kind, { itemKey, value: written }), shown],
					[`GET /${kind}s/1`, shown],
				];
			}),
		]),
		[
			'values of each type, of a contact: compact, and can be written back (v2 §2.7)',
			'v2',
			...values.flatMap(([itemType, written, value]) =>
				[written, itemType === 'date' ? '2026-05-05T00:00:00.000Z' : value].map((each): Step => [
					...writes('contact', { itemKey: `contact_${itemType}`, value: each }),
					({ contactCustoms }) =>
						expect(contactCustoms).toContainEqual({
							id: expect.any(Number),
							contactCustomItemId: expect.any(Number),
							itemKey: `contact_${itemType}`,
							value,
						}),
				]),
			),
		],
		[
			'an item without a value is refused, and the field stays (v2 §2.1 rule 4)',
			[...writes('customer', { itemKey: 'customer_text', value: 'Kept' })],
			[...writes('customer', { itemKey: 'customer_text' }), 'VALIDATION_FAILED'],
			['GET /customers/1', shows('customer_text', { value: 'Kept' })],
		],
		[
			'chosen options carry their labels',
			[
				...writes('customer', { itemKey: 'customer_multi_select', value: [1] }),
				shows('customer_multi_select', {
					selectedOptions: [{ id: expect.any(Number), ...option('customer', 1, 'Price') }],
				}),
			],
			[
				...writes('deal', { itemKey: 'deal_single_select', value: 3 }),
				shows('deal_single_select', { selectedOption: option('deal', 3, 'Bronze') }),
			],
			[
				...writes('deal', { itemKey: 'deal_user', value: [2] }),
				shows('deal_user', {
					selectedUsers: [{ id: 2, name: expect.any(String), email: expect.stringContaining('@') }],
				}),
			],
		],
		...['multi_select', 'user'].map((type): Rule => {
			const field = { itemKey: `customer_${type}` };
			return [
				`an empty list clears a ${type} value as null does (S8)`,
				[...writes('customer', { ...field, value: [1] }), shows(field.itemKey, { value: '1' })],
				[...writes('customer', { ...field, value: [] }), shows(field.itemKey, { value: null })],
				['POST /customers/search', { filter: filterOf(field, 'IS NULL') }, { totalCount: 1 }],
			];
		}),
		[
			'a decimal keeps all digits',
			...['12345678901234567.89', '-0.0000001', '100000000000000000000000.5'].map((value): Step => [
				...writes('deal', { itemKey: 'deal_decimal_number', value }),
				shows('deal_decimal_number', { value, decimalNumber: value }),
			]),
		],
		[
			'a calculation is exact',
			['PATCH /deals/1', { amount: 9_007_199_254_740_991 }],
			['GET /deals/1', shows('deal_calculation', { value: '450359962737049.55' })],
			['PATCH /deals/1', { amount: 3 }, shows('deal_calculation', { calculationResult: 0.15 })],
		],
		...['customer', 'deal'].map((kind): Rule => {
			const text = (part: object) => shows(`${kind}_text`, part);
			return [
				`the field of a ${kind} is named by its key or by the id of its item`,
				[...writes(kind, { itemKey: `${kind}_text`, value: 'a' }), text({ value: 'a' })],
				[
					// The first field of each kind has the type text: 1, 9, 18 in the order of the seed.
					...writes(kind, { [`${kind}CustomItemId`]: kind === 'deal' ? 9 : 1, value: 'b' }),
					text({ value: 'b' }),
				],
			];
		}),
		[
			'on a deal by the id of the value too (v2 §4.6)',
			[
				...writes('deal', { id: 10_009, value: 'by value id' }),
				shows('deal_text', { id: 10_009, value: 'by value id' }),
			],
		],
		...[
			['another deal', { id: 20_009 }],
			['another deal, though the field is named too', { id: 20_009, itemKey: 'deal_text' }],
			['another field', { id: 10_010, itemKey: 'deal_text' }],
		].map(([of, named]): Rule => [
			`the id of a value of ${of as string} is refused (S8)`,
			['+ deal', [{}]],
			[...writes('deal', { ...(named as object), value: 'x' }), 'VALIDATION_FAILED'],
		]),
		[
			'a new deal has no value yet that an id could name',
			['POST /deals', dealForm({ dealCustoms: [{ id: 10_009, value: 'x' }] }), 'VALIDATION_FAILED'],
		],
		...['customer', 'deal', 'contact'].map((kind): Rule => {
			const customs = `${kind}Customs`;
			const get = `GET /${kind}s/1?itemKeyAsPropertyKey`;
			return [
				`itemKeyAsPropertyKey=true keys the values of a ${kind} by itemKey (v1 §2.7)`,
				kind === 'deal' ? 'both' : 'v2',
				[
					`${get}=true`,
					undefined,
					{ [customs]: { [`${kind}_text`]: { itemKey: `${kind}_text` } } },
				],
				[`${get}=false`, undefined, (body) => expect(body[customs]).toBeInstanceOf(Array)],
			];
		}),
		[
			'also in the answer to a create and in a list',
			['POST /deals?itemKeyAsPropertyKey=true', dealForm(), { dealCustoms: { deal_text: {} } }],
			[
				'GET /deals?itemKeyAsPropertyKey=true&limit=1',
				{ deals: [{ dealCustoms: { deal_text: {} } }] },
			],
		],
		[
			'only the items in the body change; null and empty text clear, 0 is a value',
			writes(
				'customer',
				{ itemKey: 'customer_text', value: 'kept' },
				{ itemKey: 'customer_number', value: 5 },
				{ itemKey: 'customer_url', value: 'https://y.example' },
			),
			[
				...writes(
					'customer',
					{ itemKey: 'customer_number', value: null },
					{ itemKey: 'customer_url', value: '' },
				),
				(body) => {
					shows('customer_text', { value: 'kept' })(body);
					shows('customer_number', { value: null })(body);
					shows('customer_url', { value: null })(body);
				},
			],
			[
				...writes('customer', { itemKey: 'customer_number', value: 0 }),
				shows('customer_number', { value: '0' }),
			],
		],
		...(
			[
				['text', 5],
				['number', 'many'],
				['number', 1.5],
				['decimal_number', 'x'],
				['decimal_number', [1.5]],
				['decimal_number', 1e21],
				['number', '9007199254740993'],
				['number', 2 ** 53],
				['number', []],
				['text', []],
				['date', 'soon'],
				['single_select', 9],
				['single_select', 99_999],
				['multi_select', [1, 9]],
				['calculation', 1],
				['nothing', 1],
			] as Array<[string, unknown]>
		).map(([type, value]): Rule => {
			const isChoice = /select|calculation|nothing/.test(type);
			return [
				`deal_${type} = ${JSON.stringify(value)} is refused (v2 §7)`,
				[
					...writes('deal', { itemKey: `deal_${type}`, value }),
					isChoice ? 'VALIDATION_FAILED' : 'BAD_REQUEST',
				],
			];
		}),
		[
			'a decimal that as a JSON number may have lost digits is refused; as text it keeps them (S8)',
			[
				...writes('deal', { itemKey: 'deal_decimal_number', value: 0.12345678901234568 }),
				'VALIDATION_FAILED',
			],
			[
				...writes('deal', { itemKey: 'deal_decimal_number', value: '0.1234567890123456789' }),
				shows('deal_decimal_number', { value: '0.1234567890123456789' }),
			],
		],
		[
			'a user of another domain in a value is missing (v2 §1)',
			[...writes('deal', { itemKey: 'deal_user', value: [6] }), 'NOT_FOUND'],
		],
		[
			'a calculation follows its deal',
			['PATCH /deals/1', { amount: 2000 }, shows('deal_calculation', { calculationResult: 100 })],
		],
	]);
});

describe('the values of actions and their contacts (v1 §2.3, S5)', () => {
	const read = 'GET /actions/1';
	const shown =
		(keyed: boolean) =>
		({ actionCustoms, contacts }: Fields): void => {
			const ofAction = actionCustoms as Custom[];
			const ofContact = (contacts as Row[])[0]?.contactCustoms as Custom[];
			for (const values of [ofAction, ofContact]) {
				expect(new Set(values.map((value) => 'itemKey' in value))).toEqual(new Set([keyed]));
			}
			const valueOf = (type: string) => ofAction.find(({ itemType }) => itemType === type);
			expect([valueOf('user')?.value, valueOf('number')?.value]).toEqual(['1,2', '7']);
			expect(valueOf('user')).not.toHaveProperty('selectedUsers');
			expect(valueOf('number')).not.toHaveProperty('number');
			expect(ofAction[0]).toHaveProperty('actionCustomItemId', expect.any(Number));
		};
	const contact = (isKeyed: boolean) => (body: Fields) => {
		const keys = (body.contactCustoms as Custom[]).map((one) => 'itemKey' in one);
		expect(new Set(keys)).toEqual(new Set([isKeyed]));
	};
	hold(
		[
			...given,
			[
				'+ dealAction',
				[
					{
						deal: { id: 1 },
						contacts: [{ id: 1 }],
						actionCustoms: [
							{ itemKey: 'action_user', value: [1, 2] },
							{ itemKey: 'action_number', value: 7 },
						],
					},
				],
			],
		],
		[
			[
				'have neither number nor selectedUsers, and itemKey in v2 alone',
				[read, undefined, { v2: shown(true), v1: shown(false) }],
			],
			[
				'have no itemKey by option, but are keyed by it where that is asked for',
				['options', { itemKeysOnContactsAndActions: false }],
				[read, undefined, shown(false)],
			],
			[
				'nor have contacts then, read or found, except where keyed by it (v2 §2.1 rule 5)',
				'v2',
				['GET /contacts/1', contact(true)],
				['options', { itemKeysOnContactsAndActions: false }],
				['GET /contacts/1', contact(false)],
				[
					'POST /contacts/search',
					{ filter: anything },
					({ contacts }) => contact(false)((contacts as Row[])[0] ?? {}),
				],
				['GET /contacts/1?itemKeyAsPropertyKey=true', { contactCustoms: { contact_text: {} } }],
			],
			[
				'customers and deals have itemKey in any case',
				['options', { itemKeysOnContactsAndActions: false }],
				['GET /customers/1', shows('customer_text', {})],
				['GET /deals/1', shows('deal_text', {})],
			],
		],
	);
});

describe('the choice of a product detail (v1 §2.7, §2.8; S5)', () => {
	// The fields of product details come after those of the records.
	const field = { itemKey: 'detail_single_select' };
	const written = (value: unknown, outcome: object | string): Step => [
		'PATCH /deals/1',
		{
			dealProductDetails: [
				{ dealProductDetailTypeId: 1, dealProductDetailCustoms: [{ ...field, value }] },
			],
		},
		outcome,
	];
	const silver = ({ dealProductDetails }: Fields) => {
		const detail = (dealProductDetails as Fields[]).at(-1)?.dealProductDetailCustoms as Fields;
		// By id and label only.
		expect(detail.detail_single_select).toEqual({
			id: expect.any(Number),
			dealProductDetailTypeCustomItemId: 37,
			itemType: 'single_select',
			name: 'Level',
			selectedOption: { dealProductDetailTypeCustomItemOptionId: 3702, label: 'Silver' },
		});
	};
	hold(given, [
		[
			'is written by the id that is shown, and by its value; an id of no choice is refused',
			...[3702, '3702', 2].map((value) => written(value, silver)),
			written(99_999, 'VALIDATION_FAILED'),
		],
	]);
});

describe('decimalText: padded decimals mean what they did (S5)', () => {
	const assets = '/custom_object_defs/asset/custom_objects';
	const detail = {
		dealProductDetailTypeId: 1,
		quantity: '2',
		price: '1.5',
		unitCost: '1',
		dealProductDetailCustoms: [{ itemKey: 'detail_decimal_number', value: '0.5' }],
	};
	const is = (decimalValue: string | null) => {
		const field = { itemKey: 'deal_decimal_number' };
		return decimalValue === null
			? filterOf(field, 'IS NULL')
			: filterOf(field, '=', { decimalValue });
	};
	const decimals: Array<[written: string | null, shown: string | null]> = [
		['1.5', '1.50'],
		['7', '7.00'],
		['-0.5', '-0.50'],
		['0.12345', '0.12345'],
		[null, null],
	];
	hold(
		[...given, ['options', { decimalText: 'padded' }]],
		[
			...decimals.map(([value, shown]): Rule => [
				`${value} is shown as ${shown}, and found as what it is`,
				[
					...writes('deal', { itemKey: 'deal_decimal_number', value }),
					shows('deal_decimal_number', { value: shown, decimalNumber: shown }),
				],
				['POST /deals/search', { filter: is(value) }, { deals: [{ id: 1 }] }],
			]),
			[
				'product details and sums too; the numbers of a calculation stay numbers',
				[
					'PATCH /deals/1',
					{ amount: 100, dealProductDetails: [detail] },
					{
						dealProductDetails: [
							{
								quantity: '2.00',
								price: '1.50',
								unitCost: '1.00',
								subtotal: '3.00',
								dealProductDetailCustoms: { detail_decimal_number: { decimalNumber: '0.50' } },
							},
						],
					},
				],
				['GET /deals/1', shows('deal_calculation', { value: '5.00', calculationResult: 5 })],
				['GET /deals/1', { v2: { totalCost: '2.00' }, v1: {} }],
			],
			[
				'and the settings of product details (v1 §2.8)',
				'v1',
				[
					'GET /deal_product_detail_types?sort=id&limit=1',
					{ dealProductDetailTypes: [{ price: '1200.00' }] },
				],
			],
			[
				'custom objects, and their filters (v2 §2.8)',
				'v2',
				[`POST ${assets}`, { value: '77.5' }, { value: '77.50' }],
				[`GET ${assets}?value=77.5`, { customObjects: [{ value: '77.50' }] }],
			],
		],
	);
});
