/** What is a version of a record: what the user changed, not what is only shown with it; and what is none. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, Host, idsOf, iso, MINUTE } from './support/host';

const colour = { id: 1, dealProductDetailTypeCustomItemId: 4, name: 'Colour' };
const option = { label: 'Red', dealProductDetailTypeCustomItemOptionId: 6 };
const details = {
	...{ id: 3, dealProductDetailTypeId: 8, name: 'Licence', quantity: '2', subtotal: '20' },
	dealProductDetailCustoms: { colour: { ...colour, selectedOption: option } },
};
const customers = (id: number) => [
	{ dealCustomerType: { id: 1, name: 'Agency' }, customers: [{ id, name: 'Bold' }] },
];
const region = { id: 5, dealCustomItemId: 9, itemKey: 'region', name: 'Region', value: 'north' };
const sum = {
	id: 6,
	dealCustomItemId: 10,
	itemType: 'calculation',
	value: '5',
	calculationResult: 5,
};
const person = { id: 7, dealCustomItemId: 11, selectedUsers: [{ id: 1, name: 'Nathan' }] };

const SHOWN: Readonly<Record<string, IDataObject>> = {
	deal: {
		...{ customer: { id: 1, name: 'Acme' }, phase: { id: 2, name: 'Talks', status: 1 } },
		...{ closingLeadtime: 12, totalCost: '5.00', endPhaseReasons: [{ id: 1, name: 'Price' }] },
		phaseStayDays: [{ id: 2, name: 'Talks', phaseStayDays: 3, isCurrentPhase: true }],
		...{ dealProductDetails: [details], dealCustomerTypes: customers(4) },
		dealCustoms: [region, sum, person],
	},
	dealAction: {
		...{ active: true, creator: { id: 2, name: 'Nathan' }, extraResult: '' },
		invitees: [
			{ id: 4, name: 'Ann' },
			{ id: 3, name: 'Bob' },
		],
		contacts: [{ id: 9, name: 'Carla', tel: '555-1', customer: { id: 1, name: 'Acme' } }],
		actionCustoms: [{ id: 1, actionCustomItemId: 2, value: 'x' }],
	},
	customObject: { subject: 'Broken', tags: ['a', 'b'] },
	contact: { lifecycleStages: [{ lifecycleStageTypeId: 1, id: 2, name: 'Lead' }] },
};

/** Whether an edit that leaves the update time as it is, which a service may do within one moment, is told. */
async function isTold(resource: string, changes: IDataObject): Promise<boolean> {
	const host = new Host({ resource, customObjectDefKey: 'ticket' });
	await host.poll();
	const record = dealAt(1, host.now, SHOWN[resource]);
	host.deals = [record];
	expect(idsOf(await host.next())).toEqual([1]);
	host.deals = [{ ...record, ...changes }];
	return (await host.next()).length > 0;
}

describe('is another one', () => {
	test.each<[string, string, IDataObject]>([
		['deal', 'a name', { name: 'Bigger' }],
		['deal', 'another customer of the same name', { customer: { id: 2, name: 'Acme' } }],
		['deal', 'a quantity', { dealProductDetails: [{ ...details, quantity: '3' }] }],
		['deal', 'a custom value', { dealCustoms: [{ ...region, value: 'south' }, sum, person] }],
		[
			'deal',
			'a chosen person',
			{ dealCustoms: [region, sum, { ...person, selectedUsers: [{ id: 2 }] }] },
		],
		['deal', 'a related customer', { dealCustomerTypes: customers(5) }],
		['dealAction', 'a contact', { contacts: [{ id: 10, name: 'Carla', tel: '555-1' }] }],
		['dealAction', 'an imported result', { extraResult: 'met' }],
		[
			'dealAction',
			'a value without item key',
			{ actionCustoms: [{ actionCustomItemId: 2, value: 'y' }] },
		],
		['customObject', 'a field', { subject: 'Mended' }],
		['contact', 'a stage', { lifecycleStages: [{ lifecycleStageTypeId: 1, id: 3, name: 'Lead' }] }],
	])('%s: %s', async (resource, _what, changes) => {
		expect(await isTold(resource, changes)).toBe(true);
	});
});

describe('is the same one', () => {
	test.each<[string, string, IDataObject]>([
		['deal', 'the name of its customer', { customer: { id: 1, name: 'Acme, renamed' } }],
		['deal', 'the lead time, counted anew at midnight', { closingLeadtime: 13 }],
		['deal', 'the days in a phase', { phaseStayDays: [{ id: 2, phaseStayDays: 4 }] }],
		[
			'deal',
			'a calculated value',
			{ dealCustoms: [region, { ...sum, value: '6', calculationResult: 6 }, person] },
		],
		['deal', 'the name of a field', { dealCustoms: [{ ...region, name: 'Area' }, sum, person] }],
		['deal', 'the order of its custom values', { dealCustoms: [person, sum, region] }],
		[
			'deal',
			'the label of a choice of a product',
			{
				dealProductDetails: [
					{
						...details,
						name: 'Renamed',
						dealProductDetailCustoms: {
							colour: { ...colour, selectedOption: { ...option, label: 'Dark red' } },
						},
					},
				],
			},
		],
		['dealAction', 'the order of its people', { invitees: [{ id: 3 }, { id: 4 }] }],
		['customObject', 'a linked deal', { deals: [{ id: 1, name: 'Big one' }] }],
		[
			'contact',
			'the name of a stage',
			{ lifecycleStages: [{ id: 2, name: 'L', lifecycleStageTypeId: 1 }] },
		],
	])('%s: %s', async (resource, _what, changes) => {
		expect(await isTold(resource, changes)).toBe(false);
	});
});

test('its time is the service’s, whatever the offset; without one it is UTC (v2 §2.1)', async () => {
	const host = new Host();
	await host.poll();
	host.deals = ['2026-11-21T17:00:05.5+09:00', '2026-11-21T08:00:05.5'].map((updatedAt, id) =>
		dealAt(id + 1, host.now, { updatedAt, createdAt: null }),
	);
	host.answers = (request) => ({
		body: { deals: request.query.limit === 1 ? [] : host.deals, totalCount: 2 },
	});
	expect((await host.next()).map(({ _event }) => _event.id)).toEqual([
		expect.stringMatching(/^deal:1:2026-11-21T08:00:05.500Z:/),
		expect.stringMatching(/^deal:2:2026-11-21T08:00:05.500Z:/),
	]);
});

describe('an unreadable record', () => {
	test.each<[IDataObject, RegExp]>([
		[{ id: null }, /ID is null/],
		[{ id: 'x' }, /ID is "x"/],
		[{ id: 1.5 }, /ID is 1.5/],
		[{ id: 2 ** 53 + 2 }, /up to 2\^53/],
		[{ updatedAt: null }, /updatedAt is null/],
		[{ updatedAt: 'yesterday' }, /updatedAt is "yesterday"/],
		[{ createdAt: 'long ago' }, /createdAt is "long ago"/],
	])(
		'%j is emitted as it came with the reason, once until it changes; the rest goes on',
		async (bad, reason) => {
			const host = new Host();
			await host.poll();
			const poison = dealAt(7, host.now, bad);
			host.deals = [dealAt(1, host.now), poison, dealAt(2, host.now)];
			const [one, two, aside] = await host.next(3 * MINUTE);
			expect(idsOf([one!, two!])).toEqual([1, 2]);
			expect(aside).toEqual({
				...{ id: poison.id, name: poison.name, createdAt: poison.createdAt },
				updatedAt: poison.updatedAt,
				_event: {
					id: expect.stringMatching(/^deal:unreadable:/),
					...{ type: 'unreadable', resource: 'deal', detectedAt: iso(host.now) },
					reason: expect.stringMatching(reason),
				},
			});
			expect(host.said()).toEqual([expect.stringMatching(/set aside 1 record/)]);
			expect(await host.next()).toEqual([]);
			host.deals[1] = { ...poison, name: 'Changed' };
			expect(await host.next()).toHaveLength(1);
			expect(await host.next()).toEqual([]);
			host.deals.push(dealAt(3, host.now));
			expect(idsOf(await host.next())).toEqual([3]);
		},
	);

	test.each<[IDataObject, IDataObject]>([
		[{}, {}],
		[{}, { batchLimit: 1 }],
		[{ event: 'phaseChanged' }, { startFrom: 'all' }],
	])('that is there when a trigger begins is no news: %j %j', async (parameters, options) => {
		const host = new Host(parameters, options);
		host.deals = [1, 2].map((id) => dealAt(id, host.now - 60 * MINUTE, { id: null }));
		expect(await host.poll()).toEqual([]);
		expect(await host.next()).toEqual([]);
	});

	test.each<[string, number[]]>([
		['that is behind', [1]],
		['of a list that is suddenly empty', []],
	])('comes once, also after a response %s', async (_what, shown) => {
		const host = new Host();
		await host.poll();
		const deals = [dealAt(1, host.now), dealAt(null, host.now)];
		host.deals = deals;
		expect(await host.next()).toHaveLength(2);
		host.deals = deals.filter(({ id }) => shown.includes(id as number));
		expect(await host.next()).toEqual([]);
		host.deals = deals;
		expect(await host.next()).toEqual([]);
	});

	test('of others than those in Users does not come', async () => {
		const host = new Host({ event: 'won', filters: { users: [7] } });
		await host.poll();
		const unknown = { phase: { id: 4, name: 'without a status' } };
		for (const id of [1, 2]) host.write(id, { ...unknown, user: { id: 6 + id } });
		expect(idsOf(await host.next())).toEqual([1]);
	});

	test('counts not towards Batch Limit, and comes once', async () => {
		const host = new Host({}, { batchLimit: 10 });
		await host.poll();
		for (let id = 1; id <= 40; id++) {
			host.deals.push(dealAt(id, host.now + 1_000 + id, id % 2 === 1 ? { id: null } : {}));
		}
		const names: unknown[] = [];
		for (let poll = 0; poll < 9; poll++) names.push(...(await host.next()).map(({ name }) => name));
		expect(names.sort()).toEqual(host.deals.map(({ name }) => name).sort());
	});

	test.each([
		['young', 2 * MINUTE, 1_000, 10],
		['of one time', 30 * MINUTE, 3_200, 0],
	])(
		'hides none behind pages of such, %s, which come once each',
		async (_what, age, count, step) => {
			const host = new Host();
			await host.poll();
			const at = host.now + MINUTE;
			for (let i = 0; i < count; i++) host.deals.push(dealAt(i, at + i * step, { id: null }));
			host.deals.push(dealAt(7_777, at + count * step + 1));
			host.now = at + count * step + age;
			const items: IDataObject[] = [];
			for (let poll = 0; poll < 3; poll++) items.push(...(await host.next(10 * MINUTE)));
			expect(idsOf(items).filter((id) => id === 7_777)).toHaveLength(1);
			expect(items).toHaveLength(count + 1);
			expect(host.said().join()).toMatch(`set aside ${count} record`);
		},
	);
});
