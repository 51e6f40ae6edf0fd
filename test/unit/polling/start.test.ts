/** Where a trigger begins: what it learns at its activation, and what it must not lose there. */
import { poll } from '../../../nodes/SalesManagement/polling';
import { NOW, QuietService, policyWith, rowAt } from '../support/quietService';

const idsOf = ({ events }: Awaited<ReturnType<typeof poll<number>>>) =>
	events.map(({ row }) => row.id);

describe.each([
	['sorted by update time', true],
	['cut into windows', false],
])('activated inside a bulk change, of a list %s', (_name, ordered) => {
	/** Room for a handful of versions: the bulk change does not fit. */
	const narrow = policyWith({ lookbackMs: 10_000, room: { ledger: 60, seen: 16_000, watched: 0 } });

	test('what comes to light later at a timestamp of that moment is an event', async () => {
		const earlier = Array.from({ length: 10 }, (_, id) => rowAt(id + 1, NOW - 8_000 + id));
		const bulk = Array.from({ length: 20 }, (_, id) => rowAt(id + 101, NOW - 1_000));
		const source = new QuietService(ordered, [...earlier, ...bulk]);
		let outcome = await poll(undefined, source, narrow);
		expect(outcome.events).toEqual([]);
		expect(outcome.state.watermark).toBeLessThanOrEqual(NOW - narrow.holdMs);

		source.rows.push(rowAt(500, NOW - 1_000), rowAt(501, NOW - 500));
		const emitted: number[] = [];
		for (let polls = 0; polls < 20; polls++) {
			source.now += 5_000;
			outcome = await poll(outcome.state, source, narrow);
			emitted.push(...idsOf(outcome));
		}
		expect(emitted).toEqual(expect.arrayContaining([500, 501]));
		expect(new Set(emitted).size).toBe(emitted.length);
	});

	test('with room for all of it, only what comes later is an event', async () => {
		const bulk = Array.from({ length: 20 }, (_, id) => rowAt(id + 101, NOW - 1_000));
		const source = new QuietService(ordered, bulk);
		const { state } = await poll(undefined, source, policyWith());
		source.rows.push(rowAt(500, NOW - 1_000));
		source.now = NOW + 10_000;
		expect(idsOf(await poll(state, source, policyWith()))).toEqual([500]);
	});

	test('what was visible inside the lookback is known; what is older is not looked at', async () => {
		const old = rowAt(1, NOW - 301_000);
		const recent = rowAt(2, NOW - 299_000);
		const source = new QuietService(ordered, [old, recent]);
		const { state } = await poll(undefined, source, policyWith());
		expect(state.watermark).toBe(NOW - 300_000);
		source.rows.push(rowAt(3, NOW - 299_000), rowAt(4, NOW - 301_000));
		source.now = NOW + 10_000;
		expect(idsOf(await poll(state, source, policyWith()))).toEqual([3]);
	});
});

describe('an event that compares values', () => {
	const changed = policyWith({ tells: 'changed', watches: 'phase' });
	const WEEK = 604_800_000;
	const deal = (id: number, updatedAt: number, watched: string) =>
		rowAt(id, updatedAt, { watched });

	/** A service that says its list is so long, and a deal in it that is not touched at activation. */
	test.each([1, 50_000, 1_000_000, undefined])(
		'learns a list of %p from before, however old',
		async (said) => {
			const old = deal(1, NOW - WEEK, 'talks');
			const source = new QuietService(true, [old], { total: () => said });
			const { state, events } = await poll(undefined, source, changed);
			expect(events).toEqual([]);
			expect(state.watched).toMatchObject({ name: 'phase', partial: false });
			expect(state.watched).not.toHaveProperty('learning');
			source.rows[0] = { ...old, updatedAt: NOW + 1_000, watched: 'won' };
			source.now = NOW + 10_000;
			const outcome = await poll(state, source, changed);
			expect(outcome.events.map(({ from, row }) => [from, row.watched])).toEqual([
				['talks', 'won'],
			]);
		},
	);

	test('begins anew when it is to compare something else', async () => {
		const source = new QuietService(true, [deal(1, NOW - WEEK, 'talks')]);
		const { state } = await poll(undefined, source, changed);
		const other = await poll(state, source, { ...changed, watches: 'amount' });
		expect(other.events).toEqual([]);
		expect(other.state.watched?.name).toBe('amount');
	});
});

test('an activation without enough time fails, instead of beginning somewhere', async () => {
	const rows = Array.from({ length: 50 }, (_, id) => rowAt(id, NOW - 100_000 + id * 1_000));
	const source = new QuietService(true, rows, { pageSize: 10 });
	const hurried = policyWith({ hasTime: () => source.requests < 3 });
	await expect(poll(undefined, source, hurried)).rejects.toThrow(/not enough time/);
});
