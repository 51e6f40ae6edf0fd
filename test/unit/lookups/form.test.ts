import { actionName, contactName, plainName } from '../../../nodes/SalesManagement/lookups/labels';
import { idIn } from '../../../nodes/SalesManagement/lookups/parameters';

describe('ids in the form', () => {
	it.each([
		[12, 12],
		['12', 12],
		[' 12 ', 12],
		[{ __rl: true, mode: 'list', value: 12 }, 12],
		[{ __rl: true, mode: 'id', value: '12' }, 12],
		[{ __rl: true, mode: 'url', value: 'https://host.example/v2/deals/12/?tab=1' }, 12],
		['', undefined],
		[0, undefined],
		['all', undefined],
		['={{ $json.id }}', undefined],
		[{ __rl: true, mode: 'list', value: '' }, undefined],
		[undefined, undefined],
		[null, undefined],
	])('%j holds %s', (entered, id) => {
		expect(idIn(entered)).toBe(id);
	});
});

describe('names in dropdowns', () => {
	const startDatetime = '2026-11-29T23:30:00Z';

	it('show an action by its start in the time zone of the workflow, and by what it is', () => {
		const action = { id: 1, startDatetime, pattern: { id: 2, name: 'Visit' } };
		expect(actionName(action, 'Asia/Tokyo')).toBe('2026-11-30 08:30 Visit');
		expect(actionName(action, 'UTC')).toBe('2026-11-29 23:30 Visit');
	});

	it('show the purpose and the deal of a deal action', () => {
		const pattern = { id: 2, name: 'Visit' };
		const purpose = { id: 3, name: 'Demo' };
		const deal = { id: 4, name: 'Big one' };
		const action = { id: 1, startDatetime, pattern, purpose, deal };
		expect(actionName(action, 'UTC')).toBe('2026-11-29 23:30 Demo (Big one)');
		expect(actionName({ id: 1, startDatetime: null }, 'UTC')).toBe('#1');
	});

	it('tell people of the same name apart by their customer', () => {
		const contact = { id: 1, name: 'Aoi', customer: { id: 2, name: 'Acme' } };
		expect(contactName(contact)).toBe('Aoi (Acme)');
		expect(contactName({ id: 1, name: 'Aoi', customer: null })).toBe('Aoi');
		expect(plainName({ id: 1, name: '' })).toBe('#1');
	});
});
