/** What n8n saved is checked when it is read; a new beginning is told in the log, once. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprintOf } from '../../../nodes/SalesManagement/trigger/savedState';
import type { Settings } from '../../../nodes/SalesManagement/trigger/settings';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';
import { watchedRecord } from '../support/watchedRecord';

const MINUTE = 60_000;

/** A trigger that has emitted deal 1, and has deal 2 before it. */
async function running(parameters: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), parameters);
	await host.poll();
	deals.push(dealAt(1, host.now + MINUTE));
	host.now += 60 * MINUTE;
	await host.poll();
	deals.push(dealAt(2, host.now + MINUTE));
	host.now += 10 * MINUTE;
	return { host, deals };
}

/** Another node of the same host, which knows nothing but what was saved. */
function restarted(host: TriggerHost, damage: (state: IDataObject) => IDataObject | string) {
	const saved = JSON.parse(JSON.stringify(host.state.polling)) as IDataObject;
	host.forget();
	host.state.polling = damage(saved);
}

describe('a state that can’t be used', () => {
	test.each<[string, (state: IDataObject) => IDataObject, RegExp]>([
		['damaged', (state) => ({ ...state, ledger: [7] }), /damaged: ledger/],
		[
			'that has records created in the future',
			(state) => ({ ...state, createdWatermark: Date.parse('3000-01-01') }),
			/damaged: createdWatermark/,
		],
		['of another version', (state) => ({ ...state, version: 1 }), /another version/],
	])(
		'%s is begun anew where it had got to, and the log says so once',
		async (_what, damage, why) => {
			const { host, deals } = await running();
			restarted(host, damage);
			expect(idsOf(await host.poll())).toEqual([2]);
			expect(host.warnings).toEqual([expect.stringMatching(why)]);
			expect(host.warnings[0]).toMatch(/with the changes since 2026-11-21T08:5\d.*a second time/);
			deals.push(dealAt(3, host.now + MINUTE));
			host.now += 10 * MINUTE;
			expect(idsOf(await host.poll())).toEqual([3]);
			expect(host.warnings).toHaveLength(1);
		},
	);

	test('of an event that compares values, it can’t be gone on from: they are learned anew', async () => {
		const { host } = await running({ event: 'phaseChanged' });
		restarted(host, (state) => ({ ...state, ledger: [7] }));
		expect(await host.poll()).toBeNull();
		expect(host.warnings).toEqual([expect.stringMatching(/damaged.*as set under Start From/)]);
	});

	test.each<[string, (state: IDataObject) => IDataObject | string]>([
		['a text', () => 'state'],
		['a time past the calendar', (state) => ({ ...state, watermark: 1e300 })],
		['a number as text', (state) => ({ ...state, watermark: '7' })],
	])('%s begins as set under Start From', async (_what, damage) => {
		const { host, deals } = await running();
		restarted(host, damage);
		expect(await host.poll()).toBeNull();
		expect(host.warnings).toEqual([expect.stringMatching(/can’t use.*as set under Start From/)]);
		deals.push(dealAt(3, host.now + MINUTE));
		host.now += 10 * MINUTE;
		expect(idsOf(await host.poll())).toEqual([3]);
	});
});

describe('a new beginning', () => {
	test('after other Won Phases says that what is compared is another, not the event', async () => {
		const { host, deals } = await running({ event: 'won', options: {} });
		host.parameters.options = { wonPhases: [5] };
		deals[0] = dealAt(1, host.now - MINUTE, { phase: { id: 5, status: 2 } });
		expect(await host.poll()).toBeNull();
		await host.poll();
		expect(host.warnings).toEqual([
			'Sales Management Trigger begins anew, since it compares something else than before: previous values are learned anew.',
		]);
	});

	test('after a changed filter names it, once', async () => {
		const { host } = await running();
		host.parameters.filters = { searchWord: 'acme' };
		await host.poll();
		await host.poll();
		expect(host.warnings).toEqual([
			expect.stringMatching(/begins anew as set under Start From.*changed: the filters\.$/),
		]);
	});

	test('for an event that needs values first is told', async () => {
		const { host } = await running();
		host.parameters.event = 'phaseChanged';
		await host.poll();
		await host.poll();
		expect(host.warnings).toEqual([expect.stringMatching(/begins anew.*previous values/)]);
	});

	test('is none, and not told, for another event that needs none', async () => {
		const { host } = await running();
		host.parameters.event = 'updated';
		host.parameters.output = 'selectedFields';
		host.parameters.outputFields = 'id, phase';
		host.parameters.options = { emit: 'perPoll' };
		await host.poll();
		expect(host.warnings).toEqual([]);
	});

	test('knows each part of the question', () => {
		const settings = { record: watchedRecord('deal'), query: {}, path: {}, kind: 'teamToken' };
		const at = (changes: object, baseUrl = 'https://service.example/v2') =>
			fingerprintOf({ ...settings, ...changes } as Settings, { baseUrl }).split(' ');
		const differing = (other: string[]) => at({}).map((part, place) => part !== other[place]);
		expect(differing(at({ record: watchedRecord('contact') }))).toEqual([
			true,
			false,
			false,
			false,
		]);
		expect(differing(at({ query: { a: 1 } }))).toEqual([false, true, false, false]);
		expect(differing(at({ path: { a: 1 } }))).toEqual([false, true, false, false]);
		expect(differing(at({ kind: 'v1ApiKey' }))).toEqual([false, false, true, false]);
		expect(differing(at({}, 'https://other.example/v2'))).toEqual([false, false, false, true]);
	});
});
