import { digestOf, timeOf, toRow } from '../../../nodes/SalesManagement/trigger/versions';

const deal = {
	id: 7,
	name: 'Big one',
	customer: { id: 1, name: 'Acme' },
	phase: { id: 2, name: 'Talks', status: 1 },
	phaseStayDays: [{ id: 2, name: 'Talks', phaseStayDays: 3, isCurrentPhase: true }],
	dealCustoms: [{ id: 5, dealCustomItemId: 9, itemKey: 'region', value: 'north' }],
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T09:00:00.000+09:00',
};

describe('a version of a record', () => {
	it('has the service’s times, whatever their offset; without one they are UTC (v2 §2.1)', () => {
		expect(toRow(deal)).toMatchObject({ id: 7, updatedAt: Date.parse('2026-01-02T00:00:00Z') });
		expect(timeOf('2026-01-02T00:00:00')).toBe(Date.parse('2026-01-02T00:00:00Z'));
	});

	it('has another digest when its own content differs', () => {
		expect(digestOf({ ...deal, name: 'Bigger' })).not.toBe(digestOf(deal));
		expect(digestOf({ ...deal, customer: { id: 2, name: 'Acme' } })).not.toBe(digestOf(deal));
		const [custom] = deal.dealCustoms;
		const other = { ...deal, dealCustoms: [{ ...custom, value: 'south' }] };
		expect(digestOf(other)).not.toBe(digestOf(deal));
	});

	it('has the same digest when only what it refers to, or what is counted daily, differs', () => {
		const copied = {
			...deal,
			customer: { id: 1, name: 'Acme, renamed' },
			phaseStayDays: [{ id: 2, name: 'Talks', phaseStayDays: 4, isCurrentPhase: true }],
		};
		expect(digestOf(copied)).toBe(digestOf(deal));
	});

	it('has the same digest in another order of keys and of custom values (S5)', () => {
		const [custom] = deal.dealCustoms;
		const more = { id: 4, dealCustomItemId: 3, itemKey: 'level', value: '1' };
		const reordered = Object.fromEntries(Object.entries(deal).reverse());
		expect(digestOf(reordered)).toBe(digestOf(deal));
		expect(digestOf({ ...deal, dealCustoms: [more, custom] })).toBe(
			digestOf({ ...deal, dealCustoms: [custom, more] }),
		);
		// The order of other lists is the record's own.
		expect(digestOf({ ...deal, endPhaseReasons: [{ a: 1 }, { a: 2 }] })).not.toBe(
			digestOf({ ...deal, endPhaseReasons: [{ a: 2 }, { a: 1 }] }),
		);
	});

	it('is refused without an id or an update time', () => {
		expect(() => toRow({ ...deal, updatedAt: null })).toThrow(/without an ID or an update time/);
		expect(() => toRow({ ...deal, id: 'x' })).toThrow(/without an ID or an update time/);
	});
});
