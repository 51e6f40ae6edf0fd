/** What Output: File writes, Fields From: File reads, and every record stays as it is. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { fromCsv } from '../support/csv';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';
import { withFile } from './support/withFile';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

/** Text that means something to a table, a spreadsheet or a form. */
const TEXTS = [
	...['=1+1', '+81 3 1234', '-5', '@anna', "'=x", "'quoted'", '\ttab', 'a;b,c\t"d"'],
	...['line\nbreak', 'line\r\nbreak', '1,250', '1.250', '007', 'true', '2026-11-30', ' blanks '],
	...['{"a":1}', '[1]', '24/7', 'é€名', 'e\u0301', '1e5', '0', 'null', '\ufeffmark', '100%'],
];

const create = async (resource: string, rows: IDataObject[]) => {
	const { items, error } = await fixture.run(`${resource}.create`, {
		parameters: { fieldsFrom: 'input' },
		input: rows,
	});
	if (error) throw new Error(error.message);
	return items.map(({ json }) => json.id as number);
};

const textIn = ({ binary }: INodeExecutionData): string =>
	Buffer.from(binary?.data?.data ?? '', 'base64').toString();

const exported = async (resource: string, options: IDataObject, format: IDataObject) => {
	const { items, error } = await fixture.run(`${resource}.getMany`, {
		parameters: { output: 'file', options, ...format },
	});
	if (error) throw new Error(error.message);
	const [item] = items;
	if (!item || items.length !== 1) throw new Error(`${items.length} files`);
	return { text: textIn(item), fileName: item.binary?.data?.fileName };
};

const all = async (resource: string) =>
	await fixture.records(`${resource}.getMany`, { parameters: { returnAll: true } });

const FORMATS: Array<[string, IDataObject, IDataObject]> = [
	['CSV', {}, {}],
	[
		'CSV with semicolons, decimal commas and a mark',
		{ separator: ';', decimalMark: ',', byteOrderMark: true },
		{},
	],
	['JSON Lines', {}, { fileFormat: 'jsonLines' }],
];

const customs = (kind: string, at: number): IDataObject => ({
	[`${kind}_text`]: `key ${at}`,
	[`${kind}_decimal_number`]: [1.125, 1000.5, -0.001, 12][at % 4],
	[`${kind}_number`]: 1250 + at,
	[`${kind}_date`]: '2026-11-30',
	[`${kind}_single_select`]: '2',
	[`${kind}_multi_select`]: at % 2 === 0 ? '1,3' : '1',
	[`${kind}_user`]: '2',
});

const MADE: ReadonlyArray<[string, (text: string) => IDataObject]> = [
	['customer', (text) => ({ name: text, address: text })],
	['contact', (text) => ({ name: text, dept: text, position: text, customer: 1 })],
];

describe.each(MADE)('%s', (kind, fields) => {
	beforeAll(async () => {
		await create(
			kind,
			TEXTS.map((text, at) => ({ ...fields(text), ...customs(kind, at) })),
		);
	});

	test.each(FORMATS)('%s', async (_, options, format) => {
		const { text, fileName } = await exported(kind, options, format);
		const before = await all(kind);
		const { items, error, hints } = await fixture.run(`${kind}.createOrUpdate`, {
			parameters: { fieldsFrom: 'file', matchBy: `custom:${kind}_text` },
			input: [withFile(text, { fileName: fileName ?? '' })],
			continueOnFail: true,
		});
		expect(error).toBeUndefined();
		const results = fromCsv(textIn(items[0]!));
		// Records of others have no key, and are left alone.
		const keyless = results.filter((row) => /no value for it/.test(row.error as string)).length;
		expect(results.filter(({ outcome }) => outcome === 'updated')).toEqual([]);
		expect(items[0]?.json).toEqual({
			...{ rows: before.length, unchanged: before.length - keyless, failed: keyless },
			...{ created: 0, updated: 0, skipped: 0, unknown: 0 },
		});
		expect(before.length - keyless).toBeGreaterThanOrEqual(TEXTS.length);
		expect(hints.map(({ message }) => message)).not.toContainEqual(
			expect.stringMatching(/Key date|Rate/),
		);
		expect(await all(kind)).toEqual(before);
	});
});

describe('deals', () => {
	// Simplified leaves out some that a new deal needs.
	const FIELDS =
		'name, memo, amount, expectedContractDate, customerId, dealTypeId, phaseId, product, probability, channel, userId';
	const CUSTOMS = 'Remark, Key date, Score, Rate, Link, Level, Topics, Team';

	test('each custom field has one column, whatever deal type it is of', async () => {
		const { text } = await exported('deal', {}, {});
		const header = text.slice(0, text.indexOf('\r\n')).split(',');
		expect(header.filter((name) => /deal_|dealCustoms/.test(name))).toEqual([]);
	});

	test.each(FORMATS)('%s', async (_, options, format) => {
		const { text, fileName } = await exported('deal', options, {
			...format,
			fileContent: 'selectedFields',
			outputFields: `${FIELDS}, ${CUSTOMS}`,
		});
		const before = await all('deal');
		const { items, error } = await fixture.run('deal.createOrUpdate', {
			parameters: { fieldsFrom: 'file', matchBy: 'name' },
			input: [withFile(text, { fileName: fileName ?? '' })],
			continueOnFail: true,
		});
		expect(error).toBeUndefined();
		const rows = before.length;
		expect(items[0]?.json).toMatchObject({ rows, unchanged: rows, created: 0, updated: 0 });
		expect(await all('deal')).toEqual(before);
	});
});
