/** Product details: how they are billed and rounded, by name. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const INPUT = {
	...{ fieldsFrom: 'input', output: 'raw' },
	columns: { mappingMode: 'autoMapInputData', value: null },
};
let fixture: NodeFixture;
beforeEach(async () => {
	fixture = await startNodeFixture();
});
afterEach(async () => await fixture.close());

const run = async (operation: string, parameters: IDataObject, input?: IDataObject[]) =>
	await fixture.run(`productDetail.${operation}`, {
		...{ authentication: 'v1ApiKey', parameters },
		...(input && { input }),
	});
const all = async (output = 'raw') => {
	const { items, error } = await run('getMany', { returnAll: true, output });
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};
const nameOf = (value: unknown) => (value as IDataObject).name;

test('the columns of names are taken, in any case', async () => {
	const [some] = await all();
	const names = {
		billingType: nameOf(some?.billingType),
		roundType: textOf(nameOf(some?.roundType)).toUpperCase(),
		'Unit Cost Rounding': nameOf(some?.unitCostRoundType),
	};
	const { error, hints } = await run('createMany', INPUT, [
		{ name: 'By name', dealTypeIds: [1], ...names },
	] as IDataObject[]);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
	const created = (await all()).find(({ name }) => name === 'By name');
	for (const key of ['billingType', 'roundType', 'unitCostRoundType']) {
		expect([key, created?.[key]]).toEqual([key, some?.[key]]);
	}
});

test('a name that there is not is an error that lists those in use', async () => {
	const { error } = await run('createMany', INPUT, [
		{ name: 'Other', dealTypeIds: [1], billingType: 'Weekly' },
	]);
	expect(error?.message).toMatch(
		/^Billing Type is "Weekly", which is no name in its list: it knows Once/,
	);
});

test('what Simplified shows is given back as it was', async () => {
	const before = await all();
	const shown = await all('simplified');
	expect(shown[0]).toMatchObject({ billingType: 'Once', billingTypeId: 1 });
	const { error } = await run('updateMany', INPUT, shown);
	expect(error).toBeUndefined();
	// The list goes by the time of update, which may or may not differ between the records by now.
	const content = (records: IDataObject[]) =>
		new Map(records.map(({ updatedAt, ...rest }) => [rest.id, { ...rest, is: typeof updatedAt }]));
	expect(content(await all())).toEqual(content(before));
});

test('a number is taken as it is', async () => {
	const { error } = await run('createMany', INPUT, [
		{ name: 'By number', dealTypeIds: [1], billingTypeId: 1 },
	]);
	expect(error).toBeUndefined();
});
