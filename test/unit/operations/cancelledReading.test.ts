/** Reading all of a list ends as soon as the execution is cancelled: nothing is asked for after it. */
import type { Item } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { divisibleList, everyRecord } from '../../../nodes/SalesManagement/operations/stretches';
import { asTheyCame } from '../../support/asTheyCame';
import { ORDERED_AT, serviceOf } from '../support/manyDeals';
import { clientOf } from '../support/testClient';

const form = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
)?.form;
const divisible = form && divisibleList(form);
const request = { operation: 'deal.getMany' } as const;

/** 12 pages: some of them of one time, and some of the last minutes. */
const times = Float64Array.from({ length: 12_000 }, (_, at) => {
	if (at < 5_000) return ORDERED_AT - 7_200_000 + at * 100;
	return at < 9_000 ? ORDERED_AT - 3_600_000 : ORDERED_AT - 180_000 + (at - 9_000) * 40;
});

const WAYS = [
	['by time', { request, divisible }],
	['page after page', { request }],
] as const;

/** Reads until it is cancelled, as so many requests are answered or so many pieces handed out. */
async function cancelledAt(
	asked: (typeof WAYS)[number][1],
	{ request: last = Infinity, piece = Infinity }: { request?: number; piece?: number },
) {
	const cancel = new AbortController();
	const { signal } = cancel;
	const respond = serviceOf(times);
	let begun = 0;
	const stop = () => {
		begun = client.requests.length;
		cancel.abort();
	};
	const client = clientOf(
		(sent, number) => {
			if (number === last) stop();
			return respond(sent, number);
		},
		{ signal, latency: 20 },
	);
	let pieces = 0;
	let later = 0;
	const reading = async () => {
		const run = { client, items: [{}] as Item[], cancelled: signal };
		for await (const _batch of everyRecord(run, asked, { hold: asTheyCame })) {
			if (signal.aborted) later++;
			if (++pieces === piece) stop();
		}
	};
	await expect(reading()).rejects.toThrow(/cancelled/);
	// Whatever is still on its way is answered meanwhile.
	for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
	return { begun, after: client.requests.length, later };
}

describe.each(WAYS)('%s', (_, asked) => {
	test.each([1, 2, 3, 5, 8, 11])('cancelled as request %d is answered', async (last) => {
		const { begun, after, later } = await cancelledAt(asked, { request: last });
		expect(begun).toBeGreaterThanOrEqual(last);
		expect(after).toBe(begun);
		expect(later).toBe(0);
	});

	test.each([1, 2, 5, 9])('cancelled as piece %d is handed out', async (piece) => {
		const { begun, after, later } = await cancelledAt(asked, { piece });
		expect(begun).toBeGreaterThan(0);
		expect(after).toBe(begun);
		expect(later).toBe(0);
	});
});
