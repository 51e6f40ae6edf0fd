/**
 * Deleted records (docs/trigger.md): what is told is gone, and was not told before; what a sweep was
 * shown and is gone later is told, whatever the list leaves out, and whatever fails.
 */
import fc from 'fast-check';
import {
	CursorRejected,
	sweep,
	type RecordPresence,
	type IdSource,
	type SweepState,
} from '../../../nodes/SalesManagement/polling';
import { runs } from '../../support/random';

const RUNS = runs(170);
const INTERVAL = 1_000;

const HAPPENINGS = {
	...{ nothing: 6, create: 3, delete: 3 },
	...{ hide: 1, leaveOut: 1, fail: 1, obscure: 1, rejectCursor: 1 },
};
type Happens = keyof typeof HAPPENINGS;
/** What happens at one request of the service, besides its answer, and to which record; each has its weight. */
const happening = fc.record({
	do: fc.oneof(
		...Object.entries(HAPPENINGS).map(([name, weight]) => ({
			weight,
			arbitrary: fc.constant(name as Happens),
		})),
	),
	at: fc.nat(50),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
	start: fc.nat(12),
	pageSize: fc.integer({ min: 1, max: 4 }),
	keyset: fc.boolean(),
	happenings: fc.array(happening, { maxLength: 60 }),
	polls: fc.array(
		fc.record({
			waits: fc.constantFrom(0, INTERVAL, INTERVAL, 10 * INTERVAL, -INTERVAL),
			requests: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(Infinity)),
			batchLimit: fc.constantFrom<number>(1, 2, 100),
			/** What n8n saved of it: the state, or that of an earlier poll, as after a crash. */
			isSaved: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 12 },
	),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

class World implements IdSource {
	private readonly ids = new Set<number>();
	private readonly hidden = new Set<number>();
	/** Ids whose look-up fails, or is answered by something else than the service, until all is at rest. */
	private readonly obscure = new Set<number>();
	private next = 1;
	/** Ids of the pages since the sweep began. */
	shown = new Set<number>();
	requests = 0;
	looks = 0;
	lie?: RecordPresence;

	constructor(
		private readonly given: History,
		private readonly happenings: Happening[],
	) {
		for (let i = 0; i < given.start; i++) this.create();
	}

	private create = () => this.ids.add(this.next++ * 7);
	private some = (at: number) => [...this.ids][at % Math.max(1, this.ids.size)] ?? -1;

	/** Lets the next thing happen. @returns an id that this one page leaves out. */
	private happen(cursor?: string): number | undefined {
		this.requests++;
		const { do: what, at = 0 } = this.happenings.shift() ?? {};
		const id = this.some(at);
		if (what === 'create') this.create();
		if (what === 'delete') this.ids.delete(id);
		if (what === 'hide') this.hidden.add(id);
		if (what === 'obscure') this.obscure.add(id);
		if (what === 'fail') throw new Error('503');
		if (what === 'rejectCursor' && cursor !== undefined) throw new CursorRejected();
		return what === 'leaveOut' ? id : undefined;
	}

	async list(cursor?: string) {
		const leftOut = this.happen(cursor);
		const { pageSize, keyset } = this.given;
		const all = [...this.ids].filter((id) => !this.hidden.has(id));
		const at = Number(cursor ?? 0);
		const rest = keyset ? all.filter((id) => id > at) : all.slice(at);
		const page = rest.slice(0, pageSize);
		const ids = page.filter((id) => id !== leftOut);
		for (const id of ids) this.shown.add(id);
		if (rest.length <= pageSize) return { ids };
		return { ids, cursor: String(keyset ? page.at(-1) : at + pageSize) };
	}

	async look(id: number): Promise<RecordPresence> {
		this.happen();
		this.looks++;
		if (this.lie) return this.lie;
		if (this.obscure.has(id)) return 'unclear';
		if (!this.ids.has(id)) return 'gone';
		return this.hidden.has(id) ? 'hidden' : 'there';
	}

	/** Nothing happens any more. */
	rest = () => {
		this.happenings.length = 0;
		this.obscure.clear();
	};
	isThere = (id: number) => this.ids.has(id);
	get size() {
		return this.ids.size;
	}
}

async function run(given: History, lie?: RecordPresence): Promise<void> {
	const world = new World(given, [...given.happenings]);
	world.lie = lie;
	let saved: SweepState | undefined;
	let now = 1_000_000;
	const told = new Set<number>();
	/** What a finished sweep was shown: from then on its end must be told. */
	const owed = new Set<number>();
	/** Whether a sweep came to its end. */
	const poll = async (one: History['polls'][number]): Promise<boolean> => {
		now += one.waits;
		const before = JSON.stringify(saved);
		const had = world.requests;
		const shown = new Set(world.shown);
		try {
			const outcome = await sweep(saved, world, {
				fingerprint: 'question',
				intervalMs: INTERVAL,
				now,
				filtered: false,
				batchLimit: one.batchLimit,
				hasTime: () => world.requests - had < one.requests,
			});
			expect(outcome.gone.filter(world.isThere)).toEqual([]);
			expect(outcome.gone.length).toBeLessThanOrEqual(one.batchLimit);
			// An event saves what belongs to it; a poll without any may be lost with its state.
			if (outcome.gone.length === 0 && !one.isSaved) {
				world.shown = shown;
				return false;
			}
			for (const id of outcome.gone) {
				expect(told.has(id)).toBe(false);
				told.add(id);
			}
			saved = JSON.parse(JSON.stringify(outcome.state)) as SweepState;
			return outcome.stopped === undefined;
		} catch (error) {
			if ((error as Error).message !== '503') throw error as Error;
			expect(JSON.stringify(saved)).toBe(before);
			world.shown = shown;
			return false;
		}
	};
	for (const one of given.polls) {
		if (!(await poll(one))) continue;
		for (const id of world.shown) owed.add(id);
		world.shown = new Set();
	}
	world.rest();
	// At rest: two whole sweeps, each of no more requests than promised. Each is due, even if the clock
	// was set back in the middle of the one before.
	const quiet = { waits: 20 * INTERVAL, requests: Infinity, batchLimit: 1_000, isSaved: true };
	for (let left = 0; left < 70 && !(await poll(quiet)); left++);
	world.shown = new Set();
	const [requests, looks] = [world.requests, world.looks];
	await poll(quiet);
	const pages = Math.ceil(world.size / given.pageSize);
	expect(world.requests - requests - (world.looks - looks)).toBeLessThanOrEqual(pages + 1);
	const missed = [...owed].filter((id) => !world.isThere(id) && !told.has(id));
	expect(missed).toEqual([]);
}

const PROMPT = { waits: INTERVAL, requests: Infinity, batchLimit: 1, isSaved: true };
/** The clock is set back in the middle of a sweep, so that the next one is due later than usual. */
const setBack: History = {
	start: 3,
	pageSize: 2,
	keyset: false,
	happenings: (['nothing', 'nothing', 'nothing', 'delete'] as const).map((what) => ({
		do: what,
		at: 0,
	})),
	polls: [
		{ ...PROMPT, waits: 0 },
		{ ...PROMPT, requests: 1 },
		{ ...PROMPT, waits: -INTERVAL, requests: 1, isSaved: false },
		{ ...PROMPT, waits: -INTERVAL, isSaved: false },
	],
};

test(
	`holds in ${RUNS} histories`,
	async () => {
		const holds = fc.assert(
			fc.asyncProperty(history, async (given) => await run(given)),
			{ numRuns: RUNS, examples: [[setBack]] },
		);
		await expect(holds).resolves.toBeUndefined();
	},
	Math.max(60_000, RUNS * 100),
);

test('without a look at each record by itself, what exists is told as deleted', async () => {
	const result = await fc.check(
		fc.asyncProperty(history, async (given) => await run(given, 'gone')),
		{ numRuns: 2_000, seed: 1, endOnFailure: true },
	);
	expect(result.failed).toBe(true);
});
