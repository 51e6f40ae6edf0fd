/** One poll: what it emits, where it stops, and what it remembers. */
import { poll, type Policy, type State } from '../../../nodes/SalesManagement/polling';
import { NOW, QuietService, policyWith, rowAt } from '../support/quietService';

const policy = (rest: Partial<Policy> = {}) => policyWith({ startFrom: 0, ...rest });

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const OLD = NOW - 3_600_000;
const idsOf = ({ events }: Awaited<ReturnType<typeof poll<number>>>) =>
	events.map(({ row }) => row.id);

describe('where it stops', () => {
	test('at the batch limit, to the event, and goes on from there', async () => {
		const source = new QuietService(
			true,
			numbers(25).map((id) => rowAt(id, OLD + id)),
			{ pageSize: 10 },
		);
		const ids: number[][] = [];
		let state: State | undefined;
		for (let polls = 0; polls < 4; polls++) {
			const outcome = await poll(state, source, policy({ batchLimit: 7 }));
			expect(outcome.stopped).toBe(polls < 3 ? 'batch limit' : undefined);
			ids.push(idsOf(outcome));
			state = outcome.state;
		}
		expect(ids.map(({ length }) => length)).toEqual([7, 7, 7, 4]);
		expect(ids.flat()).toEqual(numbers(25));
	});

	test.each([
		[90, 1, 'batch limit'],
		[89, 2, 'batch limit'],
	])(
		'with %i of 100 events it reads %i pages: most of another would be in vain',
		async (pageSize, pages, stopped) => {
			const source = new QuietService(
				true,
				numbers(500).map((id) => rowAt(id, OLD + id)),
				{ pageSize },
			);
			const outcome = await poll(undefined, source, policy({ batchLimit: 100 }));
			expect([source.requests, outcome.stopped]).toEqual([pages, stopped]);
		},
	);

	test('not for being nearly full at the very end of the list', async () => {
		const source = new QuietService(
			true,
			numbers(95).map((id) => rowAt(id, OLD + id)),
		);
		const { stopped, events } = await poll(undefined, source, policy({ batchLimit: 100 }));
		expect([stopped, events.length]).toEqual([undefined, 95]);
	});

	test('when what may still change no longer fits into the ledger; what is final always does', async () => {
		const narrow = policy({ room: { ledger: 60, seen: 16_000, watched: 0 } });
		const final = new QuietService(
			true,
			numbers(200).map((id) => rowAt(id, OLD + id)),
		);
		expect((await poll(undefined, final, narrow)).stopped).toBeUndefined();
		const open = new QuietService(
			true,
			numbers(200).map((id) => rowAt(id, NOW - 200_000 + id)),
		);
		const outcome = await poll(undefined, open, narrow);
		expect(outcome.stopped).toBe('ledger full');
		expect(outcome.events.length).toBeLessThan(20);
		expect(outcome.state.ledger.length).toBeLessThan(100);
	});

	test('out of time, with what it has read', async () => {
		const rows = numbers(50).map((id) => rowAt(id, OLD + id));
		const source = new QuietService(true, rows, { pageSize: 10 });
		const outcome = await poll(undefined, source, policy({ hasTime: () => source.requests < 2 }));
		expect(outcome.stopped).toBe('out of time');
		expect(idsOf(outcome)).toEqual(numbers(outcome.events.length));
		expect(outcome.events.length).toBeGreaterThanOrEqual(10);
	});

	test('at a failure, with what it has read before; a failure before that is thrown', async () => {
		const rows = numbers(50).map((id) => rowAt(id, OLD + id));
		const source = new QuietService(true, rows, { pageSize: 10 });
		const failure = new Error('503');
		const read = source.read.bind(source);
		let failsAt = 3;
		source.read = async (query) => {
			if (source.requests + 1 === failsAt) throw failure;
			return await read(query);
		};
		const outcome = await poll(undefined, source, policy());
		expect(outcome).toMatchObject({ stopped: 'failure', failure });
		expect(idsOf(outcome)).toEqual(numbers(outcome.events.length));
		failsAt = source.requests + 1;
		await expect(poll(outcome.state, source, policy())).rejects.toBe(failure);
	});
});

describe('what it remembers', () => {
	test('of final versions only the ids at the time where it stopped', async () => {
		const rows = [...numbers(30).map((id) => rowAt(id, OLD)), rowAt(99, OLD + 1)];
		const source = new QuietService(true, rows, { pageSize: 10 });
		const first = await poll(undefined, source, policy({ batchLimit: 12 }));
		expect(first.state).toMatchObject({ ledger: '', watermark: OLD });
		expect(first.state.settled).not.toBe('');
		const { state, events } = await poll(first.state, source, policy());
		expect(events).toHaveLength(19);
		expect(state).toMatchObject({ ledger: '', settled: '', watermark: NOW - 300_000 });
	});

	test('a version for as long as others of its time may come to light', async () => {
		const source = new QuietService(true, [rowAt(1, NOW - 100_000)]);
		const { state } = await poll(undefined, source, policy());
		expect(state.ledger).not.toBe('');
		source.now = NOW + 201_000;
		// A guard's width longer, for records that are stamped as created a little earlier.
		expect((await poll(state, source, policy())).state.ledger).not.toBe('');
		source.now = NOW + 203_000;
		expect((await poll(state, source, policy())).state.ledger).toBe('');
	});

	test('the watermark rises to what is final, not above what was read, and never falls', async () => {
		const source = new QuietService(true, []);
		const { state } = await poll(undefined, source, policy());
		expect(state.watermark).toBe(NOW - 300_000);
		source.now = NOW - 60_000;
		expect((await poll(state, source, policy())).state.watermark).toBe(NOW - 300_000);
		// A hold that is longer than the lookback counts as well.
		const hold = policy({ lookbackMs: 1_000, holdMs: 5_000 });
		source.now = NOW;
		expect((await poll(undefined, source, hold)).state.watermark).toBe(NOW - 5_000);
	});
});

describe('what it emits', () => {
	const types = ({ events }: Awaited<ReturnType<typeof poll<number>>>) =>
		events.map(({ type, row }) => [type, row.id]);
	const young = rowAt(1, NOW - 60_000);
	const edited = rowAt(2, NOW - 50_000, { createdAt: NOW - 60_000 });
	const old = rowAt(3, NOW - 40_000, { createdAt: OLD });
	const since = NOW - 120_000;

	test.each([
		[
			'created',
			[
				['created', 1],
				['created', 2],
			],
		],
		// A record that was created and edited since the last poll was updated, too.
		[
			'updated',
			[
				['updated', 2],
				['updated', 3],
			],
		],
		[
			'createdOrUpdated',
			[
				['created', 1],
				['created', 2],
				['updated', 3],
			],
		],
	] as const)('%s', async (tells, expected) => {
		const source = new QuietService(true, [young, edited, old]);
		const first = await poll(undefined, source, policy({ tells, startFrom: since }));
		expect(types(first)).toEqual(expected);
		expect((await poll(first.state, source, policy({ tells }))).events).toEqual([]);
	});

	test('nothing of a moment that is still open; it comes when the moment is over', async () => {
		const source = new QuietService(true, [rowAt(1, NOW - 2_000), rowAt(2, NOW - 2_001)]);
		const { state, ...first } = await poll(undefined, source, policy());
		expect(types({ state, ...first })).toEqual([['created', 2]]);
		source.now = NOW + 10;
		expect(types(await poll(state, source, policy()))).toEqual([['created', 1]]);
	});

	test('a version whose fields are other than they were; an unknown one in any case', async () => {
		const watching = policy({ watches: 'fields', startFrom: since });
		const seen = (watched: string, updatedAt: number) =>
			rowAt(1, updatedAt, { watched, createdAt: OLD });
		const source = new QuietService(true, [seen('a', NOW - 60_000)]);
		let state: State | undefined;
		const told: unknown[] = [];
		for (const watched of ['a', 'a', 'b', 'b', 'a']) {
			source.rows[0] = seen(watched, source.now - 10_000);
			const outcome = await poll(state, source, watching);
			told.push(types(outcome));
			state = outcome.state;
			source.now += 60_000;
		}
		expect(told).toEqual([[['updated', 1]], [], [['updated', 1]], [], [['updated', 1]]]);
	});
});

describe('a state', () => {
	test('of another question is not gone on from', async () => {
		const source = new QuietService(true, [rowAt(1, OLD)]);
		const { state } = await poll(undefined, source, policy());
		const again = await poll(state, source, policy({ fingerprint: 'another' }));
		expect(idsOf(again)).toEqual([1]);
		expect(again.state.fingerprint).toBe('another');
	});

	test('that watched other fields learns the new ones from the next versions', async () => {
		const source = new QuietService(true, [rowAt(1, NOW - 60_000, { watched: 'a' })]);
		const { state } = await poll(undefined, source, policy({ watches: 'one' }));
		expect(state.watched).toMatchObject({ name: 'one', parts: [['a']] });
		source.rows[0] = rowAt(1, NOW, { watched: 'a', createdAt: OLD });
		source.now = NOW + 60_000;
		const next = await poll(state, source, policy({ watches: 'other' }));
		expect(idsOf(next)).toEqual([1]);
		expect(next.state.watched?.name).toBe('other');
		const without = await poll(state, source, policy());
		expect(without.state).not.toHaveProperty('watched');
	});
});

test('an edit is told as updated although the record was made under a clock that was ahead', async () => {
	const made = rowAt(1, NOW - 60_000, { createdAt: NOW + 3_600_000 });
	const source = new QuietService(true, [made]);
	const updates = policyWith({ tells: 'updated', startFrom: NOW - 120_000 });
	const { events } = await poll(undefined, source, updates);
	expect(events.map(({ type, row }) => [type, row.id])).toEqual([['updated', 1]]);
});
