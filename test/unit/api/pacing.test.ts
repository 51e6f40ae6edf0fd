/** The pace of a credential: never more than its rate, shared, and slowed by a 429. */
import fc from 'fast-check';
import { Pacer, pacerFor } from '../../../nodes/SalesManagement/api/pacing';
import { TestClock } from '../support/testClient';

/** The most starts in any window of one second. */
function mostInASecond(starts: readonly number[]): number {
	return Math.max(
		...starts.map((start) => starts.filter((at) => at >= start && at < start + 1000).length),
	);
}

const startsOf = async (pacer: Pacer, count: number): Promise<number[]> =>
	(await Promise.all(Array.from({ length: count }, async () => await pacer.turn()))) as number[];

test('requests begin at once up to the rate, then as a sliding window with a margin (v2 §8)', async () => {
	const clock = new TestClock(0);
	const starts = await startsOf(new Pacer(5, clock), 12);
	expect(starts).toEqual([0, 0, 0, 0, 0, 1040, 1040, 1040, 1040, 1040, 2080, 2080]);
});

test('in no second do more begin than the rate, whenever they come', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 12 }),
			fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 }),
			async (rate, pauses) => {
				const clock = new TestClock(0);
				const pacer = new Pacer(rate, clock);
				const starts: Array<Promise<number | undefined>> = [];
				for (const pause of pauses) {
					if (pause > 300) await clock.sleep(pause);
					starts.push(pacer.turn());
				}
				const all = (await Promise.all(starts)) as number[];
				expect(mostInASecond(all)).toBeLessThanOrEqual(rate);
				expect(all).toEqual([...all].sort((a, b) => a - b));
			},
		),
		{ numRuns: 60 },
	);
});

test.each([0.5, 1, 1.5, 2.5, 3.5, 4, 4.5, 4.9, 5])(
	'at %d a second no second has more than the service takes, and a long run as many as that',
	async (rate) => {
		const starts = await startsOf(new Pacer(rate, new TestClock(0)), 100);
		expect(mostInASecond(starts)).toBeLessThanOrEqual(5);
		const whole = starts.filter((at) => at < 10_000 * Math.ceil(1 / rate));
		expect(whole.length - Math.ceil(rate)).toBeLessThanOrEqual(rate * 10 * Math.ceil(1 / rate));
		expect(whole.length).toBeGreaterThan(0.85 * rate * 10 * Math.ceil(1 / rate));
	},
);

test('in no second do more arrive than the rate, although some are held up on their way', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 6 }),
			fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 10, maxLength: 50 }),
			async (rate, delays) => {
				const clock = new TestClock(0);
				const pacer = new Pacer(rate, clock);
				const arrivals: number[] = [];
				await Promise.all(
					delays.map(async (delay, index) => {
						const start = (await pacer.turn())!;
						// A cold start may be slow, within the time that a connection takes to be made; the
						// usual way must show before the next slow one.
						const cold = index < rate ? Math.min(delay, 250) : 0;
						const held = index < 2 * rate ? cold : delay;
						arrivals.push(start + 20 + held);
						await clock.sleep(40 + held);
						pacer.accepted(start);
					}),
				);
				expect(mostInASecond(arrivals)).toBeLessThanOrEqual(rate);
			},
		),
		{ numRuns: 100 },
	);
});

test('a rate below one request a second is kept as well', async () => {
	expect(await startsOf(new Pacer(0.5, new TestClock(0)), 3)).toEqual([0, 2040, 4080]);
});

test('first come, first served', async () => {
	const pacer = new Pacer(2, new TestClock());
	const order: number[] = [];
	await Promise.all([1, 2, 3, 4, 5].map(async (n) => await pacer.turn().then(() => order.push(n))));
	expect(order).toEqual([1, 2, 3, 4, 5]);
});

test('a 429 holds everyone on the credential back, those in the queue too', async () => {
	const clock = new TestClock(0);
	const pacer = new Pacer(5, clock);
	const first = (await pacer.turn())!;
	const queued = startsOf(pacer, 8);
	pacer.refused(first, 3000);
	for (const start of await queued) expect(start).toBeGreaterThanOrEqual(3000);
});

test('a 429 widens the window once for all that were under way, and success narrows it again', async () => {
	const clock = new TestClock(0);
	const pacer = new Pacer(5, clock);
	const together = await startsOf(pacer, 5);
	expect(pacer.window).toBe(1040);
	for (const start of together) pacer.refused(start, 0);
	// From here on the others are what is in the way.
	expect(pacer.window).toBe(1080);
	for (let n = 0; n < 70; n++) pacer.accepted(clock.now());
	expect(pacer.window).toBeLessThan(1060);
	expect(pacer.window).toBeGreaterThan(1040);
	for (let n = 0; n < 2000; n++) pacer.accepted(clock.now());
	expect(pacer.window).toBeCloseTo(1025, 0);
});

test('after a 429 a process keeps what it was not refused, and sends no more in a second', async () => {
	const clock = new TestClock(0);
	const pacer = new Pacer(5, clock, () => 0.5);
	const together = await startsOf(pacer, 5);
	for (const start of together.slice(0, 1)) pacer.accepted(start);
	for (const start of together.slice(1)) pacer.refused(start, 0);
	const starts = await startsOf(pacer, 4);
	expect(starts[0]).toBeGreaterThan(1_000);
	expect(starts[0]).toBeLessThan(1_100);
	// A wait of a second is that request's own: the others keep their places.
	pacer.refused(starts.at(-1)!, 1_000);
	expect(pacer.heldBackFor).toBe(1_000);
	expect(pacer.expectedWait()).toBeLessThan(1_000);
	expect(mostInASecond(starts)).toBeLessThanOrEqual(2);
});

test('a caller that is cancelled or out of time uses no turn', async () => {
	const pacer = new Pacer(1, new TestClock(0));
	await pacer.turn();
	const late = pacer.turn({ deadline: 500 });
	const cancelled = pacer.turn({ signal: AbortSignal.abort() });
	const next = pacer.turn();
	expect(await late).toBeUndefined();
	expect(await cancelled).toBeUndefined();
	expect(await next).toBe(1040);
});

test('the expected wait counts those in the queue', async () => {
	const pacer = new Pacer(5, new TestClock(0));
	expect(pacer.expectedWait()).toBe(0);
	const starts = startsOf(pacer, 14);
	await new Promise((resolve) => setImmediate(resolve));
	expect(pacer.expectedWait()).toBeGreaterThanOrEqual(1025);
	await starts;
});

test('a failing clock stops its own caller only', async () => {
	const clock = new TestClock(0);
	const pacer = new Pacer(1, clock);
	await pacer.turn();
	const sleep = jest.spyOn(clock, 'sleep').mockRejectedValueOnce(new Error('aborted'));
	await expect(pacer.turn()).rejects.toThrow('aborted');
	sleep.mockRestore();
	expect(await pacer.turn()).toBe(1040);
});

test('one credential has one pacer in the process; another secret or address has its own', () => {
	const clock = new TestClock();
	const one = pacerFor('https://a/v2', 'secret', 5, clock);
	expect(pacerFor('https://a/v2', 'secret', 3, clock)).toBe(one);
	expect(one.rate).toBe(3);
	expect(pacerFor('https://a/v2', 'other', 5, clock)).not.toBe(one);
	expect(pacerFor('https://b/v2', 'secret', 5, clock)).not.toBe(one);
});

test.each([-3_600_000, 3_600_000])(
	'n8n’s clock set by %d ms neither holds requests back nor lets them through',
	async (change) => {
		const clock = new TestClock();
		const pacer = new Pacer(5, clock);
		const begun = clock.elapsed();
		await startsOf(pacer, 5);
		clock.set = change;
		const starts = await startsOf(pacer, 5);
		expect(starts.map((at) => at - begun)).toEqual([1040, 1040, 1040, 1040, 1040]);
		pacer.refused(starts[0]!, 2_000);
		clock.set = 0;
		const [next = 0] = await startsOf(pacer, 1);
		expect(next - begun).toBe(3_040);
	},
);
