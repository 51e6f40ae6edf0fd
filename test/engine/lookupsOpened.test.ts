/** What opening a form costs: the editor loads its lists side by side. */
import {
	dealForm,
	loadEntries,
	mapped,
	startLookupFixture,
	type LookupFixture,
} from './support/lookupFixture';

let fixture: LookupFixture;
beforeAll(async () => {
	fixture = await startLookupFixture();
});
afterAll(async () => await fixture.close());

const form = async (parameters: Record<string, unknown>, v1 = false) =>
	await dealForm(fixture, parameters, v1);

describe('opening a form costs at most two requests', () => {
	/** What the editor loads by itself, all at once; locators wait until they are opened. */
	const opening = async (
		own: Awaited<ReturnType<typeof form>>,
		methods: string[],
		mapper?: string,
	) =>
		await fixture.requestsOf(async () => {
			await Promise.all([
				...methods.map(async (method) => await loadEntries(own, method)),
				...(mapper === undefined ? [] : [mapped(own, mapper)]),
			]);
		});
	const OF_DEALS = [
		'getPhases',
		'getProducts',
		'getProbabilities',
		'getChannels',
		'getEndPhaseReasons',
	];
	const OF_CREATE = ['getDealTypes', ...OF_DEALS, 'getRelatedCustomerTypes'];

	it.each([true, false])('Deal: Create, v1 key: %s', async (v1) => {
		for (const dealType of ['', 1]) {
			const own = await form({ dealType }, v1);
			const paths = await opening(own, OF_CREATE, 'getDealFields');
			expect(paths.length).toBeLessThanOrEqual(2);
		}
	});

	it.each([true, false])('Deal: Search, v1 key: %s', async (v1) => {
		const values = [{ field: 'phaseId' }, { field: 'custom:deal_single_select:single_select' }];
		const own = await form({ operation: 'search', conditions: { values } }, v1);
		const paths = await fixture.requestsOf(async () => {
			await Promise.all([
				loadEntries(own, 'getSearchFields'),
				...values.map(async (_, at) => {
					const path = `parameters.conditions.values[${at}].value`;
					return await loadEntries({ ...own, path }, 'getSearchValues');
				}),
			]);
		});
		expect(paths.length).toBeLessThanOrEqual(2);
	});

	it.each([true, false])('the trigger, v1 key: %s', async (v1) => {
		const own = { ...(await form({ operation: '', event: 'won' }, v1)) };
		const paths = await opening(own, ['getDealTypes', 'getPhases']);
		expect(paths.length).toBeLessThanOrEqual(2);
	});
});
