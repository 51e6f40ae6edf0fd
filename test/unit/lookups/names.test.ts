import type { ScatteredNames } from '../../../nodes/SalesManagement/fields';
import {
	Names,
	objectsAt,
	toOptions,
	type NamedEntry,
} from '../../../nodes/SalesManagement/lookups/names';
import { dropdowns } from '../../../nodes/SalesManagement/records/names';

const scattered = (list: keyof typeof dropdowns) => dropdowns[list].names as ScatteredNames;

const standard = { id: 1, name: 'Standard' };
const renewal = { id: 2, name: 'Renewal' };

describe('names in records and settings', () => {
	it('finds objects along a path, through lists on its way', () => {
		const deal = {
			dealCustomerTypes: [
				{ dealCustomerType: { id: 7, name: 'Agency' } },
				{ dealCustomerType: null },
				{ dealCustomerType: { id: 8, name: 'Partner' } },
			],
		};
		const { at } = scattered('relatedCustomerTypes').records;
		expect(objectsAt(deal, at as string)).toEqual([
			{ id: 7, name: 'Agency' },
			{ id: 8, name: 'Partner' },
		]);
		expect(objectsAt(deal, 'nothing.here')).toEqual([]);
		expect(objectsAt(null, 'phase')).toEqual([]);
		expect(objectsAt(standard, '')).toEqual([standard]);
	});

	it('keeps each name once, with every deal type that has it', () => {
		const names = new Names({ at: 'product' });
		names.add({ product: { id: 5, name: 'Licence' } }, standard);
		names.add({ product: { id: 5, name: 'Licence' } }, renewal);
		names.add({ product: { id: 5, name: 'Licence' } }, standard);
		names.add({ product: null }, standard);
		expect(names.entries).toEqual([{ id: 5, name: 'Licence', dealTypes: [standard, renewal] }]);
	});

	it('reads patterns out of purposes, and product settings out of product details (v1 §2.1, §2.7)', () => {
		const patterns = new Names(scattered('actionPatterns').settings!);
		patterns.add({ actionsPurposes: [{ id: 1, name: 'Demo', pattern: 4, patternName: 'Visit' }] });
		expect(patterns.entries).toEqual([{ id: 4, name: 'Visit', dealTypes: [] }]);
		const products = new Names(scattered('productDetailTypes').records);
		products.add({ dealProductDetails: [{ id: 99, dealProductDetailTypeId: 3, name: 'Seat' }] });
		expect(products.entries).toEqual([{ id: 3, name: 'Seat', dealTypes: [] }]);
	});

	it('shows an id where a name is missing', () => {
		const names = new Names({ at: '' });
		names.add({ id: 5, name: null });
		expect(names.entries).toEqual([{ id: 5, name: '#5', dealTypes: [] }]);
	});
});

describe('names as a dropdown', () => {
	const entries: NamedEntry[] = [
		{ id: 1, name: 'Contact', dealTypes: [standard] },
		{ id: 2, name: 'Contact', dealTypes: [renewal] },
		{ id: 3, name: 'Phone', dealTypes: [standard, renewal] },
		{ id: 4, name: 'Anywhere', dealTypes: [] },
	];

	it('has those of the chosen deal type, and those that belong to none', () => {
		expect(toOptions(entries, 2).map(({ name, value }) => [name, value])).toEqual([
			['Contact', 2],
			['Phone', 3],
			['Anywhere', 4],
		]);
	});

	it('puts the deal type in front while none is chosen', () => {
		expect(toOptions(entries).map(({ name }) => name)).toEqual([
			'Standard: Contact',
			'Renewal: Contact',
			'Phone',
			'Anywhere',
		]);
	});
});
