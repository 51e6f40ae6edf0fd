/** What polling costs (design: polling, cost), and that big backlogs keep the state small. */
import { poll, type Policy, type State } from '../../../nodes/SalesManagement/polling';
import { NOW, QuietService, policyWith, rowAt } from '../support/quietService';

const PAGE = 1_000;
const ROOM = { ledger: 46_000, seen: 16_000, watched: 0 };

const policy = (rest: Partial<Policy> = {}) =>
	policyWith({ startFrom: NOW - 86_400_000, room: ROOM, ...rest });

const quiet = (ordered: boolean, times: readonly number[]) =>
	new QuietService(
		ordered,
		times.map((time, id) => rowAt(id, time)),
		{ isStill: true },
	);

async function drain(source: QuietService, rules = policy()) {
	let state: State | undefined;
	let largest = 0;
	const ids: number[] = [];
	for (let polls = 1; polls < 200; polls++) {
		const outcome = await poll(state, source, rules);
		state = outcome.state;
		largest = Math.max(largest, JSON.stringify(state).length);
		ids.push(...outcome.events.map(({ row }) => row.id));
		if (outcome.events.length === 0) break;
	}
	return { ids, largest, requests: source.requests };
}

const spread = (count: number, stepMs: number) =>
	Array.from({ length: count }, (_, i) => NOW - 600_000 - ((i * 7_919) % count) * stepMs);

describe.each([
	['sorted by update time', true],
	['cut into windows', false],
])('a list %s', (_, ordered) => {
	// Below 4 ms a window of the narrowest width holds more than a page: a cursor is proved.
	it.each(ordered ? [1, 7, 400] : [7, 400])(
		'a backlog of 100,000 changes, %i ms apart, costs at most 1.2 times the fewest requests',
		async (stepMs) => {
			const source = quiet(ordered, spread(100_000, stepMs));
			const startFrom = NOW - 660_000 - 100_000 * stepMs;
			const rules = policy({ startFrom });
			const { ids, requests, largest } = await drain(source, rules);
			expect(new Set(ids).size).toBe(100_000);
			expect(ids).toHaveLength(100_000);
			expect(requests).toBeLessThanOrEqual(1.2 * (100_000 / PAGE));
			expect(largest).toBeLessThan(64_000);
		},
	);

	it('a poll with nothing new is one request', async () => {
		const source = quiet(ordered, spread(900, 100));
		const { state } = await poll(undefined, source, policy({ startFrom: NOW - 60_000 }));
		const before = source.requests;
		await poll(state, source, policy());
		expect(source.requests - before).toBe(1);
	});

	it('a bulk change of 20,000 records with one timestamp drains, poll by poll', async () => {
		const source = quiet(ordered, Array<number>(20_000).fill(NOW - 600_000));
		const { ids, largest } = await drain(source);
		expect(ids).toHaveLength(20_000);
		expect(new Set(ids).size).toBe(20_000);
		expect(largest).toBeLessThan(64_000);
	});
});

it('100,000 new records in any order keep the state below 64 KB, poll by poll', async () => {
	const source = quiet(true, spread(100_000, 13));
	const { ids, largest } = await drain(source);
	expect(new Set(ids).size).toBe(100_000);
	expect(largest).toBeLessThan(64_000);
});

it('more changes within the lookback than the ledger holds are a delay, not a loss', async () => {
	const times = Array.from({ length: 12_000 }, (_, i) => NOW - 200_000 + i * 10);
	const source = quiet(true, times);
	const first = await poll(
		undefined,
		source,
		policy({ startFrom: NOW - 250_000, batchLimit: 1e6 }),
	);
	expect(first.stopped).toBe('ledger full');
	expect(JSON.stringify(first.state).length).toBeLessThan(64_000);
	let { state } = first;
	const ids = first.events.map(({ row }) => row.id);
	for (let minutes = 1; minutes < 15; minutes++) {
		source.now = NOW + minutes * 60_000;
		const next = await poll(state, source, policy({ batchLimit: 1e6 }));
		ids.push(...next.events.map(({ row }) => row.id));
		state = next.state;
	}
	expect(ids).toHaveLength(12_000);
	expect(new Set(ids).size).toBe(12_000);
});
