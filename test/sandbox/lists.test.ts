/** Lists of both versions: pages, cursors, sort keys, windows and when a write is shown. */
import rules from './lists.json';
import { idsOf, recordsIn, times, type Fields, type Row } from './support/client';
import { api, holdAll } from './support/rules';

holdAll(rules);

test.each(['keyset', 'offset'])(
	'%s: every record is read once through the pages',
	async (cursorKind) => {
		await api.reset();
		await api.options({ cursorKind });
		for (const kind of ['customer', 'deal', 'contact']) {
			await api.records(
				kind,
				times(40, () => ({})),
			);
			for (const version of ['v2', 'v1'] as const) {
				const ids = idsOf(await api.all(version, `/${kind}s?limit=13`));
				expect([kind, ids.sort((a, b) => a - b)]).toEqual([kind, times(40, (at) => at + 1)]);
			}
		}
	},
);

test.each(['v2', 'v1'] as const)(
	'every response of %s carries Date, the service time',
	async (version) => {
		await api.reset();
		const { now } = await api.advance(3 * 60 * 60 * 1000);
		const { headers } = await api.call(version, 'GET /nothing-here');
		expect(Date.parse(String(now)) - Date.now()).toBeGreaterThan(2.9 * 60 * 60 * 1000);
		expect(Date.parse(String(headers.date))).toBeGreaterThan(Date.parse(String(now)) - 1000);
	},
);

test.each(['v2', 'v1'] as const)(
	'%s: an update leaves createdAt, and moves updatedAt; a creation may be earlier by createdBeforeUpdatedMs (S5)',
	async (version) => {
		await api.reset();
		const ends = ({ createdAt, updatedAt }: Fields) =>
			[createdAt, updatedAt].map((time) => Date.parse(String(time))) as [number, number];
		const written = async (request: string) => ends(await api.ok(version, request, { name: 'x' }));
		for (const [id, createdBeforeUpdatedMs] of [
			[1, 0],
			[2, 3],
		] as const) {
			await api.options({ createdBeforeUpdatedMs });
			const [created, first] = await written('POST /customers');
			expect(first - created).toBe(createdBeforeUpdatedMs);
			await api.advance(5);
			const [still, later] = await written(`PATCH /customers/${id}`);
			expect(still).toBe(created);
			expect(later).toBeGreaterThan(first);
		}
	},
);

test.each([7, 1])(
	'shortPages: all are read through pages of %i, in both versions',
	async (limit) => {
		await api.reset();
		await api.options({ shortPages: true });
		await api.records(
			'deal',
			times(15, () => ({})),
		);
		for (const version of ['v2', 'v1'] as const) {
			expect(new Set(idsOf(await api.all(version, `/deals?limit=${limit}`))).size).toBe(15);
		}
	},
);

describe('shuffleKeys: keys and custom values come in any order (S5)', () => {
	test.each(['v2', 'v1'] as const)(
		'%s: other orders, the same meaning, lists as they were',
		async (version) => {
			await api.reset();
			await api.records(
				'deal',
				times(5, () => ({})),
			);
			const read = () => api.ok<Row>(version, 'GET /deals/1');
			const order = async () => {
				const deal = await read();
				return [Object.keys(deal).join(), idsOf(deal.dealCustoms).join()];
			};
			const orders = async () => {
				const all = [await order(), await order(), await order(), await order()];
				return [0, 1].map((part) => new Set(all.map((each) => each[part])).size > 1);
			};
			const before = await read();
			expect(await orders()).toEqual([false, false]);
			await api.options({ shuffleKeys: true });
			expect(await orders()).toEqual([true, true]);
			const { dealCustoms, ...rest } = await read();
			expect({ ...rest, dealCustoms: before.dealCustoms }).toEqual(before);
			expect(new Set(idsOf(dealCustoms))).toEqual(new Set(idsOf(before.dealCustoms)));
			expect(idsOf(recordsIn(await api.ok(version, 'GET /deals?sort=createdAt')))).toEqual([
				1, 2, 3, 4, 5,
			]);
		},
	);
});
