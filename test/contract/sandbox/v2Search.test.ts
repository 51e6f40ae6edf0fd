import {
	SandboxClient,
	composite,
	filterOf,
	idsOf,
	readAll,
	type CursorList,
	type Row,
} from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
});
afterAll(() => api.close());

type Plural = 'customers' | 'deals' | 'contacts';
const search = (plural: Plural, body: object, query = '') =>
	api.post<CursorList>(`/${plural}/search${query}`, body);
const ids = async (plural: Plural, filter: object, more: object = {}) =>
	idsOf((await api.ok(search(plural, { filter, ...more })))[plural]);
const sorted = (values: number[]) => [...values].sort((a, b) => a - b);

describe('operators on the fields of customers (v2 §4.4; S3)', () => {
	let a: number, b: number, c: number;
	beforeAll(async () => {
		[a = 0, b = 0, c = 0] = await api.records('customer', [
			{ name: 'Alpha Works', capital: 100, address: 'North', createdAt: '2026-01-01T00:00:00Z' },
			{ name: 'Beta 100%', capital: 200, createdAt: '2026-02-01T00:00:00Z' },
			{ name: 'gamma works', capital: null, address: 'South', createdAt: '2026-03-01T00:00:00Z' },
		]);
	});

	test.each([
		['=', 100, ['a']],
		['!=', 100, ['b', 'c']],
		['<', 200, ['a']],
		['<=', 200, ['a', 'b']],
		['>', 100, ['b']],
		['>=', 100, ['a', 'b']],
		['IN', [100, 200, 7], ['a', 'b']],
		['IS NULL', undefined, ['c']],
		['IS NOT NULL', undefined, ['a', 'b']],
	])('capital %s %p', async (operator, integerValue, expected) => {
		const filter = filterOf(
			'capital',
			operator,
			integerValue === undefined ? undefined : { integerValue },
		);
		const byName: Record<string, number> = { a, b, c };
		expect(sorted(await ids('customers', filter))).toEqual(expected.map((name) => byName[name]));
	});

	test.each([
		['works', ['a', 'c']],
		['WORKS', ['a', 'c']],
		['alpha%', ['a']],
		['%works', ['a', 'c']],
		['%ha wo%', ['a']],
		['100%', []],
		['%100%', ['b']],
		['_lpha', []],
	])('LIKE is a case-insensitive part of the text, %% at its ends: %s', async (text, expected) => {
		const byName: Record<string, number> = { a, b, c };
		const found = await ids('customers', filterOf('name', 'LIKE', { stringValue: text }));
		expect(sorted(found)).toEqual(expected.map((name) => byName[name]));
	});

	test('IN takes an array in stringValue too', async () => {
		const value = { stringValue: ['North', 'South'] };
		expect(sorted(await ids('customers', filterOf('address', 'IN', value)))).toEqual([a, c]);
	});

	test('date-times compare as moments, with any offset', async () => {
		const value = { datetimeValue: '2026-02-01T09:00:00+09:00' };
		expect(await ids('customers', filterOf('createdAt', '=', value))).toEqual([b]);
		expect(sorted(await ids('customers', filterOf('createdAt', '>=', value)))).toEqual([b, c]);
	});

	test('field names are accepted in snake_case', async () => {
		const value = { datetimeValue: '2026-02-15' };
		expect(await ids('customers', filterOf('created_at', '>', value))).toEqual([c]);
		const sort = { field: { name: 'created_at' }, order: 'ASC' };
		expect(await ids('customers', {}, { sort })).toEqual([a, b, c]);
	});

	test('AND, OR and nesting make one tree (v1 §4)', async () => {
		const works = filterOf('name', 'LIKE', { stringValue: 'works' });
		const north = filterOf('address', '=', { stringValue: 'North' });
		const beta = filterOf('capital', '=', { integerValue: 200 });
		expect(await ids('customers', composite('AND', works, north))).toEqual([a]);
		const nested = composite('OR', composite('AND', works, north), beta);
		expect(sorted(await ids('customers', nested))).toEqual([a, b]);
	});

	test('a sub-filter with both kinds of node means both', async () => {
		const both = {
			...filterOf('capital', '=', { integerValue: 100 }),
			...composite('AND', filterOf('address', '=', { stringValue: 'South' })),
		};
		expect(await ids('customers', composite('AND', both))).toEqual([]);
	});

	test('an empty filter finds every record; newest update first, id breaks ties', async () => {
		expect(await ids('customers', {})).toEqual([c, b, a]);
		const at = '2026-09-01T00:00:00Z';
		const tied = await api.records('customer', [{ updatedAt: at }, { updatedAt: at }]);
		expect((await ids('customers', {})).slice(0, 2)).toEqual(tied);
	});
});

describe('what a search refuses with 400 (v2 §4.4, §7; S3)', () => {
	const text = { stringValue: 'x' };
	test.each([
		['companyNum', filterOf('companyNum', '=', text)],
		['company_num', filterOf('company_num', '=', text)],
		['an unknown field', filterOf('color', '=', text)],
		['a property of objects', filterOf('constructor', '=', text)],
		['an unknown operator', filterOf('name', 'CONTAINS', text)],
		['an unknown logicalOperator', composite('XOR', filterOf('name', '=', text))],
		['a value of the wrong kind', filterOf('capital', '=', text)],
		['no value', filterOf('name', '=')],
		['IN without an array', filterOf('name', 'IN', text)],
		['LIKE on a number', filterOf('capital', 'LIKE', { integerValue: 1 })],
		['a reference, for customers', filterOf({ reference: 'industry', name: 'name' }, '=', text)],
		['an unknown itemKey', filterOf({ itemKey: 'nope' }, '=', text)],
		['an unknown customItemId', filterOf({ customItemId: 99_999 }, '=', text)],
		['a field without a name', filterOf({}, '=', text)],
	])('%s', async (_, filter) => {
		const { status, body } = await search('customers', { filter });
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
	});

	test.each(['companyNum', 'webUrl', 'phone'])('sorting customers by %s', async (name) => {
		const sort = { field: { name }, order: 'ASC' };
		expect((await search('customers', { filter: {}, sort })).status).toBe(400);
	});

	test('an unknown order', async () => {
		const sort = { field: { name: 'name' }, order: 'asc' };
		expect((await search('customers', { filter: {}, sort })).status).toBe(400);
	});

	test('a missing filter', async () => {
		const { status, body } = await search('deals', {});
		expect({ status, body }).toEqual({
			status: 400,
			body: { error: 'VALIDATION_FAILED', messages: ['filter is required'] },
		});
	});

	test('more than 300 nodes; the outermost compositeFilter is not counted (v2 §4.4, §8)', async () => {
		const one = filterOf('id', '>', { integerValue: 0 });
		const of = (count: number) => composite('AND', ...Array.from({ length: count }, () => one));
		expect((await search('customers', { filter: of(300) })).status).toBe(200);
		expect((await search('customers', { filter: of(301) })).status).toBe(400);
		const nested = composite('AND', of(298), one);
		expect((await search('customers', { filter: nested })).status).toBe(200);
		expect((await search('customers', { filter: composite('AND', of(299), one) })).status).toBe(
			400,
		);
	});
});

describe('sorting a search (v2 §4.6)', () => {
	test('null comes first ascending and last descending, and pages go on past it', async () => {
		const amounts = [5, null, 3, null, 9];
		const deals = await api.records(
			'deal',
			amounts.map((amount) => ({ amount, name: 'Sorted' })),
		);
		const filter = filterOf('name', '=', { stringValue: 'Sorted' });
		const read = async (order: string) => {
			const found: Row[] = [];
			let cursor: string | null = null;
			do {
				const query: string = `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`;
				const sort = { field: { name: 'amount' }, order };
				const page: CursorList = await api.ok(search('deals', { filter, sort }, query));
				found.push(...(page.deals as Row[]));
				cursor = page.nextCursor;
			} while (cursor !== null);
			return found.map(({ amount }) => amount);
		};
		expect(await read('ASC')).toEqual([null, null, 3, 5, 9]);
		expect(await read('DESC')).toEqual([9, 5, 3, null, null]);
		expect(deals).toHaveLength(5);
	});

	test('a cursor with another sort or filter is a 400', async () => {
		const { nextCursor } = await api.ok(search('deals', { filter: {} }, '?limit=1'));
		const query = `?limit=1&cursor=${nextCursor}`;
		const sort = { field: { name: 'name' }, order: 'ASC' };
		expect((await search('deals', { filter: {}, sort }, query)).status).toBe(400);
		const filter = filterOf('amount', '>', { integerValue: 1 });
		expect((await search('deals', { filter }, query)).status).toBe(400);
		expect((await search('deals', { filter: {} }, query)).status).toBe(200);
	});
});

describe('related and custom fields (v1 §4, v2 §4.9; S3)', () => {
	test('a contact is found by a field of its customer', async () => {
		const [customer = 0, other = 0] = await api.records('customer', [
			{ name: 'Related Inc', employee: 12 },
			{ name: 'Other Inc' },
		]);
		const [contact, dealOnOther] = [
			...(await api.records('contact', [{ customer: { id: customer } }])),
			...(await api.records('contact', [{ customer: { id: other } }])),
		];
		const named = filterOf({ reference: 'customer', name: 'name' }, 'LIKE', {
			stringValue: 'related',
		});
		expect(await ids('contacts', named)).toEqual([contact]);
		const sized = filterOf({ reference: 'customer', name: 'employee' }, '=', { integerValue: 12 });
		expect(await ids('contacts', sized)).toEqual([contact]);
		expect(dealOnOther).not.toBe(contact);
	});

	const cases: Array<[type: string, value: unknown, filter: object, miss: object]> = [
		['text', 'Blue sky', { stringValue: 'Blue sky' }, { stringValue: 'Red sky' }],
		[
			'url',
			'https://a.example',
			{ stringValue: 'https://a.example' },
			{ stringValue: 'https://b' },
		],
		['number', 42, { integerValue: 42 }, { integerValue: 41 }],
		['decimal_number', '1.50', { decimalValue: '1.5' }, { decimalValue: 1.6 }],
		['date', '2026-04-01', { datetimeValue: '2026-04-01' }, { datetimeValue: '2026-04-02' }],
		['single_select', 2, { integerValue: 2 }, { integerValue: 1 }],
		['multi_select', [1, 3], { integerValue: 3 }, { integerValue: 2 }],
		['user', [1], { integerValue: 1 }, { integerValue: 2 }],
	];
	test.each(cases)(
		'a %s field is searched by itemKey and by customItemId',
		async (type, value, hit, miss) => {
			for (const [plural, kind] of [
				['customers', 'customer'],
				['deals', 'deal'],
				['contacts', 'contact'],
			] as const) {
				const itemKey = `${kind}_${type}`;
				const [id = 0] = await api.records(kind, [{ [`${kind}Customs`]: [{ itemKey, value }] }]);
				expect(await ids(plural, filterOf({ itemKey }, '=', hit as never))).toEqual([id]);
				expect(await ids(plural, filterOf({ itemKey }, '=', miss as never))).toEqual([]);
				const page = await api.ok(
					search(plural, { filter: filterOf('id', '=', { integerValue: id }) }),
				);
				const [record] = page[plural] as Array<Record<string, Array<Record<string, unknown>>>>;
				const custom = record?.[`${kind}Customs`]?.find((one) => one.itemKey === itemKey);
				const customItemId = custom?.[`${kind}CustomItemId`];
				expect(await ids(plural, filterOf({ customItemId }, '=', hit as never))).toEqual([id]);
			}
		},
	);

	test('a calculation field is searched by what it comes to', async () => {
		const [id] = await api.records('deal', [{ amount: 77_000 }]);
		const filter = filterOf({ itemKey: 'deal_calculation' }, '=', { decimalValue: 3850 });
		expect(await ids('deals', filter)).toEqual([id]);
	});

	test('a custom field can be sorted by', async () => {
		const values = [7, 9, 8].map((value) => ({
			name: 'By score',
			contactCustoms: [{ itemKey: 'contact_number', value }],
		}));
		const [seven, nine, eight] = await api.records('contact', values);
		const sort = { field: { itemKey: 'contact_number' }, order: 'DESC' };
		const filter = filterOf('name', '=', { stringValue: 'By score' });
		expect(await ids('contacts', filter, { sort })).toEqual([nine, eight, seven]);
	});
});

describe('search answers (v2 §4.4, §4.6, §4.9; S3)', () => {
	test.each([
		['customers', 'customer'],
		['deals', 'deal'],
		['contacts', 'contact'],
	] as const)(
		'custom values of %s are compact: id, item id, itemKey and value only',
		async (plural, kind) => {
			await api.records(kind, [{}]);
			const page = await api.ok(search(plural, { filter: {} }));
			const [record] = page[plural] as Array<Record<string, Array<object>>>;
			const customs = record?.[`${kind}Customs`] ?? [];
			expect(customs.length).toBeGreaterThan(0);
			for (const custom of customs) {
				expect(Object.keys(custom).sort()).toEqual(
					['id', 'itemKey', 'value', `${kind}CustomItemId`].sort(),
				);
			}
		},
	);

	test('customers take limit and cursor in the body, deals and contacts in the query', async () => {
		const first = await api.ok(search('customers', { filter: {}, limit: 2 }));
		expect(first.customers).toHaveLength(2);
		const next = await api.ok(
			search('customers', { filter: {}, limit: 2, cursor: first.nextCursor }),
		);
		expect(idsOf(next.customers)).not.toEqual(idsOf(first.customers));
		for (const plural of ['deals', 'contacts'] as const) {
			const page = await api.ok(search(plural, { filter: {} }, '?limit=2'));
			expect(page[plural]).toHaveLength(2);
		}
		expect((await search('customers', { filter: {}, limit: 1001 })).status).toBe(400);
	});

	test('searchWord finds parts of names (v2 §4.4, §4.6, §4.9)', async () => {
		const [customer = 0] = await api.records('customer', [{ name: 'Findable Ltd' }]);
		const [byName, byCustomer] = await api.records('deal', [
			{ name: 'A findable deal' },
			{ name: 'Plain', customer: { id: customer } },
		]);
		const [byMail] = await api.records('contact', [{ email: 'x@findable.example' }]);
		const [byCompany] = await api.records('contact', [{ customer: { id: customer } }]);
		const word = async (plural: Plural) =>
			sorted(idsOf(await readAll(api, `/${plural}?searchWord=FINDABLE`, plural)));
		expect(await word('customers')).toEqual([customer]);
		expect(await word('deals')).toEqual([byName, byCustomer]);
		expect(await word('contacts')).toEqual([byMail, byCompany]);
	});
});
