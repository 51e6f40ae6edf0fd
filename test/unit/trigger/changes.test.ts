/** What a poll begins with, and what it leaves to the next process. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;

test('what was emitted before an event that begins anew is nothing to be repeated', async () => {
	const first = { id: 1, name: 'Talks' };
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), {
		event: 'updated',
		options: { delivery: 'atLeastOnce' },
	});
	deals.push(dealAt(1, host.now - 60 * MINUTE, { phase: first }));
	await host.poll();
	const change = (changes: IDataObject) => {
		deals[0] = { ...deals[0], ...changes, updatedAt: new Date(host.now).toISOString() };
		host.now += MINUTE;
	};
	change({ name: 'Renamed' });
	expect(await host.poll()).toHaveLength(1);
	host.parameters.event = 'phaseChanged';
	expect(await host.poll()).toBeNull();
	host.forget();
	change({ phase: { id: 2, name: 'Won' } });
	expect((await host.poll())?.map(({ json }) => json._event)).toMatchObject([
		{ type: 'phaseChanged', from: { id: 1 }, to: { id: 2 } },
	]);
});

test('a replay that is set while n8n is off comes before Skip to Now, and skips nothing older', async () => {
	const deals: IDataObject[] = [];
	const options: IDataObject = { afterDowntime: 'skip' };
	const host = new TriggerHost((request) => listOf(deals, request), { options });
	await host.poll();
	deals.push(dealAt(1, host.now));
	host.now += 60 * MINUTE;
	expect(idsOf(await host.poll())).toEqual([1]);
	host.forget();
	deals.push(dealAt(2, host.now));
	options.replayFrom = new Date(host.now + 30 * MINUTE).toISOString();
	deals.push(dealAt(3, host.now + 40 * MINUTE));
	host.now += 60 * MINUTE;
	expect(idsOf(await host.poll())).toEqual([2, 3]);
	host.forget();
	deals.push(dealAt(4, host.now));
	host.now += 60 * MINUTE;
	expect(await host.poll()).toBeNull();
});
