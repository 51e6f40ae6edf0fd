/** The rows of a file that were certainly not written are a file beside the results, to be imported after correcting. */
import type { IDataObject } from 'n8n-workflow';
import tables from './importFailedRows.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useNodeFixture, type Call } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import { dealFile, imported, lines, LOST, NONE, ofTest } from './support/importing';

const fixture = useNodeFixture();

/** What an import with On Error: Continue tells, with the text of its file of failed rows. */
async function importing(
	operation: string,
	text: string,
	{ file = {}, ...call }: Call & { file?: IDataObject } = {},
) {
	const given = [withFile(text, file)];
	const told = await imported(fixture, operation, given, { continueOnFail: true, ...call });
	const { data_failed: failed, ...others } = told.items[0]?.binary ?? {};
	return {
		...told,
		failed: failed && Buffer.from(failed.data, 'base64').toString(),
		failedName: failed?.fileName,
		kind: failed?.mimeType,
		others: Object.keys(others),
	};
}

const NOT_WHOLE = /^Employees is "x/;
const namesOf = async (begin: string) =>
	(await ofTest(fixture, 'customer', begin, 'name')).map(({ name }) => textOf(name));

test('they have their own columns, order and separator, and the error behind them', async () => {
	const text = [
		' Name ;"Memo; of ours";employee;',
		'Kept A;;1;',
		`"Kept ""B""\n";'=1+1;x1`,
		'Kept C;none;2;',
		`Kept D;" y";x2;;`,
	].join('\r\n');
	const { failed, failedName, kind, summary, others, hints } = await importing(
		'customer.createMany',
		text,
		{ file: { fileName: 'of 2026.csv' } },
	);
	expect(summary).toEqual({ rows: 4, ...NONE, created: 2, failed: 2 });
	expect([failedName, kind, others]).toEqual(['of 2026-failed.csv', 'text/csv', ['data']]);
	const [head, first, second, ...rest] = (failed ?? '').split('\r\n');
	expect(head).toBe('\ufeff" Name ";"Memo; of ours";employee;;import_error');
	expect(first).toMatch(/^"Kept ""B""\n";'=1\+1;x1;;"Employees is ""x1"";/);
	expect(second).toMatch(/^Kept D;" y";x2;;"Employees is ""x2"";/);
	expect(rest).toEqual(['']);
	expect(hints.join()).not.toContain('import_error');
});

test('imported after correcting, every row is in, and none twice', async () => {
	const COUNT = 700;
	const isBad = (row: number) => row % 7 === 0 || (row > 290 && row < 310);
	const text = lines(
		'Name,Employees,Phone Number',
		COUNT,
		(row) => `Strewn ${row},${isBad(row) ? 'x' : row},"03-1,2"`,
	);
	const first = await importing('customer.createMany', text);
	const bad = first.summary?.failed as number;
	expect(first.summary).toMatchObject({ created: COUNT - bad, failed: 116 });
	// Half of them are corrected, then the others.
	let left = 0;
	const half = first.failed!.replace(/,x,/g, (cell) => (left++ % 2 === 0 ? ',5,' : cell));
	const second = await importing('customer.createMany', half);
	expect(second.summary).toMatchObject({ rows: bad, failed: bad / 2 });
	expect(second.failed?.match(/Employees is ""x""/g)).toHaveLength(bad / 2);
	const third = await importing('customer.createMany', second.failed!.replaceAll(',x,', ',5,'));
	expect([third.failed, third.others]).toEqual([undefined, ['data']]);
	expect([...second.hints, ...third.hints].join()).not.toContain('fill no field');
	const names = await namesOf('Strewn ');
	expect([names.length, new Set(names).size]).toEqual([COUNT, COUNT]);
});

test('a cell without a column stays one until somebody moves it', async () => {
	const first = await importing('customer.createMany', 'name,employee\nToo, many,5\nRight,6\n');
	const second = await importing('customer.createMany', first.failed!);
	const third = await importing('customer.createMany', second.failed!);
	const shown = /^Too," many",.*cell \d of this row has no column.*,5$/m;
	for (const { failed } of [first, second, third]) expect(failed).toMatch(shown);
	expect([second.summary?.created, third.summary?.created]).toEqual([0, 0]);
	const corrected = first.failed!.replace(/^Too.*$/m, '"Too, many",5,');
	expect((await importing('customer.createMany', corrected)).summary?.created).toBe(1);
});

test('imported with the settings of the file that they come from, none is left out', async () => {
	const text = 'Report\nx;y\nname;employee\nSettings A;1\nSettings B;x\nSettings C;x';
	const call = { parameters: { fileOptions: { headerRow: 3, startRow: 2 } } };
	const { failed } = await importing('customer.createMany', text, call);
	const corrected = failed!.replaceAll(';x;', ';3;');
	const { items } = await importing('customer.createMany', corrected, call);
	expect(items[0]?.json.error).toMatch(/^These are the rows that failed .*: empty Start Row/);
	const again = { parameters: { fileOptions: { headerRow: 3 } } };
	const { summary } = await importing('customer.createMany', corrected, again);
	expect(summary).toMatchObject({ rows: 2, created: 2 });
	expect((await namesOf('Settings')).sort()).toEqual(['Settings B', 'Settings C']);
});

test('of JSON Lines they are JSON Lines, with the error as the last property', async () => {
	const rows = [
		{ name: 'Line A', employee: 'x' },
		{ name: 'Line B' },
		{ name: 'Line C', note: { of: 1 }, employee: 'x' },
	].map((each) => JSON.stringify(each));
	const text = [...rows, '{"name": "Line D"'].join('\n');
	const file = { fileName: 'rows.jsonl', mimeType: 'application/octet-stream' };
	const { failed, failedName, summary } = await importing('customer.createMany', text, { file });
	expect(summary).toMatchObject({ created: 1, failed: 3 });
	expect(failedName).toBe('rows-failed.jsonl');
	const [first = '', third = '', broken, ...rest] = failed!.split('\n');
	expect(Object.entries(JSON.parse(first) as object)).toEqual([
		['name', 'Line A'],
		['employee', 'x'],
		['import_error', expect.stringMatching(NOT_WHOLE)],
	]);
	expect(JSON.parse(third)).toMatchObject({ name: 'Line C', note: { of: 1 } });
	expect([broken, rest]).toEqual(['{"name": "Line D"', ['']]);
	const corrected = failed!.replaceAll('"x"', '3').replace('D"', 'D"}');
	const { summary: again } = await importing('customer.createMany', corrected, { file });
	expect(again).toMatchObject({ created: 3, failed: 0 });
	expect(await namesOf('Line ')).toHaveLength(4);
});

test('rows that may have been written, and skipped ones, are in the result file alone', async () => {
	await fixture.fault('POST /v2/customers/bulk', LOST);
	const text = lines('name,employee', 4, (row) => `Lost ${row},${row === 2 ? 'x' : 1}`);
	const lost = await importing('customer.createMany', text);
	expect(lost.summary).toMatchObject({ unknown: 3, failed: 1 });
	expect(lost.failed?.match(/Lost \d/g)).toEqual(['Lost 2']);
});

test.each(tables.noFile)('there is no such file if $what', async ({ row, parameters }) => {
	const { failed, others } = await importing('deal.createOrUpdate', dealFile([row]), {
		parameters: { matchBy: 'name', ...parameters },
	});
	expect([failed, others]).toEqual([undefined, ['data']]);
});
