/** A write that is looked at first, or limited: Dry Run and Stop When More Than. */
import tables from './dryRuns.json';
import { useNodeFixture } from '../support/nodeFixture';
import { expectNoWrites } from './support/importing';
import { holdRuns } from './support/runs';
import { runOn } from './support/service';

const fixture = useNodeFixture();
let ids: number[];
beforeAll(async () => {
	ids = await fixture.write('customer', [
		{ name: 'Acme', telNo: '03-1', employee: 5 },
		{ name: 'Globex', telNo: '03-2' },
	]);
});

describe('Dry Run shows what each field held before and would hold after', () => {
	holdRuns(fixture, tables.shown, () => ({ acme: ids[0] }));

	test('two fields of one label, both', async () => {
		const { items } = await runOn('customer.createOrUpdate', {
			customs: [['own_phone', 'Phone Number']],
			parameters: { fieldsFrom: 'input', matchBy: 'id', options: { dryRun: true } },
			input: [{ id: 5, telNo: '1', 'custom:own_phone': '2' }],
		});
		expect(Object.entries(items[0]?.json.changes ?? {})).toEqual([
			['Phone Number', expect.objectContaining({ to: '2' })],
			['Phone Number (telNo)', { from: null, to: '1' }],
		]);
	});
});

describe('Stop When More Than', () => {
	holdRuns(fixture, tables.limited);

	test('a first look that fails says nothing of items that were processed', async () => {
		const { error } = await fixture.run('customer.createOrUpdate', {
			parameters: { fieldsFrom: 'input', matchBy: 'name', options: { stopWhenMoreThan: 10 } },
			input: [{ name: 'Alone' }, { name: 'Twice' }, { name: 'TWICE' }],
		});
		expect(error?.message).toContain('Write both alike');
		expect(JSON.stringify(error?.description ?? '')).not.toContain('processed');
		await expectNoWrites(fixture);
	});
});
