/** Get Many and Search with Output: File, on n8n's real engine. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { actionType, runNode } from '../support/harness';
import { fromCsv } from '../support/csv';
import { hasTotals } from '../support/speaks';
import { usual } from '../support/testSandbox';
import {
	startNodeFixture,
	unpacedCredentials,
	type Call,
	type NodeFixture,
} from './support/nodeFixture';

const DEALS = 2_400;
const DAY = 86_400_000;

const text = (value: unknown) => value as string;

/** The text of the file beside an item. */
const textOf = ({ binary }: INodeExecutionData, property = 'data'): string =>
	Buffer.from(binary?.[property]?.data ?? '', 'base64').toString();

const linesOf = (item: INodeExecutionData): IDataObject[] =>
	textOf(item)
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as IDataObject);

describe('a list as files', () => {
	let fixture: NodeFixture;
	let newest: number;
	beforeAll(async () => {
		fixture = await startNodeFixture({ seed: 'empty' });
		await fixture.steer('PATCH', '/options', usual);
		newest = Math.floor(Date.now() / 1000) * 1000 - DAY;
		const rows = Array.from({ length: DEALS }, (_, at) => ({
			name: at === 0 ? '=HYPERLINK("http://x")' : `Deal "${at}", one; two`,
			amount: at,
			createdAt: new Date(newest - 50 * DAY).toISOString(),
			updatedAt: new Date(newest - ((at * 11) % (DEALS - 100)) * 60_000).toISOString(),
		}));
		await fixture.write('deal', rows);
	});
	afterAll(async () => await fixture.close());

	const exported = async (parameters: IDataObject, call: Call = {}, operation = 'deal.getMany') => {
		const { items, error } = await fixture.run(operation, {
			...call,
			parameters: { output: 'file', ...parameters },
		});
		if (error) throw new Error(error.message);
		return items;
	};
	const jsonLines = { fileFormat: 'jsonLines', fileContent: 'raw' };

	test('one file as a table: each deal once, by time of change, with a header', async () => {
		const items = await exported({});
		expect(items).toHaveLength(1);
		const [item] = items;
		const rows = fromCsv(textOf(item!));
		expect(rows).toHaveLength(DEALS);
		expect(new Set(rows.map(({ id }) => id)).size).toBe(DEALS);
		const times = rows.map(({ updatedAt }) => text(updatedAt));
		const oldestFirst = [...times].sort();
		// Without totals it is read page after page, in the list's own order.
		const isInOrder = hasTotals(fixture.sandbox);
		expect(times).toEqual(isInOrder ? oldestFirst : oldestFirst.toReversed());
		expect(oldestFirst[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
		expect(item?.binary?.data).toMatchObject({ fileName: 'deals-001.csv', mimeType: 'text/csv' });
		expect(item?.json).toMatchObject({
			...{ file: 'deals-001.csv', part: 1, count: DEALS, isLast: true, cursor: null },
			first: { id: Number(rows[0]?.id) },
			last: { id: Number(rows.at(-1)?.id) },
			nextStart: expect.stringMatching(/Z$/),
		});
		expect(item?.pairedItem).toEqual({ item: 0 });
	});

	test('formulas are made harmless, unless they are kept', async () => {
		const filters = { updatedAtFrom: new Date(newest - 1000).toISOString() };
		const nameIn = async (options: IDataObject) => {
			const [item] = await exported({ filters, options });
			return fromCsv(textOf(item!)).map(({ name }) => name);
		};
		expect(await nameIn({})).toContain(`'=HYPERLINK("http://x")`);
		expect(await nameIn({ keepFormulas: true })).toContain('=HYPERLINK("http://x")');
	});

	test('several parts, an item each, together everything once', async () => {
		const items = await exported({ ...jsonLines, options: { recordsPerFile: 1_000 } });
		expect(items.map(({ json }) => json.count)).toEqual([1_000, 1_000, 400]);
		expect(items.map(({ json }) => json.isLast)).toEqual([false, false, true]);
		expect(items.map(({ json }) => json.file)).toEqual([
			'deals-001.jsonl',
			'deals-002.jsonl',
			'deals-003.jsonl',
		]);
		const ids = items.flatMap(linesOf).map(({ id }) => id);
		expect(ids).toHaveLength(DEALS);
		expect(new Set(ids).size).toBe(DEALS);
	});

	test.each<[string, string, IDataObject]>([
		['by time', 'deal.getMany', {}],
		['in another order, page after page', 'deal.getMany', { sort: { order: '-createdAt' } }],
		[
			'a search',
			'deal.search',
			{
				match: 'all',
				conditions: { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] },
			},
		],
	])('a loop goes on from the cursor of the last part: %s', async (_, operation, parameters) => {
		const ids: unknown[] = [];
		const parts: unknown[] = [];
		let startCursor = '';
		for (let isLast: unknown = false; isLast !== true && parts.length < 20;) {
			const options = { recordsPerFile: 350, maxFiles: 2, startCursor };
			const items = await exported({ ...jsonLines, ...parameters, options }, {}, operation);
			for (const item of items) {
				ids.push(...linesOf(item).map(({ id }) => id));
				parts.push(item.json.part);
			}
			({ isLast, cursor: startCursor } = items.at(-1)!.json as { isLast: unknown; cursor: string });
		}
		expect(parts).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(ids).toHaveLength(DEALS);
		expect(new Set(ids).size).toBe(DEALS);
	});

	test('only what changed since, and from when to go on also where nothing did', async () => {
		const since = new Date(newest - 100 * 60_000).toISOString();
		const [item] = await exported({ ...jsonLines, options: { changesSince: since } });
		const times = linesOf(item!).map(({ updatedAt }) => Date.parse(text(updatedAt)));
		expect(times.length).toBeGreaterThan(50);
		expect(times.every((time) => time >= Date.parse(since))).toBe(true);
		const none = await exported({ options: { changesSince: item!.json.nextStart } });
		expect(none.map(({ json }) => json)).toMatchObject([
			{ count: 0, first: null, last: null, isLast: true, cursor: null, part: 1 },
		]);
		expect(Date.parse(text(none[0]?.json.nextStart))).toBeGreaterThan(Date.now() - 6 * 60_000);
		expect(textOf(none[0]!)).toMatch(/^id,name,.*\r\n$/);
		const all = await exported({ ...jsonLines, options: { changesSince: '' } });
		expect(all[0]?.json.count).toBe(DEALS);
	});

	test('where the filters end before, the next export begins at the same time again', async () => {
		const since = new Date(newest).toISOString();
		const filters = { updatedAtTo: new Date(newest - DAY).toISOString() };
		const [item] = await exported({ ...jsonLines, filters, options: { changesSince: since } });
		expect(item?.json).toMatchObject({ count: 0, isLast: true, nextStart: since });
	});

	test('each input item has an export of its own', async () => {
		const items = await exported(
			{
				...jsonLines,
				filters: { updatedAtFrom: '={{ $json.from }}' },
				options: { recordsPerFile: 900 },
			},
			{ input: [{ from: '2001-01-01' }, { from: new Date(newest).toISOString() }] },
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 0, 1].map((item) => ({ item })),
		);
		expect(items.map(({ json }) => json.part)).toEqual([1, 2, 3, 1]);
	});

	test('selected fields are columns in their order, dates and numbers as programs read them', async () => {
		const [item] = await exported(
			{
				...{ fileContent: 'selectedFields', outputFields: 'amount, updatedAt, name, phase.name' },
				filters: { updatedAtFrom: new Date(newest - 1000).toISOString() },
				options: { separator: 'tab', byteOrderMark: true, fileName: 'mine' },
				binaryPropertyName: 'sheet',
			},
			{ workflowSettings: { timezone: 'Asia/Tokyo' } },
		);
		const [header, first] = textOf(item!, 'sheet').split('\r\n');
		expect(header).toBe('\ufeffamount\tupdatedAt\tname\tphase.name');
		const wall = new Date(newest + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
		expect(first).toMatch(new RegExp(`^\\d+\t${wall}\t`));
		expect(item?.json.file).toBe('mine-001.tsv');
	});

	test('Max Files: from when to go on is said once the end of the list is reached', async () => {
		const runs = async (startCursor: unknown) =>
			(await exported({ options: { recordsPerFile: 1_500, maxFiles: 1, startCursor } })).map(
				({ json: { cursor, nextStart } }) => ({ cursor, nextStart }),
			);
		const [first] = await runs('');
		expect(first).toEqual({ cursor: expect.any(String), nextStart: undefined });
		expect(await runs(first?.cursor)).toEqual([{ cursor: null, nextStart: expect.any(String) }]);
	});

	test('Max Files ends a list of version 1, and a hint says that nobody can go on from there', async () => {
		const { items, hints } = await fixture.run('deal.getMany', {
			authentication: 'v1ApiKey',
			parameters: {
				...{ output: 'file', ...jsonLines },
				options: { recordsPerFile: 1_000, maxFiles: 2 },
			},
		});
		expect(items.map(({ json: { cursor, isLast } }) => [cursor, isLast])).toEqual([
			[null, false],
			[null, false],
		]);
		expect(hints.map(({ message }) => message)).toEqual([
			'Max Files ended the export before the end of the list, and this list has no place to go on from: leave Max Files out.',
		]);
	});

	test.each(['file', '={{ "File" }}'])(
		'a Limit that was saved cuts no file: %s',
		async (output) => {
			const [item] = await exported({ ...jsonLines, output, returnAll: false, limit: 70 });
			expect(linesOf(item!)).toHaveLength(DEALS);
			expect(item?.json).toMatchObject({
				count: DEALS,
				isLast: true,
				nextStart: expect.any(String),
			});
		},
	);

	test('Max Records ends the files, says what is missing, and the next run goes on from there', async () => {
		const run = async (options: IDataObject) =>
			await fixture.run('deal.getMany', {
				parameters: { output: 'file', ...jsonLines, options },
			});
		const first = await run({ maxRecords: 1_070, recordsPerFile: 1_000 });
		expect(first.items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ count: 1_000, isLast: false }),
			expect.objectContaining({ count: 70, isLast: false, cursor: expect.any(String) }),
		]);
		expect(first.items.flatMap(({ json }) => Object.keys(json))).not.toContain('nextStart');
		const ofAll = hasTotals(fixture.sandbox) ? ' of 2,400' : '';
		expect(first.hints.map(({ message }) => message)).toEqual([
			`The files hold the first 1,070${ofAll} deals, since Max Records ends them there: remove it for all of them, or go on with the cursor of the last item as Start Cursor.`,
		]);
		const rest = await run({ startCursor: first.items.at(-1)?.json.cursor });
		const ids = [...first.items, ...rest.items].flatMap(linesOf).map(({ id }) => id);
		expect(ids).toHaveLength(DEALS);
		expect(new Set(ids).size).toBe(DEALS);
		expect(rest.items.at(-1)?.json).toMatchObject({ isLast: true, nextStart: expect.any(String) });
		const all = await run({ maxRecords: DEALS });
		expect(all.items[0]?.json).toMatchObject({ count: DEALS, isLast: true, cursor: null });
		expect(all.hints).toEqual([]);
	});

	test.each<[IDataObject, RegExp]>([
		[{ fileContent: 'raw' }, /needs File Format: JSON Lines/],
		[{ fileContent: 'selectedFields' }, /Output Fields names none/],
		[{ options: { pageLimit: 2 } }, /use Max Files/],
		[{ options: { decimalMark: ',' } }, /both a comma/],
		[{ options: { startCursor: 'file.abc' } }, /not whole/],
	])('what does not go together is refused before a request: %j', async (parameters, message) => {
		await fixture.requests();
		await expect(exported(parameters)).rejects.toThrow(message);
		expect(await fixture.requests()).toEqual([]);
	});

	test('a list without update times has no Changes Since', async () => {
		const options = { changesSince: '2026-01-01' };
		await expect(exported({ options }, {}, 'user.getMany')).rejects.toThrow(/does not have/);
	});

	test('On Error Continue: an item that fails leaves the others their files', async () => {
		const items = await exported(
			{ ...jsonLines, filters: { updatedAtFrom: '={{ $json.from }}' } },
			{
				input: [{ from: 'never' }, { from: new Date(newest).toISOString() }],
				continueOnFail: true,
			},
		);
		expect(items[0]?.json.error).toMatch(/never/);
		expect(items[1]).toMatchObject({ json: { part: 1 }, pairedItem: { item: 1 } });
	});

	test('an AI agent that asks for a file is told what to ask for', async () => {
		const type = `${actionType}Tool`;
		const { error } = await runNode({
			...{ type, extraNodes: { [type]: new SalesManagement() } },
			parameters: {
				...{ authentication: 'personalToken', resource: 'deal', operation: 'getMany' },
				output: 'file',
			},
			credentials: unpacedCredentials(fixture.sandbox),
		});
		expect(error?.message).toMatch(/An AI agent can’t read files/);
	});
});
