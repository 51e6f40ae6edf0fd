/** From the columns of an item to the parameters of the form. */
import type { IDataObject } from 'n8n-workflow';
import type { NameSources } from '../../../../nodes/SalesManagement/lookups';
import type { CustomField } from '../../../../nodes/SalesManagement/lookups/customFields';
import { filledItems } from '../../../../nodes/SalesManagement/operations/columns';
import { namesAsked } from '../../../../nodes/SalesManagement/operations/names/asked';
import { partsOf } from '../../../../nodes/SalesManagement/operations/request';
import {
	automatic,
	column,
	filledFrom,
	FILLED,
	itemOf,
	NO_SOURCES,
	operationOf,
} from '../../support/filledItems';

const bodyFrom = async (
	name: string,
	input: Parameters<typeof filledFrom>[1],
	more?: Parameters<typeof filledFrom>[2],
) => {
	const { item } = await filledFrom(name, input, more);
	return partsOf(operationOf(name).form, item).body;
};

const messageOf = (run: () => unknown): string => {
	try {
		run();
		return '';
	} catch (error) {
		return (error as Error).message;
	}
};

test('from the form, an item is left as it is', async () => {
	for (const fieldsFrom of ['form', undefined]) {
		const items = [itemOf({ fieldsFrom, name: 'A' }, { name: 'B' })];
		const { form } = operationOf('contact.create');
		expect((await filledItems(items, form, NO_SOURCES)).items).toBe(items);
	}
});

test('cells go where the form would put them: the top, the collection, custom fields', async () => {
	const customs = [column('custom:rank', 'Rank', { type: 'number' })];
	const { item } = await filledFrom(
		'contact.create',
		{ Name: 'A', Department: 'Sales', rank: '1.000' },
		{ customs, parameters: { name: 'of the form', additionalFields: { memo: 'x' }, other: 7 } },
	);
	expect(item.get('name')).toBe('A');
	expect(item.get('additionalFields')).toEqual({ dept: 'Sales' });
	expect(item.get('other')).toBe(7);
	expect(partsOf(operationOf('contact.create').form, item).body).toEqual({
		name: 'A',
		dept: 'Sales',
		contactCustoms: [{ itemKey: 'rank', value: 1000 }],
	});
});

describe('what a cell may be', () => {
	test.each([[''], [null], [undefined], [[]]])(
		'%j gives nothing, and clears a custom field',
		async (empty) => {
			const options = [{ name: 'High', value: 1 }];
			const customs = [column('custom:rank', 'Rank', { options })];
			const body = await bodyFrom(
				'contact.create',
				{ name: 'A', dept: empty, rank: empty },
				{
					customs,
				},
			);
			const clears = empty === '' || empty === null;
			expect(body).toEqual({
				name: 'A',
				...(clears ? { contactCustoms: [{ itemKey: 'rank', value: empty }] } : {}),
				...(Array.isArray(empty) ? { contactCustoms: [{ itemKey: 'rank', value: null }] } : {}),
			});
		},
	);

	test('zero and false are given', async () => {
		expect(await bodyFrom('deal.update', { id: 5, Amount: 0, 'From Email': false })).toEqual({
			amount: 0,
			fromEmail: false,
		});
	});

	test('rows are JSON text, lists are separated by commas', async () => {
		expect(
			await bodyFrom('deal.updateMany', {
				id: '5',
				dealType: 1,
				'Product Details': '[{"quantity": 2, "memo": "x"}]',
				'End reasons': '3, 4',
			}),
		).toEqual({
			id: 5,
			dealProductDetails: [{ quantity: '2', memo: 'x' }],
			endPhaseReasonIds: [3, 4],
		});
	});
});

describe('two columns for one field', () => {
	test.each([
		[{ customer: 'Acme', customerId: 7 }, { id: 7 }],
		[{ customerId: 7, customer: 'Acme' }, { id: 7 }],
		[{ customer: 8, 'Customer ID': '' }, { id: 8 }],
		[{ Customer: '', customer: 8 }, { id: 8 }],
		[{ customer: 8, Customer: '8' }, { id: 8 }],
	])('%j is the customer %j: the IDs go first, then what is filled', async (cells, customer) => {
		expect(await bodyFrom('contact.create', { name: 'A', ...cells })).toEqual({
			name: 'A',
			customer,
		});
	});

	test('that differ are an error that names both', async () => {
		await expect(bodyFrom('contact.create', { name: 'A', Name: 'B' })).rejects.toThrow(
			'The input columns "name" and "Name" are both for Name, and differ: remove one of them.',
		);
		const customs = [column('custom:rank', 'Rank')];
		const twice = { name: 'A', rank: 1, Rank: 2 };
		await expect(bodyFrom('contact.create', twice, { customs })).rejects.toThrow('are both for Rank');
		expect(
			await bodyFrom('contact.create', { name: 'A', rank: '', Rank: 2 }, { customs }),
		).toMatchObject({ contactCustoms: [{ value: '2' }] });
	});
});

test('custom fields beside the others, as Simplified has them', async () => {
	const customs = [
		column('custom:rank', 'Rank'),
		column('custom:topics', 'Topics', { options: [{ name: 'Price', value: 1 }] }),
	];
	const record = { id: 5, customer: 'Acme', customerId: 7, Rank: 'High', Topics: ['Price'] };
	expect(await bodyFrom('contact.update', record, { customs })).toEqual({
		customer: { id: 7 },
		contactCustoms: [
			{ itemKey: 'rank', value: 'High' },
			{ itemKey: 'topics', value: [1] },
		],
	});
});

test('what Simplify returns can be given back: names beside IDs, custom fields by name', async () => {
	const customs = [column('custom:rank', 'Rank'), column('custom:empty', 'Empty')];
	const record = {
		...{ id: 5, name: 'A', email: 'a@host.example', tel: null, memo: '' },
		...{ customer: 'Acme', customerId: 7, contactCustoms: { Rank: 'High', Empty: null } },
		...{ createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' },
	};
	expect(await bodyFrom('contact.update', record, { customs })).toEqual({
		name: 'A',
		email: 'a@host.example',
		customer: { id: 7 },
		contactCustoms: [
			{ itemKey: 'rank', value: 'High' },
			{ itemKey: 'empty', value: null },
		],
	});
	expect((await filledFrom('contact.update', record, { customs })).hint).toBe(
		'These columns of the input fill no field of the contact and are not sent: "createdAt" and "updatedAt".',
	);
});

describe('what is missing', () => {
	test.each(FILLED.map(([name]) => name))(
		'%s: each required field is named at once',
		async (name) => {
			const { form } = operationOf(name);
			const { item } = await filledFrom(name, { Nonsense: 1 });
			const message = messageOf(() => partsOf(form, item));
			for (const { label, key, is, only, place, lookup } of form.fields) {
				const isDefinition = place === 'path' && lookup === undefined;
				if (!is.includes('required') || only === 'v1' || isDefinition) continue;
				expect(message).toContain(`${label} (${key})`);
			}
			expect(message).toContain('fill no field');
			expect(message).toContain('"Nonsense"');
			// Nothing is looked up for it, and what is not of the record can still be read.
			expect(namesAsked(operationOf(name), [item])).toEqual([]);
			expect(item.get('options')).toBeUndefined();
		},
	);

	test('a change without anything to change is an error, unless something is cleared', async () => {
		await expect(bodyFrom('contact.update', { id: 5, email: '' })).rejects.toThrow(
			'Nothing to change in the contact: no column of this item gives a value for one of its fields.',
		);
		const clearing = { parameters: { fieldsToClear: ['email'] } };
		expect(await bodyFrom('contact.update', { id: 5 }, clearing)).toEqual({ email: null });
	});

	test('the sentence on unused columns names 20 of them', async () => {
		const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`c${at}`, 1]));
		const { hint } = await filledFrom('contact.create', { name: 'A', ...many });
		expect(hint).toMatch(/"c19" and 5 more\.$/);
	});
});

describe('mapped one by one', () => {
	const run = async (columns: unknown, input = {}) => {
		const item = itemOf({ fieldsFrom: 'input', columns }, input);
		const { form } = operationOf('contact.create');
		const { items } = await filledItems([item], form, NO_SOURCES);
		return partsOf(form, items[0]!).body;
	};

	test('the mapper’s values are taken, and not the input', async () => {
		const schema = [column('name', 'Name'), column('custom:rank', 'Rank')];
		const value = { name: 'A', email: null, 'custom:rank': 'x' };
		expect(await run({ mappingMode: 'defineBelow', value, schema }, { dept: 'Sales' })).toEqual({
			name: 'A',
			contactCustoms: [{ itemKey: 'rank', value: 'x' }],
		});
	});

	test('a plain object of values is one, too', async () => {
		expect(await run({ name: 'A', dept: 'Sales' })).toEqual({ name: 'A', dept: 'Sales' });
	});

	test('nothing saved is the default: automatically', async () => {
		for (const none of [undefined, null, {}]) {
			expect(await run(none, { name: 'A' })).toEqual({ name: 'A' });
		}
	});

	test.each(['abc', ['a'], { mappingMode: 'defineBelow', value: 7 }])(
		'%j is an error that says what it must be',
		async (columns) => {
			await expect(run(columns)).rejects.toThrow('Columns must be an object of values by column.');
		},
	);
});

describe('custom fields as they are today, in place of those that were saved', () => {
	const sourcesWith = (...fields: CustomField[]): NameSources => ({
		...NO_SOURCES,
		catalog: async () => ({ lists: new Map(), fields, fieldsOfType: new Map(), isWhole: true }),
	});
	const filledWith = async (
		fields: readonly CustomField[],
		saved: Parameters<typeof automatic>[0],
		input: IDataObject,
	) => {
		const parameters = { fieldsFrom: 'input', columns: automatic(saved) };
		const { form } = operationOf('customer.update');
		const given = itemOf(parameters, { id: 5, name: 'A', ...input });
		const { items, hint } = await filledItems([given], form, sourcesWith(...fields));
		return { customs: partsOf(form, items[0]!).body.customerCustoms, hint };
	};
	const field = (key: string, name: string, itemType?: string): CustomField => ({
		...{ key, name, options: [] },
		...(itemType !== undefined && { itemType }),
	});

	test('a decimal that was a text', async () => {
		const saved = [column('custom:rate', 'Rate')];
		const run = async (value: string) =>
			await filledWith([field('rate', 'Rate', 'decimal_number')], saved, { 'custom:rate': value });
		await expect(run('1.500')).rejects.toThrow('1.500');
		expect((await run('1.5')).customs).toEqual([{ itemKey: 'rate', value: '1.5' }]);
	});

	test('of which only the key is known today, what was saved counts', async () => {
		const saved = [column('custom:rate', 'Rate', { itemType: 'decimal_number' })];
		const run = async (given: IDataObject) =>
			await filledWith([field('rate', 'rate')], saved, given);
		await expect(run({ 'custom:rate': '1.500' })).rejects.toThrow('1.500');
		expect((await run({ Rate: '1.5' })).customs).toEqual([{ itemKey: 'rate', value: '1.5' }]);
	});

	test('one whose name is another one for a standard field', async () => {
		const page = field('page', 'Homepage', 'text');
		const saved = [column('custom:page', 'Homepage')];
		const given = { Homepage: 'x' };
		expect((await filledWith([page], saved, given)).customs).toEqual([
			{ itemKey: 'page', value: 'x' },
		]);
		const today = [field('page', 'Another', 'text')];
		await expect(filledWith(today, saved, given)).rejects.toThrow('is called "Another" today');
	});

	describe('one that the service calculates', () => {
		const fields = [field('sum', 'Commission', 'calculation'), field('own', 'commission', 'text')];
		test.each([
			['Commission', undefined],
			['custom:sum', undefined],
			['sum', undefined],
			['commission', 'x'],
			['COMMISSION', 'x'],
		])('%j fills %j', async (name, value) => {
			const { customs, hint } = await filledWith(fields, [], { [name]: 'x' });
			expect(customs).toEqual(value && [{ itemKey: 'own', value }]);
			expect(hint).toEqual(
				value ? undefined : expect.stringContaining(`are not sent: ${JSON.stringify(name)}.`),
			);
		});

		test('that was entered once is out of date', async () => {
			const saved = [column('custom:sum', 'Commission')];
			await expect(filledWith(fields, saved, { Commission: 'x' })).rejects.toThrow(
				'is calculated by the service today',
			);
		});
	});
});
