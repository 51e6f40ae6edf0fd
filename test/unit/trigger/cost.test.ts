/** What the log says of polls that find nothing and cost much all the same: only where that goes on. */
import type { IDataObject } from 'n8n-workflow';
import { skipWaits } from '../../property/support/hostile/clock';
import { Budget } from '../../../nodes/SalesManagement/trigger/budget';
import { dealAt, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;

let skipping: ReturnType<typeof skipWaits>;
beforeAll(() => (skipping = skipWaits()));
afterAll(() => skipping.restore());
afterEach(() => jest.restoreAllMocks());

const costs = ({ warnings }: TriggerHost) => warnings.filter((each) => /requests for/.test(each));

test('a poll that follows a clock which was set back is no such poll', async () => {
	const deals: IDataObject[] = [];
	// A list of 100 a page, as custom objects are.
	const host = new TriggerHost(({ path, query }) =>
		listOf(deals, { path, query: { ...query, limit: 100 } }),
	);
	for (let id = 1; id <= 150; id++) deals.push(dealAt(id, host.now + 5 * MINUTE + id * 100));
	host.now += 8 * MINUTE;
	await host.poll();
	host.now += MINUTE;
	await host.poll();
	host.now -= 10 * MINUTE;
	host.clockError = -10 * MINUTE;
	const before = host.asked.length;
	expect(await host.poll()).toBeNull();
	expect(host.asked.length - before).toBeGreaterThan(3);
	expect(host.warnings).toEqual([expect.stringMatching(/it was set back/)]);
});

test('nor is one that learns what was before', async () => {
	const deals = [dealAt(1, Date.parse('2020-01-01'), { phase: { id: 1 } })];
	const host = new TriggerHost((request) => listOf(deals, request), { event: 'phaseChanged' });
	const readingMs = jest.spyOn(Budget.prototype, 'readingMs', 'get').mockReturnValue(0);
	await host.poll();
	readingMs.mockRestore();
	host.now += MINUTE;
	const before = host.asked.length;
	expect(await host.poll()).toBeNull();
	expect(host.asked.length - before).toBeGreaterThan(3);
	expect(host.warnings.join()).toMatch(/has learned/);
	expect(costs(host)).toEqual([]);
});
