/** Where the order does not matter, as in a summary, no page that is read waits for another one. */
import type { Item } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { divisibleList, everyRecord } from '../../../nodes/SalesManagement/operations/stretches';
import { asTheyCame } from '../../support/asTheyCame';
import { serviceOf, timesOf } from '../support/manyDeals';
import { clientOf } from '../support/testClient';

const form = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
)?.form;
const request = { operation: 'deal.getMany' } as const;
const asked = { request, divisible: form && divisibleList(form) };

const PAGES = 60;
const LATENCY = 300;
const SLOW = 20_000;
const times = timesOf(Array.from({ length: PAGES * 1_000 }, (_, at) => at / 100));

/** Reads all; answers how many records came, and how many before the one answer that is slow. */
async function read(anyOrder: boolean) {
	let requests = 0;
	let slowUntil = Infinity;
	const client = clientOf(serviceOf(times), {
		rate: 5,
		latency: (now) => {
			if (++requests !== 6) return LATENCY;
			slowUntil = now + SLOW;
			return SLOW;
		},
	});
	let all = 0;
	let before = 0;
	const run = { client, items: [{}] as Item[] };
	for await (const { records, isResumable } of everyRecord(run, asked, {
		anyOrder,
		hold: asTheyCame,
	})) {
		all += records.length;
		if (client.clock.elapsed() < slowUntil) before += records.length;
		expect(isResumable).toBe(!anyOrder);
	}
	return { all, before };
}

test('a slow answer holds back what follows it, and nothing where any order will do', async () => {
	const inOrder = await read(false);
	const atOnce = await read(true);
	expect([inOrder.all, atOnce.all]).toEqual([times.length, times.length]);
	expect(inOrder.before).toBeLessThan(15_000);
	expect(atOnce.before).toBeGreaterThan(20_000);
});
