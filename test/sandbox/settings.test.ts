/** What v1 alone has: the settings of the domain, of product details, of action fields (v1 §2.1, §2.8, §2.9, §4). */
import rules from './settings.json';
import { type Fields, type Row } from './support/client';
import { api, holdAll } from './support/rules';

holdAll(rules);

describe('the deal types of the domain', () => {
	const typeLists = [
		'phases',
		'products',
		'probabilities',
		'channels',
		'endPhaseReasons',
		'actionsPurposes',
		'dealCustomItems',
		'dealProductDetailTypes',
		'dealCustomerTypes',
		'dealRequiredFields',
	];
	let types: Array<Record<string, Row[]>>;
	beforeAll(async () => {
		await api.reset();
		const settings = await api.ok<Fields>('v1', 'GET /domains/settings');
		types = settings.dealTypes as typeof types;
	});

	test('they have all lists of v1 §2.1, none of them of another type', () => {
		expect(types).toHaveLength(2);
		for (const name of typeLists) {
			for (const type of types) expect(type[name]?.length).toBeGreaterThan(0);
		}
		for (const name of ['phases', 'products', 'actionsPurposes', 'dealCustomerTypes']) {
			const ids = types.flatMap((type) => type[name]?.map(({ id }) => id));
			expect(new Set(ids).size).toBe(ids.length);
		}
		const [first] = types;
		expect(first?.phases?.map(({ status }) => status)).toEqual([1, 1, 2, 3]);
		expect(first?.actionsPurposes?.[0]).toEqual({
			...{ id: expect.any(Number), name: expect.any(String) },
			...{ pattern: 1, patternName: 'Call', orderNum: 0 },
		});
		const phases = first?.dealRequiredFields?.map(({ phaseId }) => phaseId);
		expect(phases).toEqual(first?.phases?.map(({ id }) => id));
	});

	test('one of them is the same alone', async () => {
		expect(await api.ok('v1', 'GET /deal_setting/deal_types/2')).toEqual(types[1]);
	});
});
