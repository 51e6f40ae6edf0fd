/** Who has had a first event, where not all of them fit into the state. */
import { poll, type Row, type State } from '../../../nodes/SalesManagement/polling';
import { SeenIds } from '../../../nodes/SalesManagement/polling/seenIds';
import { NOW, policyWith, QuietService, rowAt } from '../support/quietService';

const scattered = (n: number) => 1_000 + n * 40 + ((n * 7919) % 40);

describe('a set of those who were seen', () => {
	const added = (count: number, saved = new SeenIds()) => {
		for (let n = 0; n < count; n++) saved.add({ id: scattered(n), createdBy: n });
		return saved;
	};

	test('keeps all as long as they fit, in whatever pieces they come', () => {
		let seen = new SeenIds();
		for (let n = 0; n < 1_000; n++) {
			seen.add({ id: scattered(n), createdBy: n });
			if (n % 90 === 0) seen = new SeenIds(seen.pack(16_000).groups);
		}
		const { groups, forgottenTo } = seen.pack(16_000);
		expect(forgottenTo).toBe(-Infinity);
		expect(groups).toHaveLength(1);
		expect(groups[0]?.to).toBe(999);
		const again = new SeenIds(groups);
		for (let n = 0; n < 1_000; n++) expect(again.has(scattered(n))).toBe(true);
		expect(again.has(scattered(1_000))).toBe(false);
	});

	test('then forgets those who came first, and says when the last of them was created', () => {
		const { groups, forgottenTo } = added(5_000).pack(2_000);
		const kept = new SeenIds(groups);
		const first = Array.from({ length: 5_000 }, (_, n) => n).findIndex((n) =>
			kept.has(scattered(n)),
		);
		expect(forgottenTo).toBe(first - 1);
		for (let n = first; n < 5_000; n++) expect(kept.has(scattered(n))).toBe(true);
		// Most of the room is used: a quarter at most is given up at a time.
		expect(JSON.stringify(groups).length).toBeLessThanOrEqual(2_000 + 10);
		expect(JSON.stringify(groups).length).toBeGreaterThan(1_200);
	});

	/** The figures in docs/trigger.md (“What it can't see”): ids that lie so far apart on average. */
	test.each([
		[1, 60_000],
		[5, 26_000],
		[40, 13_000],
	])('of ids %i apart %i fit into the room of the trigger', (gap, count) => {
		let [id, seed] = [1_000_000, 1];
		let seen = new SeenIds();
		for (let n = 0; n < count; n++) {
			seed = (seed * 48_271) % 2_147_483_647;
			id += 1 + Math.floor((1 - gap) * Math.log(seed / 2_147_483_647));
			seen.add({ id, createdBy: n });
			if (n % 1_000 !== 999) continue;
			const { groups, forgottenTo } = seen.pack(16_000);
			expect(forgottenTo).toBe(-Infinity);
			seen = new SeenIds(groups);
		}
	});

	test('one that is added again stays where it is', () => {
		const seen = new SeenIds(added(10).pack(2_000).groups);
		seen.add({ id: scattered(3), createdBy: 1e9 });
		expect(seen.pack(2_000).groups).toEqual(added(10).pack(2_000).groups);
	});
});

const MINUTE = 60_000;

interface Import {
	readonly count: number;
	/** How much later than its creation a record is stamped as updated. */
	readonly later: number;
	/** Stamps are cut to this many milliseconds. */
	readonly unit: number;
}

/** What becomes of an import of four minutes on a running trigger that polls every minute. */
async function imported({ count, later, unit }: Import) {
	const rows: Array<Row<number>> = [];
	const source = new QuietService(true, rows);
	const room = { ledger: 4_600, seen: 1_600, watched: 0 };
	const policy = policyWith({ room });
	let { state } = await poll(undefined, source, policy);
	const due = Array.from({ length: count }, (_, n) => {
		const at = NOW + MINUTE + n * ((4 * MINUTE) / count);
		const cut = (time: number) => Math.floor(time / unit) * unit;
		return rowAt(scattered(n), cut(at + later), { createdAt: cut(at) });
	});
	const told = new Map<number, string[]>();
	let largest = 0;
	for (let polls = 0; polls < 80; polls++) {
		source.now += MINUTE;
		while (due[0] && due[0].updatedAt <= source.now) rows.push(due.shift()!);
		const outcome = await poll(state, source, policy);
		state = JSON.parse(JSON.stringify(outcome.state)) as State;
		largest = Math.max(largest, JSON.stringify(state).length);
		for (const { type, row } of outcome.events) {
			told.set(row.id, [...(told.get(row.id) ?? []), type]);
		}
	}
	return { told, largest };
}

// The room is a tenth of what the trigger has, and so are the numbers: 20,000 records there.
test.each<[string, Import]>([
	['are stamped as updated ten seconds later', { count: 2_000, later: 10_000, unit: 1 }],
	['are stamped in seconds', { count: 2_000, later: 0, unit: 1_000 }],
	['are stamped as they are created', { count: 2_500, later: 0, unit: 1 }],
])('more new records than fit each have one first event, where they %s', async (_how, of) => {
	const { told, largest } = await imported(of);
	expect(told.size).toBe(of.count);
	expect(new Set([...told.values()].map((types) => types.join()))).toEqual(new Set(['created']));
	expect(largest).toBeLessThan(4_600 + 1_600 + 600);
});

test.each([30_000, 240_000, 86_400_000])(
	'a record that was created %i ms ahead of its first update is new once',
	async (ahead) => {
		const rows: Array<Row<number>> = [];
		const source = new QuietService(true, rows);
		let { state } = await poll(undefined, source, policyWith());
		const told: string[] = [];
		for (let second = 0; second < 1_200; second += 15) {
			source.now += 15_000;
			if (second === 0) {
				const at = source.now - 5_000;
				rows.push(rowAt(7, at, { createdAt: at + ahead }));
			}
			if (second === 330) {
				const updatedAt = source.now - 5_000;
				rows[0] = { ...rows[0]!, updatedAt, digest: 'edited' };
			}
			const outcome = await poll(state, source, policyWith());
			state = JSON.parse(JSON.stringify(outcome.state)) as State;
			told.push(...outcome.events.map(({ type }) => type));
		}
		expect(told).toEqual(['created', 'updated']);
	},
);
