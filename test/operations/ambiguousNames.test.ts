/** Names that can't be told for certain: nothing is written for them, and nothing else is taken for them. */
import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { skipWaits } from '../support/timeTravel';
import { dealNamed, named, nameOf } from './support/names';

let fixture: NodeFixture;
beforeAll(async () => {
	skipWaits();
	fixture = await startNodeFixture();
	const names = ['Acme Works', 'Twin', 'Twin', '1&1', '24/7', '100%', '#1'];
	await fixture.write(
		'customer',
		names.map((name) => ({ name })),
	);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const written = async () =>
	(await fixture.requests()).filter(
		({ method, path }) => method !== 'GET' && !path.endsWith('/search'),
	);

const settingsAre = async (body: unknown) =>
	await fixture.steer('POST', '/faults', [
		{ match: { path: '/v1/domains/settings' }, times: 1, status: 200, body },
	]);

describe('the error of a form', () => {
	test.each<[string, IDataObject, RegExp]>([
		[
			'nothing has the name: it tells what there is',
			{ phase: 'Wonn' },
			/^Phase is "Wonn", which is no name in its list: it knows .*Won.*Give one of these, or an ID\./,
		],
		['nobody has the name', { customer: named('Nobody') }, /Customer is "Nobody"/],
		[
			'several have it: it tells their IDs',
			{ customer: named('twin') },
			/^Customer is "twin", which 2 have: \d+ \(Twin\), \d+ \(Twin\)\. Give the ID\.$/,
		],
		['a number is no name', { phase: '1.5' }, /an ID is a whole number/],
	])('%s', async (_what, parts, message) => {
		const { error } = await fixture.run('deal.create', { parameters: dealNamed(parts) });
		expect(error?.message).toMatch(message);
		expect(await written()).toEqual([]);
	});

	test.each<[unknown, string]>([
		[{ error: 'BUSY', messages: ['settings are being changed'] }, 'being changed'],
		[{ dealTypes: null }, 'does not hold the domain settings'],
		[
			{ dealTypes: [1, 2].map((id) => ({ id, name: 'New business' })) },
			'which 2 have: 1 (New business), 2',
		],
	])('where the settings are %j', async (body, message) => {
		await settingsAre(body);
		const { error } = await fixture.run('deal.create', { parameters: dealNamed() });
		expect(error?.message).toContain(message);
		expect(await written()).toEqual([]);
	});
});

describe('the error of a search', () => {
	const search = async (field: string, operator: string, value: string) =>
		await fixture.run('deal.search', {
			parameters: { conditions: { values: [{ field, operator, value }] } },
		});
	const SELECT = 'custom:deal_single_select:single_select';

	test.each([
		['Level', 'equals', 'Platinum', /^Level is "Platinum", which is no name in its list: .*Gold/],
		[
			'productId',
			'isOneOf',
			'[EU] Plan, Consulting',
			/^Product is "\[EU\] Plan", which is no name/,
		],
	])('%s %s %s', async (field, operator, value, message) => {
		const { error } = await search(field, operator, value);
		expect(error?.message).toMatch(message);
		expect((await fixture.requests()).filter(({ path }) => path.endsWith('/search'))).toEqual([]);
	});

	test('a phase that two deal types have is told by its deal type, as lists show it', async () => {
		const found = async (value: string) => {
			const conditions = { values: [{ field: 'phase', operator: 'equals', value }] };
			const parameters = { conditions, returnAll: true };
			const deals = await fixture.records('deal.search', { parameters });
			return new Set(deals.map(({ dealType }) => nameOf(dealType)));
		};
		expect(await found('Won')).toEqual(new Set(['New business', 'Renewal']));
		expect(await found('Renewal: Won')).toEqual(new Set(['Renewal']));
	});

	test('a label that two options have', async () => {
		const customItemOptions = [7, 8].map((value) => ({ value, label: 'Same' }));
		const item = { id: 1, itemKey: 'deal_single_select', name: 'Level', itemType: 'single_select' };
		const dealCustomItems = [{ ...item, customItemOptions }];
		await settingsAre({ dealTypes: [{ id: 1, name: 'x', dealCustomItems }] });
		const other = await search(SELECT, 'equals', 'Same');
		expect(other.error?.message).toContain('is "Same", which 2 have: 7 (Same), 8 (Same)');
	});
});

test('a name that belongs to another deal type is not taken where the deal can’t be read', async () => {
	const deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
	const deal = deals.find(({ dealType }) => nameOf(dealType) === 'New business')!;
	const match = { method: 'POST', path: '/v2/deals/search' };
	await fixture.steer('POST', '/faults', [{ match, times: 1, status: 403 }]);
	const { error } = await fixture.run('deal.update', {
		parameters: { dealId: byId(deal.id as number), updateFields: { product: 'Maintenance' } },
	});
	expect(error?.message).toContain('HTTP 403');
	expect(await written()).toEqual([]);
});

test.each(['1%', '100.', '+100', '1 & 1', '24-7', '2026-11-30', '#', '%', 'twin'])(
	'%j deletes no record that is not called so',
	async (name) => {
		const { error } = await fixture.run('customer.delete', {
			parameters: { customerId: named(name) },
		});
		expect(error).toBeDefined();
		expect(await written()).toEqual([]);
	},
);
