/** A write that is looked at first, or limited: Dry Run and Stop When More Than. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { expectNoWrites, imported } from './support/importing';
import { withFile } from './support/withFile';

const fixture = useNodeFixture();
let ids: number[];
beforeAll(async () => {
	ids = await fixture.write('customer', [
		{ name: 'Acme', telNo: '03-1', employee: 5 },
		{ name: 'Globex', telNo: '03-2' },
	]);
});

const DRY = { dryRun: true };
const changesOf = async (operation: string, parameters: INodeParameters, input?: IDataObject[]) => {
	const records = await fixture.records(operation, {
		parameters: { ...parameters, options: DRY },
		...(input && { input }),
	});
	await expectNoWrites(fixture);
	return records;
};

describe('Dry Run shows what each field held before and would hold after', () => {
	test('Update', async () => {
		const shown = await changesOf('customer.update', {
			customerId: byId(ids[0]!),
			updateFields: { telNo: '03-9', employee: 5, address: 'Kyoto' },
		});
		expect(shown).toEqual([
			{
				dryRun: true,
				action: 'update',
				id: ids[0],
				data: { telNo: '03-9', employee: 5, address: 'Kyoto' },
				changes: {
					'Phone Number': { from: '03-1', to: '03-9' },
					Address: { from: null, to: 'Kyoto' },
				},
			},
		]);
	});

	test('Update Many of a deal with another deal type, which no update changes', async () => {
		const id = await fixture.writeOne('deal', { name: 'Typed' });
		await fixture.requests();
		const [shown] = await changesOf('deal.updateMany', { fieldsFrom: 'input' }, [
			{ id, dealType: 2, amount: 3 },
		]);
		expect(shown).toMatchObject({ action: 'fail' });
		expect(shown?.problems).toEqual([
			'Deal Type is 2, but that of the deal is 1, and no update changes it: correct it.',
		]);
	});

	test('Update of a record that does not exist', async () => {
		const [shown] = await changesOf('customer.update', {
			customerId: byId(987654),
			updateFields: { telNo: '03-9' },
		});
		expect(shown).toMatchObject({ action: 'fail' });
		expect(shown?.problems).toEqual(['No customer has the ID 987654: correct it.']);
	});

	test('Create Many sends nothing at all', async () => {
		const shown = await changesOf('customer.createMany', { name: 'New' });
		expect(shown).toEqual([{ dryRun: true, action: 'create', data: { name: 'New' } }]);
	});

	test('references and choices by their names', async () => {
		const deal = await fixture.writeOne('deal', {
			...{ name: 'Watched', amount: 100, customer: { id: ids[0]! } },
			dealCustoms: [{ itemKey: 'deal_single_select', value: 1 }],
		});
		const row = { id: deal, customer: 'Globex', amount: '200', deal_single_select: 2 };
		const parameters = { fieldsFrom: 'input', matchBy: 'id' };
		const [shown] = await changesOf('deal.createOrUpdate', parameters, [row]);
		expect(shown?.changes).toEqual({
			Customer: { from: 'Acme', to: 'Globex' },
			Amount: { from: 100, to: 200 },
			Level: { from: 'Gold', to: 'Silver' },
		});
	});

	test('Update Many sends unchanged rows, too', async () => {
		const deals = await fixture.write('deal', [{ name: 'Same' }, { name: 'Other' }]);
		const rows = deals.map((id, at) => ({ id, dealType: 1, name: at === 0 ? 'Same' : 'Renamed' }));
		const shown = await changesOf('deal.updateMany', { fieldsFrom: 'input' }, rows);
		expect(shown.map(({ action, changes }) => [action, changes])).toEqual([
			['update', {}],
			['update', { Name: { from: 'Other', to: 'Renamed' } }],
		]);
	});
});

describe('Stop When More Than', () => {
	const limited = (most: number) => ({ options: { stopWhenMoreThan: most } });
	const rows = [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }];

	test('Create Many of items: one too many, and nothing is written; as many as allowed are', async () => {
		const parameters = { name: '={{ $json.name }}', ...limited(2) };
		const { error } = await fixture.run('customer.createMany', { parameters, input: rows });
		expect(error?.message).toBe(
			'Stop When More Than is 2, and this run might write more: 3 created. Nothing was written. Check the items, or raise the limit.',
		);
		await expectNoWrites(fixture);
		const { items } = await fixture.run('customer.createMany', {
			parameters: { ...parameters, ...limited(3) },
			input: rows,
		});
		expect(items).toHaveLength(3);
	});

	test('over all files of a run; with Continue On Fail each item says so', async () => {
		const csv = 'name\nOf a file\nAnd another';
		const parameters = limited(3);
		const call = { parameters, continueOnFail: true };
		const { summaries } = await imported(fixture, 'customer.createMany', [csv, csv], call);
		expect(summaries).toEqual([0, 1].map(() => ({ error: expect.stringContaining('4 created') })));
		await expectNoWrites(fixture);
		const { summary } = await imported(fixture, 'customer.createMany', csv, { parameters });
		expect(summary).toMatchObject({ rows: 2, created: 2 });
	});

	test('Create or Update counts what changes, not what stays', async () => {
		const input = [
			{ name: 'Acme', telNo: '03-1' },
			{ name: 'Globex', telNo: '03-22' },
			{ name: 'Unheard of', telNo: '03-33' },
		];
		const parameters = { fieldsFrom: 'input', matchBy: 'name' };
		const { error } = await fixture.run('customer.createOrUpdate', {
			parameters: { ...parameters, ...limited(1) },
			input,
		});
		expect(error?.message).toContain('1 created, 1 updated, 1 unchanged');
		await expectNoWrites(fixture);
		const records = await fixture.records('customer.createOrUpdate', {
			parameters: { ...parameters, ...limited(2) },
			input,
		});
		expect(records.map(({ action }) => action)).toEqual(['unchanged', 'updated', 'created']);
	});

	test('Delete', async () => {
		const doomed = await fixture.write('customer', [{ name: 'Doomed' }, { name: 'Doomed too' }]);
		const input = doomed.map((id) => ({ id }));
		const parameters = { customerId: byId('={{ $json.id }}'), ...limited(1) };
		const { error } = await fixture.run('customer.delete', { parameters, input });
		expect(error?.message).toContain('2 deleted');
		await expectNoWrites(fixture);
		const records = await fixture.records('customer.delete', {
			parameters: { ...parameters, ...limited(2) },
			input,
		});
		expect(records.map(({ deleted }) => deleted)).toEqual([true, true]);
	});

	test('a row that could not be looked up may be written by the run itself, so it counts', async () => {
		await fixture.fault('POST /v2/customers/search', { status: 403 });
		const records = await fixture.records('customer.createOrUpdate', {
			parameters: {
				name: 'Acme',
				matchBy: 'name',
				additionalFields: { employee: 7 },
				...limited(0),
			},
			continueOnFail: true,
		});
		expect(records).toEqual([{ error: expect.stringContaining('1 failed. Nothing was written.') }]);
		await expectNoWrites(fixture);
	});

	test('the rows of a file that could not be looked at are not counted, so nothing is written', async () => {
		const rows = ['name,customer_single_select', 'A,Gold', 'B,Gold', 'C,Gold'].join('\n');
		await fixture.fault('GET /v1/customer_custom_items', { status: 403 });
		const records = await fixture.records('customer.createMany', {
			parameters: { fieldsFrom: 'file', ...limited(1) },
			input: [withFile(rows)],
			continueOnFail: true,
		});
		expect(records).toEqual([{ error: expect.any(String), details: expect.anything() }]);
		await expectNoWrites(fixture);
	});

	test('a first look that fails says nothing of items that were processed', async () => {
		const { error } = await fixture.run('customer.createOrUpdate', {
			parameters: { fieldsFrom: 'input', matchBy: 'name', ...limited(10) },
			input: [{ name: 'Alone' }, { name: 'Twice' }, { name: 'TWICE' }],
		});
		expect(error?.message).toContain('Write both alike');
		expect(JSON.stringify(error?.description ?? '')).not.toContain('processed');
		await expectNoWrites(fixture);
	});

	test('a failure of the first look ends the run as it would end it otherwise', async () => {
		await fixture.fault('POST /v2/customers/search', { status: 403 });
		const { error } = await fixture.run('customer.createOrUpdate', {
			parameters: { name: 'Acme', matchBy: 'name', ...limited(5) },
		});
		expect(error?.message).toContain('HTTP 403');
		await expectNoWrites(fixture);
	});
});
