/** The tree and the fields of a search filter, in both versions (v1 §4, "Search body"; v2 §4.4). */
import {
	composite,
	filterOf,
	SandboxClient,
	type Fields,
	type Row,
} from '../support/sandboxClient';
import { V1Client } from '../support/v1Client';

let api: SandboxClient;
let v1: V1Client;
beforeAll(async () => {
	api = await SandboxClient.start();
	v1 = new V1Client(api.sandbox, api.sandbox.credentials.v1);
});
afterAll(() => api.close());

interface Found {
	status: number;
	body: Fields;
}
const versions = [
	['v2', async (path: string, body: unknown): Promise<Found> => await api.post<Fields>(path, body)],
	['v1', async (path: string, body: unknown): Promise<Found> => await v1.post(path, body)],
] as const;
const ids = ({ body }: Found, plural: string) => (body[plural] as Row[]).map(({ id }) => id);
const sort = { field: { name: 'id' }, order: 'ASC' };
const idIs = (operator: string, integerValue: number) => filterOf('id', operator, { integerValue });

/** `wrap` around `wrap` around … the filter. */
function nested(depth: number, inner: object, wrap: (inside: object, level: number) => object) {
	let filter = inner;
	for (let level = 0; level < depth; level++) filter = wrap(filter, level);
	return filter;
}

describe.each(versions)('a filter may be as deep as it has nodes, %s (v2 §4.4, §8)', (_, post) => {
	const found = async (filter: object) => {
		const answer = await post('/customers/search', { filter, sort, limit: 1000 });
		return { status: answer.status, ids: answer.status === 200 ? ids(answer, 'customers') : [] };
	};

	test.each([1, 40, 41, 100, 299])('%i composites around one comparison', async (depth) => {
		const filter = nested(depth, idIs('=', 3), (inside) => composite('AND', inside));
		expect(await found(composite('AND', filter))).toEqual({ status: 200, ids: [3] });
	});

	test('149 levels of AND and OR by turns, each with a comparison of its own', async () => {
		// The innermost 3 is kept by each OR and each AND, and each OR adds one more.
		const filter = nested(149, idIs('=', 3), (inside, level) =>
			level % 2 === 0
				? composite('OR', inside, idIs('=', 4 + (level % 6)))
				: composite('AND', idIs('<=', 9), inside),
		);
		expect(await found(filter)).toEqual({ status: 200, ids: [3, 4, 6, 8] });
	});

	test('AND below OR below AND keep their meaning at every depth', async () => {
		// Each AND keeps less, each OR brings one back: the order of the levels shows in what is left.
		const filter = nested(60, idIs('<=', 40), (inside, level) =>
			level % 2 === 0
				? composite('AND', inside, idIs('>', level / 2 + 1))
				: composite('OR', inside, idIs('=', 1)),
		);
		expect(await found(filter)).toEqual({
			status: 200,
			ids: [1, ...Array.from({ length: 10 }, (__, index) => 31 + index)],
		});
	});

	test('two deep branches beside each other', async () => {
		const branch = (id: number) =>
			nested(70, idIs('=', id), (inside, level) =>
				composite(level % 2 === 0 ? 'OR' : 'AND', inside, idIs('=', id)),
			);
		expect(await found(composite('OR', branch(5), branch(7)))).toEqual({
			status: 200,
			ids: [5, 7],
		});
	});

	test('a comparison without a value below the depths counts as not met', async () => {
		const empty = filterOf('establishYear', '>', { integerValue: 9000 });
		const filter = nested(80, empty, (inside, level) =>
			composite(level % 2 === 0 ? 'OR' : 'AND', inside, idIs('=', 2)),
		);
		expect(await found(filter)).toEqual({ status: 200, ids: [2] });
	});

	test('300 nodes are the most, however deep (v2 §8)', async () => {
		// The outermost composite is not counted: 299 below it, and the comparison.
		const most = nested(300, idIs('=', 3), (inside) => composite('OR', inside));
		expect(await found(most)).toEqual({ status: 200, ids: [3] });
		const oneMore = nested(301, idIs('=', 3), (inside) => composite('OR', inside));
		expect((await found(oneMore)).status).toBe(400);
	});

	test.each([1_000, 100_000])('%i levels are a 400, and nothing else happens', async (depth) => {
		const open = '{"compositeFilter":{"logicalOperator":"AND","subFilters":['.repeat(depth);
		const body = `{"filter":${open}${']}}'.repeat(depth)}}`;
		expect((await post('/customers/search', body)).status).toBe(400);
		expect((await found(idIs('=', 3))).ids).toEqual([3]);
	});
});

describe.each(versions)('references, %s', (version, post) => {
	const text = { stringValue: 'x' };
	const status = async (path: string, field: Fields) =>
		(await post(path, { filter: filterOf(field, '=', text) })).status;

	test('the customer search supports none (v1 §4), not beside a custom field either', async () => {
		const reference = 'customer';
		expect(await status('/customers/search', { reference, name: 'name' })).toBe(400);
		expect(await status('/customers/search', { reference, itemKey: 'customer_text' })).toBe(400);
		const { body } = await v1.get<{ customerCustomItems: Row[] }>('/customer_custom_items');
		const customItemId = body.customerCustomItems[0]?.id;
		expect(await status('/customers/search', { customItemId })).toBe(200);
		expect(await status('/customers/search', { reference, customItemId })).toBe(400);
		expect(await status('/customers/search', { itemKey: 'customer_text' })).toBe(200);
	});

	test('an unknown one is a 400, whatever it stands beside (v1 §7)', async () => {
		const paths = version === 'v1' ? ['/deals/search'] : ['/deals/search', '/contacts/search'];
		for (const path of paths) {
			const key = path === '/deals/search' ? 'deal_text' : 'contact_text';
			expect(await status(path, { itemKey: key })).toBe(200);
			for (const reference of ['nobody', '', 'user', '__proto__']) {
				expect(await status(path, { reference, name: 'name' })).toBe(400);
				expect(await status(path, { reference, itemKey: key })).toBe(400);
			}
		}
	});

	test("beside an item key it means the customer's own custom field (v2 §4.9)", async () => {
		const [customer] = await api.records('customer', [{ name: 'Referred to' }]);
		const customerCustoms = [{ itemKey: 'customer_text', value: `Mark ${version}` }];
		await api.ok(api.patch(`/customers/${customer}`, { customerCustoms }));
		const owned = { customer: { id: customer } };
		const [deal] = await api.records('deal', [owned]);
		const [contact] = await api.records('contact', [owned]);
		const field = { reference: 'customer', itemKey: 'customer_text' };
		const filter = filterOf(field, '=', { stringValue: `Mark ${version}` });
		expect(ids(await post('/deals/search', { filter }), 'deals')).toEqual([deal]);
		// The key of a deal's field is none of a customer's.
		expect(await status('/deals/search', { ...field, itemKey: 'deal_text' })).toBe(400);
		if (version === 'v1') return;
		expect(ids(await post('/contacts/search', { filter }), 'contacts')).toEqual([contact]);
	});

	test('a sort follows the same rules', async () => {
		const sorted = async (path: string, field: Fields) =>
			(await post(path, { filter: idIs('=', 1), sort: { field, order: 'ASC' } })).status;
		const reference = 'customer';
		expect(await sorted('/customers/search', { reference, itemKey: 'customer_text' })).toBe(400);
		expect(await sorted('/deals/search', { reference: 'x', itemKey: 'deal_text' })).toBe(400);
		expect(await sorted('/deals/search', { itemKey: 'deal_text' })).toBe(200);
	});
});
