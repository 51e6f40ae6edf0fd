/** Labels that are like the names of standard fields, and choices that are like numbers. */
import { simplifier } from '../../../nodes/SalesManagement/operations/output';
import { customer } from '../../../nodes/SalesManagement/records/customer';
import { column, filledFrom, operationOf } from '../support/filledItems';
import { partsOf } from '../../../nodes/SalesManagement/operations/request';

const simplify = simplifier(customer);
const custom = (itemKey: string, name: string, more: object = {}) => ({
	...{ customerCustomItemId: 1, itemKey, name, itemType: 'text', text: `text of ${itemKey}` },
	...more,
});
const shown = (...customerCustoms: object[]) => simplify({ id: 1, customerCustoms });

describe('a label that is another way to write the name of a standard field', () => {
	test.each(['Customer ID', 'Phone number', 'E-mployees', 'WEB URL', 'industry_ids', 'Id'])(
		'%s',
		async (label) => {
			const simple = shown(custom('own', label));
			expect(simple).toEqual({ id: 1, 'customerCustoms.own': 'text of own' });
			const { item } = await filledFrom('customer.update', simple, {
				customs: [column('custom:own', label)],
			});
			expect(partsOf(operationOf('customer.update').form, item).body).toEqual({
				customerCustoms: [{ itemKey: 'own', value: 'text of own' }],
			});
		},
	);

	test('any other goes by its label', () => {
		expect(shown(custom('own', 'Grade'))).toEqual({ id: 1, Grade: 'text of own' });
	});
});

test('a label that is the key of another custom field', async () => {
	const simple = shown(custom('grade', 'Other'), custom('own', 'grade'));
	const { item } = await filledFrom('customer.update', simple, {
		customs: [column('custom:grade', 'Other'), column('custom:own', 'grade')],
	});
	expect(partsOf(operationOf('customer.update').form, item).body).toEqual({
		customerCustoms: [
			{ itemKey: 'grade', value: 'text of grade' },
			{ itemKey: 'own', value: 'text of own' },
		],
	});
});

describe('a choice whose label is digits', () => {
	const options = [
		{ name: '2', value: 1 },
		{ name: '1', value: 2 },
		{ name: '2024', value: 3 },
		{ name: 'Other', value: 4 },
	];
	const update = async (simple: object, type: 'options' | 'string') => {
		const { item } = await filledFrom('customer.update', simple as never, {
			customs: [column('custom:own', 'Year', { type, options })],
		});
		const { body } = partsOf(operationOf('customer.update').form, item);
		return (body.customerCustoms as Array<{ value: unknown }>)[0]?.value;
	};

	test.each(options)('is given back as it was: $name is $value', async ({ name, value }) => {
		const itemType = 'single_select';
		const one = shown(
			custom('own', 'Year', { itemType, text: null, selectedOption: { value, label: name } }),
		);
		expect(await update(one, 'options')).toBe(value);
		// A customer's single choice has no label in whole records.
		const bare = shown(custom('own', 'Year', { itemType, text: null, value: String(value) }));
		expect(await update(bare, 'options')).toBe(value);
		const several = shown(
			custom('own', 'Year', {
				...{ itemType: 'multi_select', text: null },
				selectedOptions: [{ value, label: name }],
			}),
		);
		expect(await update(several, 'string')).toEqual([value]);
	});

	test('is shown with its number, any other by its label', () => {
		const option = (value: number, label: string) => ({ value, label });
		expect(
			shown(
				custom('own', 'Year', {
					...{ itemType: 'multi_select', text: null },
					selectedOptions: [option(3, '2024'), option(4, 'Other'), option(5, '5')],
				}),
			),
		).toEqual({ id: 1, Year: ['2024 (3)', 'Other', 5] });
	});
});
