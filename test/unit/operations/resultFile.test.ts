/** The file of results goes on in others where it is larger than n8n is given at once. */
import { ResultFile } from '../../../nodes/SalesManagement/operations/import/resultFile';
import { fromCsv } from '../../support/csv';

const PART = 2_000;

async function written(rows: number, errorOf: (row: number) => string) {
	const files: Array<{ name: string; content: Buffer }> = [];
	const write = async (content: Buffer, name: string, mimeType: string) => {
		files.push({ name, content });
		return await Promise.resolve({ data: name, mimeType });
	};
	const unused = () => {
		throw new Error('nothing is read here');
	};
	const file = new ResultFile({ files: { write, read: unused, describe: unused } }, 'data', PART);
	for (let row = 1; row <= rows; row++) {
		const error = errorOf(row);
		if (error === '') await file.add(row, 'created', { index: row, records: [{ id: 100 + row }] });
		else await file.add(row, 'failed', { index: row, error: new Error(error) });
	}
	return { files, parts: await file.end() };
}

test('each part is a table of its own and no larger, and together they have every row once', async () => {
	const ROWS = 500;
	const { files, parts } = await written(ROWS, (row) => (row % 7 === 0 ? `Né "${row}",\nno` : ''));
	expect(files.length).toBeGreaterThan(4);
	expect(Object.keys(parts)).toEqual(files.map((_, at) => (at === 0 ? 'data' : `data_${at + 1}`)));
	expect(files.map(({ name }) => name)).toEqual(
		files.map((_, at) => `import-result${at === 0 ? '' : `_${at + 1}`}.csv`),
	);
	for (const { content } of files) expect(content.length).toBeLessThanOrEqual(PART);
	const rows = files.flatMap(({ content }) => fromCsv(content.toString()));
	expect(rows.map(({ row }) => Number(row))).toEqual(
		Array.from({ length: ROWS }, (_, at) => at + 1),
	);
	expect(rows[6]).toEqual({
		row: '7',
		record: '',
		id: '',
		outcome: 'failed',
		error: 'Né "7",\nno',
	});
	expect(rows[7]).toEqual({ row: '8', record: '', id: '108', outcome: 'created', error: '' });
});

test('of no rows there is a file with the names of the columns', async () => {
	const { files } = await written(0, () => '');
	expect(files.map(({ content }) => content.toString())).toEqual([
		'row,record,id,outcome,error\r\n',
	]);
});
