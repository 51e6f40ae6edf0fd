/** Files as n8n keeps them by default, outside of its memory: read and written in pieces. */
import { fromCsv } from '../support/csv';
import { keepBinaryOnDisk, type BinaryOnDisk } from '../support/binaryOnDisk';
import { temporaryFolder } from '../support/temporaryFolder';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const folder = temporaryFolder('binary');

let fixture: NodeFixture;
let disk: BinaryOnDisk;
beforeAll(async () => {
	fixture = await startNodeFixture();
	disk = await keepBinaryOnDisk(folder);
});
afterAll(async () => await fixture.close());

const NOTE = 'é€名'.repeat(40);

test('3,000 rows of more than a piece each way, characters across the ends of pieces', async () => {
	const lines = Array.from({ length: 3_000 }, (_, at) => `On disk ${at};${NOTE}`);
	const data = await disk.store(`\ufeffname;address\r\n${lines.join('\r\n')}`);
	expect(data.id).toMatch(/^filesystem/);
	const { items, error } = await fixture.run('customer.createMany', {
		parameters: { fieldsFrom: 'file' },
		input: [{ json: {}, binary: { data } }],
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ rows: 3_000, created: 3_000 });
	const file = items[0]?.binary?.data;
	expect(file?.id).toMatch(/^filesystem/);
	const rows = fromCsv((await disk.read(file)).toString());
	expect(rows).toHaveLength(3_000);
	const [made] = await fixture.records('customer.get', {
		parameters: { customerId: { __rl: true, mode: 'id', value: rows[2_999]?.id } },
	});
	expect(made).toMatchObject({ name: 'On disk 2999', address: NOTE });
});

test('a response that is lost stops the import, and says which rows are in doubt', async () => {
	const match = { method: 'POST', path: '/v2/customers/bulk' };
	const body = 'Bad gateway';
	await fixture.steer('POST', '/faults', [{ match, times: 1, status: 502, body, after: true }]);
	const data = await disk.store('{"name":"Lost 1"}\n{"name":"Lost 2"}\n', {
		fileName: 'rows.jsonl',
		mimeType: 'application/x-ndjson',
	});
	const { error } = await fixture.run('customer.createMany', {
		parameters: { fieldsFrom: 'file' },
		input: [{ json: {}, binary: { data } }],
	});
	expect(error?.message).toMatch(/^Rows 1-2, sent together: /);
	expect(error?.description).toContain('set Start Row (an option) to 1:');
	expect(error?.description).toContain('not known whether these rows were written: 1-2.');
});
