/** `_event.changes`: what changed in the fields to watch, exactly, or said to be unknown. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;
const CREATED = '2026-01-01T00:00:00.000Z';

/** A trigger over deals that are written to a minute before each poll. */
function watching(fieldsToWatch: string, rest: IDataObject = {}, before: IDataObject[] = []) {
	const deals = new Map(before.map((each) => [each.id, each]));
	const host = new TriggerHost((request) => listOf([...deals.values()], request), {
		event: 'createdOrUpdated',
		...rest,
		options: { fieldsToWatch, ...(rest.options as IDataObject | undefined) },
	});
	const write = (id: number, changes: IDataObject) => {
		const { createdAt = CREATED } = deals.get(id) ?? {};
		const updatedAt = new Date(host.now + MINUTE).toISOString();
		deals.set(id, { ...deals.get(id), id, createdAt, ...changes, updatedAt });
	};
	const poll = async () => {
		host.now += 2 * MINUTE;
		return (await host.poll()) ?? [];
	};
	const changes = async () =>
		(await poll()).map(({ json }) => (json._event as IDataObject).changes);
	return { host, write, poll, changes };
}

/** What one update tells, of a record that was there before in another form. */
async function told(fields: string, before: IDataObject, after: IDataObject) {
	const old = { id: 1, createdAt: CREATED, updatedAt: CREATED };
	const { host, write, changes } = watching(fields, {}, [{ ...old, ...before }]);
	await host.poll();
	write(1, after);
	return await changes();
}

const custom = (key: string, value: IDataObject) => ({
	dealCustoms: [{ id: 5, dealCustomItemId: 9, itemKey: key, name: 'Region', ...value }],
});

test.each<[string, string, IDataObject, IDataObject, IDataObject]>([
	['a number', 'amount', { amount: 100 }, { amount: 200 }, { amount: { from: 100, to: 200 } }],
	['zero', 'amount', { amount: 0 }, { amount: null }, { amount: { from: 0, to: null } }],
	[
		'a value that was empty',
		'memo',
		{ memo: null },
		{ memo: '' },
		{ memo: { from: null, to: '' } },
	],
	['a text', 'name', { name: 'a\\tb\\n' }, { name: 'c' }, { name: { from: 'a\\tb\\n', to: 'c' } }],
	[
		'a reference, by id and name',
		'phase',
		{ phase: { id: 3, name: 'Negotiation', status: 1 } },
		{ phase: { id: 5, name: 'Won', status: 2 } },
		{ phase: { from: { id: 3, name: 'Negotiation' }, to: { id: 5, name: 'Won' } } },
	],
	[
		'a reference whose name is too long to be remembered, by id',
		'customer',
		{ customer: { id: 3, name: 'x'.repeat(80) } },
		{ customer: { id: 4, name: 'y'.repeat(80) } },
		{ customer: { from: { id: 3 }, to: { id: 4, name: 'y'.repeat(80) } } },
	],
	[
		'a reference that is unset',
		'product',
		{ product: { id: 3, name: 'Licence' } },
		{ product: null },
		{ product: { from: { id: 3, name: 'Licence' }, to: null } },
	],
	[
		'a property of a reference',
		'customer.name',
		{ customer: { id: 3, name: 'Acme' } },
		{ customer: { id: 3, name: 'Acme Ltd' } },
		{ 'customer.name': { from: 'Acme', to: 'Acme Ltd' } },
	],
	[
		'a custom field, under the name by which it is watched',
		'dealCustoms.region',
		custom('region', { value: 'north' }),
		custom('region', { value: 'south' }),
		{ 'dealCustoms.region': { from: 'north', to: 'south' } },
	],
	[
		'a choice, by its labels',
		'dealCustoms.level',
		custom('level', { itemType: 'single_select', selectedOption: { label: 'Gold', value: 3 } }),
		custom('level', { itemType: 'single_select', selectedOption: { label: 'Bronze', value: 1 } }),
		{ 'dealCustoms.level': { from: 'Gold', to: 'Bronze' } },
	],
	[
		'a list of references whose names are too long, by their ids',
		'endPhaseReasons',
		{ endPhaseReasons: [2, 1].map((id) => ({ id, name: `${id} ${'x'.repeat(40)}` })) },
		{ endPhaseReasons: [{ id: 2, name: 'Price' }] },
		{ endPhaseReasons: { from: [{ id: 1 }, { id: 2 }], to: [{ id: 2, name: 'Price' }] } },
	],
	[
		'rows with parts of their own, whole or not at all',
		'dealCustomerTypes, dealProductDetails',
		{
			dealCustomerTypes: [{ dealCustomerType: { id: 1 }, customers: [] }],
			dealProductDetails: [{ id: 3, name: 'Licence', memo: 'x'.repeat(80) }],
		},
		{ dealCustomerTypes: [], dealProductDetails: [] },
		{
			dealCustomerTypes: {
				from: [{ dealCustomerType: { id: 1 }, customers: [] }],
				to: [],
			},
			dealProductDetails: { to: [], fromUnknown: true },
		},
	],
	[
		'a value that is too long to be remembered',
		'memo',
		{ memo: 'x'.repeat(80) },
		{ memo: 'short' },
		{ memo: { to: 'short', fromUnknown: true } },
	],
	[
		'a short value that becomes long',
		'memo',
		{ memo: 'short' },
		{ memo: 'x'.repeat(80) },
		{ memo: { from: 'short', to: 'x'.repeat(80) } },
	],
	[
		'of several fields only those that changed',
		'amount, name, phase',
		{ amount: 1, name: 'a', phase: { id: 1, name: 'Talks' } },
		{ amount: 2, name: 'a', phase: { id: 2, name: 'Offer' } },
		{
			amount: { from: 1, to: 2 },
			phase: { from: { id: 1, name: 'Talks' }, to: { id: 2, name: 'Offer' } },
		},
	],
	[
		'a field with the name of an inherited property',
		'__proto__, toString',
		{ toString: 'a' },
		{ toString: 'b' },
		{ toString: { from: 'a', to: 'b' } },
	],
])('%s', async (_what, fields, before, after, changes) => {
	expect(await told(fields, before, after)).toEqual([changes]);
});

test.each<[string, string, IDataObject, IDataObject]>([
	[
		'the name of a linked record',
		'phase',
		{ phase: { id: 3, name: 'Talks' } },
		{ phase: { id: 3, name: 'Negotiation' } },
	],
	['a field that is not watched', 'amount', { amount: 1, name: 'a' }, { amount: 1, name: 'b' }],
	['a long text that stays as it is', 'memo', { memo: 'x'.repeat(80) }, { memo: 'x'.repeat(80) }],
])('%s is no change', async (_what, fields, before, after) => {
	expect(await told(fields, before, after)).toEqual([]);
});

test('a change of a change begins where the last one ended, with the newest name', async () => {
	const old = { id: 1, createdAt: CREATED, updatedAt: CREATED };
	const { host, write, changes } = watching('phase', {}, [
		{ ...old, phase: { id: 1, name: 'Talks' } },
	]);
	await host.poll();
	write(1, { phase: { id: 2, name: 'Offer' } });
	expect(await changes()).toMatchObject([{ phase: { from: { id: 1 }, to: { id: 2 } } }]);
	write(1, { phase: { id: 2, name: 'Final offer' } });
	expect(await changes()).toEqual([]);
	write(1, { phase: { id: 3, name: 'Won' } });
	expect(await changes()).toEqual([
		{ phase: { from: { id: 2, name: 'Final offer' }, to: { id: 3, name: 'Won' } } },
	]);
});

test('of a record whose previous version is not remembered, changes are null', async () => {
	const { host, write, changes } = watching('amount', { options: { startFrom: 'all' } });
	await host.poll();
	write(7, { amount: 5 });
	expect(await changes()).toEqual([null]);
	write(7, { amount: 6 });
	expect(await changes()).toEqual([{ amount: { from: 5, to: 6 } }]);
});

test('created events have none, nor have triggers without fields to watch', async () => {
	const { host, write, poll } = watching('amount');
	await host.poll();
	write(1, { amount: 5, createdAt: new Date(host.now + MINUTE).toISOString() });
	const [created] = await poll();
	expect(created?.json._event).toMatchObject({ type: 'created' });
	expect(created?.json._event).not.toHaveProperty('changes');
	const plain = watching('');
	await plain.host.poll();
	plain.write(1, { amount: 5 });
	const [updated] = await plain.poll();
	expect(updated?.json._event).toMatchObject({ type: 'updated' });
	expect(updated?.json._event).not.toHaveProperty('changes');
});

test('4,000 records: those that changed last are remembered, whatever their ids', async () => {
	const deals = Array.from({ length: 4_000 }, (_, at) =>
		dealAt(4_000 - at, Date.parse(CREATED) + at * MINUTE, { amount: 1_000_000 + 17 * at }),
	);
	const { host, write, poll, changes } = watching('amount', {}, deals);
	await host.poll();
	const touchAll = (what: IDataObject) => {
		for (let id = 1; id <= 1_000; id++) write(id, what);
	};
	// The latest thousand has the lowest ids.
	touchAll({ name: 'touched' });
	expect(idsOf(await poll())).toEqual([]);
	touchAll({ name: 'touched again' });
	expect(idsOf(await poll())).toEqual([]);
	write(5, { amount: 7 });
	expect(await changes()).toEqual([{ amount: { from: 1_000_000 + 17 * 3_995, to: 7 } }]);
	// What was forgotten is said.
	write(4_000, { name: 'touched' });
	expect(await changes()).toEqual([null]);
});

test('when there are too many long values, a change is still known to be none or one', async () => {
	const text = (id: number) => `Text ${id} of about forty characters ....`;
	const deals = Array.from({ length: 1_200 }, (_, at) =>
		dealAt(at + 1, Date.parse(CREATED) + at * MINUTE, { memo: text(at + 1) }),
	);
	const { host, write, poll, changes } = watching('memo', {}, deals);
	await host.poll();
	expect(host.warnings).toEqual([]);
	write(1, { name: 'touched' });
	expect(idsOf(await poll())).toEqual([]);
	write(2, { memo: 'new' });
	expect(await changes()).toEqual([null]);
	write(1_200, { memo: 'new' });
	expect(await changes()).toEqual([{ memo: { from: text(1_200), to: 'new' } }]);
});

describe('a manual test shows the form of changes, and says that they are made up', () => {
	const shown = async (deals: IDataObject[], event = 'updated') => {
		const { host } = watching('amount, phase', { event }, deals);
		host.mode = 'manual';
		return ((await host.poll()) ?? []).map(({ json }) => json._event as IDataObject);
	};

	test('with the newest records', async () => {
		const phase = { id: 1, name: 'Talks' };
		const deal = dealAt(1, Date.parse(CREATED), { amount: 5, phase });
		expect(await shown([deal])).toMatchObject([
			{
				type: 'updated',
				sample: true,
				note: expect.stringMatching(/changes are made up/),
				changes: { amount: { from: 5, to: 5 }, phase: { from: phase, to: phase } },
			},
		]);
		const [created] = await shown([deal], 'createdOrUpdated');
		expect(created).toMatchObject({ type: 'created' });
		expect(created).not.toHaveProperty('changes');
	});

	test.each(['updated', 'createdOrUpdated'])('with a sample, of %s', async (event) => {
		expect(await shown([], event)).toMatchObject([
			{ type: 'updated', sample: true, changes: { amount: { from: null, to: null } } },
		]);
	});
});
