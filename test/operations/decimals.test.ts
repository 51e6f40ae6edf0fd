/** Decimals keep all their digits through the node, to the service and back (v1 §2, S8). */
import type { IDataObject } from 'n8n-workflow';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { shownAs } from './support/shownAs';

const LONG = '12345678901234567.89';
/** It differs in a digit that no double holds. */
const NEXT = '12345678901234567.9';
const TINY = '-0.0000001';
const VALUES = [LONG, NEXT, TINY];
const RATE = 'deal_decimal_number';

const fixture = useNodeFixture();
let deals: number[];
beforeAll(async () => {
	deals = await fixture.write(
		'deal',
		VALUES.map((name) => ({ name, amount: 0 })),
	);
	await fixture.records('deal.update', {
		parameters: { fieldsFrom: 'input' },
		input: VALUES.map((value, at) => ({ id: deals[at]!, [RATE]: value })),
	});
});

async function read(id: number, output: string): Promise<IDataObject> {
	const [deal] = await fixture.records('deal.get', { parameters: { dealId: byId(id), output } });
	return deal!;
}
/** In whatever form this deployment shows it. */
const expectIn = (record: IDataObject, expected: object) =>
	expect(shownAs(expected, record, fixture.sandbox)).toMatchObject(expected);

test.each(VALUES)('a custom value of %s', async (value) => {
	const id = deals[VALUES.indexOf(value)]!;
	const { dealCustoms } = await read(id, 'raw');
	const custom = (dealCustoms as IDataObject[]).find(({ itemKey }) => itemKey === RATE)!;
	expectIn(custom, { value, decimalNumber: value });
	expect(Object.values(await read(id, 'simplified'))).toContain(value);
});

test('product details: what is given, and what the service computes of it', async () => {
	const [id = 0] = deals;
	const row = { dealProductDetailTypeId: 1, quantity: '3', price: '0.1', unitCost: LONG };
	await fixture.records('deal.update', {
		parameters: { dealId: byId(id), updateFields: { dealProductDetails: [row] } },
	});
	expectIn(await read(id, 'raw'), {
		dealProductDetails: [{ price: '0.1', unitCost: LONG, subtotal: '0.3' }],
		totalCost: '37037036703703703.67',
		totalProfit: '-37037036703703703.67',
	});
});
