import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../../../nodes/SalesManagement/polling';
import { timeOf, versionReader } from '../../../nodes/SalesManagement/trigger/versions';
import { watchedRecord } from '../support/watchedRecord';

const details = {
	id: 3,
	dealProductDetailTypeId: 8,
	name: 'Licence',
	quantity: '2',
	subtotal: '20',
	dealProductDetailCustoms: {
		colour: {
			id: 1,
			dealProductDetailTypeCustomItemId: 4,
			name: 'Colour',
			selectedOption: { label: 'Red', dealProductDetailTypeCustomItemOptionId: 6 },
		},
	},
};

const deal = {
	id: 7,
	name: 'Big one',
	customer: { id: 1, name: 'Acme' },
	phase: { id: 2, name: 'Talks', status: 1 },
	closingLeadtime: 12,
	phaseStayDays: [{ id: 2, name: 'Talks', phaseStayDays: 3, isCurrentPhase: true }],
	endPhaseReasons: [{ id: 1, name: 'Price' }],
	dealProductDetails: [details],
	dealCustomerTypes: [
		{ dealCustomerType: { id: 1, name: 'Agency' }, customers: [{ id: 4, name: 'Bold' }] },
	],
	totalCost: '5.00',
	dealCustoms: [
		{ id: 5, dealCustomItemId: 9, itemKey: 'region', name: 'Region', value: 'north' },
		{ id: 6, dealCustomItemId: 10, itemType: 'calculation', value: '5', calculationResult: 5 },
		{ id: 7, dealCustomItemId: 11, selectedUsers: [{ id: 1, name: 'Nathan' }] },
	],
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T09:00:00.000+09:00',
};
const [region, calculated, assigned] = deal.dealCustoms;

const action = {
	id: 1,
	active: true,
	creator: { id: 2, name: 'Nathan' },
	invitees: [
		{ id: 4, name: 'Ann' },
		{ id: 3, name: 'Bob' },
	],
	contacts: [{ id: 9, name: 'Carla', tel: '555-1', customer: { id: 1, name: 'Acme' } }],
	extraResult: '',
	actionCustoms: [{ id: 1, actionCustomItemId: 2, value: 'x' }],
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T00:00:00.000Z',
};

const ticket = {
	id: 1,
	subject: 'Broken',
	tags: ['a', 'b'],
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T00:00:00.000Z',
};

const contact = {
	id: 1,
	name: 'Carla',
	customer: { id: 1, name: 'Acme' },
	lifecycleStages: [{ lifecycleStageTypeId: 1, id: 2, name: 'Lead' }],
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T00:00:00.000Z',
};

const SHOWN: Readonly<Record<string, IDataObject>> = {
	deal,
	dealAction: action,
	customObject: ticket,
	contact,
};

const digestIn = (id: string, record: IDataObject) =>
	(versionReader(watchedRecord(id))(record) as Row<IDataObject>).digest;

const digestOf = (id: string, changes: IDataObject = {}) =>
	digestIn(id, { ...SHOWN[id], ...changes });

describe('a version of a record', () => {
	const read = versionReader(watchedRecord('deal'));

	it('has the service’s times, whatever their offset; without one they are UTC (v2 §2.1)', () => {
		expect(read(deal)).toMatchObject({ id: 7, updatedAt: Date.parse('2026-01-02T00:00:00Z') });
		expect(timeOf('2026-01-02T00:00:00')).toBe(Date.parse('2026-01-02T00:00:00Z'));
	});

	test.each<[IDataObject, RegExp]>([
		[{ id: undefined }, /no ID$/],
		[{ id: null }, /no ID$/],
		[{ id: 'x' }, /ID is "x"/],
		[{ id: true }, /ID is true/],
		[{ id: 1.5 }, /ID is 1.5/],
		[{ id: 2 ** 53 }, /up to 2\^53/],
		[{ id: '9007199254740993' }, /up to 2\^53/],
		[{ updatedAt: null }, /\(updatedAt\)$/],
		[{ updatedAt: 'yesterday' }, /updatedAt is "yesterday"/],
		[{ updatedAt: 5 }, /updatedAt is 5/],
		[{ createdAt: 'long ago' }, /createdAt is "long ago"/],
	])('is set aside with the reason when it can’t be told from others: %j', (changes, reason) => {
		const record = { ...deal, ...changes };
		expect(read(record)).toEqual({ record, reason: expect.stringMatching(reason) });
	});

	it('needs no time of creation, and takes an id as text', () => {
		expect(read({ ...deal, createdAt: null })).toMatchObject({ createdAt: 0 });
		expect(read({ ...deal, id: '7' })).toMatchObject({ id: 7 });
	});
});

describe('a digest differs when the record’s own content does', () => {
	test.each<[string, string, IDataObject]>([
		['deal', 'a name', { name: 'Bigger' }],
		['deal', 'another customer', { customer: { id: 2, name: 'Acme' } }],
		['deal', 'no customer', { customer: null }],
		['deal', 'another reason', { endPhaseReasons: [{ id: 2, name: 'Price' }] }],
		['deal', 'a quantity', { dealProductDetails: [{ ...details, quantity: '3' }] }],
		[
			'deal',
			'a custom value',
			{ dealCustoms: [{ ...region, value: 'south' }, calculated, assigned] },
		],
		[
			'deal',
			'a chosen person',
			{ dealCustoms: [region, calculated, { ...assigned, selectedUsers: [{ id: 2 }] }] },
		],
		[
			'deal',
			'a related customer',
			{
				dealCustomerTypes: [
					{ dealCustomerType: { id: 1, name: 'Agency' }, customers: [{ id: 5, name: 'Bold' }] },
				],
			},
		],
		['dealAction', 'a contact', { contacts: [{ id: 10, name: 'Carla', tel: '555-1' }] }],
		['dealAction', 'a person', { invitees: [{ id: 3, name: 'Bob' }] }],
		['dealAction', 'an imported result', { extraResult: 'met' }],
		[
			'dealAction',
			'a value without item key',
			{ actionCustoms: [{ actionCustomItemId: 2, value: 'y' }] },
		],
		['customObject', 'a property that no description knows', { subject: 'Mended' }],
		['customObject', 'an entry of a list', { tags: ['a', 'c'] }],
		['contact', 'a stage', { lifecycleStages: [{ lifecycleStageTypeId: 1, id: 3, name: 'Lead' }] }],
	])('%s: %s', (id, _what, changes) => {
		expect(digestOf(id, changes)).not.toBe(digestOf(id));
	});
});

describe('a digest is the same when only what is shown with the record does', () => {
	test.each<[string, string, IDataObject]>([
		['deal', 'the name of its customer', { customer: { id: 1, name: 'Acme, renamed' } }],
		['deal', 'the lead time, counted anew at midnight', { closingLeadtime: 13 }],
		['deal', 'the days in a phase', { phaseStayDays: [{ id: 2, phaseStayDays: 4 }] }],
		['deal', 'a sum', { totalCost: '5' }],
		[
			'deal',
			'a calculated value',
			{ dealCustoms: [region, { ...calculated, value: '6', calculationResult: 6 }, assigned] },
		],
		[
			'deal',
			'the name of a field',
			{ dealCustoms: [{ ...region, name: 'Area' }, calculated, assigned] },
		],
		[
			'deal',
			'the name of a chosen person',
			{
				dealCustoms: [region, calculated, { ...assigned, selectedUsers: [{ id: 1, name: 'N.' }] }],
			},
		],
		[
			'deal',
			'the label of a choice of a product',
			{
				dealProductDetails: [
					{
						...details,
						name: 'Licence, renamed',
						dealProductDetailCustoms: {
							colour: {
								...details.dealProductDetailCustoms.colour,
								selectedOption: { label: 'Dark red', dealProductDetailTypeCustomItemOptionId: 6 },
							},
						},
					},
				],
			},
		],
		[
			'dealAction',
			'the phone of its contact',
			{ contacts: [{ id: 9, name: 'Carla', tel: '555-2' }] },
		],
		['dealAction', 'the order of its people', { invitees: [{ id: 3 }, { id: 4 }] }],
		['customObject', 'a linked deal', { deals: [{ id: 1, name: 'Big one' }] }],
		[
			'contact',
			'the name of a stage',
			{ lifecycleStages: [{ id: 2, name: 'L', lifecycleStageTypeId: 1 }] },
		],
	])('%s: %s', (id, _what, changes) => {
		expect(digestOf(id, changes)).toBe(digestOf(id));
	});

	test.each(Object.keys(SHOWN))('%s: the order of its keys (S5)', (id) => {
		const reversed = Object.fromEntries(Object.entries(SHOWN[id]!).reverse());
		expect(digestIn(id, reversed)).toBe(digestOf(id));
	});

	test('deal: the order of its custom values (S5)', () => {
		expect(digestOf('deal', { dealCustoms: [assigned, calculated, region] })).toBe(
			digestOf('deal'),
		);
	});
});
