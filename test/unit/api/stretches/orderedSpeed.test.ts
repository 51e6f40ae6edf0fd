/** How close a list read in order comes to what the service's limit allows; in time that is counted, not waited for. */
import { clientFor, inOrder, timesOf } from '../../support/manyDeals';

/** Numbers from 0 to 1 that are the same in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
	for (let state = seed; ;) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		yield state / 2 ** 32;
	}
}

const random = randomNumbers(1);
const next = () => random.next().value;

const ages = (count: number, ageAt: (part: number) => number) =>
	timesOf(Array.from({ length: count }, (_, at) => ageAt(at / count)));

const LAYOUTS: Record<string, (part: number) => number> = {
	'at random within a year': () => next() * 400,
	'evenly within a year': (part) => part * 400,
	'ever fewer in the past': () => -Math.log(1 - next()) * 60,
	'on the days of the week': (part) => Math.floor(part * 400) + next() / 3,
	'most of them in one week long ago': (part) => (part < 0.125 ? part * 2000 : 300 + next() * 7),
};

const FEW = 100_000;
const MANY = 200_000;
const PAGE = 1_000;
/** What the service allows (v2 §8). */
const A_REQUEST = 1000 / 5;

const readOf = async (times: Float64Array, latency: number) => {
	const client = clientFor(times, latency);
	const { took, ...rest } = await inOrder(client);
	const requests = client.requests.length;
	return { ...rest, requests, ratio: took / (requests * A_REQUEST) };
};

/** How long it takes at most, in times of the pace; the end, in which little is left, is longer the longer a trip takes. */
const MOST_OF_FEW: ReadonlyArray<readonly [latency: number, requests: number, times: number]> = [
	[50, 1.15, 1.2],
	[300, 1.15, 1.2],
	[800, 1.2, 1.3],
];
const MOST_OF_MANY: ReadonlyArray<readonly [latency: number, times: number]> = [
	[50, 1.09],
	[300, 1.09],
	[800, 1.15],
];

describe.each(Object.entries(LAYOUTS))('100,000 deals, changed %s', (_, ageAt) => {
	const times = ages(FEW, ageAt);

	test.each(MOST_OF_FEW)(
		'at %d ms of latency near the pace, in order',
		async (latency, ...most) => {
			const { count, isRising, requests, ratio } = await readOf(times, latency);
			expect({ count, isRising }).toEqual({ count: FEW, isRising: true });
			expect(requests).toBeLessThan(most[0] * (FEW / PAGE));
			expect(ratio).toBeLessThan(most[1]);
		},
	);
});

test.each(MOST_OF_MANY)('200,000 deals at %d ms of latency', async (latency, most) => {
	const times = ages(MANY, LAYOUTS['at random within a year'] ?? Number);
	const { count, isRising, requests, ratio } = await readOf(times, latency);
	expect({ count, isRising }).toEqual({ count: MANY, isRising: true });
	expect(requests).toBeLessThan(1.055 * (MANY / PAGE));
	expect(ratio).toBeLessThan(most);
});

test('answers that take longer now and then are made up for by a third reader', async () => {
	const times = ages(MANY, LAYOUTS['at random within a year'] ?? Number);
	const trips = randomNumbers(7);
	const client = clientFor(times, () => 80 - 300 * Math.log(1 - trips.next().value));
	const { count, took } = await inOrder(client);
	expect(count).toBe(MANY);
	// With two readers 1.46.
	expect(took / (client.requests.length * A_REQUEST)).toBeLessThan(1.4);
});
