/** What of a long list waits while somebody is slow with an earlier page: counted, in pages and in bytes. */
import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { divisibleList, everyRecord } from '../../../nodes/SalesManagement/operations/stretches';
import { serviceOf, timesOf } from '../support/manyDeals';
import { clientOf } from '../support/testClient';

const form = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
)?.form;
const asked = {
	request: { operation: 'deal.getMany' } as const,
	divisible: form && divisibleList(form),
};

const MEBIBYTE = 1024 * 1024;
const PAGES = 120;
const times = timesOf(Array.from({ length: PAGES * 1_000 }, (_, at) => at / 100));
/** Enough readers that all of them find out whether there is room. */
const LATENCY = 800;
/** No more are at work at once, and each may just have begun with a page. */
const READERS = 10;

/** Takes some pages, and then none until nothing is asked for any more; answers what waits then. */
async function whileSlow(bytes: number) {
	const client = clientOf(serviceOf(times), { rate: 5, latency: LATENCY });
	let held = 0;
	const hold = async (records: readonly IDataObject[]) => {
		held++;
		return await Promise.resolve({ records: records.map(({ id }) => ({ id })), bytes });
	};
	const items = [{}] as Item[];
	const batches = everyRecord({ client, items }, asked, { hold });
	let taken = 0;
	while (taken < 10) if (!(await batches.next()).done) taken++;
	for (let [before, calm] = [0, 0]; calm < 200; before = client.requests.length) {
		await new Promise((resolve) => setImmediate(resolve));
		calm = client.requests.length === before ? calm + 1 : 0;
	}
	const { length: read } = client.requests;
	await batches.return();
	return { waiting: held - taken, read, held };
}

test('large pages wait in no more bytes than may, whatever their number', async () => {
	const large = 16 * MEBIBYTE;
	const { waiting } = await whileSlow(large);
	expect(waiting * large).toBeLessThanOrEqual((64 + READERS * 16) * MEBIBYTE);
});

test('of small ones as many are read ahead as the order needs', async () => {
	const { waiting } = await whileSlow(2 * MEBIBYTE);
	expect(waiting).toBeGreaterThan(16);
	expect(waiting).toBeLessThanOrEqual(32 + READERS);
});

test('what waits is what was made of a page, not the page', async () => {
	const { read, held } = await whileSlow(0);
	expect(held).toBe(read);
});
