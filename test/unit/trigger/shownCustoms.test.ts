/** What a poll looks up to name compact custom values: within its time, seldom, and holding nothing back. */
import type { IDataObject } from 'n8n-workflow';
import { skipWaits } from '../../property/support/hostile/clock';
import { dealAt, listOf } from '../support/dealList';
import { TriggerHost, type AskedOfService, type ServiceReply } from '../support/triggerHost';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T08:00:00Z');

let skipping: ReturnType<typeof skipWaits>;
beforeAll(() => (skipping = skipWaits()));
afterAll(() => skipping.restore());

const ids = { id: 5, dealCustomItemId: 3, itemKey: 'level' };
const COMPACT = [{ ...ids, value: '2' }];
const WHOLE = [
	{
		...{ ...ids, value: '2', name: 'Level', itemType: 'single_select' },
		...{ selectedValue: 2, selectedOption: { value: 2, label: 'Gold' } },
	},
];

/** Polls name the order of the list; a look-up takes the service's own, the newest first. */
const isLookUp = ({ query }: AskedOfService) =>
	query.sort === undefined && Number(query.limit) === 1000;

/** A trigger whose list is compact, unlike what is looked up. */
function hostOf(lookUp: ServiceReply, parameters: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => (isLookUp(request) ? lookUp : listOf(deals, request)), {
		...parameters,
		options: { startFrom: 'all' },
	});
	const add = async () => {
		host.now += 60_000;
		deals.push(dealAt(deals.length + 1, host.now - 30_000, { dealCustoms: COMPACT }));
		return (await host.poll())?.map(({ json }) => json) ?? [];
	};
	return { host, add, lookUps: () => host.asked.filter(isLookUp).length };
}

const whole: ServiceReply = {
	body: { deals: [dealAt(9, START, { dealCustoms: WHOLE })], hasMore: false, nextCursor: null },
};

async function expectEventsWithout(reply: ServiceReply, why: RegExp) {
	const { host, add } = hostOf(reply);
	host.budgetMs = 30_000;
	const began = skipping.clock.elapsed();
	expect(await add()).toEqual([expect.objectContaining({ id: 1, level: '2' })]);
	expect(skipping.clock.elapsed() - began).toBeLessThanOrEqual(30_000);
	expect(host.warnings).toEqual([expect.stringMatching(/^Sales Management Trigger emits less/)]);
	expect(host.warnings[0]).toMatch(why);
	return add;
}

test.each<[string, ServiceReply, RegExp]>([
	['refused', { statusCode: 403, body: { error: 'Not yours' } }, /Not yours/],
	['failing', { statusCode: 500, body: { error: 'Broken' } }, /Broken/],
	['no JSON', { body: '<html>' }, /HTML|not JSON/],
])('a look-up that is %s costs the names, not the events', async (_what, reply, why) => {
	const add = await expectEventsWithout(reply, why);
	expect(await add()).toEqual([expect.objectContaining({ id: 2, level: '2' })]);
});

test('raw records need none', async () => {
	const { add, lookUps } = hostOf(whole, { output: 'raw' });
	expect(await add()).toEqual([expect.objectContaining({ id: 1, dealCustoms: COMPACT })]);
	expect(lookUps()).toBe(0);
});

test('one that is refused for its rate waits no longer than the poll has time', async () => {
	const tooMany = { statusCode: 429, headers: { 'retry-after': '9' }, body: {} };
	await expectEventsWithout(tooMany, /429/);
});

test('what was looked up is good for a day, and a poll without events asks for nothing', async () => {
	const { host, add, lookUps } = hostOf(whole);
	// The refusal of the test before holds back whoever uses the credential.
	host.now += HOUR;
	expect(await add()).toEqual([expect.objectContaining({ id: 1, Level: 'Gold' })]);
	expect(await add()).toEqual([expect.objectContaining({ id: 2, Level: 'Gold' })]);
	host.now += 23 * HOUR;
	expect(await add()).toEqual([expect.objectContaining({ id: 3, Level: 'Gold' })]);
	expect(lookUps()).toBe(1);
	host.now += 2 * HOUR;
	expect(await host.poll()).toBeNull();
	expect(lookUps()).toBe(1);
	expect(await add()).toEqual([expect.objectContaining({ id: 4, Level: 'Gold' })]);
	expect(lookUps()).toBe(2);
	expect(host.warnings).toEqual([]);
});
