/** How files are cut, and what is told meanwhile. */
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { KnownFields } from '../../../nodes/SalesManagement/lookups/knownFields';
import type { CustomsLookup } from '../../../nodes/SalesManagement/operations/output';
import { exported } from '../../../nodes/SalesManagement/operations/export';
import type { Run } from '../../../nodes/SalesManagement/operations/operation';
import { deal } from '../../../nodes/SalesManagement/records/deal';
import { fromCsv } from '../../support/csv';
import { clientOf } from '../support/testClient';

interface Written {
	readonly name: string;
	readonly text: string;
	readonly bytes: number;
}

const custom = (itemKey: string, name: string, value: string) => ({
	...{ itemKey, name, value },
	itemType: 'text',
});

/** Exports the records of these pages, and what was said meanwhile. */
async function exportOf(
	pages: readonly IDataObject[][],
	parameters: IDataObject,
	known: ConstructorParameters<typeof KnownFields>[0] = [],
) {
	const written: Written[] = [];
	const told: string[] = [];
	const client = clientOf(({ query: { cursor = '0' } }) => {
		const at = Number(cursor);
		const hasMore = at + 1 < pages.length;
		return { body: { deals: pages[at], hasMore, nextCursor: hasMore ? String(at + 1) : null } };
	});
	const run = {
		client,
		items: [{}],
		forAgent: false,
		customs: {
			fieldsOf: async () => await Promise.resolve(new KnownFields(known)),
			about: async () => await Promise.resolve(undefined),
		} as unknown as CustomsLookup,
		files: {
			write: async (content: Buffer, name: string) => {
				written.push({ name, text: content.toString(), bytes: content.length });
				return await Promise.resolve({ fileName: name } as IBinaryData);
			},
		},
		progress: (message: string) => told.push(message),
	} as unknown as Run;
	const item: Item = {
		index: 0,
		input: {},
		version: 'v2',
		timezone: 'UTC',
		get: (name: string) => ({ output: 'file', ...parameters })[name],
	};
	const form = { fields: [], collections: [], controls: [] };
	const asked = () => ({ request: { operation: 'deal.getMany' } as const });
	const work = await exported(run, item, { record: deal, form, asked });
	return { ...work, written, told, requests: client.requests };
}

const dealOf = (id: number, customs: IDataObject[] = []): IDataObject => ({
	...{ id, name: `Deal ${id}`, updatedAt: '2026-11-20T08:00:00Z', dealCustoms: customs },
});

test('a record with a column that the file lacks begins another, with a wider header', async () => {
	const { written, records } = await exportOf(
		[
			[dealOf(1), dealOf(2)],
			[dealOf(3), dealOf(4, [custom('k', 'Late', 'x')]), dealOf(5)],
		],
		{},
	);
	const [first, second] = written.map(({ text }) => fromCsv(text));
	expect(first?.map(({ id }) => id)).toEqual(['1', '2', '3']);
	expect(second).toMatchObject([
		{ id: '4', Late: 'x' },
		{ id: '5', Late: '' },
	]);
	expect(Object.keys(first?.[0] ?? {})).not.toContain('Late');
	expect(records).toMatchObject([
		{ count: 3, isLast: false },
		{ count: 2, isLast: true },
	]);
});

test('all parts have the columns of all custom fields that are defined', async () => {
	const known = [
		{ key: 'a', name: 'First', itemType: 'text', options: [] },
		{ key: 'b', name: 'Name', itemType: 'decimal_number', options: [] },
	];
	const { written } = await exportOf(
		[[dealOf(1)], [dealOf(2, [custom('a', 'First', '=x')])]],
		{ options: { recordsPerFile: 1 } },
		known,
	);
	const headers = written.map(({ text }) => text.slice(0, text.indexOf('\r')));
	expect(new Set(headers).size).toBe(1);
	// `Name` is the record's own, so the custom field of that label goes by its key.
	expect(headers[0]?.split(',').slice(-2)).toEqual(['First', 'dealCustoms.b']);
	expect(written[1]?.text).toContain(`'=x`);
});

test('no file is larger than 32 MB, and after each one the cursor is told', async () => {
	const most = 32 * 1024 * 1024;
	const memo = 'é'.repeat(4_000_000);
	const pages = [1, 2, 3].map((page) =>
		[1, 2, 3].map((at) => ({ ...dealOf(page * 10 + at), memo })),
	);
	const { written, told, records } = await exportOf(pages, {
		...{ fileFormat: 'jsonLines', fileContent: 'raw' },
	});
	expect(written.every(({ bytes }) => bytes <= most)).toBe(true);
	expect(records.map(({ count }) => count)).toEqual([4, 4, 1]);
	expect(told).toHaveLength(3);
	expect(told[0]).toContain(
		`4 records so far. Start Cursor to go on: ${records[0]?.cursor as string}`,
	);
	expect(told.every((message) => message.length <= 255)).toBe(true);
});

test('where the number of files is reached, no page is asked for any more', async () => {
	const pages = [[dealOf(1)], [dealOf(2)], [dealOf(3)], [dealOf(4)]];
	const { records, requests } = await exportOf(pages, {
		options: { recordsPerFile: 1, maxFiles: 2 },
	});
	expect(records.map(({ isLast }) => isLast)).toEqual([false, false]);
	expect(requests).toHaveLength(3);
});

test('the last file of a list that ends with it is the last, also where no more were wanted', async () => {
	const { records } = await exportOf([[dealOf(1)], [dealOf(2)]], {
		options: { recordsPerFile: 1, maxFiles: 2 },
	});
	expect(records).toMatchObject([{ isLast: false }, { isLast: true, cursor: null }]);
});

test('what n8n cuts off says where the cursor is whole, also because of a long file name', async () => {
	const { told } = await exportOf([[dealOf(1)], [dealOf(2)]], {
		options: { recordsPerFile: 1, fileName: 'd'.repeat(200) },
	});
	const [first] = told;
	expect(first?.length).toBeGreaterThan(255);
	expect(first).toContain('Start Cursor (whole in n8n’s log) to go on: ');
});
