import { LIMITS } from '../../nodes/SalesManagement/api/limits';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

describe('lists', () => {
	let fixture: NodeFixture;
	beforeAll(async () => {
		fixture = await startNodeFixture({ seed: 'empty' });
		const rows = Array.from({ length: 2_345 }, (_, index) => ({ name: `Customer ${index}` }));
		await fixture.write('customer', rows);
	});
	afterAll(async () => await fixture.close());
	beforeEach(async () => {
		await fixture.requests();
	});

	/** The limits of the requests that read so many records, where a page may be short (S5). */
	async function limitsFor(wanted: number, asked: (left: number) => number): Promise<number[]> {
		const { shortPages } = (await fixture.steer('GET', '/options')) as { shortPages: boolean };
		const limits: number[] = [];
		for (let left = wanted; left > 0;) {
			const limit = asked(left);
			limits.push(limit);
			left -= shortPages ? Math.ceil(limit / 2) : limit;
		}
		return limits;
	}
	const limitsOf = async () =>
		(await fixture.requests()).map(({ query }) => Number(new URLSearchParams(query).get('limit')));

	test('Return All reads every record once, 1,000 per request (v2 §4)', async () => {
		const records = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
		expect(new Set(records.map(({ id }) => id)).size).toBe(2_345);
		expect(await limitsOf()).toEqual(await limitsFor(2_345, () => 1_000));
	});

	test('a limit asks for no more than it returns', async () => {
		const records = await fixture.records('customer.getMany', { parameters: { limit: 7 } });
		expect(records).toHaveLength(7);
		const [request] = await fixture.requests();
		expect(JSON.stringify(request?.query)).toContain('7');
	});

	test('a limit above a page reads on through the cursor', async () => {
		expect(
			await fixture.records('customer.getMany', { parameters: { limit: 1_200 } }),
		).toHaveLength(1_200);
		expect(await limitsOf()).toEqual(await limitsFor(1_200, (left) => Math.min(1_000, left)));
	});

	test.each(['limit', 'sort', 'cursor'])(
		'a filter by a field called %s is an error: the list would not be filtered (v2 §4.11)',
		async (itemKey) => {
			const { error } = await fixture.run('customObject.getMany', {
				parameters: {
					customObjectDefKey: 'ticket',
					filters: { equals: { values: [{ itemKey, value: '5' }] } },
				},
			});
			expect(error?.message).toMatch(/the service reads this word as one of its own/);
			expect(await fixture.requests()).toEqual([]);
		},
	);

	test('Page Limit and Start Cursor read any list in parts, without loss or repetition', async () => {
		const ids: unknown[] = [];
		let startCursor = '';
		for (let part = 0; part < 10; part++) {
			const { items, hints, error } = await fixture.run('customer.getMany', {
				parameters: {
					returnAll: true,
					options: { pageLimit: 1, ...(startCursor ? { startCursor } : {}) },
				},
			});
			expect(error).toBeUndefined();
			ids.push(...items.map(({ json }) => json.id));
			const next = items.at(-1)?.json._next as { startCursor: string } | undefined;
			if (!next) break;
			expect(hints.map(({ message }) => message).join()).toContain('Start Cursor');
			startCursor = next.startCursor;
		}
		expect(ids).toHaveLength(2_345);
		expect(new Set(ids).size).toBe(2_345);
	});

	test('with Start Cursor, a list that ends at its Limit says where it goes on', async () => {
		const ids: unknown[] = [];
		let startCursor = '';
		for (let part = 0; part < 10; part++) {
			const records = await fixture.records('customer.getMany', {
				parameters: { limit: 1_050, options: { startCursor } },
			});
			ids.push(...records.map(({ id }) => id));
			const next = records.at(-1)?._next as { startCursor: string } | undefined;
			expect(records.filter((each) => '_next' in each)).toHaveLength(next ? 1 : 0);
			if (!next) break;
			startCursor = next.startCursor;
		}
		expect(ids).toHaveLength(2_345);
		expect(new Set(ids).size).toBe(2_345);
		expect((await fixture.requests()).map(({ query }) => /limit=(\d+)/.exec(query)?.[1])).toEqual(
			// Two parts of two pages, and what is left.
			['1000', '50', '1000', '50', '1000'],
		);
	});

	test('without it, Limit means enough', async () => {
		const records = await fixture.records('customer.getMany', { parameters: { limit: 5 } });
		expect(records.filter((each) => '_next' in each)).toEqual([]);
	});

	test('each input item reads its own list, and its records are paired with it', async () => {
		const { items } = await fixture.run('customer.getMany', {
			parameters: { limit: 1, filters: { searchWord: '={{ $json.word }}' } },
			input: [{ word: 'Customer 11' }, { word: 'Customer 12' }],
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test('above what n8n carries easily a hint names its limit and the two ways out', async () => {
		expect(LIMITS.itemsCarriedEasily).toBe(50_000);
		jest.replaceProperty(LIMITS, 'itemsCarriedEasily', 2_000);
		const large = await startNodeFixture({ seed: 'empty' });
		const listed = async () =>
			await large.run('customer.getMany', {
				parameters: { returnAll: true, output: 'selectedFields', outputFields: 'id' },
			});
		const named = (count: number) =>
			Array.from({ length: count }, (_, row) => ({ name: `C${row}` }));
		try {
			for (const count of [1_000, 1_000]) await large.write('customer', named(count));
			expect((await listed()).hints).toEqual([]);
			await large.write('customer', named(1));
			const { items, hints } = await listed();
			expect(items).toHaveLength(2_001);
			expect(Object.keys(items[0]?.json ?? {})).toEqual(['id']);
			const hint = hints.map(({ message }) => message).join();
			expect(hint).toMatch(/^2,001 items: .* above 2,000 /);
			expect(hint).toContain('Output set to Selected Fields');
			expect(hint).toContain('Start Cursor');
		} finally {
			jest.restoreAllMocks();
			await large.close();
		}
	});

	test('finding nothing is a success', async () => {
		expect(await fixture.records('deal.getMany', { parameters: { returnAll: true } })).toEqual([]);
	});

	test('a cursor of another sort is an error that names the list (v2 §4)', async () => {
		const { error } = await fixture.run('customer.getMany', {
			parameters: { returnAll: true, options: { startCursor: 'nonsense' } },
		});
		expect(error?.message).toMatch(/Customer: Get Many, HTTP 400/);
	});
});
