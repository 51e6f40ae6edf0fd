/** Values that arrive as they are meant, where they are easily taken for something else. */
import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { DEAL } from './support/importing';
import { callTool } from './support/toolWorld';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture({ seed: 'empty' });
	await fixture.write('customer', [{ name: 'First' }, { name: 'Orwell' }, { name: '2' }]);
});
afterAll(async () => await fixture.close());

const created = async (input: IDataObject) =>
	await fixture.run('contact.create', { parameters: { fieldsFrom: 'input' }, input: [input] });

describe('a name of digits beside an ID', () => {
	test.each([
		['Customer Name', '2'],
		['Customer Name', 2],
		['customer', 2],
		['Company', 2],
	])('%s %j belongs to the ID of the customer called so', async (column, name) => {
		const { items, error } = await created({ name: 'A', [column]: name, customerId: 3 });
		expect(error).toBeUndefined();
		expect(items[0]?.json.customer).toMatchObject({ id: 3, name: '2' });
	});

	test.each(['2', 2])('Customer Name %j is not the customer with that ID', async (name) => {
		const { error } = await created({ name: 'A', 'Customer Name': name, customerId: 2 });
		expect(error?.message).toContain('do not mean the same');
	});
});

test.each<[string, IDataObject]>([
	['blanks at the ends', { Phone: '1', 'Work Phone': '1\u00a0' }],
	['blanks alone', { Phone: '1', 'Work Phone': '\u3000' }],
])('two columns of a field that differ by %s agree', async (_what, columns) => {
	const { items, error } = await created({ name: 'A', ...columns });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ tel: '1' });
});

test.each([
	['User Name', 'phaseName'],
	['USER NAME\u00a0', 'Phase Name.'],
	['user_name_', 'ｐｈａｓｅ　ｎａｍｅ'],
])(
	'a column that says Name of a record is read By Name, whatever the record: %s, %s',
	async (userColumn, phaseColumn) => {
		const [user] = await fixture.records('user.getMany', { parameters: { limit: 1 } });
		const { items, error } = await fixture.run('deal.create', {
			parameters: { fieldsFrom: 'input' },
			input: [
				{
					...{ ...DEAL, name: 'Named', user: undefined, phase: undefined, customer: undefined },
					...{ [userColumn]: user!.name, [phaseColumn]: 'Qualified', 'Customer Name': 'Orwell' },
				},
			],
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			user: { id: user!.id },
			phase: { name: 'Qualified' },
			customer: { name: 'Orwell' },
		});
	},
);

describe('rows in Create or Update', () => {
	const upsert = async (input: IDataObject, dealRows: unknown) => {
		const { items, error } = await fixture.run('deal.createOrUpdate', {
			parameters: { fieldsFrom: 'input', matchBy: 'name' },
			input: [{ ...DEAL, ...input, 'Product Details': JSON.stringify(dealRows) }],
		});
		expect(error).toBeUndefined();
		const { id, action } = items[0]!.json;
		const [deal] = await fixture.records('deal.get', {
			parameters: { dealId: byId(id as number) },
		});
		const rows = deal!.dealProductDetails as IDataObject[];
		return { action, rows: rows.map(({ quantity, memo }) => [Number(quantity), memo]) };
	};
	const row = (quantity: number, more: IDataObject = {}) => ({
		dealProductDetailTypeId: 1,
		quantity,
		...more,
	});

	test('Remove Row removes the row that it describes, and adds none', async () => {
		await upsert({ name: 'Removed' }, [row(2), row(3)]);
		const removal = [{ ...row(2), deleted: true }];
		expect(await upsert({ name: 'Removed' }, removal)).toMatchObject({
			action: 'updated',
			rows: [[3, null]],
		});
		expect(await upsert({ name: 'Removed' }, removal)).toMatchObject({ action: 'unchanged' });
	});

	test('what is to be removed is not added to a new deal', async () => {
		const given = [row(2, { deleted: true }), row(3)];
		expect(await upsert({ name: 'Removed before' }, given)).toEqual({
			action: 'created',
			rows: [[3, null]],
		});
		expect(await upsert({ name: 'Removed before' }, given)).toMatchObject({ action: 'unchanged' });
	});

	test('a row that an earlier item of the run has added can’t be removed without its ID', async () => {
		const rows = [[row(2)], [row(2, { deleted: true }), row(4)]];
		const { items } = await fixture.run('deal.createOrUpdate', {
			parameters: { fieldsFrom: 'input', matchBy: 'name' },
			input: rows.map((each) => ({
				...DEAL,
				name: 'Removed at once',
				'Product Details': JSON.stringify(each),
			})),
			continueOnFail: true,
		});
		expect(items.map(({ json }) => json.action ?? json.error)).toEqual([
			'created',
			'Product Details: a row to remove needs its Row ID, or it would be added.',
		]);
		expect(await upsert({ name: 'Removed at once' }, [row(2)])).toEqual({
			action: 'unchanged',
			rows: [[2, null]],
		});
	});

	test('rows meet those of the deal in their order', async () => {
		await upsert({ name: 'In order' }, [row(5), row(6)]);
		const { rows } = await upsert({ name: 'In order' }, [row(7), row(8, { memo: 'second' })]);
		expect(rows).toEqual([
			[7, null],
			[8, 'second'],
		]);
	});

	test('a link that is given twice is one', async () => {
		const [object] = await fixture.write('customObject', [{ customObjectDefKey: 'ticket' }]);
		const run = async () => {
			const [item] = await fixture.records('contact.createOrUpdate', {
				parameters: { fieldsFrom: 'input', matchBy: 'name' },
				input: [{ name: 'Linked', customObjects: `${object}, ${object}` }],
			});
			return item!.action;
		};
		expect([await run(), await run()]).toEqual(['created', 'unchanged']);
	});
});

test('an object made text is refused, also within JSON and as a name', async () => {
	const text = '[object Object]';
	const inJson = await fixture.run('deal.create', {
		parameters: { fieldsFrom: 'input' },
		input: [
			{
				...DEAL,
				name: 'A',
				'Product Details': [
					{
						dealProductDetailTypeId: 1,
						dealProductDetailCustoms: JSON.stringify([{ value: text }]),
					},
				],
			},
		],
	});
	expect(inJson.error?.message).toMatch(/which an expression made of an object/);
	const byName = await fixture.run('customer.get', {
		parameters: { customerId: { __rl: true, mode: 'name', value: text } },
	});
	expect(byName.error?.message).toMatch(/which an expression made of an object/);
});

test('a dry run says where the mistakes stand', async () => {
	const { hints } = await fixture.run('contact.createOrUpdate', {
		parameters: { fieldsFrom: 'input', matchBy: 'name', options: { dryRun: true } },
		input: [{ name: 'Dry one' }, { name: 'Dry two', customer: 'Nobody' }],
	});
	expect(hints.map(({ message }) => message).join()).toMatch(
		/1 of 2 items failed .*: each of these says why under problems, and nothing was written/,
	);
});

test('a model that gives a blank without width gives nothing', async () => {
	const [contactId] = await fixture.write('contact', [{ name: 'Kept', tel: '77' }]);
	const { error } = await callTool(fixture, 'contact.update', {
		...{ contactId: byId(contactId!), updateFields: { tel: '\u200b', position: 'Head' } },
	});
	expect(error).toBeUndefined();
	const [contact] = await fixture.records('contact.get', {
		parameters: { contactId: byId(contactId!) },
	});
	expect(contact).toMatchObject({ tel: '77', position: 'Head' });
});

test.each([
	['deal.create', undefined],
	['deal.createMany', undefined],
	['deal.update', 'dealId'],
	['deal.updateMany', 'id'],
])('%s never adds a row that is to be removed', async (operation, key) => {
	const [made] = await fixture.records('deal.create', {
		parameters: { fieldsFrom: 'input' },
		input: [{ ...DEAL, name: operation }],
	});
	const deal = made!.id as number;
	const product = { dealProductDetailTypeId: 1, quantity: 2, deleted: true };
	const { items, error } = await fixture.run(operation, {
		parameters: { fieldsFrom: 'input' },
		input: [
			{
				...{ ...DEAL, name: 'Never' },
				...(key === undefined ? {} : { [key]: deal }),
				dealProductDetails: JSON.stringify([product]),
			},
		],
	});
	expect([items, error?.message]).toEqual([
		[],
		expect.stringContaining(
			'Product Details: a row to remove needs its Row ID, or it would be added.',
		),
	]);
	const [held] = await fixture.records('deal.get', { parameters: { dealId: byId(deal) } });
	expect(held!.name).toBe(operation);
	expect(held!.dealProductDetails ?? []).toEqual([]);
});
