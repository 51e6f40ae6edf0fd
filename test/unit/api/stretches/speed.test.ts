/** How close a list read in stretches comes to what the service's limit allows; in time that is counted, not waited for. */
import {
	clientFor,
	DEALS,
	PAGE,
	REQUEST,
	dealsOf,
	evenly,
	inStretches,
} from '../../support/datedDeals';

/** Numbers from 0 to 1 that are the same in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
	for (let state = seed; ;) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		yield state / 2 ** 32;
	}
}

/** As many requests as the list has pages, none of which waits for another. */
async function atThePace(latency: number): Promise<number> {
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
	[800, 1.34],
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
