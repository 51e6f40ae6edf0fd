/** Column Mapping and Column Options: what people set where the names of columns are not enough. */
import type { IDataObject } from 'n8n-workflow';
import tables from './columnMapping.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useNodeFixture } from '../support/nodeFixture';
import { withFile } from './support/withFile';
import formats from './support/formats.json';
import { imported, ofTest } from './support/importing';
import { holdRunsOn } from './support/runs';
import { table } from '../support/table';
import { rowsIn, runOn, type Definition } from './support/service';

const CUSTOMS = tables.customs as unknown as Definition[];

/** What is sent of each row, or its error; and what is told. */
async function sent(
	rows: readonly IDataObject[],
	mapping: readonly IDataObject[],
	columnOptions: IDataObject = {},
	operation = 'customer.createMany',
) {
	const { requests, items, hints, error } = await runOn(operation, {
		customs: CUSTOMS,
		input: [...rows],
		parameters: { fieldsFrom: 'input', columnMapping: { values: mapping }, columnOptions },
	});
	const bodies = requests.flatMap(({ path, body }) =>
		path.endsWith('/bulk') ? rowsIn(body)! : [],
	);
	const said = error && `${error.message} ${error.description ?? ''}`.trim();
	return { bodies, said, items, hints: hints.map(({ message }) => message) };
}

interface Unread {
	readonly row: IDataObject;
	readonly mapping?: readonly IDataObject[];
	readonly says: string;
	/** The field and what it is sent, if the error shows an expression for it. */
	readonly field?: string;
	readonly read?: IDataObject;
}

const map = (field: string, columns: string[], value = '') => ({ field, columns, value });

test.each(tables.mapped)('$what', async ({ row, mapping, body }) => {
	const { bodies, said } = await sent([row], mapping);
	expect([said, bodies]).toEqual([undefined, [body]]);
});

test.each(tables.options)('$what', async ({ row, options, body }) => {
	const mapping = row.Titel ? [map('name', ['Titel'])] : [];
	expect(await sent([row], mapping, options)).toMatchObject({ said: undefined, bodies: [body] });
});

test.each(tables.refused)(
	'$what is an error before anything is sent',
	async ({ mapping, options, error }) => {
		const { said, bodies } = await sent([{ Name: 'A' }], mapping, options);
		expect(said).toContain(error);
		expect(bodies).toEqual([]);
	},
);

test.each(table<Unread>(tables.unread))(
	'a cell that can’t be read is told with its column, and an expression that reads it: $row',
	async ({ row, mapping = [], says, field, read }) => {
		const { said = '', bodies } = await sent([{ Name: 'A', ...row }], mapping);
		expect([said, bodies]).toEqual([expect.stringContaining(says), []]);
		const [expression] = /\{\{.*\}\}/.exec(said) ?? [];
		expect(expression === undefined).toBe(field === undefined);
		if (field === undefined) return;
		const columns = { mappingMode: 'defineBelow', value: { name: 'A', [field]: `=${expression}` } };
		const parameters = { fieldsFrom: 'input', columns };
		const { requests } = await runOn('customer.createMany', {
			...{ customs: CUSTOMS, input: [row], parameters },
		});
		expect(rowsIn(requests.at(-1)!.body)).toEqual([{ name: 'A', ...read }]);
	},
);

test.each(tables.joined)('$what, of one field of a $kind', async ({ kind, row, body, notSent }) => {
	const { items } = await runOn(`${kind}.createOrUpdate`, {
		input: [row],
		parameters: { fieldsFrom: 'input', matchBy: 'name', options: { dryRun: true } },
	});
	const { data, columns } = items[0]?.json as { data: IDataObject; columns: IDataObject };
	const told = { data, notSent: columns.notSent };
	expect(told).toEqual({ data: { name: 'A', ...body }, notSent });
});

holdRunsOn(tables.runs);

test('of two columns with one name it is told where the second counts', async () => {
	const hintsOf = async (rows: string) => {
		const { hints, error } = await runOn('contact.createOrUpdate', {
			input: [withFile(`Name,Phone Number,Phone Number\n${rows}`)],
			parameters: { fieldsFrom: 'file', matchBy: 'name' },
		});
		expect(error).toBeUndefined();
		return hints.map(({ message }) => message);
	};
	expect(await hintsOf('A,1,1\nB,2,\n')).toEqual([]);
	expect(await hintsOf('A,1,1\nB,,2\n')).toEqual([
		expect.stringContaining(
			'"Phone Number (the first of two: where it is empty, the second is sent)"',
		),
	]);
});

test('a word to replace that no row has is told', async () => {
	const words = [
		{ field: 'custom:level', from: 'top', to: 'Gold' },
		{ field: 'custom:level', from: 'Basic', to: 'Silver' },
	];
	const options = { replaceValues: { values: words } };
	const rows = ['A', 'B'].map((Name) => ({ Name, Level: 'TOP' }));
	expect((await sent(rows, [], options)).hints).toEqual([
		'Replace Values: no row has "Basic". Compare the spelling.',
	]);
});

test('a column of several values that is mapped gives the first', async () => {
	const row = { Name: 'A', Site: 'x.example ::: y.example', Link: 'x.example ::: y.example' };
	const { bodies } = await sent([row], [map('webUrl', ['Link'])]);
	expect(bodies).toMatchObject([{ webUrl: 'x.example' }]);
});

test('a name that nothing has in a form gets no advice about columns', async () => {
	const { error } = await runOn('customer.createMany', {
		input: [{}],
		parameters: {
			...{ fieldsFrom: 'form', name: 'A' },
			additionalFields: { ownerRoleId: { __rl: true, mode: 'name', value: 'Nobody' } },
		},
	});
	expect(error?.message).toContain('Owner Role is "Nobody"');
	expect(error?.description ?? '').not.toContain('Replace Values');
});

test('all that rows lack is named at once, not what the first one lacks alone', async () => {
	const all = { dealType: 1, phase: 1, product: 1, probability: 1, channel: 1, customer: 1 };
	const date = '2026-12-24';
	const { error } = await runOn('deal.createOrUpdate', {
		parameters: { fieldsFrom: 'input', matchBy: 'name' },
		input: [
			{ name: 'A', ...all, expectedContractDate: date },
			{ name: 'B', ...all, user: 1 },
		],
	});
	expect(error?.description).toContain('Missing in some rows: User and Expected Contract Date.');
});

test('a mapped column that no longer fills the field of its name is told', async () => {
	const row = { Company: 'Acme', Website: 'a.example' };
	const { hints } = await sent([row], [map('address', ['Website'])]);
	expect(hints).toContain(
		'Under Column Mapping, these columns no longer fill the field of their name: "Website" (Website). To fill it as well, map it, too.',
	);
});

describe('a name that nothing has', () => {
	const rows = [
		{ Name: 'A', Level: 'Bronze' },
		{ Name: 'B', Level: 'Gold' },
		{ Name: 'C', Level: 'Tin' },
	];

	test('ends the run with all of them, and what to do', async () => {
		const { said, bodies } = await sent(rows, []);
		expect(bodies).toEqual([]);
		expect(said).toMatch(/^Item 0 .*Level has no choice "Bronze"/);
		expect(said).toContain(
			'Nothing has these names: Level: "Bronze" and "Tin". If they are called otherwise here, use Replace Values;',
		);
	});

	test('leaves the field as it is if people want that, and is told with how often', async () => {
		const { bodies, hints } = await sent([...rows, rows[0]!], [], { ifNameNotFound: 'skip' });
		expect(bodies).toEqual([
			{ name: 'A' },
			{ name: 'B', customerCustoms: [{ itemKey: 'level', value: 1 }] },
			{ name: 'C' },
			{ name: 'A' },
		]);
		expect(hints).toEqual([
			'Fields left as they are, since nothing has the name: Level: "Bronze" (2 times) and "Tin".',
		]);
	});

	test('of an industry, of which the service has no list, leaves it as it is in any case', async () => {
		const { bodies, hints } = await sent([{ Name: 'A', Industry: 'COMPUTER_SOFTWARE' }], []);
		expect(bodies).toEqual([{ name: 'A' }]);
		expect(hints).toEqual([
			'Fields left as they are, since nothing has the name: Industry: "COMPUTER_SOFTWARE".',
		]);
	});
});

describe('files of deals', () => {
	const fixture = useNodeFixture();
	beforeAll(async () => {
		await fixture.writeOne('customer', { name: 'Acme Deals' });
	});

	const CELLS: IDataObject = {
		...{ customer: 'Acme Deals', amount: '1200', expectedContractDate: '2026-12-24' },
	};
	const deals = formats.filter(({ kind }) => kind === 'deal');

	test.each(deals)(
		'$format: one look tells all, a mapping mends all',
		async ({ format, separator, header, expect: expected }) => {
			const fieldOf = (column: string) =>
				Object.entries(expected as IDataObject).find(([, name]) => name === column)?.[0];
			const rowOf = (row: number) =>
				header.map((column) => {
					const field = fieldOf(column);
					if (field === undefined)
						return /^(Deal Type|PROBABILITY|Probability)$/.test(column) ? `${column} ${row}` : '';
					if (field === 'name') return `${format} ${row}`;
					if (field === 'phase') return 'closedwon';
					if (field === 'user') return 'Sales Rep';
					return CELLS[field];
				});
			const file = withFile(
				[header, rowOf(1), rowOf(2)].map((cells) => cells.map(textOf).join(separator)).join('\n'),
			);
			const parameters = { matchBy: 'name', options: { dryRun: true } };
			const dry = await imported(fixture, 'deal.createOrUpdate', [file], { parameters });
			const { columns } = dry.summary as { columns: Record<string, IDataObject> };
			const lacking = ['Deal Type', 'Product', 'Channel'].filter((each) => !header.includes(each));
			expect(columns.missing).toEqual(expect.arrayContaining(lacking));
			expect(columns.filledBy).toMatchObject({ Name: [(expected as IDataObject).name] });
			const words = { Phase: ['closedwon'], ...('user' in expected && { User: ['Sales Rep'] }) };
			expect(columns.unknownNames).toMatchObject(words);
			expect((await imported(fixture, 'deal.createMany', [file])).said).toContain('closedwon');
		},
	);

	describe('a reason goes only to deals whose phase is closed', () => {
		const values = { customer: 'Acme Deals', dealType: '1', product: '1', probability: '1' };
		/** The reasons of deals by their names, which begin alike. */
		const reasons = async (
			begin: string,
			lines: readonly string[],
			reason: IDataObject,
		): Promise<IDataObject> => {
			const user = (await fixture.records('user.getMany', { parameters: { limit: 1 } }))[0]!.email;
			const file = withFile(
				['Name,Phase,Close Date,Why', ...lines.map((line) => `${begin} ${line}`)].join('\n'),
			);
			const mapped = Object.entries({ ...values, channel: '1', user });
			const all = mapped.map(([field, value]) => map(field, [], textOf(value)));
			const columnMapping = { values: [...all, reason] };
			await imported(fixture, 'deal.createMany', [file], { parameters: { columnMapping } });
			const deals = await ofTest(fixture, 'deal', `${begin} `);
			return Object.fromEntries(
				deals.map(({ name, reason: held }) => [textOf(name).slice(begin.length + 1), held ?? null]),
			);
		};

		test('as a value for all rows', async () => {
			const rows = ['Qualified', 'Proposal', 'Lost', 'Won'].map(
				(phase) => `${phase},${phase},2026-12-24,`,
			);
			expect(await reasons('Reason', rows, map('reason', [], 'Imported'))).toEqual({
				...{ Qualified: null, Proposal: null, Lost: 'Imported', Won: 'Imported' },
			});
		});

		test('as a value for rows whose column is empty', async () => {
			const rows = ['a,Qualified,2026-12-24,', 'b,Lost,2026-12-24,', 'c,Lost,2026-12-24,Price'];
			expect(await reasons('Why', rows, map('reason', ['Why'], 'Imported'))).toEqual({
				...{ a: null, b: 'Imported', c: 'Price' },
			});
		});

		test('where the phase is an ID', async () => {
			const deals = await ofTest(fixture, 'deal', 'Reason ');
			const rows = deals.map(
				({ name, phase }) => `${textOf(name)},${textOf((phase as IDataObject).id)},2026-12-24,`,
			);
			expect(await reasons('ID', rows, map('reason', [], 'Imported'))).toEqual({
				...{ 'Reason Qualified': null, 'Reason Proposal': null },
				...{ 'Reason Lost': 'Imported', 'Reason Won': 'Imported' },
			});
		});
	});
});
