/** How close a list read in stretches comes to what the service's limit allows; in time that is counted, not waited for. */
import {
	asDivided,
	clientFor,
	DEALS,
	PAGE,
	REQUEST,
	dealsOf,
	evenly,
	inStretches,
	type Latency,
	type Read,
} from '../../support/datedDeals';
import type { TestClient } from '../../support/testClient';

/** Numbers from 0 to 1 that are the same in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
	for (let state = seed; ;) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		yield state / 2 ** 32;
	}
}

/** A service that works on one page after the other, for about so long each, besides the latency. */
function busyService(latency: number, work: number): (now: number) => number {
	const random = randomNumbers(2);
	let busyUntil = 0;
	return (now) => {
		busyUntil = Math.max(now, busyUntil) + work * (0.5 + random.next().value);
		return latency + busyUntil - now;
	};
}

/** As many requests as the list has pages, none of which waits for another. */
async function atThePace(latency: Latency): Promise<number> {
	const client = clientFor([], latency);
	const began = client.clock.elapsed();
	const requests = Array.from({ length: DEALS / PAGE }, async () => await client.send(REQUEST));
	await Promise.all(requests);
	return client.clock.elapsed() - began;
}

const random = randomNumbers(1);
const next = () => random.next().value;
const LAYOUTS = {
	'at random within a year': Array.from({ length: DEALS }, () => next() * 400),
	'evenly within a year': evenly,
	'ever fewer in the past': Array.from({ length: DEALS }, () => -Math.log(1 - next()) * 60),
	'on the days of the week': evenly.map((age) => Math.floor(age) + next() / 3),
	'most of them in one week long ago': evenly.map((age) => (age < 50 ? age * 5 : 300 + next() * 7)),
};

/** How much longer than at the pace, at most; one page after another takes 1.6 to 3.9 times as long. */
const MOST: ReadonlyArray<readonly [latency: number, times: number]> = [
	[50, 1.13],
	[300, 1.2],
	[800, 1.36],
];

describe.each(Object.entries(LAYOUTS))('50,000 deals, changed %s', (_, ages) => {
	const deals = dealsOf(ages);

	test.each(MOST)('at %d ms of latency in %d times what the pace allows', async (latency, most) => {
		const client = clientFor(deals, latency);
		const { took, count } = await inStretches(client);
		expect(count).toBe(DEALS);
		expect(took).toBeLessThan(most * (await atThePace(latency)));
		expect(client.requests.length).toBeLessThan(1.25 * (DEALS / PAGE));
	});
});

test('a list that is spread evenly takes two or three requests more than it has pages', async () => {
	const client = clientFor(dealsOf(evenly), 300);
	await inStretches(client);
	expect(client.requests.length).toBeLessThanOrEqual(DEALS / PAGE + 3);
});

test('a list that was made at one time is read by its cursor, with three requests more', async () => {
	const client = clientFor(dealsOf(evenly.map(() => 100)), 50);
	await inStretches(client);
	expect(client.requests.length).toBeLessThanOrEqual(DEALS / PAGE + 3);
});

describe('read once more, as it was divided the first time', () => {
	const DIVIDED: ReadonlyArray<readonly [latency: number, times: number]> = [
		[50, 1.12],
		[300, 1.14],
		[800, 1.14],
	];
	const ages = LAYOUTS['at random within a year'];

	test.each(DIVIDED)('at %d ms in %d times what the pace allows', async (latency, most) => {
		const first = await inStretches(clientFor(dealsOf(ages), latency));
		const client = clientFor(dealsOf(ages), latency);
		const { took, count } = await again(client, first);
		expect(count).toBe(DEALS);
		expect(took).toBeLessThan(most * (await atThePace(latency)));
		expect(client.requests.length).toBeLessThanOrEqual(DEALS / PAGE + 1);
	});

	test('from a busy service at the pace, and the page of what is new behind it', async () => {
		const { division } = await inStretches(clientFor(dealsOf(ages), 300));
		for (const [latency, work] of [
			[300, 80],
			[800, 40],
			[800, 80],
			[1_200, 80],
		] as const) {
			const client = clientFor(dealsOf(ages), busyService(latency, work));
			const { took, count } = await again(client, { division });
			expect(count).toBe(DEALS);
			const least = await atThePace(busyService(latency, work));
			expect(took).toBeLessThan(1.05 * least + latency);
			expect(client.requests.length).toBeLessThanOrEqual(DEALS / PAGE + 1);
		}
	});

	test('what changed since then costs few requests more, however much it is', async () => {
		const first = await inStretches(clientFor(dealsOf(ages), 300));
		for (const part of [500, 50, 3]) {
			const changed = ages.map((age, at) => (at % part === 0 ? next() : age));
			const client = clientFor(dealsOf(changed), 300);
			const { count } = await again(client, first);
			expect(count).toBe(DEALS);
			expect(client.requests.length).toBeLessThan(1.25 * (DEALS / PAGE));
		}
	});

	test('a list that has become short takes a request for each part that it had, at most', async () => {
		const first = await inStretches(clientFor(dealsOf(ages), 300));
		const client = clientFor(dealsOf(ages.slice(0, 20)), 300);
		expect(await again(client, first)).toMatchObject({ isWhole: true, count: 20 });
		expect(client.requests.length).toBeLessThanOrEqual(14);
	});
});

const again = async (client: TestClient, { division }: Pick<Read, 'division'>): Promise<Read> => {
	if (!division) throw new Error('The list is long enough');
	return await asDivided(client, division);
};
