/** A file that is imported again: nothing is written twice, and what is as it was not at all. */
import type { IDataObject } from 'n8n-workflow';
import tables from './importAgain.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useNodeFixture, type Call } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import { imported, lines, LOST, NONE, ofTest, expectNoWrites } from './support/importing';

const fixture = useNodeFixture({ seed: 'empty' });
beforeAll(async () => {
	// Those that others made.
	await fixture.write('customer', [{}, {}]);
	await fixture.writeOne('contact', { customer: { id: 1 } });
});

const BY_NAME = { parameters: { matchBy: 'name' } };

// First: only records that this file made have a key.
describe('what Output: File wrote comes back as it went', () => {
	/** Text that means something to a table, a spreadsheet or a form. */
	const TEXTS = tables.texts;
	const withCustoms = (kind: string, fields: (text: string) => IDataObject) =>
		TEXTS.map((text, at) => ({
			...fields(text),
			[`${kind}_text`]: `key ${at}`,
			[`${kind}_decimal_number`]: [1.125, 1000.5, -0.001, 12][at % 4],
			[`${kind}_number`]: 1250 + at,
			[`${kind}_date`]: '2026-11-30',
			[`${kind}_single_select`]: '2',
			[`${kind}_multi_select`]: at % 2 === 0 ? '1,3' : '1',
			[`${kind}_user`]: '2',
		}));
	// Simplified leaves out some that a new deal needs.
	const outputFields =
		'name, memo, amount, expectedContractDate, customerId, dealTypeId, phaseId, product, probability, channel, userId, Remark, Key date, Score, Rate, Link, Level, Topics, Team';
	const customers = withCustoms('customer', (text) => ({ name: text, address: text }));
	const contacts = withCustoms('contact', (text) => ({
		...{ name: text, dept: text, position: text, customer: 1 },
	}));

	/** Of two types, each with all kinds of custom values; the node itself would trim texts. */
	const writeDeals = async () =>
		await fixture.write(
			'deal',
			TEXTS.map((text) => text.trim()).map((memo, at) => ({
				...{ name: `Offer ${at}`, memo, amount: 1250 + at, dealType: { id: 1 + (at % 2) } },
				dealCustoms: Object.entries({
					text: memo,
					date: '2026-02-28',
					number: at,
					decimal_number: '0.50',
					url: 'https://notes.example/1',
					single_select: 3,
					multi_select: at % 2 === 0 ? [1, 3] : [1],
					user: [1, 2],
				}).map(([type, value]) => ({ itemKey: `deal_${type}`, value })),
			})),
		);

	test('a custom field has one column, whatever deal types have it', async () => {
		await writeDeals();
		const { items } = await fixture.run('deal.getMany', { parameters: { output: 'file' } });
		const text = Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
		expect(text).toMatch(/^id,.*,Remark,/);
		expect(text.slice(0, text.indexOf('\r\n'))).not.toMatch(/deal_|dealCustoms/);
	});

	test.each([
		['customer', customers, 'custom:customer_text', {}],
		['contact', contacts, 'custom:contact_text', {}],
		['deal', [], 'name', { fileContent: 'selectedFields', outputFields }],
	])('%s, as CSV and as JSON Lines', async (kind, made, matchBy, more) => {
		await fixture.records(`${kind}.create`, {
			...{ parameters: { fieldsFrom: 'input' }, input: made },
		});
		await fixture.requests();
		const forms: ReadonlyArray<[fileOptions: IDataObject, form: IDataObject]> = [
			[{}, {}],
			[{ separator: ';', decimalMark: ',', byteOrderMark: true }, {}],
			[{}, { fileFormat: 'jsonLines' }],
		];
		for (const [fileOptions, form] of forms) {
			const parameters = { output: 'file', fileOptions, ...form, ...more };
			const { items } = await fixture.run(`${kind}.getMany`, { parameters });
			const file = { json: {}, binary: items[0]?.binary };
			const { said, summary, rows } = await imported(fixture, `${kind}.createOrUpdate`, [file], {
				...{ parameters: { matchBy }, continueOnFail: true },
			});
			// Records that others made have no key, and are left alone.
			const keyless = rows.filter(({ error }) => /no value for it/.test(textOf(error))).length;
			const unchanged = rows.length - keyless;
			expect(unchanged).toBeGreaterThanOrEqual(made.length || rows.length || 1);
			const counts = { rows: rows.length, ...NONE, unchanged, failed: keyless };
			expect([said, summary]).toEqual([undefined, counts]);
			await expectNoWrites(fixture);
		}
	});
});

describe('while the search does not show yet what was written', () => {
	beforeEach(async () => {
		await fixture.options({ searchLagMs: 600_000, latencyMs: 20 });
	});
	const shown = async (begin: string) => {
		await fixture.options({ searchLagMs: null, latencyMs: null });
		await fixture.steer('POST', '/clock', { advanceMs: 600_000 });
		return await ofTest(fixture, 'customer', begin);
	};
	/** A file of two parts, each of which begins and ends with the same record. */
	const COUNT = 6_000;
	const SHARED = [1, 5_980, 5_981, COUNT];
	/** The rows between fail before they are sent. */
	const twoParts = (name: string) =>
		lines('name;address;employee', COUNT, (row) =>
			SHARED.includes(row) ? `${name};${row};` : `${name} ${row};;none`,
		);
	const upsert = async (files: string | string[], call: Call = {}) =>
		await imported(fixture, 'customer.createOrUpdate', files, { ...BY_NAME, ...call });

	test('a record of several parts is created once, and its rows keep their order', async () => {
		const { summary, rows } = await upsert(twoParts('Shared'), { continueOnFail: true });
		expect(summary).toEqual({
			...{ rows: COUNT, ...NONE },
			...{ created: 1, updated: 3, failed: COUNT - SHARED.length },
		});
		const own = rows.filter(({ row }) => SHARED.includes(Number(row)));
		expect(own.map(({ outcome }) => outcome)).toEqual(['created', 'updated', 'updated', 'updated']);
		const last = { id: Number(own[0]?.id), address: String(COUNT) };
		expect(await shown('Shared')).toMatchObject([last]);
	});

	test('what the file of one item created that of the next one updates', async () => {
		const files = ['new', 'changed'].map((address) => `name;address\nTwo files;${address}`);
		const { summaries, items } = await upsert(files);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(summaries).toMatchObject([{ created: 1 }, { created: 0, updated: 1 }]);
		expect(await shown('Two files')).toMatchObject([{ address: 'changed' }]);
	});

	test('a name that differs from one in the file before says where that is', async () => {
		const files = ['name\nFiller\nZz Acme', 'name\nFiller 2\nFiller 3\nFiller 4\nZZ ACME'];
		const { items } = await upsert(files, { continueOnFail: true });
		const result = Buffer.from(items[1]?.binary?.data?.data ?? '', 'base64').toString();
		expect(result).toMatch(
			/The Name ""ZZ ACME"" is written with other characters in row 2 of rows.csv \(item 0\) \(""Zz Acme""\), .* Write both alike/,
		);
	});

	test('of a record that may have been created nothing is sent again, in no part', async () => {
		await fixture.fault('POST /v2/customers/bulk', LOST);
		const { rows } = await upsert(twoParts('Once'), { continueOnFail: true });
		expect(rows[0]).toMatchObject({ outcome: 'unknown' });
		expect(rows.at(-1)).toMatchObject({ row: '6000', record: 'Once', outcome: 'failed' });
		expect(rows.at(-1)?.error).toContain('an earlier row with the same Name may or may not');
		expect(await shown('Once')).toMatchObject([{ address: '1' }]);
	});
});

describe('what is no change', () => {
	const SAME = 'unchanged';

	test.each(tables.unchanged)('of $what', async ({ what, resource, base, matchBy, cases }) => {
		const keyless = /no key/.test(what) && { itemKeysOnContactsAndActions: false };
		if (keyless) await fixture.options(keyless);
		const rows = (place: 1 | 2) =>
			cases.map((each, at) => ({
				...{ ...base, name: `${what} ${at}`, email: `${at}@${what.length}.example` },
				...(each[place] !== null && { [String(each[0])]: each[place] }),
			}));
		await fixture.records(`${resource}.create`, {
			...{ parameters: { fieldsFrom: 'input' }, input: rows(1) },
		});
		const text = rows(2).map((row) => JSON.stringify(row));
		const file = withFile(text.join('\n'), { fileName: 'rows.jsonl' });
		const again = async () =>
			(await imported(fixture, `${resource}.createOrUpdate`, [file], { parameters: { matchBy } }))
				.rows;
		const outcomes = (await again()).map(({ outcome }, at) => [...cases[at]!.slice(0, 3), outcome]);
		expect(outcomes).toEqual(cases);
		expect(new Set((await again()).map(({ outcome }) => outcome))).toEqual(new Set([SAME]));
		if (keyless) await fixture.options({ itemKeysOnContactsAndActions: null });
	});
});
