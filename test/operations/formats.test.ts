/**
 * Files as other programs export them (support/formats.json): each is imported as it is, every cell in the field
 * where a person expects it, addresses whole, and nothing of other columns.
 */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useNodeFixture } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import formats from './support/formats.json';
import { imported, one } from './support/importing';

interface Format {
	readonly kind: string;
	readonly format: string;
	readonly separator: string;
	readonly header: readonly string[];
	/** The columns in which a person expects the fields; `first` and `last` are parts of a name. */
	readonly expect: Readonly<Record<string, string>>;
	readonly addresses?: ReadonlyArray<readonly string[]>;
}
const FORMATS = formats as unknown as readonly Format[];
/** Two columns that differ are both called the company there: an error that says so. */
const REFUSED = ['QuickBooks (people)', 'QuickBooks', 'HubSpot with company'];

const NUMBERS: Readonly<Record<string, string>> = {
	...{ employee: '120', establishYear: '1984', closingMonth: '3', capital: '1000000' },
};
const COMPARED =
	'name email tel mobileTel dept position memo customer telNo webUrl companyNum capital employee establishYear closingMonth industry'.split(
		' ',
	);
/** Names of companies that the account has. */
const COMPANIES = FORMATS.filter(({ kind }) => kind !== 'customer').flatMap(({ format, kind }) =>
	[1, 2].map((row) => `${format} ${kind} Company ${row}`),
);

const fixture = useNodeFixture();
beforeAll(async () => {
	await fixture.write(
		'customer',
		COMPANIES.map((name) => ({ name })),
	);
});

/** The cell of a column in one of the two rows. */
function cellOf({ format, kind, expect }: Format, column: string, row: number): string {
	if (column === '') return '';
	const [field] = Object.entries(expect).find(([, name]) => name === column) ?? [];
	if (field === undefined) return /\bid\b|_id$|Id$|#/i.test(column) ? `${row}` : `${column} ${row}`;
	if (field === 'email')
		return `${row}.${format.replace(/\W+/g, '').toLowerCase()}.${kind}@x.example`;
	if (field === 'customer') return `${format} ${kind} Company ${row}`;
	if (field === 'webUrl')
		return `https://${row}.${format.replace(/\W+/g, '').toLowerCase()}.example`;
	return NUMBERS[field] ?? `${format} ${field} ${row}`;
}

const quotedCell = (text: string) => `"${text.replaceAll('"', '""')}"`;

function fileOf(format: Format): string {
	const rows = [1, 2].map((row) => format.header.map((column) => cellOf(format, column, row)));
	return [format.header, ...rows]
		.map((cells) => cells.map(quotedCell).join(format.separator))
		.join('\r\n');
}

/** The fields that a person expects in a record, the address aside. */
function expectedOf(format: Format, row: number): IDataObject {
	const { first, last, ...fields } = format.expect;
	const parts = [first, last].filter(Boolean).map((column) => cellOf(format, column!, row));
	const name = fields.name ? {} : { name: parts.join(' ') };
	const given = Object.entries(fields)
		.filter(([field]) => field !== 'address')
		.map(([field, column]) => [field, cellOf(format, column, row)]);
	return { ...name, ...(Object.fromEntries(given) as IDataObject) };
}

/** What is compared of a record as the service holds it. */
function heldIn(record: IDataObject): IDataObject {
	const { customer } = record;
	const shown = { ...record, customer: (customer as IDataObject | null)?.name };
	const held = COMPARED.map((key) => [key, textOf((shown as IDataObject)[key])]).filter(
		([, value]) => value !== '',
	);
	return Object.fromEntries(held) as IDataObject;
}

/** The whole addresses that a person would write from a row's columns. */
const addressesOf = (format: Format, row: number): string[][] =>
	(format.addresses ?? []).map((block) =>
		[...new Set(block)].map((column) => cellOf(format, column, row)).sort(),
	);

const inParts = (address: unknown) => textOf(address).split(', ').filter(Boolean).sort();

const people = FORMATS.filter(({ kind }) => kind !== 'deal');

test.each(people.filter(({ format }) => !REFUSED.includes(format)))(
	'$kind: $format',
	async (format) => {
		const matchBy = format.expect.email ? 'email' : 'name';
		const { said, summary, rows, hints } = await imported(
			fixture,
			`${format.kind}.createOrUpdate`,
			[withFile(fileOf(format))],
			{ parameters: { matchBy } },
		);
		expect({ said, created: summary?.created, hints }).toMatchObject({
			said: undefined,
			created: 2,
		});
		for (const [at, { id }] of rows.entries()) {
			const record = await one(fixture, format.kind, id);
			expect(heldIn(record)).toEqual(expectedOf(format, at + 1));
			const whole = addressesOf(format, at + 1);
			const streets = whole.filter((cells) =>
				cells.some((cell) => /stra|street|address|formatted|line1|住所/i.test(cell)),
			);
			const held = inParts(record.address);
			if (streets.length === 0) expect([[], ...whole]).toContainEqual(held);
			else expect(streets).toContainEqual(held);
		}
	},
);

test('contacts of companies of which half do not exist: one error names them, or all else is written', async () => {
	const format = people.find(({ format: name }) => name === 'Outlook')!;
	const text = fileOf(format)
		.replaceAll('Outlook contact Company 2', 'Missing')
		.replaceAll(/(\d)(\.\w+\.contact@)/g, 'half$1$2');
	const operation = 'contact.createOrUpdate';
	const upsert = async (columnOptions: IDataObject) =>
		await imported(fixture, operation, text, { parameters: { matchBy: 'email', columnOptions } });
	expect((await upsert({})).said).toContain(
		'Customer is "Missing", but no customer that the credential sees has',
	);
	const { said, rows, hints } = await upsert({ ifNameNotFound: 'skip' });
	expect([said, rows.length]).toEqual([undefined, 2]);
	expect(hints).toContain(
		'Fields left as they are, since nothing has the name: Customer: "Missing".',
	);
	expect((await one(fixture, 'contact', rows[1]!.id)).customer ?? null).toBeNull();
});

test.each(people.filter(({ format }) => REFUSED.includes(format)))(
	'$kind: $format is refused, since two columns are called the company',
	async (format) => {
		const { said } = await imported(
			fixture,
			`${format.kind}.createOrUpdate`,
			[withFile(fileOf(format))],
			{ parameters: { matchBy: 'name' } },
		);
		expect(said).toMatch(
			/are both for (Customer|Name), and differ: remove one of them or list it under Ignore Columns/,
		);
	},
);

test('a cell with commas is no list of column names', async () => {
	const file = 'Name;Ways\nAda Quoted;a\nBob Quoted;"Phone, E-Mail"';
	const { summary } = await imported(fixture, 'contact.createOrUpdate', [withFile(file)], {
		parameters: { matchBy: 'name' },
	});
	expect(summary).toMatchObject({ created: 2 });
});

test('lines above the names of the columns are skipped, and names that stand there are known', async () => {
	const linkedIn = people.find(({ format }) => format === 'LinkedIn')!;
	const notes = 'Notes:\n"When exporting your connection data, you may notice missing emails."\n\n';
	const file = fileOf(linkedIn)
		.replaceAll('linkedin', 'notes')
		.replaceAll('LinkedIn first', 'Notes');
	const call = { parameters: { matchBy: 'email' } };
	const { said, summary } = await imported(
		fixture,
		'contact.createOrUpdate',
		[withFile(notes + file)],
		call,
	);
	expect([said, summary?.created]).toEqual([undefined, 2]);
});

test.each([
	['day', '2026-02-01'],
	['month', '2026-01-02'],
])('with Date Order %s, 01/02/2026 is %s', async (dateOrder, day) => {
	const file = withFile(`Name,contact_date\nDate Order ${dateOrder},01/02/2026`);
	const parameters = { matchBy: 'name', columnOptions: { dateOrder } };
	const { said, rows } = await imported(fixture, 'contact.createOrUpdate', [file], { parameters });
	expect(said).toBeUndefined();
	expect((await one(fixture, 'contact', rows[0]!.id)).contactCustoms).toMatchObject({
		contact_date: { value: `${day}T00:00:00.000Z` },
	});
});

/** The bytes of each character in Shift_JIS: whatever one or two bytes decode to. */
const SHIFT_JIS = new Map<string, number[]>();
beforeAll(() => {
	const decoder = new TextDecoder('shift_jis');
	const note = (...bytes: number[]) => {
		const sign = decoder.decode(Uint8Array.from(bytes));
		if (sign.length === 1 && !SHIFT_JIS.has(sign)) SHIFT_JIS.set(sign, bytes);
	};
	for (let first = 0; first < 256; first++) {
		note(first);
		for (let second = 0; second < 256; second++) note(first, second);
	}
});
const shiftJis = (text: string) =>
	Buffer.from(Array.from(text).flatMap((sign) => SHIFT_JIS.get(sign) ?? []));

test.each(people.filter(({ format }) => format.includes('JP')))(
	'$kind: $format in Shift_JIS, with numbers as they are written there',
	async (format) => {
		const text = fileOf(format)
			.replaceAll('120', '１２０')
			.replaceAll('1000000', '1,000,000円')
			.replaceAll(/(\d\.)(\w+@)/g, '$1sjis$2')
			.replaceAll(/ name (\d)/g, ' SJIS $1');
		const matchBy = format.expect.email ? 'email' : 'name';
		const call = (encoding: string) => ({ parameters: { matchBy, fileOptions: { encoding } } });
		const operation = `${format.kind}.createOrUpdate`;
		const file = withFile(shiftJis(text));
		const refused = await imported(fixture, operation, [file], call('utf-8'));
		expect(refused.said).toContain('set Encoding');
		const { said, rows } = await imported(fixture, operation, [file], call('shift_jis'));
		expect([said, rows.length]).toEqual([undefined, 2]);
		const { name: _, email: __, ...expected } = expectedOf(format, 1);
		expect(heldIn(await one(fixture, format.kind, rows[0]!.id))).toMatchObject(expected);
	},
);
