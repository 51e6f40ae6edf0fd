/** Files become records: files of every kind, however many rows they have, with names as good as IDs. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/shared';
import { many } from '../support/many';
import { useNodeFixture, type Call } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import { keepBinaryOnDisk, type BinaryOnDisk } from '../support/binaryOnDisk';
import { CUSTOMERS } from '../support/contactsFile';
import { fromCsv } from '../support/csv';
import { temporaryFolder } from '../support/temporaryFolder';
import {
	dealFile,
	imported,
	lines,
	NONE,
	ofTest,
	one,
	requestsByPath,
	expectNoWrites,
} from './support/importing';

const folder = temporaryFolder('binary');

const fixture = useNodeFixture();
beforeAll(async () => {
	await fixture.write(
		'customer',
		CUSTOMERS.map((name) => ({ name })),
	);
});

describe('files of every kind', () => {
	const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
	const csv = (separator: string) => `name${separator}address\né€\r\n"名, 2"${separator}x\n`;
	const TAB = csv('\t');
	const JSON_LINES = '{"name": "é€"}\n\n{"name": "名, 2", "address": "x"}';

	test.each([
		['CSV with commas', csv(','), {}, {}],
		['tabs', TAB, { fileName: 'rows.tsv', mimeType: 'text/plain' }, {}],
		['JSON Lines by name', JSON_LINES, { fileName: 'rows.jsonl' }, {}],
		['a header row by choice', `"Notes" of x\n\n${csv(',')}`, {}, { headerRow: 3 }],
		['an encoding by choice', utf16(TAB).subarray(2), {}, { encoding: 'UTF-16LE' }],
		['a separator by choice', 'name;a, b, c\né€;1\n"名, 2";2\n', {}, { separator: ';' }],
	])('%s', async (_, content, signs, fileOptions) => {
		const file = withFile(content, signs);
		const { said, summary, rows } = await imported(fixture, 'customer.createMany', [file], {
			parameters: { fileOptions },
		});
		expect([said, summary]).toEqual([undefined, { rows: 2, ...NONE, created: 2 }]);
		expect(rows.map(({ row, outcome, error }) => [row, outcome, error])).toEqual([
			['1', 'created', ''],
			['2', 'created', ''],
		]);
		const names = await Promise.all(
			rows.map(async ({ id }) => (await one(fixture, 'customer', id)).name),
		);
		expect(names).toEqual(['é€', '名, 2']);
	});

	test('a file without rows is no error, and nothing is written', async () => {
		const { said, summary } = await imported(fixture, 'deal.createMany', 'name;phase\n');
		expect([said, summary]).toEqual([undefined, { rows: 0, ...NONE }]);
		await expectNoWrites(fixture);
	});

	test('a Start Row behind the end is an error, and nothing is written', async () => {
		const { said } = await imported(fixture, 'deal.createMany', dealFile([{ name: 'Far' }]), {
			parameters: { fileOptions: { startRow: 7 } },
		});
		expect(said).toMatch(/^Start Row is 7: the file has fewer rows\./);
		await expectNoWrites(fixture);
	});
});

test.each([
	[
		'the first rows of a file of many',
		lines('', 6_000, (row) =>
			JSON.stringify({ name: `Sparse ${row}`, ...(row < 9 && { x: '3' }) }),
		),
	],
	['the header alone', 'name;x\nShort\n'],
])('a column that is mapped may be in %s', async (_, text) => {
	const columnMapping = { values: [{ field: 'telNo', columns: ['x'] }] };
	const { said, summary, hints } = await imported(fixture, 'customer.createOrUpdate', text.trim(), {
		parameters: { matchBy: 'name', columnMapping, options: { dryRun: true } },
	});
	expect(said).toBeUndefined();
	expect(summary?.created).toBe(summary?.rows);
	expect(hints.join()).toMatch(/^Dry Run: nothing was written\. It would be [\d,]+ created\./);
});

test('10,100 rows are written once each, in full requests, and told in their order', async () => {
	const text = lines('name', 10_100, (row) => `Many ${row}`);
	const { summary, rows, progress } = await imported(fixture, 'customer.createMany', text);
	expect(summary).toEqual({ rows: 10_100, ...NONE, created: 10_100 });
	expect(await requestsByPath(fixture)).toEqual({
		reads: {},
		written: { '/v2/customers/bulk': 11 },
	});
	expect(rows.map(({ row }) => Number(row))).toEqual(rows.map((_, at) => at + 1));
	const ids = new Map(
		(await ofTest(fixture, 'customer', 'Many ', 'id, name')).map(({ name, id }) => [name, id]),
	);
	expect(ids.size).toBe(10_100);
	expect(rows.map(({ id }) => Number(id))).toEqual(
		rows.map(({ row }) => ids.get(`Many ${textOf(row)}`)),
	);
	expect(progress).toEqual([
		'rows.csv: up to row 10,100 (10,100 created). To go on after a stop, set Start Row to 10101.',
	]);
});

test('of rows that change one record the last wins, and each name is looked up once, in whatever parts of a file they are', async () => {
	const DEALS = 50;
	const ids = await fixture.write(
		'deal',
		many(DEALS, (at) => ({ name: `Often ${at}` })),
	);
	// Between its first rows and its last ones, of another part, are such as fail before they are sent.
	const COUNT = 10_025;
	const LAST = COUNT - DEALS;
	const text = lines('id;dealTypeId;memo;customer', COUNT, (row) =>
		row <= 2 * DEALS || row > LAST
			? `${ids[row % DEALS]};1;memo ${row};${CUSTOMERS[row % 3]}`
			: ';1;;',
	);
	await fixture.options({ latencyMs: 30 });
	await fixture.requests();
	const { summary } = await imported(fixture, 'deal.updateMany', text, { continueOnFail: true });
	const { reads } = await requestsByPath(fixture);
	await fixture.options({ latencyMs: null });
	expect(summary).toEqual({
		...{ rows: COUNT, ...NONE },
		...{ updated: 3 * DEALS, failed: LAST - 2 * DEALS },
	});
	const memos = (await ofTest(fixture, 'deal', 'Often ')).map(({ memo }) =>
		Number(textOf(memo).slice(5)),
	);
	expect(memos.sort((a, b) => a - b)).toEqual(ids.map((_, at) => LAST + 1 + at));
	expect(reads['/v2/customers/search']).toBe(1);
});

// Last: from here on n8n keeps files so.
describe('files that n8n keeps on disk', () => {
	let disk: BinaryOnDisk;
	beforeAll(async () => {
		disk = await keepBinaryOnDisk(folder);
	});
	const stored = async (operation: string, text: string, call: Call = {}) => {
		const data = await disk.store(text);
		expect(data.id).toMatch(/^filesystem/);
		const file = { json: {}, binary: { data } };
		const { summary, items } = await imported(fixture, operation, [file], call);
		const files = Object.entries(items[0]?.binary ?? {});
		const contents = await Promise.all(files.map(async ([, each]) => await disk.read(each)));
		return {
			summary,
			contents,
			files: files.map(([field, { fileName }]) => [field, fileName]),
		};
	};

	test('come in pieces, with characters across their ends', async () => {
		const note = 'é€名'.repeat(40);
		const text = lines('name;address', 600, (row) => `On disk ${row};${note}`);
		const { summary, files, contents } = await stored('customer.createMany', `\ufeff${text}`);
		expect(summary).toEqual({ rows: 600, ...NONE, created: 600 });
		expect(files).toEqual([['data', 'import-result.csv']]);
		const rows = contents.flatMap((content) => fromCsv(content.toString()));
		const last = await one(fixture, 'customer', rows[599]?.id);
		expect(last).toMatchObject({ name: 'On disk 600', address: note });
	});

	test('of results and failed rows there are more above 32 MB', async () => {
		const row = { name: 'n'.repeat(100_000), expectedContractDate: 'soon' };
		const text = dealFile(Array<IDataObject>(340).fill(row));
		const { files, contents } = await stored('deal.createMany', text, { continueOnFail: true });
		expect(files).toEqual([
			['data', 'import-result.csv'],
			['data_2', 'import-result_2.csv'],
			['data_failed', 'rows-failed.csv'],
			['data_failed_2', 'rows-failed_2.csv'],
		]);
		const texts = contents.map((content) => content.toString());
		// Each line begins with the number of its row; csv-parse takes seconds for so much.
		const rows = texts.slice(0, 2).flatMap((content) => content.match(/^\d+/gm) ?? []);
		expect(rows.map(Number)).toEqual(many(340, (at) => at + 1));
		const failed = texts.slice(2).map((content) => content.split('\r\n').slice(0, -1));
		expect(failed.map(([head]) => head)).toEqual([failed[0]?.[0], failed[0]?.[0]]);
		expect(failed.flat()).toHaveLength(342);
	});
});
