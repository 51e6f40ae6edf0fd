/** Labels that are like the names of standard fields, and choices that are like numbers. */
import type { IDataObject } from 'n8n-workflow';
import { simplifier } from '../../../nodes/SalesManagement/operations/output';
import { contact } from '../../../nodes/SalesManagement/records/contact';
import { customer } from '../../../nodes/SalesManagement/records/customer';
import { customObject } from '../../../nodes/SalesManagement/records/customObject';
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

describe('a property that no column of the form fills', () => {
	const given = async (
		operation: string,
		item: IDataObject,
		...customs: Array<[key: string, label: string]>
	) => {
		const filled = await filledFrom(operation, item, {
			customs: customs.map(([key, label]) => column(`custom:${key}`, label)),
			parameters: { customObjectDefKey: 'ticket' },
		});
		return { body: partsOf(operationOf(operation).form, filled.item).body, hint: filled.hint };
	};

	test.each<[operation: string, property: string, value: unknown, label: string]>([
		['deal.update', 'createdAt', '2026-11-22T22:49:32.011Z', 'Created At'],
		['deal.update', 'dealType', 'New business', 'Deal-Type'],
		['deal.update', 'dealTypeId', 1, 'Deal Type ID'],
		['deal.update', 'dealType', { id: 1, name: 'New business' }, 'DEAL TYPE'],
		['deal.update', 'totalCost', '12.5', 'Total cost'],
		['deal.updateMany', 'updatedAt', '2026-11-22T22:49:32.011Z', 'updated at'],
		['contact.update', 'updatedAt', '2026-11-22T22:49:32.011Z', 'Updated At'],
		['customer.update', 'memo', 'of the service', 'Memo'],
		['customer.update', 'action', 'updated', 'Action'],
		['customer.update', 'action', 'updated', 'action'],
		['customer.update', 'success', true, 'Success'],
		['deal.update', 'skipped', true, 'Skipped'],
		['deal.update', 'error', 'locked', 'ERROR'],
		['customer.update', 'dryRun', true, 'Dry run'],
		['deal.update', '_event', { type: 'created' }, 'Event'],
		['deal.update', '_next', { startCursor: 'c' }, 'Next'],
		['customerAction.update', 'files', [{ name: 'a' }], 'Files'],
	])('%s: %s is none of the custom field of such a name: %j, %j', async (...one) => {
		const [operation, property, value, label] = one;
		const { fields } = operationOf(operation).form;
		const needed = Object.fromEntries(
			fields
				.filter(({ is, only }) => is.includes('required') && only !== 'v1')
				.map(({ name }) => [name, 1]),
		);
		const item = { ...needed, name: 'A', id: 1, result: 'x', [property]: value } as IDataObject;
		const alone = await given(operation, item, ['own', label]);
		expect(JSON.stringify(alone.body)).not.toContain('own');
		// Beside it the field keeps its own name, as it is written.
		if (label === property) return;
		const both = await given(operation, { ...item, [label]: 'Mine' }, ['own', label]);
		expect(JSON.stringify(both.body)).toContain('{"itemKey":"own","value":"Mine"}');
	});

	test('of custom objects, whose fields are beside it', async () => {
		const simple = simplifier(customObject)({
			...{ id: 1, createdAt: 'then', updatedAt: 'now', created_at: 'mine', action: 'call' },
		});
		expect(simple).toEqual({
			...{ id: 1, createdAt: 'then', updatedAt: 'now', created_at: 'mine', 'field.action': 'call' },
		});
		const back = { ...simple, action: 'updated', _event: { type: 'updated' } };
		const customs = [['created_at', 'created_at'] as const, ['action', 'action'] as const];
		const { body } = await given(
			'customObject.update',
			back,
			...customs.map(([key, label]): [string, string] => [key, label]),
		);
		expect(body).toEqual({ created_at: 'mine', action: 'call' });
	});

	test('is told, and how a column for the custom field is called', async () => {
		const { hint } = await given('customer.update', { id: 1, name: 'A', memo: 'x' }, [
			'own',
			'Memo',
		]);
		expect(hint).toBe(
			'These columns of the input fill no field of the customer and are not sent: "memo". What is called "memo" is a property of its own; a column for the custom field Memo is called "custom:own".',
		);
		const given2 = { id: 1, name: 'A', memo: 'x', Memo: 'y' };
		const filled = await given('customer.update', given2, ['own', 'Memo']);
		expect(filled.hint).toBe(
			'These columns of the input fill no field of the customer and are not sent: "memo".',
		);
	});

	test('has its name in what Simplified shows', () => {
		const simple = simplifier(contact)({
			id: 1,
			contactCustoms: [custom('own', 'createdAt'), custom('other', 'success')],
		});
		expect(simple).toEqual({ id: 1, own: 'text of own', other: 'text of other' });
	});
});

describe('labels that differ in outer spaces', () => {
	test.each([
		['Grade', 'Grade '],
		['Grade', '\u00a0Grade'],
	])('%j and %j', async (one, other) => {
		const simple = shown(custom('a', one), custom('b', other));
		expect(simple).toEqual({ id: 1, a: 'text of a', b: 'text of b' });
		const { item, failing } = await filledFrom('customer.update', simple, {
			customs: [column('custom:a', one), column('custom:b', other)],
		});
		expect(failing).toBeUndefined();
		expect(partsOf(operationOf('customer.update').form, item).body).toEqual({
			customerCustoms: [
				{ itemKey: 'a', value: 'text of a' },
				{ itemKey: 'b', value: 'text of b' },
			],
		});
	});
});
