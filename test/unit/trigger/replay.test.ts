/** Replay From: a running trigger begins again from a date, once for each date that is entered. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;

/** A trigger that has emitted deals 1 to 3, an hour apart; `options` are what is set from now on. */
async function running(options: IDataObject = {}, parameters: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), { ...parameters });
	await host.poll();
	const emitted: unknown[] = [];
	const times: string[] = [];
	for (let id = 1; id <= 3; id++) {
		times.push(new Date(host.now).toISOString());
		deals.push(dealAt(id, host.now));
		host.now += 60 * MINUTE;
		emitted.push(...eventIdsOf(await host.poll()));
	}
	host.parameters.options = options;
	return { host, deals, emitted, times };
}

const eventIdsOf = (items: Awaited<ReturnType<TriggerHost['poll']>>) =>
	(items ?? []).map(({ json }) => (json._event as IDataObject).id);

const replaying = (replayFrom: string | undefined, options: IDataObject = {}) => ({
	...options,
	...(replayFrom !== undefined && { replayFrom }),
});

test('emits every version since then again, with the same ids, and then goes on', async () => {
	const { host, deals, emitted, times } = await running();
	host.parameters.options = replaying(times[1]);
	const items = await host.poll();
	expect(eventIdsOf(items)).toEqual(emitted.slice(1));
	expect(items?.map(({ json }) => (json._event as IDataObject).type)).toEqual([
		'created',
		'created',
	]);
	expect(host.warnings).toEqual([expect.stringMatching(/begins again from 2026-.*Replay From/)]);
	expect(await host.poll()).toBeNull();
	deals.push(dealAt(4, host.now));
	host.now += MINUTE;
	expect(idsOf(await host.poll())).toEqual([4]);
	expect(host.warnings).toHaveLength(1);
});

test('happens once for a date: also after a restart, and after the option was cleared', async () => {
	const { host, times } = await running();
	host.parameters.options = replaying(times[0]);
	expect(idsOf(await host.poll())).toEqual([1, 2, 3]);
	host.forget();
	expect(await host.poll()).toBeNull();
	host.parameters.options = {};
	expect(await host.poll()).toBeNull();
	host.parameters.options = replaying(times[0]);
	expect(await host.poll()).toBeNull();
	host.parameters.options = replaying(times[2]);
	expect(idsOf(await host.poll())).toEqual([3]);
});

test('happens once also where another filter begins anew, or the state is damaged', async () => {
	const { host, times } = await running();
	host.parameters.options = replaying(times[0]);
	expect(idsOf(await host.poll())).toEqual([1, 2, 3]);
	host.parameters.filters = { searchWord: 'acme' };
	expect(await host.poll()).toBeNull();
	host.forget();
	host.state.polling = { ...(host.state.polling as IDataObject), ledger: [7] };
	expect(idsOf(await host.poll())).toEqual([]);
});

test('over several polls is one replay, of which a restart repeats nothing', async () => {
	const { host, times } = await running();
	host.parameters.options = replaying(times[0], { batchLimit: 1 });
	const ids: unknown[] = [];
	for (let poll = 0; poll < 6; poll++) {
		ids.push(...idsOf(await host.poll()));
		if (poll === 1) host.forget();
	}
	expect(ids).toEqual([1, 2, 3]);
});

test('with At Least Once, a restart repeats its last batch', async () => {
	const { host, times } = await running();
	host.parameters.options = replaying(times[1], { delivery: 'atLeastOnce' });
	expect(idsOf(await host.poll())).toEqual([2, 3]);
	host.forget();
	expect(idsOf(await host.poll())).toEqual([2, 3]);
	expect(await host.poll()).toBeNull();
});

test('a date at the first publication is where the trigger begins', async () => {
	const deals = [1, 2].map((id) => dealAt(id, Date.parse(`2026-11-21T0${id}:00:00Z`)));
	const options = replaying('2026-11-21T01:30:00Z');
	const host = new TriggerHost((request) => listOf(deals, request), { options });
	expect(idsOf(await host.poll())).toEqual([2]);
	expect(await host.poll()).toBeNull();
});

test('leaves out nothing that was not emitted yet', async () => {
	const { host, deals } = await running();
	deals.push(dealAt(4, host.now - 50 * MINUTE), dealAt(5, host.now + MINUTE));
	deals.push(dealAt(6, host.now + 50 * MINUTE));
	host.now += 60 * MINUTE;
	host.parameters.options = replaying(new Date(host.now - 20 * MINUTE).toISOString());
	expect(idsOf(await host.poll())).toEqual([5, 6]);
});

describe('leaves out no creation that was not emitted yet, of a record created before the date', () => {
	const edit = (deals: IDataObject[], id: number, at: number) => {
		const deal = deals.find((each) => each.id === id)!;
		deal.updatedAt = new Date(at).toISOString();
	};

	test('where each poll so far found it just edited', async () => {
		const { host, deals } = await running({}, { event: 'created' });
		deals.push(dealAt(4, host.now));
		host.now += 20 * MINUTE;
		edit(deals, 4, host.now - 500);
		expect(await host.poll()).toBeNull();
		host.now += MINUTE;
		host.parameters.options = replaying(new Date(host.now - 5 * MINUTE).toISOString());
		expect(idsOf(await host.poll())).toEqual([4]);
		host.now += MINUTE;
		expect(await host.poll()).toBeNull();
	});

	test('where it was edited while a backlog was worked off', async () => {
		const { host, deals } = await running({ batchLimit: 2 }, { event: 'created' });
		for (let id = 4; id <= 9; id++) deals.push(dealAt(id, host.now + id * MINUTE));
		host.now += 60 * MINUTE;
		expect(idsOf(await host.poll())).toEqual([4, 5]);
		edit(deals, 6, host.now - 10 * MINUTE);
		expect(idsOf(await host.poll())).toEqual([7, 8]);
		host.parameters.options = replaying(new Date(host.now - 30 * MINUTE).toISOString());
		const ids: unknown[] = [];
		for (let poll = 0; poll < 5; poll++) ids.push(...idsOf(await host.poll()));
		expect(ids).toEqual([4, 5, 7, 8, 9, 6]);
	});
});

test('comes before Skip to Now', async () => {
	const { host, times } = await running();
	host.parameters.options = replaying(times[1], { afterDowntime: 'skip' });
	host.forget();
	expect(idsOf(await host.poll())).toEqual([2, 3]);
	host.forget();
	expect(await host.poll()).toBeNull();
});

test.each(['phaseChanged', 'won', 'lost', 'deleted'])('%s can’t be replayed', async (event) => {
	const options = replaying('2026-11-21T01:30:00Z');
	const host = new TriggerHost((request) => listOf([], request), { event, options });
	await expect(host.poll()).rejects.toThrow(/can’t be replayed, since .*: remove Replay From\.$/);
});

test('a date in the future is refused, and the state stays', async () => {
	const { host, deals } = await running();
	const before = JSON.stringify(host.state);
	host.parameters.options = replaying('2027-01-01T00:00:00Z');
	await expect(host.poll()).rejects.toThrow(/Replay From is 2027-01-01.*in the future/);
	expect(JSON.stringify(host.state)).toBe(before);
	host.parameters.options = {};
	deals.push(dealAt(4, host.now));
	host.now += MINUTE;
	expect(idsOf(await host.poll())).toEqual([4]);
});
