/** Processes with one token that know nothing of each other, in simulated time, with seeds. */
import tables from './pace.json';
import type { Client, Purpose } from '../../nodes/SalesManagement/api';
import {
	figuresOf,
	Sender,
	sendRegardless,
	SharedService,
	SimulatedClock,
	type ServiceRule,
} from './support/sharedService';
import { randomFrom, runs } from '../support/random';

const MINUTE = 60_000;
/** Fewer seeds would leave the means to chance. */
const SEEDS = 10;
/** Each night 2 and 8 as well, and more by `RANDOM_RUNS=9`. */
const PROCESSES = runs(1) < 3 ? [4] : runs(1) < 9 ? [2, 4, 8] : [2, 3, 4, 5, 8];
const RULE: ServiceRule = {
	window: 'sliding',
	refusedCount: false,
	latency: 50,
	retryAfter: true,
};

afterEach(() => jest.restoreAllMocks());

function worldOf(processes: number, rule: Partial<ServiceRule>, seed = 1) {
	// By chance a request waits before it is sent again, too.
	jest.spyOn(Math, 'random').mockImplementation(randomFrom(1000 + seed));
	const clock = new SimulatedClock();
	const service = new SharedService({ ...RULE, ...rule }, clock, randomFrom(seed));
	const senders = Array.from({ length: processes }, (_, n) => new Sender(`process ${n}`, service));
	return { clock, service, senders };
}

/** From 20 s on, for two minutes. */
async function measured(processes: number, rule: Partial<ServiceRule>, seed: number) {
	const { clock, service, senders } = worldOf(processes, rule, seed);
	for (const sender of senders) sender.writeMany();
	await clock.runTo(MINUTE / 3 + 2 * MINUTE);
	for (const sender of senders) sender.stop();
	const failures = senders.flatMap((sender) => sender.failures);
	return { ...figuresOf(service, [MINUTE / 3, MINUTE / 3 + 2 * MINUTE]), failures };
}

const mean = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

/** The same with a few seeds: the mean of each figure, and all failures. */
async function meansOf(processes: number, rule: Partial<ServiceRule> = {}) {
	const runs = [];
	for (let seed = 1; seed <= SEEDS; seed++) runs.push(await measured(processes, rule, seed));
	return {
		perSecond: mean(runs.map(({ perSecond }) => perSecond)),
		fairness: mean(runs.map(({ fairness }) => fairness)),
		refusedShare: mean(runs.map(({ refusedShare }) => refusedShare)),
		failures: runs.flatMap(({ failures }) => failures),
	};
}

describe.each(PROCESSES)('%d processes', (processes) => {
	test.each(tables.rules)('share the rate: $name', async ({ rule }) => {
		const { perSecond, fairness, refusedShare, failures } = await meansOf(
			processes,
			rule as Partial<ServiceRule>,
		);
		expect(failures).toEqual([]);
		expect(perSecond).toBeGreaterThanOrEqual(4.3);
		expect(fairness).toBeGreaterThanOrEqual(0.95);
		if (processes <= 4) expect(refusedShare).toBeLessThan(0.2);
	});

	test.each<[string, Partial<ServiceRule>, number]>([
		['800 ms of latency', { latency: 800 }, 3.7],
		['refused requests take a place too', { refusedCount: true }, processes <= 5 ? 2.9 : 1],
	])('go on, slower: %s', async (_name, rule, least) => {
		const { perSecond, fairness, failures } = await meansOf(processes, rule);
		expect(failures).toEqual([]);
		expect(perSecond).toBeGreaterThanOrEqual(least);
		expect(fairness).toBeGreaterThanOrEqual(0.8);
	});
});

/** What the window alone did with the same seed, before others were thought of (measured). */
test.each(tables.alone)(
	'alone, with $latency ms, it is as fast as ever',
	async ({ latency, before, refusedBefore }) => {
		const { clock, service, senders } = worldOf(1, { latency });
		senders[0]!.writeMany();
		await clock.runTo(2 * MINUTE);
		senders[0]!.stop();
		expect(service.arrivals.filter(({ at }) => at < 1000)).toHaveLength(5);
		const { perSecond, refusedShare } = figuresOf(service, [0, 2 * MINUTE]);
		// One request of a hundred is what the room for others costs.
		expect(perSecond).toBeGreaterThanOrEqual(before * 0.985);
		expect(refusedShare).toBeLessThanOrEqual(refusedBefore);
	},
);

test('who comes later gets a part; when the others are gone, the rate and the window come back', async () => {
	const { clock, service, senders } = worldOf(3, {});
	const [first, second, third] = senders as [Sender, Sender, Sender];
	first.writeMany();
	await clock.runTo(MINUTE);
	second.writeMany();
	third.writeMany();
	await clock.runTo(3 * MINUTE);
	expect(figuresOf(service, [1.5 * MINUTE, 3 * MINUTE]).fairness).toBeGreaterThan(0.85);
	// One is killed with requests under way, one after the other.
	second.stop();
	third.stop();
	await clock.runTo(5 * MINUTE);
	const alone = figuresOf(service, [4 * MINUTE, 5 * MINUTE]);
	expect(alone).toMatchObject({ refusedShare: 0 });
	expect(alone.perSecond).toBeGreaterThan(4.6);
	first.stop();
	expect(senders.flatMap(({ failures }) => failures)).toEqual([]);
});

test('beside a program that takes two a second whatever it is answered, the rest is used', async () => {
	const { clock, service, senders } = worldOf(2, {});
	void sendRegardless(service, 2);
	for (const sender of senders) sender.writeMany();
	await clock.runTo(3 * MINUTE);
	const { perSecond, each } = figuresOf(service, [MINUTE, 3 * MINUTE]);
	for (const sender of senders) sender.stop();
	expect(perSecond).toBeGreaterThan(4.2);
	expect(each['process 0']! + each['process 1']!).toBeGreaterThan(2.2);
	expect(senders.flatMap(({ failures }) => failures)).toEqual([]);
});

describe('polls and forms go ahead of a run', () => {
	const read = async (client: Client) =>
		await client.send({ operation: 'deal.get', path: { id: 1 } });

	test.each(['poll', 'form'] as const)(
		'a %s that comes behind 1,000 gets a next turn',
		async (purpose) => {
			const { clock, service, senders } = worldOf(1, {});
			const [sender] = senders as [Sender];
			const run = sender.client();
			for (let count = 0; count < 1000; count++) void read(run);
			await clock.runTo(10_500);
			let answeredAt = Infinity;
			void read(sender.client(purpose)).then(() => (answeredAt = clock.elapsed()));
			await clock.runTo(12_500);
			expect(answeredAt - 10_500).toBeLessThan(1_300);
			// None of the others is lost or later than the one that went ahead makes it.
			await clock.runTo(4 * MINUTE);
			expect(service.arrivals.filter(({ accepted }) => accepted)).toHaveLength(1001);
		},
	);

	test('however many polls come, a run has every fifth turn', async () => {
		const { clock, senders } = worldOf(1, {});
		const [sender] = senders as [Sender];
		let done = 0;
		const poll = sender.client('poll');
		for (let count = 0; count < 1000; count++) void read(poll);
		const run = sender.client();
		for (let count = 0; count < 1000; count++) void read(run).then(() => done++);
		await clock.runTo(MINUTE);
		expect(done).toBeGreaterThan(50);
		expect(done).toBeLessThan(65);
	});
});

describe('a process that comes now and then, beside one that is always busy', () => {
	/** Four requests a minute apart, in worlds of so many seeds: how many failed, and how long each took. */
	async function sent(purpose: Purpose, rule: Partial<ServiceRule>) {
		let failed = 0;
		const waits: number[] = [];
		for (let seed = 1; seed <= 3; seed++) {
			const { clock, senders } = worldOf(2, rule, seed);
			const [busy, other] = senders as [Sender, Sender];
			busy.writeMany();
			const client = other.client(purpose);
			await clock.runTo(MINUTE / 2);
			for (let times = 0; times < 4; times++) {
				const state = { isOver: false };
				const began = clock.elapsed();
				const sending = client
					.send({ operation: 'deal.get', path: { id: 1 } })
					.catch(() => failed++)
					.finally(() => (state.isOver = true));
				while (!state.isOver) await clock.runTo(clock.elapsed() + 200);
				await sending;
				waits.push(clock.elapsed() - began);
				await clock.runTo(clock.elapsed() + MINUTE);
			}
			for (const sender of senders) sender.stop();
		}
		return { failed, waits };
	}

	test.each(tables.purposes)(
		'a $purpose is let through within its minute: $latency ms, $rule',
		async ({ purpose, latency, rule }) => {
			const { failed, waits } = await sent(purpose as Purpose, {
				latency,
				...(rule as Partial<ServiceRule>),
			});
			expect(failed).toBe(0);
			// Half of them wait for a few seconds only (docs/n8n.md).
			expect(waits.filter((wait) => wait <= 6_000).length).toBeGreaterThan(waits.length / 2);
		},
	);
});
