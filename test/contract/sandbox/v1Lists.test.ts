import { given, startV1Client, type Failure, type Page, type V1Client } from '../support/v1Client';

describe('v1 page lists', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());

	const idsOf = async (path: string, plural = 'customers') => {
		const { status, body } = await v1.get<Page<string>>(path);
		expect(status).toBe(200);
		return given(body[plural] as unknown as Array<{ id: number }>).map(({ id }) => id);
	};

	test('a page list is {totalCount, page, <plural>} (v1 §2)', async () => {
		const plurals = {
			'/users': 'users',
			'/user_groups': 'userGroups',
			'/roles': 'roles',
			'/customers': 'customers',
			'/contacts': 'contacts',
			'/deals': 'deals',
			'/customers/all/actions': 'actions',
			'/actions': 'actions',
			'/deal_product_detail_types': 'dealProductDetailTypes',
		};
		for (const [path, plural] of Object.entries(plurals)) {
			const { status, body } = await v1.get<Page<string>>(path);
			expect([path, status, Object.keys(body).sort()]).toEqual([
				path,
				200,
				[plural, 'page', 'totalCount'].sort(),
			]);
			expect(body.page).toBe(1);
			expect(body.totalCount).toBeGreaterThan(0);
		}
	});

	test('pages of 100 follow each other without repetition or gap (v1 §8)', async () => {
		await v1.write(
			'customer',
			Array.from({ length: 230 }, () => ({ name: 'Paged' })),
		);
		const pages = await Promise.all(
			[1, 2, 3, 4].map((page) => idsOf(`/customers?searchWord=Paged&page=${page}`)),
		);
		expect(pages.map((page) => page.length)).toEqual([100, 100, 30, 0]);
		expect(new Set(pages.flat()).size).toBe(230);
		const { body } = await v1.get<Page<'customers'>>('/customers?searchWord=Paged&page=4');
		expect([body.page, body.totalCount]).toEqual([4, 230]);
	});

	test('limit is 1 to 1000, 100 by default (v1 §8)', async () => {
		expect(await idsOf('/customers?searchWord=Paged&limit=1000')).toHaveLength(230);
		expect(await idsOf('/customers?searchWord=Paged&limit=7&page=2')).toHaveLength(7);
		for (const limit of ['0', '1001', 'ten']) {
			const { status, body } = await v1.get<Failure>(`/customers?limit=${limit}`);
			expect([status, body.error]).toEqual([500, 'BAD_REQUEST']);
		}
	});

	test('contact and action lists take page only: 100 a page whatever the limit (S3)', async () => {
		await v1.write(
			'contact',
			Array.from({ length: 120 }, () => ({ name: 'Only pages' })),
		);
		const found = '/contacts?searchWord=Only%20pages&limit=5';
		expect(await idsOf(found, 'contacts')).toHaveLength(100);
		expect(await idsOf(`${found}&page=2`, 'contacts')).toHaveLength(20);
		const { body } = await v1.get<Page<'actions'>>('/actions?limit=5');
		expect(body.actions.length).toBe(Math.min(100, body.totalCount));
	});

	test.each(['users', 'user_groups', 'roles'])('%s takes page only too (v1 §4)', async (path) => {
		const { body } = await v1.get<{ totalCount: number }>(`/${path}?limit=1`);
		const [elements] = Object.values(body).filter((value) => Array.isArray(value));
		expect(elements).toHaveLength(body.totalCount);
		expect(body.totalCount).toBeGreaterThan(1);
	});

	test('the newest update comes first by default (v1 §4, Ordering)', async () => {
		const lists = ['customers', 'contacts', 'deals', 'actions'];
		for (const plural of lists) {
			const { body } = await v1.get<Page<string>>(`/${plural}`);
			const moments = given(body[plural] as unknown as Array<{ updatedAt: string }>).map(
				({ updatedAt }) => Date.parse(updatedAt),
			);
			expect(moments.length).toBeGreaterThan(1);
			expect(moments).toEqual([...moments].sort((a, b) => b - a));
		}
	});

	test('sort takes several keys, each with - for descending: -updatedAt,id (v1 §4)', async () => {
		const at = (minute: number) => `2026-01-01T00:0${minute}:00Z`;
		const [a, b, c, d] = await v1.write('customer', [
			{ name: 'Sorted B', createdAt: at(0), updatedAt: at(1) },
			{ name: 'Sorted A', createdAt: at(0), updatedAt: at(2) },
			{ name: 'Sorted B', createdAt: at(0), updatedAt: at(2) },
			{ name: 'Sorted A', createdAt: at(0), updatedAt: at(1) },
		]);
		const order = (sort: string) => idsOf(`/customers?searchWord=Sorted&sort=${sort}`);
		expect(await order('-updatedAt,id')).toEqual([b, c, a, d]);
		expect(await order('-updatedAt,-id')).toEqual([c, b, d, a]);
		expect(await order('updatedAt,id')).toEqual([a, d, b, c]);
		expect(await order('name,-updatedAt')).toEqual([b, d, c, a]);
		expect(await order('-updated_at,id')).toEqual([b, c, a, d]);
		const { status, body } = await v1.get<Failure>('/customers?sort=shoeSize');
		expect([status, body.error]).toEqual([500, 'BAD_REQUEST']);
	});

	test('updatedAtFrom and updatedAtTo are a window with both ends (v1 §4, S3)', async () => {
		const at = (day: number) => `2025-02-0${day}T00:00:00Z`;
		const rows = [1, 2, 3].map((day) => ({
			name: 'Windowed',
			createdAt: at(1),
			updatedAt: at(day),
		}));
		for (const kind of ['customer', 'contact', 'deal'] as const) {
			const [, second, third] = await v1.write(kind, rows);
			const window = 'updatedAtFrom=2025-02-02T00:00:00Z&updatedAtTo=2025-02-03T00:00:00Z';
			const path = `/${kind}s?searchWord=Windowed&${window}&sort=id`;
			expect(await idsOf(path, `${kind}s`)).toEqual([second, third]);
		}
	});

	test('date-times are read with their offset and written with +09:00 (v1 §2)', async () => {
		const [id] = await v1.write('customer', [
			{ name: 'Offset', createdAt: '2025-03-01T00:30:00Z', updatedAt: '2025-03-01T01:00:00Z' },
		]);
		const { body } = await v1.get<{ createdAt: string; updatedAt: string }>(`/customers/${id}`);
		expect(body.createdAt).toBe('2025-03-01T09:30:00.000+09:00');
		expect(body.updatedAt).toBe('2025-03-01T10:00:00.000+09:00');
		const exactly = (from: string) =>
			idsOf(`/customers?searchWord=Offset&updatedAtFrom=${encodeURIComponent(from)}`);
		expect(await exactly('2025-03-01T10:00:00+09:00')).toEqual([id]);
		expect(await exactly('2025-03-01T10:00:01+09:00')).toEqual([]);
		expect(await exactly('2025-03-01T01:00:00Z')).toEqual([id]);
		expect((await v1.get('/customers?updatedAtFrom=yesterday')).status).toBe(500);
	});

	test('searchWord is a part of customer, deal and contact names (v1 §4, v2 §4)', async () => {
		const [customer] = await v1.write('customer', [{ name: 'Zebrawood Works' }]);
		const [deal] = await v1.write('deal', [{ name: 'Fence', customer: { id: customer } }]);
		const [contact] = await v1.write('contact', [
			{ name: 'Zoe', email: 'zoe@quagga.example', customer: { id: customer } },
		]);
		expect(await idsOf('/customers?searchWord=EBRAWOOD')).toEqual([customer]);
		expect(await idsOf('/deals?searchWord=ebrawood', 'deals')).toEqual([deal]);
		expect(await idsOf('/contacts?searchWord=ebrawood', 'contacts')).toEqual([contact]);
		expect(await idsOf('/contacts?searchWord=quagga', 'contacts')).toEqual([contact]);
		expect(await idsOf('/customers?searchWord=100%25', 'customers')).toEqual([]);
	});

	test('phoneNumber compares digits of either number, from one end (v1 §4, S3)', async () => {
		const [id] = await v1.write('contact', [
			{ name: 'Called', tel: '03-7531-8642', mobileTel: '090-1357-2468' },
		]);
		for (const number of ['0375318642', '03-7531', '2468', '090-1357-2468']) {
			expect(await idsOf(`/contacts?phoneNumber=${number}`, 'contacts')).toContain(id);
		}
		expect(await idsOf('/contacts?phoneNumber=7531', 'contacts')).not.toContain(id);
	});

	test('a deal list of one deal type holds that type only (v1 §4)', async () => {
		const { dealTypes } = await v1.settings();
		for (const { id } of dealTypes) {
			const { body } = await v1.get<Page<'deals', { dealType: { id: number } }>>(
				`/deals?dealTypeId=${id}&limit=1000`,
			);
			expect(body.deals.length).toBeGreaterThan(0);
			expect(new Set(body.deals.map(({ dealType }) => dealType.id))).toEqual(new Set([id]));
		}
	});

	test('lists show a commit when the visibility lag has passed (S3)', async () => {
		await v1.set({ visibilityLagMs: 60_000 });
		const { body } = await v1.post<{ id: number }>('/customers', { name: 'Late customer' });
		expect(await idsOf('/customers?searchWord=Late')).toEqual([]);
		expect((await v1.get(`/customers/${body.id}`)).status).toBe(200);
		await v1.steer('POST', 'clock', { advanceMs: 60_000 });
		expect(await idsOf('/customers?searchWord=Late')).toEqual([body.id]);
		await v1.set({ visibilityLagMs: null });
	});
});
