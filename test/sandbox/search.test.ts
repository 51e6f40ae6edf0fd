/** Searches of both versions (v2 §4.4, §4.6, §4.9; v1 §4, Search body; S3). */
import { recordsIn, times, type Fields, type Row } from './support/client';
import { and, anything, dealForm, filterOf, or, xor } from './support/forms';
import { hold, lists, type Outcome, type Rule, type Step } from './support/rules';

const byId = { field: { name: 'id' }, order: 'ASC' };
type Plural = 'customers' | 'deals' | 'contacts';
const search = (plural: Plural, body: object, outcome: Outcome): Step => [
	`POST /${plural}/search`,
	body,
	outcome,
];
const found = (filter: object, ...ids: number[]) =>
	search('customers', { filter, sort: byId }, lists(...ids));
const text = (stringValue: unknown) => ({ stringValue });
const number = (integerValue: unknown) => ({ integerValue });
const idIs = (operator: string, id: number) => filterOf('id', operator, number(id));

describe('operators', () => {
	const at = (month: number) => `2026-0${month}-01T00:00:00Z`;
	const dated = (month: number) => ({ createdAt: at(month), updatedAt: at(month) });
	const capital: Array<[operator: string, value: unknown, ids: number[]]> = [
		['=', 100, [1]],
		['!=', 100, [2, 3]],
		['<', 200, [1]],
		['<=', 200, [1, 2]],
		['>', 100, [2]],
		['>=', 100, [1, 2]],
		['IN', [100, 200, 7], [1, 2]],
		['IS NULL', undefined, [3]],
		['IS NOT NULL', undefined, [1, 2]],
	];
	const like: Array<[text: string, ...ids: number[]]> = [
		['works', 1, 3],
		['WORKS', 1, 3],
		['alpha%', 1],
		['%works', 1, 3],
		['%ha wo%', 1],
		['100%'],
		['%100%', 2],
		['_lpha'],
	];
	const [works, north] = [
		filterOf('name', 'LIKE', text('works')),
		filterOf('address', '=', text('North')),
	];
	const beta = filterOf('capital', '=', number(200));
	const after = (field: string, operator: string, datetimeValue: string) =>
		filterOf(field, operator, { datetimeValue });
	hold(
		[
			[
				'+ customer',
				[
					{ name: 'Alpha Works', capital: 100, address: 'North', ...dated(1) },
					{ name: 'Beta 100%', capital: 200, ...dated(2) },
					{ name: 'gamma works', capital: null, address: 'South', ...dated(3) },
				],
			],
		],
		[
			...capital.map(([operator, value, ids]): Rule => [
				`capital ${operator} ${JSON.stringify(value)}`,
				found(
					filterOf('capital', operator, value === undefined ? undefined : number(value)),
					...ids,
				),
			]),
			...like.map(([value, ...ids]): Rule => [
				`LIKE ${value}: a case-insensitive part of the text, % at its ends`,
				found(filterOf('name', 'LIKE', text(value)), ...ids),
			]),
			[
				'IN takes an array in stringValue too',
				found(filterOf('address', 'IN', text(['North', 'South'])), 1, 3),
			],
			[
				'date-times compare as moments, with any offset; names may be in snake_case',
				found(after('createdAt', '=', '2026-02-01T09:00:00+09:00'), 2),
				found(after('createdAt', '>=', '2026-02-01T09:00:00+09:00'), 2, 3),
				found(after('created_at', '>', '2026-02-15'), 3),
				search(
					'customers',
					{ filter: anything, sort: { field: { name: 'created_at' }, order: 'ASC' } },
					lists(1, 2, 3),
				),
			],
			[
				'AND, OR and nesting make one tree; a sub-filter with both kinds of node means both',
				found(and(works, north), 1),
				found(or(and(works, north), beta), 1, 2),
				found(and({ ...beta, ...and(north) })),
			],
			[
				'without a sort the newest update comes first, ids breaking ties',
				search('customers', { filter: anything }, lists(3, 2, 1)),
				['+ customer', [4, 4].map(dated)],
				search('customers', { filter: anything }, lists(4, 5, 3, 2, 1)),
			],
			[
				'equalityIgnoresCase: for = and IN, standard and custom; != leaves all out (S5)',
				['PATCH /customers/1', { customerCustoms: [{ itemKey: 'customer_text', value: 'Acme' }] }],
				...[false, true].flatMap((equalityIgnoresCase): Step[] => {
					const ids = equalityIgnoresCase ? [1] : [];
					return [
						['options', { equalityIgnoresCase }],
						found(filterOf('name', '=', text('alpha works')), ...ids),
						found(filterOf('name', 'IN', text(['alpha works', 'x'])), ...ids),
						found(filterOf({ itemKey: 'customer_text' }, '=', text('acme')), ...ids),
						found(
							and(idIs('=', 1), filterOf('name', '!=', text('ALPHA WORKS'))),
							...(ids[0] ? [] : [1]),
						),
						found(filterOf('name', '=', text('álpha works'))),
					];
				}),
			],
		],
	);
});

describe('what is refused, and does not find nothing (v2 §4.4, §7; v1 §4, §7; S3, S8)', () => {
	const x = text('x');
	/** A search in which the documents spell one property otherwise. */
	const misspelt = (filter: object, name: string, other: string) =>
		JSON.parse(JSON.stringify(filter).replace(`"${name}"`, `"${other}"`)) as object;
	const named = filterOf('name', '=', x);
	const both = { stringValue: 'x', integerValue: 1 };
	const conditions: Array<[what: string, filter: object]> = [
		['companyNum', filterOf('companyNum', '=', x)],
		['company_num', filterOf('company_num', '=', x)],
		['an unknown field', filterOf('color', '=', x)],
		['a property of objects', filterOf('constructor', '=', x)],
		['an unknown operator', filterOf('name', 'CONTAINS', x)],
		['an unknown logicalOperator', xor(filterOf('name', '=', x))],
		['a value of the wrong kind', filterOf('id', '=', x)],
		['no value', filterOf('name', '=')],
		['IN without an array', filterOf('name', 'IN', x)],
		['LIKE on a number', filterOf('id', 'LIKE', number(1))],
		['an unknown itemKey', filterOf({ itemKey: 'nope' }, '=', x)],
		['an unknown customItemId', filterOf({ customItemId: 99_999 }, '=', x)],
		['a field without a name', filterOf({}, '=', x)],
		['an unknown reference', filterOf({ reference: 'nobody', name: 'name' }, '=', x)],
		['an empty one', filterOf({ reference: '', name: 'name' }, '=', x)],
		['one of objects', filterOf({ reference: '__proto__', itemKey: 'deal_text' }, '=', x)],
	];
	const malformed: typeof conditions = [
		['no condition', {}],
		['an empty sub-filter', and({})],
		['an empty sub-filter beside another', or(named, {})],
		['no sub-filters', and()],
		['no sub-filters further down', and(named, and())],
		...['valuefilter', 'valueFilters', 'value_filter'].flatMap((name): typeof conditions => [
			[name, misspelt(named, 'valueFilter', name)],
			[`${name} beside a condition`, and(named, misspelt(named, 'valueFilter', name))],
			[`${name} in the place of a second condition`, { ...and(named), [name]: {} }],
		]),
		['compositefilter', misspelt(and(named), 'compositeFilter', 'compositefilter')],
		['subfilters', misspelt(and(named), 'subFilters', 'subfilters')],
		['logicaloperator', misspelt(and(named), 'logicalOperator', 'logicaloperator')],
		['comparisonoperator', misspelt(named, 'comparisonOperator', 'comparisonoperator')],
		['a property of a comparison', { valueFilter: { ...named.valueFilter, negated: true } }],
		['a property of a field', filterOf({ name: 'name', type: 'text' }, '=', x)],
		['a property of a value', filterOf('name', '=', { ...x, ignoreCase: true })],
		['stringvalue', filterOf('name', '=', { stringvalue: 'x' })],
		['a value of nothing', filterOf('name', '=', {})],
		['two values', filterOf('name', '=', both)],
		['two values for IN', filterOf('name', 'IN', { stringValue: ['x'], integerValue: [1] })],
		['null as a value', filterOf('name', '=', text(null))],
		['IS NULL with a value', filterOf('name', 'IS NULL', x)],
		['IS NOT NULL with a value', filterOf('name', 'IS NOT NULL', x)],
		['a reference without a field', filterOf({ reference: 'customer' }, 'IS NOT NULL')],
		['a field of null', { valueFilter: { field: null, comparisonOperator: 'IS NULL' } }],
	];
	const sorts: Array<[what: string, sort: object]> = [
		['no field', {}],
		['a field without a name', { field: {} }],
		['a misspelt field', { field: { Name: 'name' } }],
		['a misspelt order', { field: { name: 'name' }, Order: 'DESC' }],
	];
	const sorted = (plural: Plural, field: object, order = 'ASC', outcome: Outcome = 'BAD_REQUEST') =>
		search(plural, { filter: anything, sort: { field, order } }, outcome);
	const ofCustomer = (more: object) => filterOf({ reference: 'customer', ...more }, '=', x);
	hold(
		[],
		[
			...conditions.map(([what, filter]): Rule => [
				what,
				search('customers', { filter }, 'BAD_REQUEST'),
				search('deals', { filter }, 'BAD_REQUEST'),
			]),
			...malformed.map(([what, filter]): Rule => [
				what,
				search('customers', { filter }, 400),
				search('deals', { filter }, 400),
			]),
			[
				'for contacts as well',
				'v2',
				...conditions.map(([, filter]) => search('contacts', { filter }, 'BAD_REQUEST')),
				...malformed.map(([, filter]) => search('contacts', { filter }, 400)),
				...sorts.map(([, sort]) => search('contacts', { filter: anything, sort }, 400)),
			],
			...sorts.map(([what, sort]): Rule => [
				`a sort with ${what}`,
				search('customers', { filter: anything, sort }, 400),
				search('deals', { filter: anything, sort }, 400),
			]),
			[
				'a reference, for customers, not beside a custom field either',
				...[{ name: 'name' }, { itemKey: 'customer_text' }, { customItemId: 1 }].map((more) =>
					search('customers', { filter: ofCustomer(more) }, 'BAD_REQUEST'),
				),
				search('customers', { filter: filterOf({ customItemId: 1 }, '=', x) }, lists()),
				sorted('customers', { reference: 'customer', itemKey: 'customer_text' }),
				sorted('deals', { reference: 'x', itemKey: 'deal_text' }),
				sorted('deals', { itemKey: 'deal_text' }, 'ASC', lists()),
			],
			[
				'sorting by what the index does not hold, and in an unknown order',
				...['companyNum', 'webUrl', 'phone'].map((name) => sorted('customers', { name })),
				sorted('customers', { name: 'name' }, 'asc'),
			],
			['no filter', search('deals', {}, 'VALIDATION_FAILED: filter is required')],
			[
				'more than 1000 at once',
				search('customers', { filter: anything, limit: 1001 }, 'VALIDATION_FAILED'),
			],
		],
	);
});

describe('the tree may be as deep as it has nodes: 300, the outermost not counted (v2 §4.4, §8)', () => {
	/** `wrap` around `wrap` around … the filter. */
	const nested = (depth: number, inner: object, wrap: (inside: object, level: number) => object) =>
		times(depth, (level) => level).reduce(wrap, inner);
	const around = (depth: number) => nested(depth, idIs('=', 3), (inside) => and(inside));
	const branch = (id: number) =>
		nested(70, idIs('=', id), (inside, level) => (level % 2 ? and : or)(inside, idIs('=', id)));
	const wide = (count: number) => and(...times(count, () => idIs('>', 0)));
	const refused = (filter: object) => search('customers', { filter }, 'BAD_REQUEST');
	const open = '{"compositeFilter":{"logicalOperator":"AND","subFilters":[';
	hold(
		[['+ customer', times(40, () => ({}))]],
		[
			...[1, 100, 299].map((depth): Rule => [
				`${depth} composites around one comparison`,
				found(and(around(depth)), 3),
			]),
			[
				'AND and OR by turns keep their meaning at every depth',
				// Each AND keeps less, each OR brings one back: the order of the levels shows in what is left.
				found(
					nested(60, idIs('<=', 40), (inside, level) =>
						level % 2 === 0 ? and(inside, idIs('>', level / 2 + 1)) : or(inside, idIs('=', 1)),
					),
					1,
					...times(10, (at) => 31 + at),
				),
				found(or(branch(5), branch(7)), 5, 7),
			],
			[
				'a comparison with nothing below the depths counts as not met',
				found(
					nested(80, filterOf('employee', '>', number(9000)), (inside, level) =>
						(level % 2 === 0 ? or : and)(inside, idIs('=', 2)),
					),
					2,
				),
			],
			[
				'more are refused, deep or wide',
				refused(and(around(300))),
				refused(wide(301)),
				refused(and(wide(299), idIs('>', 0))),
				...[wide(300), and(wide(298), idIs('>', 0))].map((filter) =>
					search('customers', { filter, limit: 1 }, { totalCount: 40 }),
				),
			],
			...[1_000, 100_000].map((depth): Rule => [
				`${depth} levels are refused, and nothing else happens`,
				[
					'POST /customers/search',
					`{"filter":${open.repeat(depth)}${JSON.stringify(idIs('=', 3))}${']}}'.repeat(depth)}}`,
					'BAD_REQUEST',
				],
				found(idIs('=', 3), 3),
			]),
		],
	);
});

describe('sorting (v2 §4.6; v1 §4)', () => {
	const amounts = [5, null, 3, null, 9].map((amount) => ({ amount }));
	const sorted = (field: object, order: string, ...ids: number[]) =>
		search('deals', { filter: anything, sort: { field, order } }, lists(...ids));
	const sort = { field: { name: 'amount' }, order: 'ASC' };
	const paged = (query: string, ...expected: Array<number | null>): Step => [
		`POST /deals/search?limit=2${query}`,
		{ filter: anything, sort },
		(body: Fields) => expect(recordsIn(body).map(({ amount }) => amount)).toEqual(expected),
	];
	const refusedAt = (body: object): Step => [
		'POST /deals/search?limit=2&cursor={nextCursor}',
		body,
		'BAD_REQUEST',
	];
	hold(
		[['+ deal', amounts]],
		[
			[
				'null comes first ascending and last descending',
				sorted({ name: 'amount' }, 'ASC', 2, 4, 3, 1, 5),
				sorted({ name: 'amount' }, 'DESC', 5, 1, 3, 2, 4),
			],
			[
				'a custom field is sorted by too',
				...[7, 9, 8].map((value, at): Step => [
					`PATCH /deals/${at + 1}`,
					{ dealCustoms: [{ itemKey: 'deal_number', value }] },
				]),
				sorted({ itemKey: 'deal_number' }, 'DESC', 2, 3, 1, 4, 5),
			],
			[
				'so is a field of the related customer; ids break ties',
				['+ customer', [{ name: 'Zeta' }, { name: 'Beta' }]],
				['PATCH /deals/1', { customer: { id: 2 } }],
				['PATCH /deals/2', { customer: { id: 3 } }],
				sorted({ reference: 'customer', name: 'name' }, 'DESC', 1, 3, 4, 5, 2),
			],
			[
				'pages go on past null, and a cursor is bound to its sort and filter',
				'v2',
				paged('', null, null),
				refusedAt({ filter: anything, sort: { field: { name: 'name' }, order: 'ASC' } }),
				refusedAt({ filter: idIs('>', 1), sort }),
				paged('&cursor={nextCursor}', 3, 5),
				paged('&cursor={nextCursor}', 9),
			],
		],
	);
});

describe('decimals are compared and sorted by all of their digits (S8)', () => {
	const inOrder = [
		'-12345678901234567.9',
		'-12345678901234567.89',
		'-1000',
		'-12',
		'-1.5',
		'-1.25',
		'-0.01',
		'0',
		'0.0000001',
		'0.1',
		'1.25',
		'1.5',
		'9.99',
		'10',
		'12',
		'9999999999999999.9',
		'12345678901234567.89',
		'12345678901234567.9',
		'1' + '0'.repeat(30),
	];
	const field = { itemKey: 'customer_decimal_number' };
	const ids = inOrder.map((_, at) => at + 1);
	const sorted = (order: string, outcome: Outcome) =>
		search(
			'customers',
			{ filter: filterOf(field, 'IS NOT NULL'), sort: { field, order } },
			outcome,
		);
	const compared = (operator: string, decimalValue: unknown, ...expected: number[]) =>
		found(filterOf(field, operator, { decimalValue }), ...expected);
	hold(
		[
			[
				'+ customer',
				inOrder
					.map((value, at) => ({ id: at + 1, customerCustoms: [{ ...field, value }] }))
					.reverse(),
			],
		],
		[
			['sorted', sorted('ASC', lists(...ids)), sorted('DESC', lists(...ids.toReversed()))],
			...inOrder.map((value, at): Rule => [
				`compared with ${value}`,
				compared('=', value, at + 1),
				compared('=', value.includes('.') ? `${value}0` : `${value}.0`, at + 1),
				compared('<', value, ...ids.slice(0, at)),
				compared('>=', value, ...ids.slice(at)),
			]),
			['negative zero is zero', compared('=', '-0.0', ids[inOrder.indexOf('0')] ?? 0)],
		],
	);
});

describe('fields (v1 §4, v2 §4.6, §4.9; S3)', () => {
	const deal = dealForm({ name: 'Findable', amount: 4711, memo: 'a memo', reason: 'a reason' });
	const values: Array<[name: string, hit: Fields, miss: Fields]> = [
		['id', number(1), number(2)],
		['name', text('Findable'), text('Other')],
		['amount', number(4711), number(1)],
		['expectedContractDate', { datetimeValue: '2026-12-24' }, { datetimeValue: '2026-12-25' }],
		['memo', text('a memo'), text('x')],
		['reason', text('a reason'), text('x')],
		...['customer', 'user', 'phase', 'product', 'channel', 'probability', 'dealType'].map(
			(name): [string, Fields, Fields] => [`${name}Id`, number(1), number(2)],
		),
	];
	const customs: Array<[type: string, value: unknown, hit: Fields, miss: Fields]> = [
		['text', 'Blue sky', text('Blue sky'), text('Red sky')],
		['url', 'https://a.example', text('https://a.example'), text('https://b.example')],
		['number', 42, number(42), number(41)],
		['decimal_number', '1.50', { decimalValue: '1.5' }, { decimalValue: 1.6 }],
		['date', '2026-04-01', { datetimeValue: '2026-04-01' }, { datetimeValue: '2026-04-02' }],
		['single_select', 2, number(2), number(1)],
		['multi_select', [1, 3], number(3), number(2)],
		['user', [1], number(1), number(2)],
	];
	/** Of the first field of each kind, in the order of the seed. */
	const first = { customers: 1, deals: 9, contacts: 18 };
	const order = [
		'text',
		'date',
		'number',
		'decimal_number',
		'url',
		'single_select',
		'multi_select',
		'user',
	];
	const plurals = Object.keys(first) as Plural[];
	const named = filterOf('name', '=', text('Findable'));
	const referred = (more: object, value: Fields) =>
		filterOf({ reference: 'customer', ...more }, '=', value);
	/** Each kind has a record 9 with a value of each custom field. */
	const ofEach = (kind: string): Step => [
		`+ ${kind}`,
		[
			{
				id: 9,
				[`${kind}Customs`]: customs.map(([type, value]) => ({ itemKey: `${kind}_${type}`, value })),
			},
		],
	];
	hold(
		[
			['+ customer', [{ name: 'Related Inc', employee: 12 }, {}]],
			['POST /deals', deal],
			[
				'+ deal',
				[
					{ amount: 77_000, customer: { id: 2 } },
					{ amount: 3, customer: { id: 2 } },
				],
			],
			['+ contact', [{ customer: { id: 1 } }, { customer: { id: 2 } }]],
			...plurals.map((plural) => ofEach(plural.slice(0, -1))),
			['PATCH /customers/1', { customerCustoms: [{ itemKey: 'customer_text', value: 'A mark' }] }],
		],
		[
			...Object.entries({
				customers:
					'id name address telNo memo webUrl industryId capital employee establishYear closingMonth ownerRoleId createdAt updatedAt',
				contacts:
					'id name email tel mobileTel address dept position memo externalLeadScore customerId createdAt updatedAt',
			}).map(([plural, names]): Rule => [
				`${plural} by each field of the index, which sorts them too, but for webUrl`,
				plural === 'contacts' ? 'v2' : 'both',
				...names.split(' ').flatMap((name): Step[] => {
					const of = plural as Plural;
					const sort = { field: { name }, order: 'DESC' };
					const sorted =
						name === 'webUrl' ? [] : [search(of, { filter: anything, sort }, undefined)];
					return [search(of, { filter: filterOf(name, 'IS NOT NULL') }, undefined), ...sorted];
				}),
			]),
			...values.map(([name, hit, miss]): Rule => [
				`deals by ${name}`,
				search('deals', { filter: and(named, filterOf(name, '=', hit)) }, lists(1)),
				search('deals', { filter: and(named, filterOf(name, '=', miss)) }, lists()),
			]),
			...customs.flatMap(([type, , hit, miss]) =>
				plurals.map((plural): Rule => {
					const customItemId = first[plural] + order.indexOf(type);
					const itemKey = `${plural.slice(0, -1)}_${type}`;
					return [
						`${plural} by a ${type} field, by itemKey and by customItemId`,
						plural === 'contacts' ? 'v2' : 'both',
						...[{ itemKey }, { customItemId }].flatMap((field) => [
							search(plural, { filter: filterOf(field, '=', hit) }, lists(9)),
							search(plural, { filter: filterOf(field, '=', miss) }, lists()),
						]),
					];
				}),
			),
			...[[3850, 2] as const, [0.15, 3] as const].map(([decimalValue, id]): Rule => [
				`a calculation is searched by what it comes to: ${decimalValue}`,
				search(
					'deals',
					{ filter: filterOf({ itemKey: 'deal_calculation' }, '=', { decimalValue }) },
					lists(id),
				),
			]),
			...(['deals', 'contacts'] as const).map((plural): Rule => {
				const asked = (field: object, value: Fields, outcome: Outcome) =>
					search(plural, { filter: and(idIs('<', 3), referred(field, value)) }, outcome);
				return [
					`${plural} by a field of their customer, standard or custom`,
					plural === 'contacts' ? 'v2' : 'both',
					asked({ name: 'name' }, text('Related Inc'), lists(1)),
					asked({ name: 'employee' }, number(12), lists(1)),
					asked({ itemKey: 'customer_text' }, text('A mark'), lists(1)),
					// The key of a record's own field is none of its customer's.
					asked({ itemKey: `${plural.slice(0, -1)}_text` }, text('x'), 'BAD_REQUEST'),
				];
			}),
		],
	);
});

describe('answers (v2 §4.4, §4.6, §4.9; v1 §4; S3)', () => {
	const customsOf = (kind: string, body: Fields) => recordsIn(body)[0]?.[`${kind}Customs`];
	const whole = (kind: string) => (body: Fields) =>
		expect((customsOf(kind, body) as Row[])[0]).toHaveProperty('itemType');
	const none = (kind: string) => (body: Fields) => expect(customsOf(kind, body)).toBeUndefined();
	const compact = (kind: string) => (body: Fields) => {
		const keys = ['id', 'itemKey', 'value', `${kind}CustomItemId`].sort();
		const customs = customsOf(kind, body) as Row[];
		expect(customs.map((one) => Object.keys(one).sort())).toEqual(customs.map(() => keys));
		expect(customs.length).toBeGreaterThan(0);
	};
	const kinds = ['customer', 'deal', 'contact'];
	hold(
		kinds.map((kind): Step => [`+ ${kind}`, [{}]]),
		[
			[
				'custom values are always compact in v2: id, item id, itemKey and value',
				'v2',
				...kinds.map((kind) => search(`${kind}s` as Plural, { filter: anything }, compact(kind))),
			],
			...['customer', 'deal'].map((kind): Rule => {
				const asked = (more: object, outcome: Outcome) =>
					search(`${kind}s` as Plural, { filter: anything, ...more }, outcome);
				return [
					`v1 shortens those of ${kind}s by compactCustoms, and leaves them out by noCustoms`,
					'v1',
					asked({}, whole(kind)),
					asked({ noCustoms: false, compactCustoms: false }, whole(kind)),
					asked({ compactCustoms: true }, compact(kind)),
					asked({ noCustoms: true }, none(kind)),
				];
			}),
			[
				'customers take limit and cursor in the body, deals and contacts in the query',
				'v2',
				...kinds.map((kind): Step => [`+ ${kind}`, [{}]]),
				search('customers', { filter: anything, sort: byId, limit: 1 }, lists(1)),
				search(
					'customers',
					{ filter: anything, sort: byId, limit: 1, cursor: '{nextCursor}' },
					lists(2),
				),
				...['deals', 'contacts'].map((plural): Step => [
					`POST /${plural}/search?limit=1`,
					{ filter: anything, sort: byId },
					lists(1),
				]),
			],
		],
	);
});
