/** A long list, read in order by several requests at once: how fast, how much is held, what ends it. */
import { NotByTime, type ServiceError } from '../../nodes/SalesManagement/api';
import { inOrder, ORDERED_AT, orderedPieces, serviceOf, timesOf } from './support/manyDeals';
import { clientOf, failureOf, type Latency, type Respond } from './support/client';
import { many } from '../support/many';
import { randomFrom } from '../support/random';

const PAGE = 100;
const DEALS = 10_000;
/** In milliseconds, at what the service allows (v2 §8). */
const A_REQUEST = 1000 / 5;
const MINUTE = 60_000;
const next = randomFrom(1);
const dealsOf = (count: number, ageAt: (part: number) => number) =>
	timesOf(many(count, (at) => ageAt(at / count)));

/** Sends five requests a second to a service of these deals. */
const clientFor = (times: Float64Array, latency: Latency) =>
	clientOf(serviceOf(times, PAGE), { rate: 5, latency });
const read = async (times: Float64Array, latency: Latency) => {
	const client = clientFor(times, latency);
	const { took, ...rest } = await inOrder(client);
	const requests = client.requests.length;
	return { ...rest, requests, ratio: took / (requests * A_REQUEST) };
};

describe('takes little more than the rate allows, in time and in requests', () => {
	const LAYOUTS: Array<[string, (part: number) => number]> = [
		['at random within a year', () => next() * 400],
		['ever fewer in the past', () => -Math.log(1 - next()) * 60],
		['on the days of the week', (part) => Math.floor(part * 400) + next() / 3],
		['mostly in one week long ago', (part) => (part < 0.125 ? part * 2000 : 300 + next() * 7)],
	];
	const MOST = [
		{ latency: 50, asked: 1.15, times: 1.2 },
		{ latency: 800, asked: 1.2, times: 1.3 },
	];

	test.each(LAYOUTS)('changed %s', async (_name, ageAt) => {
		const times = dealsOf(DEALS, ageAt);
		for (const { latency, ...most } of MOST) {
			const { count, isRising, requests, ratio } = await read(times, latency);
			expect({ count, isRising }).toEqual({ count: DEALS, isRising: true });
			expect(requests).toBeLessThan(most.asked * (DEALS / PAGE));
			expect(ratio).toBeLessThan(most.times);
		}
	});

	test('although answers take longer now and then', async () => {
		const trips = randomFrom(7);
		const times = dealsOf(2 * DEALS, () => next() * 400);
		const { count, ratio } = await read(times, () => 80 - 300 * Math.log(1 - trips()));
		expect(count).toBe(2 * DEALS);
		expect(ratio).toBeLessThan(1.4);
	});
});

test.each([
	['at the newest end', 10_000],
	['where nothing changes any more', 24 * 60 * MINUTE],
])('many of one second %s are handed out page after page as they come', async (_name, age) => {
	const client = clientFor(
		Float64Array.from([
			...many(150, (at) => ORDERED_AT - age - (160 - at) * MINUTE),
			...many(15 * PAGE, (at) => ORDERED_AT - age + Math.floor(at / PAGE)),
		]),
		0,
	);
	const ids = new Set<unknown>();
	let [handedOut, most] = [0, 0];
	for await (const { records } of orderedPieces(client)) {
		handedOut += records.length;
		for (const { id } of records) ids.add(id);
		// Whoever takes them is slow: all that can be asked for without it is.
		for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
		most = Math.max(most, client.requests.length * PAGE - handedOut);
	}
	expect(ids.size).toBe(150 + 15 * PAGE);
	// What waits for its turn, what is on its way, what was just handed out, and a part that was empty.
	expect(most).toBeLessThanOrEqual((4 + 1 + 1 + 1) * PAGE);
});

describe('a service in trouble', () => {
	const service = serviceOf(
		dealsOf(1_200, (part) => part * 400),
		PAGE,
	);
	const clientTo = (respond: Respond) => clientOf(respond, { rate: 5, latency: 800 });
	/** The service, which answers otherwise from this request on. */
	const changed =
		(change: Respond, from = 2): Respond =>
		(request, number) =>
			(number < from ? service : change)(request, number);

	test('that refuses a request for good ends the list, and nothing is sent behind it', async () => {
		const client = clientTo(changed(() => ({ status: 403, body: { error: 'Not yours' } }), 5));
		expect((await failureOf<ServiceError>(inOrder(client))).status).toBe(403);
		const { length } = client.requests;
		await client.clock.sleep(MINUTE);
		expect(client.requests).toHaveLength(length);
	});

	test.each<[string, Respond]>([
		['ignores the window', (given, number) => service({ ...given, query: {} }, number)],
		['tells no time', (given, number) => Object.assign(service(given, number), { headers: {} })],
		[
			'shows no update times',
			changed((given, number) => {
				const { body } = service(given, number) as { body: { deals: Array<{ id: number }> } };
				return { body: { ...body, deals: body.deals.map(({ id }) => ({ id })) } };
			}),
		],
	])('that %s is left to the cursor after a few requests', async (_name, respond) => {
		const client = clientTo(respond);
		expect(await failureOf(inOrder(client))).toBeInstanceOf(NotByTime);
		expect(client.requests.length).toBeLessThanOrEqual(8);
	});
});
