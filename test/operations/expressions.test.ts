/**
 * What n8n is asked for while the node reads its form. Each expression that n8n evaluates costs half a
 * millisecond, and a form has dozens: ten thousand items took half a minute before they were sent. That
 * the values are those that n8n gives is in test/property/expressions.test.ts.
 */
import { Expression, type IDataObject } from 'n8n-workflow';
import { useNodeFixture } from '../support/nodeFixture';

const fixture = useNodeFixture();
afterEach(() => jest.restoreAllMocks());

/** How often n8n evaluated an expression. */
async function evaluated(operation: string, parameters: IDataObject, input: IDataObject[]) {
	const resolved = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const items = await fixture.items(operation, { parameters, input });
	expect(items).toHaveLength(input.length);
	const calls = resolved.mock.calls.filter(([value]) => String(value).startsWith('='));
	jest.restoreAllMocks();
	return calls.length;
}

let run = 0;
/** What columns of a spreadsheet hold; what only some rows fill is missing in the others. */
const rows = (count: number): IDataObject[] => {
	run++;
	return Array.from({ length: count }, (_, index) => ({
		name: `Read ${run} ${index}`,
		telNo: `03-${run}-${index}`,
		Street: index % 2 === 0 ? { city: 'Kyoto' } : { city: '' },
		...(index % 3 === 0 ? { number: `${index}` } : {}),
	}));
};
const columns = (count: number) => rows(count).map(({ name, telNo }) => ({ name, telNo }));

const FILLED = { fieldsFrom: 'input' };
const additionalFields = {
	telNo: '={{ $json["telNo"] }}',
	address: '={{ $json.Street.city }}',
	companyNum: '={{ $json.number }}',
};
const FORM = { name: '={{ $json.name }}', additionalFields };
const webUrl = '={{ "https://" + $json.telNo }}';

test.each([
	['columns', 'customer.create', FILLED, columns, 0, 0],
	['columns', 'customer.createMany', FILLED, columns, 0, 0],
	['columns', 'customer.createOrUpdate', { ...FILLED, matchBy: 'telNo' }, columns, 0, 0],
	['plain references', 'customer.create', FORM, rows, 0, 0],
	['plain references', 'customer.createMany', FORM, rows, 0, 0],
	['plain references', 'customer.createOrUpdate', { ...FORM, matchBy: 'telNo' }, rows, 0, 0],
	[
		'another expression among them',
		'customer.createMany',
		{ ...FORM, additionalFields: { ...additionalFields, webUrl } },
		rows,
		0,
		1,
	],
])('%s, %s: however many items', async (_, operation, parameters, input, once, each) => {
	for (const count of [12, 90]) {
		expect(await evaluated(operation, parameters, input(count))).toBe(once + each * count);
	}
});
