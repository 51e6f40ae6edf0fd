/** Only When Fields Change with a field that no record has: it may be misspelt, which the log says. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;

function watching(fieldsToWatch: string, more: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request), {
		event: 'updated',
		options: { fieldsToWatch },
	});
	const poll = async () => {
		deals.push(dealAt(deals.length + 1, host.now - MINUTE, { amount: 5, phase: null, ...more }));
		await host.poll();
		host.now += MINUTE;
	};
	return { host, poll, more };
}

test('is said once, by name', async () => {
	const { host, poll } = watching('amount, amuont, phase.id, company.size');
	await host.poll();
	expect(host.warnings).toEqual([]);
	await poll();
	await poll();
	expect(host.warnings).toEqual([
		expect.stringMatching(
			/watches the fields "amuont", "company\.size", which no record that it has read so far has: check the spelling under Only When Fields Change/,
		),
	]);
	host.forget();
	await poll();
	expect(host.warnings).toHaveLength(2);
});

test('is not said of a field that an earlier record had', async () => {
	const { host, poll, more } = watching('memo');
	more.memo = '';
	await poll();
	delete more.memo;
	host.now += 60 * MINUTE;
	await poll();
	expect(host.warnings).toEqual([]);
});

test('counts custom fields by the names by which they are watched', async () => {
	const dealCustoms = [
		{ id: 5, dealCustomItemId: 9, itemKey: 'region', name: 'Region', value: 'x' },
	];
	const { host, poll } = watching('dealCustoms.region,dealCustoms.9,dealCustoms.regoin', {
		dealCustoms,
	});
	await poll();
	expect(host.warnings).toEqual([expect.stringContaining('the field "dealCustoms.regoin", which')]);
});

test('is not said where nothing is watched, nor by a manual test', async () => {
	const { host, poll } = watching('');
	await poll();
	const { host: manual, poll: test } = watching('amuont');
	manual.mode = 'manual';
	await test();
	expect([host.warnings, manual.warnings]).toEqual([[], []]);
});
