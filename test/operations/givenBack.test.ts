/** What Simplified shows of custom fields is given back as the same, whatever their labels and choices. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import tables from './givenBack.json';
import { trimmed } from '../../nodes/SalesManagement/shared';
import { runOn, sentOfEach, type Definition } from './support/service';
import { runs } from '../support/random';

const RUNS = runs(27);

/** What the node and the service add to an item on its way. */
const ADDED = {
	...{ _event: { type: 'updated' }, _next: { startCursor: 'c' }, action: 'updated' },
	...{ success: true, skipped: false, error: 'locked' },
};

/** What is sent of a customer’s custom fields where an item is given back as Simplified shows it. */
async function givenBack(customer: IDataObject, customs: readonly Definition[]) {
	const { items, error } = await runOn('customer.get', {
		customs,
		parameters: { customerId: 1, output: 'simplified' },
		respond: ({ path }) => (path === '/customers/1' ? { body: { id: 1, ...customer } } : undefined),
	});
	if (error) throw error;
	const [sent] = await sentOfEach('customer.update', {
		customs,
		input: [{ ...items[0]?.json, ...ADDED, memo: 'M', name: 'A' }],
		parameters: { fieldsFrom: 'input' },
	});
	return (sent as IDataObject).customerCustoms as IDataObject[];
}

/** Few texts, so that they collide with each other and with standard fields. */
const label = fc.constantFrom(...tables.labels);
const key = fc.constantFrom(...tables.keys);
/** One without a label is shown as its number, which may be another's label. */
const choice = fc.constantFrom(...tables.choices);
const field = fc.record({
	key,
	label,
	type: fc.constantFrom('text', 'decimal_number', 'single_select', 'multi_select'),
	text: fc.constantFrom('x', '1.500', '  y '),
	decimal: fc.constantFrom(...tables.decimals),
	choices: fc.uniqueArray(choice, { minLength: 1, maxLength: 4 }),
	chosen: fc.nat(3),
});
const fields = fc.uniqueArray(field, { selector: (each) => each.key, minLength: 1, maxLength: 5 });

type Drawn = typeof field extends fc.Arbitrary<infer Each> ? Each : never;

/** How the service shows the value, and how it is sent. */
function valueOf({ type, text, decimal, choices, chosen }: Drawn): [IDataObject, unknown] {
	const value = (chosen % choices.length) + 1;
	const option = { value, label: choices[value - 1] ?? '' };
	// Blanks at its ends are cut.
	if (type === 'text') return [{ text }, trimmed(text)];
	if (type === 'decimal_number') return [{ decimalNumber: decimal }, Number(decimal)];
	if (type === 'single_select') return [{ selectedOption: option }, value];
	return [{ selectedOptions: [option] }, [value]];
}

test(`any labels, ${RUNS} times`, async () => {
	const property = fc.asyncProperty(fields, async (drawn) => {
		const customerCustoms = drawn.map((each, at) => ({
			customerCustomItemId: 100 + at,
			itemKey: each.key,
			name: each.label,
			itemType: each.type,
			...valueOf(each)[0],
		}));
		const record = { createdAt: 'then', updatedAt: 'now', memo: 'M', customerCustoms };
		const definitions = drawn.map((each): Definition => [
			each.key,
			each.label,
			each.type,
			each.choices,
		]);
		const got = (await givenBack(record, definitions)).map(({ itemKey, value }) => {
			const isDecimal = drawn.find((each) => each.key === itemKey)?.type === 'decimal_number';
			return [itemKey, isDecimal ? Number(value) : value];
		});
		expect(Object.fromEntries(got)).toEqual(
			Object.fromEntries(drawn.map((each) => [each.key, valueOf(each)[1]])),
		);
	});
	// A failure prints its seed.
	await fc.assert(property, { numRuns: RUNS });
}, 60_000);
