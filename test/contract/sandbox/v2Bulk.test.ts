import {
	actionForm,
	SandboxClient,
	dealActionForm,
	dealForm,
	type CursorList,
	type Row,
} from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
	await api.records('customer', [{}]);
	await api.records('deal', [{}]);
	await api.records('contact', [{}]);
});
afterAll(() => api.close());

const { dealType: _, ...dealOfType } = dealForm();
const stats = async () => (await api.steer<{ records: Record<string, number> }>('/stats')).records;

/** Each bulk create: where it goes, its body, a good item and one that refers to nothing. */
const bulks = [
	{
		kind: 'customer',
		path: '/customers/bulk',
		plural: 'customers',
		good: { name: 'Good' },
		bad: { name: 'Bad', industryId: 999 },
		empty: {},
	},
	{
		kind: 'customerAction',
		path: '/customers/actions/bulk',
		plural: 'actions',
		good: actionForm({ customer: { id: 1 } }),
		bad: actionForm({ customer: { id: 99_999 } }),
		empty: {},
	},
	{
		kind: 'deal',
		path: '/deal_types/1/deals/bulk',
		plural: 'deals',
		good: dealOfType,
		bad: { ...dealOfType, customer: { id: 99_999 } },
		empty: {},
	},
	{
		kind: 'dealAction',
		path: '/actions/bulk',
		plural: 'actions',
		more: { dealTypeId: 1 },
		good: dealActionForm(1),
		bad: dealActionForm(1, { creator: { id: 99_999 } }),
		empty: {},
	},
	{
		kind: 'contactAction',
		path: '/contacts/actions/bulk',
		plural: 'actions',
		good: actionForm({ contact: { id: 1 } }),
		bad: actionForm({ contact: { id: 99_999 } }),
		empty: {},
	},
	{
		kind: 'customObject',
		path: '/custom_object_defs/ticket/custom_objects/bulk',
		plural: 'customObjects',
		good: { subject: 'Good' },
		bad: { assignees: [99_999] },
		empty: { nothing: 1 },
	},
];

describe.each(bulks)(
	'bulk create of $kind (v2 §4, §8)',
	({ kind, path, plural, more, good, bad, empty }) => {
		const bulk = (items: unknown) => api.post(path, { ...more, [plural]: items });

		test('answers an array of ids, one an item', async () => {
			const { status, body } = await bulk([good, good, good]);
			expect(status).toBe(200);
			expect(body).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
			expect((await bulk([])).body).toEqual([]);
		});

		test('is all-or-nothing, and names the items that are refused', async () => {
			const before = (await stats())[kind];
			const { status, body } = await bulk([good, bad, good, bad]);
			expect(status).toBe(404);
			expect(body).toEqual({
				error: 'NOT_FOUND',
				messages: [expect.stringMatching(/^item 1: /), expect.stringMatching(/^item 3: /)],
			});
			expect((await stats())[kind]).toBe(before);
		});

		test('an item that fails its schema rolls back all of them too', async () => {
			const before = (await stats())[kind];
			const { status, body } = await bulk([good, empty]);
			expect({ status, error: body.error }).toEqual({ status: 400, error: 'VALIDATION_FAILED' });
			expect(JSON.stringify(body.messages)).toContain('1');
			expect((await stats())[kind]).toBe(before);
		});

		test('takes at most 1000 items', async () => {
			const items = Array.from({ length: 1001 }, () => good);
			const over = await bulk(items);
			expect({ status: over.status, error: over.body.error }).toEqual({
				status: 400,
				error: 'VALIDATION_FAILED',
			});
			const { status, body } = await bulk(items.slice(1));
			expect(status).toBe(200);
			expect(body).toHaveLength(1000);
		});

		test('needs an array', async () => {
			const { status, body } = await bulk({});
			expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
			expect((await api.post(path, { ...more })).body.error).toBe('VALIDATION_FAILED');
		});
	},
);

describe.each([
	{ kind: 'deal', list: '/deals', path: '/deal_types/1/deals/bulk', plural: 'deals' },
	{
		kind: 'customObject',
		list: '/custom_object_defs/ticket/custom_objects',
		path: '/custom_object_defs/ticket/custom_objects/bulk',
		plural: 'customObjects',
	},
])('bulk update of $kind (v2 §4, §8)', ({ list, path, plural }) => {
	test('takes at most 1000 items, each with its id', async () => {
		const page = await api.ok(api.get<CursorList>(list));
		const [{ id } = { id: 0 }] = page[plural] as Row[];
		const items = Array.from({ length: 1001 }, () => ({ id }));
		expect((await api.patch(path, { [plural]: items })).status).toBe(400);
		expect((await api.patch(path, { [plural]: items.slice(1) })).status).toBe(200);
		const { body } = await api.patch(path, { [plural]: [{ name: 'x' }] });
		expect(body.error).toBe('VALIDATION_FAILED');
	});
});
