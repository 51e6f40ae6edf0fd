/** Get Many and Search with Output: File: all rows, as programs read them, in parts, since the last time. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import tables from './export.json';
import { many } from '../support/many';
import { useNodeFixture, type Call } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import { fromCsv } from '../support/csv';
import { speaks } from '../support/speaks';
import type { HttpRequest } from '../../nodes/SalesManagement/api';
import type { Answer } from '../http/support/server';
import { pageOf, serviceWith } from '../support/memoryService';
import { usual } from '../support/testSandbox';
import { listOf, runOn, type Given } from './support/service';
import { callTool } from './support/toolWorld';

/** More than a page. */
const DEALS = 1_250;
const DAY = 86_400_000;
const JSON_LINES = { fileFormat: 'jsonLines', fileContent: 'raw' };

const fixture = useNodeFixture({ seed: 'empty' });
let newest: number;
beforeAll(async () => {
	await fixture.options(usual);
	newest = Math.floor(Date.now() / 1000) * 1000 - DAY;
	const rows = many(DEALS, (at) => ({
		name: at === 0 ? '=HYPERLINK("http://x")' : `Deal "${at}", one; two`,
		amount: at,
		createdAt: iso(newest - 50 * DAY),
		updatedAt: iso(newest - ((at * 11) % (DEALS - 100)) * 60_000),
	}));
	await fixture.write('deal', rows);
});

const iso = (time: number) => new Date(time).toISOString();
const time = (value: unknown) => Date.parse(value as string);

/** The text of the file beside an item. */
const textOf = ({ binary }: INodeExecutionData, property = 'data'): string =>
	Buffer.from(binary?.[property]?.data ?? '', 'base64').toString();
const linesOf = (item: INodeExecutionData): IDataObject[] =>
	textOf(item)
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as IDataObject);

async function exported(parameters: IDataObject, call: Call = {}, operation = 'deal.getMany') {
	const shaped = { output: 'file', ...parameters };
	const { items, error, hints } = await fixture.run(operation, { ...call, parameters: shaped });
	if (error) throw new Error(error.message);
	return {
		items,
		hints: hints.map(({ message }) => message),
		json: items.map((each) => each.json),
	};
}

function expectEachOnce(items: readonly INodeExecutionData[]): void {
	const ids = items.flatMap(linesOf).map(({ id }) => id);
	expect(ids).toHaveLength(DEALS);
	expect(new Set(ids).size).toBe(DEALS);
}

/** Of the newest deal, which is also the one whose name is a formula. */
const ofNewest = () => ({ filters: { updatedAtFrom: iso(newest - 1000) } });

test('one file as a table: each deal once, by time of change, with a header', async () => {
	const { items, json } = await exported({});
	const rows = fromCsv(textOf(items[0]!));
	expect(rows).toHaveLength(DEALS);
	expect(new Set(rows.map(({ id }) => id)).size).toBe(DEALS);
	const times = rows.map(({ updatedAt }) => updatedAt as string);
	expect(times).toEqual([...times].sort());
	expect(times[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
	expect(items[0]?.binary?.data).toMatchObject({
		fileName: 'deals-001.csv',
		mimeType: 'text/csv',
	});
	expect(json).toMatchObject([
		{
			file: 'deals-001.csv',
			part: 1,
			count: DEALS,
			isLast: true,
			cursor: null,
			nextStart: expect.stringMatching(/Z$/),
		},
	]);
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
});

test.each([
	[{}, `'=HYPERLINK("http://x")`],
	[{ keepFormulas: true }, '=HYPERLINK("http://x")'],
])('formulas are made harmless, unless they are kept: %j', async (fileOptions, name) => {
	const { items } = await exported({ ...ofNewest(), fileOptions });
	expect(fromCsv(textOf(items[0]!)).map((row) => row.name)).toContain(name);
});

test.each<[string, string, IDataObject, IDataObject]>([
	['by time', 'deal.getMany', {}, { maxFiles: 2 }],
	[
		'in another order, page after page',
		'deal.getMany',
		{ sort: { order: '-createdAt' } },
		{ maxFiles: 2 },
	],
	[
		'a search',
		'deal.search',
		{ conditions: { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] } },
		{ maxFiles: 2 },
	],
])('a loop goes on from the cursor of the last part: %s', async (_, operation, ...given) => {
	const [parameters, ends] = given;
	const all: INodeExecutionData[] = [];
	for (let startCursor: unknown = ''; startCursor !== null && all.length < 20;) {
		const part = { fileOptions: { recordsPerFile: 180, ...ends }, options: { startCursor } };
		const asked = { ...JSON_LINES, ...parameters, ...part } as IDataObject;
		const { items } = await exported(asked, {}, operation);
		all.push(...items);
		// From when the next export goes on is said once the end of the list is reached.
		const { isLast, cursor, nextStart } = items.at(-1)!.json;
		expect([isLast, cursor === null]).toEqual([isLast, isLast]);
		if (isLast !== true) expect(nextStart).toBeUndefined();
		startCursor = cursor;
	}
	const parts = [1, 2, 3, 4, 5, 6, 7].map((part) => [part, `deals-00${part}.jsonl`]);
	expect(all.map(({ json: { part, file } }) => [part, file])).toEqual(parts);
	expectEachOnce(all);
});

test.each<[string, (at: number) => number]>([
	[
		'some 50 records a second, so that a page ends amid records that the next one has, too',
		(at) => (at * 7_919) % 50,
	],
	[
		'a tie of more records than a page, whose last page brings much later ones',
		(at) => Math.max(0, at - 1_400) * 9,
	],
])(
	'files smaller than a page go on in the next runs, each record once: %s',
	async (_, second) => {
		const begin = Date.parse('2026-11-01T00:00:00Z');
		const rows = many(2_400, (at) => ({
			id: at + 1,
			name: `N${at}`,
			updatedAt: iso(begin + second(at) * 1_000),
		}));
		const answer = serviceWith(rows);
		const ids: unknown[] = [];
		for (let startCursor: unknown = ''; startCursor !== null && ids.length < 5_000;) {
			const fileOptions = { recordsPerFile: 333, maxFiles: 1 };
			const part = { fileOptions, options: { startCursor } } as IDataObject;
			const { items } = await runOn('customer.getMany', {
				parameters: { output: 'file', returnAll: true, ...JSON_LINES, ...part },
				respond: (sent) =>
					answer({ ...sent, url: `http://service.example${sent.path}` } as HttpRequest) as Answer,
			});
			ids.push(...linesOf(items[0]!).map(({ id }) => id));
			startCursor = items[0]!.json.cursor;
		}
		expect(ids).toHaveLength(2_400);
		expect(new Set(ids).size).toBe(2_400);
	},
	60_000,
);

test('only what changed since, and from when to go on also where nothing did', async () => {
	const since = iso(newest - 100 * 60_000);
	const { items } = await exported({ ...JSON_LINES, fileOptions: { changesSince: since } });
	const times = linesOf(items[0]!).map(({ updatedAt }) => time(updatedAt));
	expect(times.length).toBeGreaterThan(50);
	expect(times.filter((each) => each < time(since))).toEqual([]);
	const none = await exported({ fileOptions: { changesSince: items[0]!.json.nextStart } });
	expect(none.json).toMatchObject([{ count: 0, isLast: true, cursor: null, part: 1 }]);
	expect(time(none.json[0]?.nextStart)).toBeGreaterThan(Date.now() - 6 * 60_000);
	expect(textOf(none.items[0]!)).toMatch(/^id,name,.*\r\n$/);
	for (const nothing of ['', null, '={{ $json.nextStart }}', '={{ null }}']) {
		const all = await exported({ ...JSON_LINES, fileOptions: { changesSince: nothing } });
		expect(all.json[0]?.count).toBe(DEALS);
	}
	// Where the filters end before, the next export begins at the same time again.
	const before = await exported({
		filters: { updatedAtTo: iso(newest - DAY) },
		fileOptions: { changesSince: iso(newest) },
	});
	expect(before.json).toMatchObject([{ count: 0, isLast: true, nextStart: iso(newest) }]);
});

test.each(['personalToken', 'v1ApiKey'] as const)(
	'a search takes Changes Since beside its own conditions: %s',
	async (authentication) => {
		const since = iso(newest - 100 * 60_000);
		const own = { field: 'name', operator: 'contains', value: 'one; two' };
		const { items } = await exported(
			{ ...JSON_LINES, conditions: { values: [own] }, fileOptions: { changesSince: since } },
			{ authentication },
			'deal.search',
		);
		const times = linesOf(items[0]!).map(({ updatedAt }) => time(updatedAt));
		expect(times.length).toBeGreaterThan(50);
		expect(times.filter((each) => each < time(since))).toEqual([]);
	},
);

test('each input item has an export of its own, and one that fails leaves the others theirs', async () => {
	const from = ['2001-01-01', 'never', iso(newest)];
	const { items, json } = await exported(
		{
			...JSON_LINES,
			filters: { updatedAtFrom: '={{ $json.from }}' },
			fileOptions: { recordsPerFile: 450 },
		},
		{ input: from.map((each) => ({ from: each })), continueOnFail: true },
	);
	const paired = [0, 0, 0, 1, 2].map((item) => ({ item }));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(paired);
	expect(json.map(({ part }) => part)).toEqual([1, 2, 3, undefined, 1]);
	expect(json[3]?.error).toMatch(/never/);
});

test('selected fields are columns in their order, dates and numbers as programs read them', async () => {
	const { items, json } = await exported(
		{
			fileContent: 'selectedFields',
			outputFields: 'amount, updatedAt, name, phase.name',
			...ofNewest(),
			fileOptions: { separator: 'tab', byteOrderMark: true, fileName: 'mine' },
			binaryPropertyName: 'sheet',
		},
		{ workflowSettings: { timezone: 'Asia/Tokyo' } },
	);
	const [header, first] = textOf(items[0]!, 'sheet').split('\r\n');
	expect(header).toBe('\ufeffamount\tupdatedAt\tname\tphase.name');
	const wall = iso(newest + 9 * 3_600_000)
		.slice(0, 19)
		.replace('T', ' ');
	expect(first).toMatch(new RegExp(`^\\d+\t${wall}\t`));
	expect(json[0]?.file).toBe('mine-001.tsv');
});

/** The file of one deal, as a service shows it. */
const fileOf = async (deal: IDataObject, parameters: IDataObject, more: Given = {}) => {
	const { items } = await runOn('deal.getMany', {
		parameters: { output: 'file', fileContent: 'selectedFields', ...parameters },
		respond: ({ path }) => (path === '/deals' ? listOf([deal]) : undefined),
		...more,
	});
	return textOf(items[0]!);
};

test('a linked record is its name in a table, and whole in JSON Lines', async () => {
	const deal = {
		...{ id: 1, customer: { id: 2, name: 'Acme, Inc.' }, phase: { id: 3, name: 'Open' } },
		dealProductDetails: [{ id: 4, name: 'a row' }],
	};
	const outputFields = 'customer, customerId, Phase, dealProductDetails';
	expect((await fileOf(deal, { outputFields })).split('\r\n')[1]).toBe(
		'"Acme, Inc.",2,Open,"[{""id"":4,""name"":""a row""}]"',
	);
	const line = await fileOf(deal, { outputFields, fileFormat: 'jsonLines' });
	expect(JSON.parse(line)).toMatchObject({ customer: deal.customer });
});

test.each(tables.cells)(
	'a selected field has one form, by whatever name: $outputFields',
	async ({ outputFields, cell }) => {
		const midnight = '2026-11-30T00:00:00Z';
		const related = { id: 2, name: '-5', since: midnight };
		const deal = {
			...{ id: 1, totalProfit: '-250.25', createdAt: midnight, memo: '-1' },
			...{ customer: related, user: related },
			dealCustoms: [
				{ itemKey: 'rate', name: 'Rate', itemType: 'decimal_number', decimalNumber: '-1.5' },
				{ itemKey: 'day', name: 'Key Day', itemType: 'date', datetime: midnight },
			],
		};
		const fileOptions = { separator: 'tab', decimalMark: ',' };
		const text = await fileOf(
			deal,
			{ outputFields, fileOptions },
			{
				customs: [
					['rate', 'Rate', 'decimal_number'],
					['day', 'Key Day', 'date'],
				],
				workflowSettings: { timezone: 'Asia/Tokyo' },
			},
		);
		expect(text.split('\r\n')[1]).toBe(`${cell}\t${cell}`);
	},
);

test('the new fields of a page make one new file', async () => {
	const objects = many(200, (at) => ({
		id: at,
		...(at >= 150 && at < 162 && { [`f${at}`]: 1 }),
	}));
	const { items } = await runOn('customObject.getMany', {
		parameters: { customObjectDefKey: 'ticket', output: 'file' },
		respond: ({ query }) => {
			const { records: customObjects, ...paging } = pageOf(objects, query);
			return { body: { customObjects, ...paging } };
		},
	});
	expect(items.map(({ json }) => json.count)).toEqual([150, 50]);
});

test('Max Files ends a list of version 1, and a hint says that nobody can go on from there', async () => {
	const fileOptions = { recordsPerFile: 500, maxFiles: 2 };
	const call = { authentication: 'v1ApiKey' } as const;
	const { json, hints } = await exported({ ...JSON_LINES, fileOptions }, call);
	expect(json).toMatchObject([1, 2].map(() => ({ cursor: null, isLast: false })));
	expect(hints).toEqual([
		'Max Files ended the export before the end of the list, and this list has no place to go on from: leave Max Files out.',
	]);
});

test.each(['file', '={{ "File" }}'])('what a list was cut by cuts no file: %s', async (output) => {
	const cut = { returnAll: false, limit: 70, options: { pageLimit: 1 } };
	const { json } = await exported({ output, ...cut });
	expect(json).toMatchObject([{ count: DEALS, isLast: true, nextStart: expect.any(String) }]);
});

test.each(tables.refused)(
	'$operation of $parameters is refused before a request',
	async ({ operation, parameters, message }) => {
		await fixture.requests();
		await expect(exported(parameters, {}, operation)).rejects.toThrow(RegExp(message));
		expect(await fixture.requests()).toEqual([]);
	},
);

test('an AI agent that asks for a file is told what to ask for', async () => {
	const { error } = await callTool(fixture, 'deal.getMany', { output: 'file' });
	expect(error?.message).toMatch(/An AI agent can’t read files/);
});

/** Nobody tells the types of their fields (v2 §2.8), so their values do. */
describe('custom objects as a table', () => {
	const seeded = useNodeFixture();

	const asset = { customObjectDefKey: 'asset' };
	const abroad = { workflowSettings: { timezone: 'America/New_York' } };
	const create = async (row: IDataObject) => {
		const parameters = { ...asset, fieldsFrom: 'input' };
		const [made] = await seeded.records('customObject.create', { parameters, input: [row] });
		return made!.id as number;
	};
	const table = async (more: IDataObject = {}) => {
		const parameters = { ...asset, output: 'file', ...more };
		const { items } = await seeded.run('customObject.getMany', { parameters, ...abroad });
		return textOf(items[0]!);
	};
	const rowOf = (text: string, id = 0) => fromCsv(text).find((row) => row.id === String(id));

	test('a bare day stays that day, a negative number is one, and what comes back is what was', async () => {
		const id = await create({ serial: '=1', bought_on: '2026-11-30T00:00:00Z', value: '-0.5' });
		const held = async () => {
			const parameters = { ...asset, customObjectId: id };
			return { ...(await seeded.records('customObject.get', { parameters }))[0], updatedAt: '' };
		};
		const before = await held();
		const fields = { fileContent: 'selectedFields', outputFields: 'id, bought_on, value' };
		for (const more of [fields, {}]) {
			const value = speaks(seeded.sandbox, 'turned') ? '-0.50' : '-0.5';
			const cells = { bought_on: '2026-11-30', value };
			expect(rowOf(await table(more), id)).toMatchObject(cells);
		}
		const [header, ...lines] = (await table()).split('\r\n');
		const own = lines.find((line) => line.startsWith(`${id},`));
		await seeded.items('customObject.updateMany', {
			parameters: { ...asset, fieldsFrom: 'file' },
			input: [withFile([header, own].join('\r\n'))],
			...abroad,
		});
		expect(await held()).toEqual(before);
	});

	test('the service’s own times are times, also at midnight in UTC', async () => {
		const [createdAt, updatedAt] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
		const id = await seeded.writeOne('customObject', { ...asset, createdAt, updatedAt });
		const shown = { createdAt: '2026-01-01 19:00:00', updatedAt: '2026-01-02 19:00:00' };
		expect(rowOf(await table(), id)).toMatchObject(shown);
	});
});
