/** What Simplified shows of custom fields is given back as the same, whatever their labels are. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { simplifier } from '../../nodes/SalesManagement/operations/output';
import { partsOf } from '../../nodes/SalesManagement/operations/request';
import { customer } from '../../nodes/SalesManagement/records/customer';
import { textOf } from '../../nodes/SalesManagement/values';
import { column, filledFrom, operationOf } from '../unit/support/filledItems';

const RUNS = Number(process.env.GIVEN_BACK_RUNS ?? 1_000);

/** Labels and keys from few texts, so that they collide with each other and with standard fields. */
const label = fc.constantFrom(
	...['Memo', 'Capital', 'customer id', 'Phone-Number', 'web_url', 'Id', 'Grade', 'grade', 'GRADE'],
	...['own_1', 'own_2', '2024', 'customerCustoms.own_1', 'Own 1', 'industry', '--'],
	...['Grade ', ' grade', 'own_1 ', 'Created At', 'created_at', 'createdAt', 'updated-at ', 'memo'],
	...['Event', '_event', '_Next', 'Action', 'action', 'SUCCESS', 'Error', 'customer customs'],
);
const key = fc.constantFrom(
	...['own_1', 'own_2', 'own_3', 'grade', 'Memo', 'capital', '77', 'action', 'created_at', 'event'],
);

/** What no column may fill: what the service alone sets, and what the node adds to an item. */
const READ_ONLY = { createdAt: 'then', updatedAt: 'now', memo: 'of the service' };
const ADDED = {
	...{ _event: { type: 'updated' }, _next: { startCursor: 'c' }, action: 'updated' },
	...{ success: true, skipped: false, error: 'locked' },
};

const choice = fc.constantFrom(
	...['1', '2', '3', '2024', 'Gold'],
	...['Gold (2)', ' Price ', '', '  ', 'a, b', 'b'],
);

const drawn = fc.uniqueArray(
	fc.record({
		key,
		label,
		type: fc.constantFrom('text', 'decimal_number', 'single_select', 'multi_select'),
		text: fc.constantFrom('x', '1.500', '  y '),
		decimal: fc.constantFrom('1.500', '12.125', '0.500', '1500.000', '-7.25', '1.50'),
		choices: fc.uniqueArray(choice, { minLength: 1, maxLength: 4 }),
		chosen: fc.nat(3),
	}),
	{ selector: (each) => each.key, minLength: 1, maxLength: 5 },
);

type Drawn = typeof drawn extends fc.Arbitrary<Array<infer Each>> ? Each : never;

const chosenOf = ({ choices, chosen }: Drawn) => {
	const value = (chosen % choices.length) + 1;
	return { value, label: choices[value - 1] ?? '' };
};

function shownValue(each: Drawn): IDataObject {
	if (each.type === 'text') return { text: each.text };
	if (each.type === 'decimal_number') return { decimalNumber: each.decimal };
	return each.type === 'single_select'
		? { selectedOption: chosenOf(each) }
		: { selectedOptions: [chosenOf(each)] };
}

function heldValue(each: Drawn): unknown {
	if (each.type === 'text') return each.text;
	if (each.type === 'decimal_number') return Number(each.decimal);
	return each.type === 'single_select' ? chosenOf(each).value : [chosenOf(each).value];
}

const columnOf = ({ key: id, label: name, type, choices }: Drawn) => {
	// A label that is empty is listed as the number.
	const options = choices.map((each, at) => ({ name: each || String(at + 1), value: at + 1 }));
	if (type === 'text') return column(`custom:${id}`, name);
	if (type === 'decimal_number') return column(`custom:${id}`, name, { itemType: type });
	const form = type === 'single_select' ? ('options' as const) : ('string' as const);
	return column(`custom:${id}`, name, { type: form, options });
};

test(`any labels, ${RUNS} times`, async () => {
	const simplify = simplifier(customer);
	const { form } = operationOf('customer.update');
	const property = fc.asyncProperty(drawn, async (fields) => {
		const customerCustoms = fields.map((each) => ({
			...{ customerCustomItemId: 1, itemKey: each.key, name: each.label, itemType: each.type },
			...shownValue(each),
		}));
		const simple = simplify({ id: 1, ...READ_ONLY, customerCustoms });
		const givenBack = { ...simple, ...ADDED, memo: READ_ONLY.memo };
		const { item } = await filledFrom('customer.update', givenBack, {
			customs: fields.map(columnOf),
		});
		const sent = partsOf(form, item).body.customerCustoms as IDataObject[];
		const idOf = (each: IDataObject) => textOf(each.itemKey ?? each.customerCustomItemId);
		const values = Object.fromEntries(
			sent.map((each) => {
				const { type } = fields.find((field) => field.key === idOf(each)) as Drawn;
				return [idOf(each), type === 'decimal_number' ? Number(each.value) : each.value];
			}),
		);
		expect(values).toEqual(Object.fromEntries(fields.map((each) => [each.key, heldValue(each)])));
	});
	// A failure prints its seed.
	await fc.assert(property, { numRuns: RUNS });
}, 60_000);
