/** Orders, times and pages as they may be, too (S5): options, in both versions. */
import {
	readAll,
	SandboxClient,
	type CursorList,
	type Fields,
	type Row,
} from '../support/sandboxClient';
import { given, V1Client } from '../support/v1Client';

let api: SandboxClient;
let v1: V1Client;
const usual = {
	...{ createdBeforeUpdatedMs: null, shownTimesRoundedMs: null },
	...{ shuffleKeys: null, shortPages: null },
};
beforeAll(async () => {
	api = await SandboxClient.start();
	v1 = new V1Client(api.sandbox, api.sandbox.credentials.v1);
});
afterEach(() => api.options(usual));
afterAll(() => api.close());

interface Dated extends Row {
	createdAt: string;
	updatedAt: string;
}
const ms = (text: string) => Date.parse(text);
const between = ({ createdAt, updatedAt }: Dated) => ms(updatedAt) - ms(createdAt);

describe('createdBeforeUpdatedMs', () => {
	const made = async () => [
		await api.ok(api.post<Dated>('/customers', { name: 'Dated' })),
		(await v1.post<Dated>('/customers', { name: 'Dated' })).body,
		...(await Promise.all(
			(await api.records('deal', [{}, {}])).map((id) => api.ok(api.get<Dated>(`/deals/${id}`))),
		)),
	];

	test('off: a record is created and updated at the same moment (S3)', async () => {
		expect((await made()).map(between)).toEqual([0, 0, 0, 0]);
	});

	test('on: its creation is that much earlier', async () => {
		await api.options({ createdBeforeUpdatedMs: 3 });
		expect((await made()).map(between)).toEqual([3, 3, 3, 3]);
	});

	test('on: settings of product details too (v1 §2.8)', async () => {
		await api.options({ createdBeforeUpdatedMs: 3 });
		const path = '/deal_product_detail_types';
		await v1.post(`${path}/bulk`, { dealProductDetailTypes: [{ name: 'Early' }] });
		const { dealProductDetailTypes } = (await v1.get<{ dealProductDetailTypes: Dated[] }>(path))
			.body;
		const early = given(dealProductDetailTypes.find(({ name }) => name === 'Early'));
		expect(between(early)).toBe(3);
	});

	test('on: an update leaves createdAt as it was', async () => {
		const [id] = await api.records('customer', [{ createdAt: '2026-01-01T00:00:00Z' }]);
		await api.options({ createdBeforeUpdatedMs: 3 });
		const changed = await api.ok(api.patch<Dated>(`/customers/${id}`, { memo: 'x' }));
		expect(changed.createdAt).toBe('2026-01-01T00:00:00.000Z');
	});
});

describe('shownTimesRoundedMs', () => {
	const at = '2026-03-01T10:00:00.499Z';
	const later = '2026-03-01T10:00:00.500Z';
	const write = () =>
		api.records('customer', [
			{ createdAt: at, updatedAt: at },
			{ createdAt: at, updatedAt: later },
		]);
	const shown = { createdAt: '2026-03-01T10:00:00.000Z' };

	test('times are shown rounded, in both versions', async () => {
		const [first, second] = await write();
		await api.options({ shownTimesRoundedMs: 1000 });
		expect(await api.ok(api.get(`/customers/${first}`))).toMatchObject({
			...shown,
			updatedAt: '2026-03-01T10:00:00.000Z',
		});
		expect(await api.ok(api.get(`/customers/${second}`))).toMatchObject({
			...shown,
			updatedAt: '2026-03-01T10:00:01.000Z',
		});
		expect((await v1.get(`/customers/${second}`)).body).toMatchObject({
			createdAt: '2026-03-01T19:00:00.000+09:00',
			updatedAt: '2026-03-01T19:00:01.000+09:00',
		});
	});

	test('windows and sorting know the exact times', async () => {
		const [first = 0, second = 0] = await write();
		await api.options({ shownTimesRoundedMs: 1000 });
		const window = `updatedAtFrom=${later}&updatedAtTo=${later}`;
		const inWindow = await readAll(api, `/customers?${window}`, 'customers');
		expect(inWindow.map(({ id }) => id)).toContain(second);
		expect(inWindow.map(({ id }) => id)).not.toContain(first);
		const inV1 = (await v1.get<{ customers: Row[] }>(`/customers?${window}`)).body.customers;
		expect(inV1.map(({ id }) => id)).toEqual(inWindow.map(({ id }) => id));
		const sorted = await readAll(api, '/customers?sort=updatedAt', 'customers');
		const order = sorted.map(({ id }) => id);
		expect(order.indexOf(first)).toBeLessThan(order.indexOf(second));
	});

	test('what a user enters is not rounded', async () => {
		await api.options({ shownTimesRoundedMs: 60_000 });
		const [id] = await api.records('dealAction', [{ startDatetime: at, endDatetime: later }]);
		expect(await api.ok(api.get(`/actions/${id}`))).toMatchObject({
			startDatetime: at,
			endDatetime: later,
		});
	});
});

describe('shuffleKeys', () => {
	const keyOrders = async (read: () => Promise<Fields>) => {
		const orders = new Set<string>();
		for (let turn = 0; turn < 5; turn++) orders.add(Object.keys(await read()).join());
		return orders.size;
	};
	const customOrders = async (read: () => Promise<unknown>) => {
		const orders = new Set<string>();
		for (let turn = 0; turn < 5; turn++) {
			orders.add(((await read()) as Row[]).map(({ id }) => id).join());
		}
		return orders.size;
	};
	const inV2 = () => api.ok(api.get<Fields>('/deals/1'));
	const inV1 = async () => (await v1.get('/deals/1')).body;

	test('off: one order', async () => {
		for (const read of [inV2, inV1]) {
			expect(await keyOrders(read)).toBe(1);
			expect(await customOrders(async () => (await read()).dealCustoms)).toBe(1);
		}
	});

	test('on: keys and custom values come in other orders, in both versions', async () => {
		await api.options({ shuffleKeys: true });
		for (const read of [inV2, inV1]) {
			expect(await keyOrders(read)).toBeGreaterThan(1);
			expect(await keyOrders(async () => (await read()).customer as Fields)).toBe(2);
			expect(await customOrders(async () => (await read()).dealCustoms)).toBeGreaterThan(1);
		}
	});

	test('on: what is said stays the same', async () => {
		const before = await inV2();
		await api.options({ shuffleKeys: true });
		const { dealCustoms, ...rest } = await inV2();
		const { dealCustoms: customsBefore, ...restBefore } = before;
		expect(rest).toEqual(restBefore);
		const byId = (values: unknown) => [...(values as Row[])].sort((a, b) => a.id - b.id);
		expect(byId(dealCustoms)).toEqual(byId(customsBefore));
	});

	test('on: lists keep their order', async () => {
		const before = await api.ok(api.get<Fields>('/deals?sort=createdAt'));
		await api.options({ shuffleKeys: true });
		const after = await api.ok(api.get<Fields>('/deals?sort=createdAt'));
		const ids = ({ deals }: Fields) => (deals as Row[]).map(({ id }) => id);
		expect(ids(after)).toEqual(ids(before));
	});

	test('on: the same requests get the same orders after a reset', async () => {
		const orders = async () => {
			await api.reset();
			await api.options({ shuffleKeys: true });
			return [Object.keys(await inV2()), Object.keys(await inV2())];
		};
		expect(await orders()).toEqual(await orders());
	});
});

describe('shortPages', () => {
	const pageOf = async (path: string, plural: string) => {
		const { body } = await v1.get<Fields>(path);
		return { count: (body[plural] as Row[]).length, total: body.totalCount as number };
	};

	test('v2: a page holds half, hasMore is true, and the cursor leads on', async () => {
		const whole = await readAll(api, '/deals', 'deals');
		await api.options({ shortPages: true });
		const page = await api.ok(api.get<CursorList>('/deals?limit=20'));
		expect([(page.deals as Row[]).length, page.hasMore]).toEqual([10, true]);
		expect(await readAll(api, '/deals?limit=21', 'deals')).toEqual(whole);
	});

	test('v2: searches too', async () => {
		await api.options({ shortPages: true });
		const filter = { compositeFilter: { logicalOperator: 'AND', subFilters: [] } };
		const page = await api.ok(api.post<CursorList>('/deals/search?limit=20', { filter }));
		expect([(page.deals as Row[]).length, page.hasMore]).toEqual([10, true]);
	});

	test('v2: a page of one is never empty', async () => {
		await api.options({ shortPages: true });
		const page = await api.ok(api.get<CursorList>('/deals?limit=1'));
		expect([(page.deals as Row[]).length, page.hasMore]).toEqual([1, true]);
	});

	test.each([
		['deals', '/deals', 20],
		['deals', '/deals', 7],
		['deals', '/deals', 1],
		['dealProductDetailTypes', '/deal_product_detail_types', 2],
	])(
		'v1: all %s are read through pages, whose total says more (limit %#)',
		async (plural, path, limit) => {
			const all = (await v1.get<Fields>(`${path}?limit=1000`)).body;
			await api.options({ shortPages: true });
			const ids: number[] = [];
			for (let page = 1; ids.length < (all.totalCount as number); page++) {
				const { body } = await v1.get<Fields>(`${path}?limit=${limit}&page=${page}`);
				const found = (body[plural] as Row[]).map(({ id }) => id);
				expect(found.length).toBeLessThanOrEqual(limit === 1 ? 1 : Math.ceil(limit / 2));
				expect([found.length > 0, body.totalCount, body.page]).toEqual([
					true,
					all.totalCount,
					page,
				]);
				ids.push(...found);
			}
			expect(ids).toEqual((all[plural] as Row[]).map(({ id }) => id));
		},
	);

	test('v1: lists without limit, and searches', async () => {
		await api.records(
			'contact',
			Array.from({ length: 120 }, () => ({})),
		);
		await api.options({ shortPages: true });
		const contacts = await pageOf('/contacts', 'contacts');
		expect(contacts.count).toBe(50);
		expect(contacts.total).toBeGreaterThan(100);
		const filter = { compositeFilter: { logicalOperator: 'AND', subFilters: [] } };
		const { body } = await v1.post<Fields>('/deals/search', { filter, limit: 20 });
		expect((body.deals as Row[]).length).toBe(10);
	});

	test('where the documents fix the size of a page, it is whole (v2 §8)', async () => {
		const users = Array.from({ length: 120 }, (_, number) => ({ name: `User ${number}` }));
		await api.records('user', users);
		const objects = Array.from({ length: 120 }, () => ({ customObjectDefKey: 'ticket' }));
		await api.records('customObject', objects);
		await api.options({ shortPages: true });
		expect((await api.ok(api.get<Fields>('/users'))).users).toHaveLength(100);
		const path = '/custom_object_defs/ticket/custom_objects';
		expect((await api.ok(api.get<Fields>(path))).customObjects).toHaveLength(100);
		// v1 shows no size.
		expect((await v1.get<Fields>('/users')).body.users).toHaveLength(50);
	});
});
