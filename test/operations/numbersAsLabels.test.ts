/** A number for a choice: what was picked in the form is that choice, all else may be a label as well. */
import type { IDataObject } from 'n8n-workflow';
import tables from './numbersAsLabels.json';
import { isObject } from '../../nodes/SalesManagement/shared';
import { FROM_INPUT } from './support/names';
import { runOn, type Definition, type Respond } from './support/service';

/** The choices have the numbers 1, 2, … in this order. */
const CUSTOMS: Definition[] = tables.customs as unknown as Definition[];
const schema = CUSTOMS.map(([id, displayName, itemType = 'text', choices = []]) => ({
	...{ id, displayName, itemType, type: choices.length > 0 ? 'options' : 'string' },
	options: choices.map((name, at) => ({ name, value: at + 1 })),
}));

/** What is sent for one custom field, or the error. */
async function sentFor(key: string, operation: string, parameters: IDataObject, input: object) {
	const { requests, items, error } = await runOn(operation, {
		...{ customs: CUSTOMS, parameters, input: [input as IDataObject] },
	});
	if (error) return error.message;
	const body = requests.filter(({ path }) => path === '/customers').at(-1)?.body ?? items[0]!.json;
	const customs = body.customerCustoms as IDataObject[];
	return customs.find(({ itemKey }) => itemKey === key)?.value;
}
const mapping = (value: IDataObject) => ({ mappingMode: 'defineBelow', value, schema });
const inForm = async (key: string, value: unknown, n: unknown = 0) =>
	await sentFor(
		key,
		'customer.create',
		{
			name: 'A',
			customFields: mapping({ [key]: value, note: '={{ $json.note }}' } as IDataObject),
		},
		{ n, note: 'x' },
	);
const byExpression = async (key: string, n: unknown) => await inForm(key, '={{ $json.n }}', n);
const inColumn = async (key: string, value: unknown) =>
	await sentFor(key, 'customer.create', FROM_INPUT, { name: 'A', [key]: value });
const inMappedColumn = async (key: string, value: unknown, n: unknown = 0) => {
	const columns = mapping({ name: 'A', [`custom:${key}`]: value } as IDataObject);
	return await sentFor(key, 'customer.create', { fieldsFrom: 'input', columns }, { n });
};
/** The numbers in the filter that a search sends. */
async function inSearch(key: string, value: unknown, n: unknown = 0, operator = 'equals') {
	const condition = { field: key, operator, value } as IDataObject;
	const { requests, error } = await runOn('customer.search', {
		...{ customs: CUSTOMS, input: [{ n } as IDataObject] },
		parameters: { conditions: { values: [condition] } },
	});
	if (error) return error.message;
	const filter = requests.find(({ path }) => path === '/customers/search')?.body.filter;
	const numbers: unknown[] = [];
	JSON.stringify(filter, (_, each: unknown) => {
		if (isObject(each) && 'integerValue' in each) numbers.push(each.integerValue);
		return each;
	});
	return numbers.length === 1 ? numbers[0] : numbers;
}
const searched = async (key: string, n: unknown) => await inSearch(key, '={{ $json.n }}', n);

const EITHER = /"4 \(2\)" or "2 \(4\)"/;

/** In columns, files, expressions and tools, test/property/meanings.test.ts tries any labels. */
describe('in a search, what is given is read as its digits', () => {
	test.each(tables.searched)('$key: $value', async ({ key, value, choice }) => {
		expect(await searched(key, value)).toBe(choice);
	});

	test.each([2, '2'])('%j is the label of one and the number of another', async (value) => {
		expect(await searched('stars', value)).toMatch(EITHER);
	});
});

test('several: each is read so', async () => {
	expect(await byExpression('tags', [' ｎｅｗ ', '4 (2)'])).toEqual([6, 2]);
	expect(await byExpression('tags', ['Ne.w'])).toContain('no choice "Ne.w"');
	expect(await byExpression('tags', [6, 2])).toMatch(EITHER);
	expect(await inColumn('tags', 'New, 2')).toMatch(EITHER);
	expect(await inSearch('tags', '={{ $json.n }}', ['New', '4 (2)'], 'isOneOf')).toEqual([6, 2]);
	expect(await inSearch('tags', '={{ $json.n }}', [2], 'isOneOf')).toMatch(EITHER);
});

describe('what stands in the form was picked', () => {
	test.each([
		['in the mapper', inForm],
		['in a mapped column', inMappedColumn],
		['in a search', inSearch],
	])('%s', async (_, picked) => {
		for (const choice of [2, 4]) expect(await picked('stars', choice)).toBe(choice);
		expect(await picked('year', 2)).toBe(2);
		expect(await picked('stars', '={{ $json.n }}', 2)).toMatch(EITHER);
	});

	test('several in a search', async () => {
		expect(await inSearch('tags', [2, 4], 0, 'isOneOf')).toEqual([2, 4]);
	});

	test('a number stays one in a field that has no choices', async () => {
		expect(await inForm('rate', 1.125)).toBe('1.125');
		expect(await inMappedColumn('rate', 1.125)).toBe('1.125');
	});
});

describe('custom values of products are choices by label or by the ID of their option', () => {
	const options = ['5', '4', 'High'].map((label, at) => ({ id: at + 4, label }));
	const definition = { id: 70, itemKey: 'level', name: 'Level', itemType: 'single_select' };
	const fields = [
		{ ...definition, dealProductDetailTypeCustomItemOptions: options },
		{ ...definition, id: 71, itemKey: 'remark', itemType: 'text' },
	];
	const respond: Respond = ({ path }) =>
		path === '/deal_product_detail_type_custom_items'
			? { body: { dealProductDetailTypeCustomItems: fields } }
			: undefined;
	const row = (id: number, value: unknown): IDataObject => ({
		dealProductDetailTypeId: 1,
		dealProductDetailCustoms: [{ dealProductDetailTypeCustomItemId: id, value }] as IDataObject[],
	});

	/** The value that is sent, or the error. */
	async function sent(id: number, value: unknown, hasV1Key = true) {
		const parameters = { fieldsFrom: 'input' };
		const { requests, error } = await runOn('deal.update', {
			...{ respond, parameters, input: [{ id: 1, productDetails: [row(id, value)] }] },
			...(hasV1Key && { customs: CUSTOMS }),
		});
		if (error) return error.message;
		const body = requests.find(({ method }) => method === 'PATCH')!.body as {
			dealProductDetails: Array<{ dealProductDetailCustoms: IDataObject[] }>;
		};
		return body.dealProductDetails[0]!.dealProductDetailCustoms[0]!.value;
	}

	test.each(tables.ofProducts)('$value', async ({ value, choice }) => {
		expect(await sent(70, value)).toBe(choice);
	});

	test('the label of one and the ID of another may be either', async () => {
		for (const value of [4, '4']) expect(await sent(70, value)).toMatch(/"5 \(4\)" or "4 \(5\)"/);
		expect(await sent(70, 'Low')).toMatch(/no choice "Low"; its choices are 5, 4, High/);
	});

	test('text of another field, and without a v1 key anything, is sent as it is given', async () => {
		expect(await sent(71, 'High')).toBe('High');
		expect(await sent(70, 'High', false)).toBe('High');
	});

	test('so are those of a product itself, by their Item Key too', async () => {
		const { requests } = await runOn('productDetail.createMany', {
			...{ customs: CUSTOMS, respond, version: 'v1', parameters: { fieldsFrom: 'input' } },
			input: [{ name: 'A', dealProductDetailTypeCustoms: [{ itemKey: 'level', value: 'High' }] }],
		});
		expect(requests.find(({ method }) => method === 'POST')!.body).toMatchObject({
			dealProductDetailTypes: [{ dealProductDetailTypeCustoms: [{ itemKey: 'level', value: 6 }] }],
		});
	});
});
