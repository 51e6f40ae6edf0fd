/** Only When Fields Change on a trigger that already runs: what was before is learned first. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A trigger that has told deal 2 two minutes ago, and has another that changed long before it began. */
async function running(options: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), { event: 'updated', options });
	const change = (id: number, changes: IDataObject) => {
		const at = deals.findIndex((each) => each.id === id);
		deals[at] = { ...deals[at], ...changes, updatedAt: new Date(host.now).toISOString() };
	};
	/** Of each deal that the next poll tells, what it says has changed. */
	const told = async () => {
		host.now += MINUTE;
		const items = (await host.poll()) ?? [];
		return items.map(({ json }) => [json.id, (json._event as IDataObject).changes]);
	};
	for (const id of [1, 2])
		deals.push(dealAt(id, host.now - id * HOUR, { amount: 100, memo: 'Call' }));
	await host.poll();
	host.now += 10 * MINUTE;
	change(2, { memo: 'Write' });
	expect(await told()).toHaveLength(1);
	return { host, deals, change, told };
}

test.each([
	['set', {}],
	['changed', { fieldsToWatch: 'name,memo' }],
])(
	'fields that are %s: older values are known, also of what was just told',
	async (_how, before) => {
		const { host, change, told } = await running(before);
		host.parameters.options = { fieldsToWatch: 'amount' };
		expect(await told()).toEqual([]);
		change(1, { memo: 'Visit' });
		change(2, { memo: 'Visit' });
		expect(await told()).toEqual([]);
		change(1, { amount: 200 });
		change(2, { amount: 300 });
		expect(await told()).toEqual([
			[1, { amount: { from: 100, to: 200 } }],
			[2, { amount: { from: 100, to: 300 } }],
		]);
		expect(host.warnings).toEqual([]);
	},
);

test('what is not yet told when they are set is not taken for what was before', async () => {
	const { host, change, told } = await running();
	change(1, { amount: 200 });
	change(2, { amount: 300 });
	host.parameters.options = { fieldsToWatch: 'amount' };
	expect(await told()).toEqual([
		[1, null],
		[2, null],
	]);
});

test('they are learned once, not at each poll', async () => {
	const { host, told } = await running();
	host.parameters.options = { fieldsToWatch: 'amount' };
	await told();
	const before = host.asked.length;
	await told();
	expect(host.asked.length - before).toBe(1);
});

test.each([
	['a date', { startFrom: 'date', startDate: '2026-11-21T07:30:00Z' }],
	['a replay', {}],
])('what changed before %s is known from then on', async (_what, start: IDataObject) => {
	const deals: IDataObject[] = [];
	const options: IDataObject = { ...start, fieldsToWatch: 'amount' };
	const host = new TriggerHost((request) => listOf(deals, request), { event: 'updated', options });
	for (const id of [1, 2]) deals.push(dealAt(id, host.now - id * HOUR, { amount: 100 }));
	await host.poll();
	if (!start.startFrom) options.replayFrom = '2026-11-21T07:30:00Z';
	expect(await host.poll()).toBeNull();
	const change = (changes: IDataObject) => {
		deals[0] = { ...deals[0], ...changes, updatedAt: new Date(host.now).toISOString() };
		host.now += MINUTE;
	};
	change({ memo: 'Visit' });
	expect(await host.poll()).toBeNull();
	change({ amount: 200 });
	const [item] = (await host.poll()) ?? [];
	expect(item?.json._event).toMatchObject({ changes: { amount: { from: 100, to: 200 } } });
});
