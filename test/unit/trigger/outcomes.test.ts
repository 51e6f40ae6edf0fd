/** Phases that a deal has lost, or of which the service doesn't say how they end it. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;
const TALKS = { id: 1, name: 'Talks', status: 1 };
const WON = { id: 2, name: 'Won', status: 2 };
const LOST = { id: 3, name: 'Lost', status: 3 };
const NO_STATUS = { id: 9, name: 'Old' };

/** A trigger that knows deals 1 and 2, both in talks; and the deals and events after their next change. */
async function running(event: string, options: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), { event, options });
	for (const id of [1, 2]) deals.push(dealAt(id, host.now - MINUTE, { phase: TALKS }));
	await host.poll();
	const told = async (phases: IDataObject) => {
		const updatedAt = new Date(host.now).toISOString();
		for (const [id, phase] of Object.entries(phases)) {
			deals[Number(id) - 1] = { ...deals[Number(id) - 1], phase, updatedAt };
		}
		host.now += MINUTE;
		return ((await host.poll()) ?? []).map(({ json }) => [json.id, json._event as IDataObject]);
	};
	return { host, told };
}

test('a deal that has no phase any more has changed it to none, and back', async () => {
	const { told } = await running('phaseChanged');
	expect(await told({ 1: null })).toEqual([
		[1, expect.objectContaining({ from: { id: 1 }, to: null })],
	]);
	expect(await told({ 1: { id: null }, 2: WON })).toEqual([
		[2, expect.objectContaining({ from: { id: 1 }, to: { id: 2, name: 'Won' } })],
	]);
	expect(await told({ 1: TALKS })).toEqual([
		[1, expect.objectContaining({ from: null, to: { id: 1, name: 'Talks' } })],
	]);
});

describe.each([
	['won', WON, LOST, 'Won Phases'],
	['lost', LOST, WON, 'Lost Phases'],
])('%s', (event, into, other, option) => {
	test('a deal whose phase has no status is set aside with what to do, and the rest goes on', async () => {
		const { host, told } = await running(event);
		const reason = expect.stringMatching(new RegExp(`no status.*${event}.*${option}`));
		expect(await told({ 1: NO_STATUS, 2: into })).toEqual([
			[2, expect.objectContaining({ type: event })],
			[1, expect.objectContaining({ type: 'unreadable', reason })],
		]);
		expect(await told({})).toEqual([]);
		expect(await told({ 1: other })).toEqual([]);
		expect(await told({ 1: into })).toEqual([[1, expect.objectContaining({ type: event })]]);
		expect(host.warnings).toEqual([expect.stringMatching(/set aside 1 record.*no status/)]);
	});

	test('no status is needed where the user names the phases, nor of a deal without a phase', async () => {
		const named = await running(event, { [`${event}Phases`]: [NO_STATUS.id] });
		expect(await named.told({ 1: NO_STATUS, 2: into })).toMatchObject([[1, { type: event }]]);
		const { told } = await running(event);
		expect(await told({ 1: null })).toEqual([]);
	});
});
