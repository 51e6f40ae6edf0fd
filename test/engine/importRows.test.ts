/** Files of the input's binary data become records, and a file says what became of each row. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { fromCsv } from '../support/csv';
import { startNodeFixture, type Call, type NodeFixture } from './support/nodeFixture';
import { withFile } from './support/withFile';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const FROM_FILE = { fieldsFrom: 'file' };

async function imported(operation: string, file: INodeExecutionData, call: Call = {}) {
	const { parameters, ...rest } = call;
	const { items, ...result } = await fixture.run(operation, {
		parameters: { ...FROM_FILE, ...parameters },
		input: [file],
		...rest,
	});
	const data = items[0]?.binary?.data?.data;
	const rows = data === undefined ? [] : fromCsv(Buffer.from(data, 'base64').toString());
	return { ...result, summary: items[0]?.json, rows, items, binary: items[0]?.binary };
}

const NONE = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0 };

const deals = (names: readonly string[], more: IDataObject = {}): string => {
	const columns = {
		...{ 'Expected Contract Date': '2026-12-24', customer: '1', 'Deal type': '1', phase: '1' },
		...{ product: '1', probability: '1', channel: '1', user: '1' },
		...more,
	};
	const lines = names.map((name) => [name, ...Object.values(columns)].join(';'));
	return [`name;${Object.keys(columns).join(';')}`, ...lines].join('\r\n');
};

const writes = async () =>
	(await fixture.requests()).filter(
		({ method, path }) => method !== 'GET' && !path.endsWith('/search'),
	);

test('Create Many makes a record of each row; names are as good as IDs', async () => {
	const { error, summary, rows, hints, binary } = await imported(
		'deal.createMany',
		withFile(deals(['One', 'Two', 'Three'], { phase: 'Proposal', extra: 'x' })),
	);
	expect(error).toBeUndefined();
	expect(summary).toEqual({ rows: 3, ...NONE, created: 3 });
	expect(rows.map(({ row, outcome, error: why }) => [row, outcome, why])).toEqual([
		['1', 'created', ''],
		['2', 'created', ''],
		['3', 'created', ''],
	]);
	expect(binary?.data).toMatchObject({ fileName: 'import-result.csv', mimeType: 'text/csv' });
	expect(hints.map(({ message }) => message)).toEqual([
		'These columns of the input fill no field of the deal and are not sent: "extra".',
	]);
	const [deal] = await fixture.records('deal.get', {
		parameters: { dealId: { __rl: true, mode: 'id', value: rows[1]?.id } },
	});
	expect(deal).toMatchObject({ name: 'Two', phase: { name: 'Proposal' } });
});

test('JSON Lines as well, and Update Many by id', async () => {
	const made = await imported('deal.createMany', withFile(deals(['First', 'Second'])));
	const lines = made.rows.map(({ id }, at) =>
		JSON.stringify({ id: Number(id), 'Deal Type': 1, memo: `Note ${at}` }),
	);
	const { error, summary, rows } = await imported(
		'deal.updateMany',
		withFile(lines.join('\n'), { mimeType: 'application/octet-stream', fileName: 'rows.bin' }),
	);
	expect(error).toBeUndefined();
	expect(summary).toEqual({ rows: 2, ...NONE, updated: 2 });
	expect(rows.map(({ id }) => id)).toEqual(made.rows.map(({ id }) => id));
});

describe('Create or Update', () => {
	const file = (amounts: Readonly<Record<string, string>>) =>
		[
			'name;Expected Contract Date;customer;Deal type;phase;product;probability;channel;user;deal_text;deal_single_select;deal_date;deal_decimal_number;deal_multi_select;deal_user;deal_number;amount',
			...Object.entries(amounts).map(
				([key, amount]) =>
					`Deal ${key};2026-12-24;1;1;1;1;1;1;1;${key};Gold;2026-11-30;1.50;1,3;2;7;${amount}`,
			),
		].join('\n');
	const upsert = async (text: string, call: Call = {}) =>
		await imported('deal.createOrUpdate', withFile(text), {
			...call,
			parameters: { matchBy: 'custom:deal_text', ...call.parameters },
		});

	test('repeated with a key nothing is written twice, and what is the same not at all', async () => {
		const first = await upsert(file({ k1: '1', k2: '2', k3: '3' }));
		expect(first.error).toBeUndefined();
		expect(first.summary).toEqual({ rows: 3, ...NONE, created: 3 });
		expect(await writes()).toHaveLength(1);
		const again = await upsert(file({ k1: '1', k2: '20', k3: '3', k4: '4' }));
		expect(again.summary).toEqual({ rows: 4, ...NONE, created: 1, updated: 1, unchanged: 2 });
		expect(again.rows.map(({ outcome }) => outcome)).toEqual([
			...['unchanged', 'updated', 'unchanged', 'created'],
		]);
		expect(again.rows.slice(0, 3).map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
		expect(await writes()).toHaveLength(2);
	});

	test('a dry run counts and writes nothing', async () => {
		const { summary, rows } = await upsert(file({ k1: '1', k9: '9' }), {
			parameters: { options: { dryRun: true } },
		});
		expect(summary).toEqual({ dryRun: true, rows: 2, ...NONE, created: 1, unchanged: 1 });
		expect(rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'created']);
		expect(await writes()).toEqual([]);
	});

	test('rows of one key are written one after the other, also those that give back what was', async () => {
		const text = `${file({ k1: '5' })}\n${file({ k1: '1' }).split('\n')[1]}`;
		const { summary, rows } = await upsert(text);
		expect(summary).toEqual({ rows: 2, ...NONE, updated: 2 });
		const [deal] = await fixture.records('deal.get', {
			parameters: { dealId: { __rl: true, mode: 'id', value: rows[0]?.id } },
		});
		expect(deal).toMatchObject({ amount: 1 });
	});
});

describe('rows that can’t be written', () => {
	test('stop the import before anything is sent, and the error names the row', async () => {
		const { error } = await imported(
			'deal.createMany',
			withFile(deals(['Good', 'Also good']).replace('Also good;2026', 'Bad;soon')),
		);
		expect(error?.message).toMatch(/^Row 2 \("Bad"\): Expected Contract Date is "soon-12-24"/);
		expect(error?.description).toContain('To go on, set Start Row (an option) to 1:');
		expect(await writes()).toEqual([]);
	});

	test('so does one without a required cell', async () => {
		const text = deals(['Good', 'Bad']).replace(/(Bad.*;)1;1;1;1;1$/m, '$1;1;1;1;1');
		const { error } = await imported('deal.createMany', withFile(text));
		expect(error?.message).toMatch(/^Row 2 \("Bad"\): No column of this item gives Phase/);
	});

	test('with Continue On Fail they are in the file of results, and a hint counts them', async () => {
		const { summary, rows, hints } = await imported(
			'deal.createMany',
			withFile(
				`${deals(['Good', 'Last']).replace('Last;2026', 'Last;soon')}\r\n1;2;3;4;5;6;7;8;9;10`,
			),
			{ continueOnFail: true },
		);
		expect(summary).toEqual({ rows: 3, ...NONE, created: 1, failed: 2 });
		expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'failed']);
		expect(rows.map(({ record }) => record)).toEqual(['', 'Last', '']);
		expect(rows[1]?.error).toMatch(/^Expected Contract Date is "soon-12-24"/);
		expect(rows[2]?.error).toContain('line 4, column 1: cell 10 of this row has no column');
		expect(hints.map(({ message }) => message)).toEqual([
			'2 of 3 rows of rows.csv failed: the file of the output says which ones and why.',
		]);
	});

	test('a file that breaks off is an error before anything of its part is sent', async () => {
		const text = `${deals(['Good'])}\r\n"Never closed`;
		const { error } = await imported('deal.createMany', withFile(text));
		expect(error?.message).toBe(
			'The file can’t be read at line 3, column 1: this quote is never closed.',
		);
		expect(await writes()).toEqual([]);
		const { summary, rows } = await imported('deal.createMany', withFile(text), {
			continueOnFail: true,
		});
		expect(summary).toMatchObject({ rows: 1, created: 1, nextRow: 2, stoppedBy: error?.message });
		expect(rows).toHaveLength(1);
	});

	test('a row that the service refuses is named by its number', async () => {
		const text = deals(['Good', 'Bad', 'Fine']).replace(/(Bad.*);1$/m, '$1;999999');
		const { error } = await imported('deal.createMany', withFile(text));
		expect(`${error?.message}`).toMatch(/^Rows 1-3, sent together: /);
		const { summary, rows } = await imported('deal.createMany', withFile(text), {
			continueOnFail: true,
		});
		expect(summary).toMatchObject({ created: 2, failed: 1 });
		expect(rows.map(({ outcome, record }) => [outcome, record])).toEqual([
			...[
				['created', ''],
				['failed', 'Bad'],
				['created', ''],
			],
		]);
	});
});

test('Start Row goes on where another run stopped', async () => {
	const { summary, rows } = await imported(
		'deal.createMany',
		withFile(deals(['a', 'b', 'c', 'd'])),
		{ parameters: { options: { startRow: 3 } } },
	);
	expect(summary).toEqual({ rows: 2, ...NONE, created: 2 });
	expect(rows.map(({ row }) => row)).toEqual(['3', '4']);
});

test.each([
	['no file', { json: {} }, /data/],
	['an empty file', withFile(''), undefined],
])('%s', async (_, item, message) => {
	const { error, summary } = await imported('deal.createMany', item);
	if (message) expect(error?.message).toMatch(message);
	else expect(summary).toEqual({ rows: 0, ...NONE });
});

test.each([
	['a file without rows', 'name;phase\n', {}, 'rows.csv has no rows: nothing was written.'],
	[
		'a Start Row behind the end',
		deals(['Far']),
		{ startRow: 7 },
		'rows.csv has no row 7: nothing was written.',
	],
])('%s is told', async (_, text, options, hint) => {
	const { error, summary, hints } = await imported('deal.createMany', withFile(text), {
		parameters: { options },
	});
	expect(error).toBeUndefined();
	expect(summary).toEqual({ rows: 0, ...NONE });
	expect(hints.map(({ message }) => message)).toEqual([hint]);
	expect(await writes()).toEqual([]);
});

test('several files are several imports, each with its item', async () => {
	const { items } = await fixture.run('deal.createMany', {
		parameters: FROM_FILE,
		input: [withFile(deals(['x'])), withFile(deals(['y', 'z']))],
	});
	expect(items.map(({ json, pairedItem }) => [json.created, pairedItem])).toEqual([
		[1, { item: 0 }],
		[2, { item: 1 }],
	]);
});

test('how far it is stands in the execution’s custom data', async () => {
	const { run } = await imported('deal.createMany', withFile(deals(['p', 'q'])));
	const told = Object.values(run.data.resultData.metadata ?? {}).map(textOf);
	expect(told).toEqual([
		'rows.csv: up to row 2 (2 created). To go on after a stop, set Start Row to 3.',
	]);
});

describe('columns by the names that people use', () => {
	const FROM_INPUT = { fieldsFrom: 'input' };
	const warned = async (operation: string, input: IDataObject[]) => {
		const { items, error, hints } = await fixture.run(operation, { parameters: FROM_INPUT, input });
		if (error) throw error;
		return {
			records: items.map(({ json }) => json),
			hints: hints.map(({ type, message }) => [type, message]),
		};
	};

	test('of a contact', async () => {
		const [company] = await fixture.records('customer.get', { parameters: { customerId: '1' } });
		const { records, hints } = await warned('contact.create', [
			{
				...{ 'Full Name': 'Anna Berg', Mail: 'anna@people.example', Telephone: '03-1111-2222' },
				...{ Mobile: '090-1111-2222', Company: company!.name, Street: '1 Main Street' },
				...{ 'Job Title': 'Buyer', Notes: 'Likes tea', Zip: '100-0001' },
			},
		]);
		expect(records).toEqual([
			expect.objectContaining({
				...{ name: 'Anna Berg', email: 'anna@people.example', tel: '03-1111-2222' },
				...{ mobileTel: '090-1111-2222', address: '1 Main Street', position: 'Buyer' },
				...{ memo: 'Likes tea', customer: expect.objectContaining({ id: 1 }) as unknown },
			}),
		]);
		expect(hints).toEqual([
			[
				'warning',
				'These columns of the input fill no field of the contact and are not sent: "Zip".',
			],
		]);
	});

	test('of a customer', async () => {
		const { records, hints } = await warned('customer.create', [
			{ 'company-name': 'People Ltd', tel: '03-1', 'Home Page': 'people.example', Headcount: 7 },
		]);
		expect(records).toMatchObject([
			{ name: 'People Ltd', telNo: '03-1', webUrl: 'people.example', employee: 7 },
		]);
		expect(hints).toEqual([]);
	});

	test('what may be two fields is not sent, and said', async () => {
		const row = {
			...{ Title: 'Won over', 'Close Date': '2026-12-24', Account: 1, Stage: 1, Owner: 1 },
			...{ 'Deal Type': 1, Product: 1, Probability: 1, Channel: 1, Value: 1200 },
		};
		const { records, hints } = await warned('deal.create', [{ ...row, 'Lost Reason': 'Price' }]);
		expect(records).toMatchObject([
			{ name: 'Won over', expectedContractDate: '2026-12-24', amount: 1200, reason: null },
		]);
		expect(hints).toEqual([
			[
				'warning',
				'These columns of the input fill no field of the deal and are not sent: "Lost Reason". "Lost Reason" may be Reason (reason) or End Reasons (endPhaseReasonIds): rename the column to what is in brackets.',
			],
		]);
	});

	test('beside a column with the field’s own name, or another that differs, they are not sent', async () => {
		const { records, hints } = await warned('contact.create', [
			{ Name: 'A', Email: 'a@people.example', Mail: 'b@people.example' },
			{ Name: 'B', Email: '', Mail: 'b@people.example' },
			{ Name: 'C', Cell: '090-1', Mobile: '090-2' },
			{ Name: 'D', Cell: '090-1', Mobile: '090-1' },
		]);
		expect(records.map(({ email, mobileTel }) => [email, mobileTel])).toEqual([
			['a@people.example', null],
			['b@people.example', null],
			[null, null],
			[null, '090-1'],
		]);
		expect(hints).toEqual([
			[
				'warning',
				'These columns of the input fill no field of the contact and are not sent: "Mail", "Cell" and "Mobile". "Mail" may be Email (email), which another column gives otherwise. "Cell" may be Mobile Number (mobileTel), which another column gives otherwise. "Mobile" may be Mobile Number (mobileTel), which another column gives otherwise.',
			],
		]);
	});
});
