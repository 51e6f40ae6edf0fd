/** Create or Update by this service's own ID, and by a second field: the way back of what was exported. */
import type { IDataObject } from 'n8n-workflow';
import tables from './matchById.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { useNodeFixture } from '../support/nodeFixture';
import { fromCsv, toCsv } from '../support/csv';
import { DEAL, imported, NONE, one, expectNoWrites } from './support/importing';
import { matching, mapperOf, outcomes } from './support/matching';
import { holdRuns, holdRunsOn } from './support/runs';
import { listOf } from './support/service';

const fixture = useNodeFixture({ seed: 'empty' });
let customers: number[];
beforeAll(async () => {
	customers = await fixture.write('customer', [{ name: 'Acme' }, { name: 'Globex' }]);
});

const BY_ID = { parameters: { matchBy: 'id' } };
const CUSTOMS = { text: 'kept', date: '2026-02-28', single_select: 3, user: [1, 2] };

const writeDeals = async (names: readonly string[], more: IDataObject = {}) =>
	await fixture.write(
		'deal',
		names.map((name, at) => ({
			...{ name, amount: 1250 + at, customer: { id: customers[0] }, ...more },
			dealCustoms: Object.entries(CUSTOMS).map(([type, value]) => ({
				...{ itemKey: `deal_${type}`, value },
			})),
		})),
	);

/** Deals as the node exports them, with cells as somebody edits the table. */
async function exported(edits: Readonly<Record<number, IDataObject>>, ids: number[]) {
	const { items } = await fixture.run('deal.getMany', { parameters: { output: 'file' } });
	const text = Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
	const rows = fromCsv(text)
		.filter(({ id }) => ids.includes(Number(id)))
		.sort((a, b) => Number(a.id) - Number(b.id))
		.map((row, at) => ({ ...row, ...edits[at] }));
	const cells = rows.map((row) => Object.values(row).map(textOf));
	return toCsv(Object.keys(rows[0]!), cells);
}

test('a Simplified export, edited in a spreadsheet: exactly those rows and fields are written, and again none', async () => {
	const open = { phase: { id: 1 }, user: { id: 1 } };
	const ids = await writeDeals(
		Array.from({ length: 61 }, (_, at) => `Exported ${at}`),
		open,
	);
	const otherId = await fixture.writeOne('deal', { phase: { id: 2 }, user: { id: 2 } });
	const { phase, user } = (await one(fixture, 'deal', otherId)) as Record<string, IDataObject>;
	const edits: Record<number, [cells: IDataObject, changed: IDataObject]> = {
		3: [{ amount: '25,000' }, { amount: 25_000 }],
		7: [{ phase: phase!.name }, { phase: phase! }],
		20: [{ user: user!.name }, { user: user! }],
		41: [{ expectedContractDate: '2027/1/5' }, { expectedContractDate: '2027-01-05' }],
		60: [{ Level: 'Gold' }, { deal_single_select: expect.anything() }],
	};
	const held = async () => await Promise.all(ids.map(async (id) => await one(fixture, 'deal', id)));
	const before = await held();
	const edited = Object.entries(edits).map(([at, [cells]]) => [at, cells]);
	const text = await exported(Object.fromEntries(edited) as Record<number, IDataObject>, ids);
	const first = await imported(fixture, 'deal.createOrUpdate', text, BY_ID);
	expect([first.said, first.summary]).toEqual([
		undefined,
		{ rows: 61, ...NONE, updated: 5, unchanged: 56 },
	]);
	const told = first.rows.filter(({ outcome }) => outcome === 'updated').map(({ id }) => id);
	expect(told).toEqual(Object.keys(edits).map((at) => textOf(ids[Number(at)])));
	const COMPUTED = ['updatedAt', 'phaseStayDays', 'totalProfit', 'deal_calculation'];
	/** The record's own values, each custom one by its key. */
	const valuesOf = ({ dealCustoms, ...record }: IDataObject): IDataObject => {
		const all = Object.entries({ ...record, ...(dealCustoms as IDataObject) });
		return Object.fromEntries(all.filter(([name]) => !COMPUTED.includes(name)));
	};
	for (const [at, record] of (await held()).entries()) {
		const [, changed] = edits[at] ?? [];
		expect(valuesOf(record)).toEqual({ ...valuesOf(before[at]!), ...changed });
		if (!changed) expect(record.updatedAt).toBe(before[at]!.updatedAt);
	}
	await fixture.requests();
	const again = await imported(fixture, 'deal.createOrUpdate', text, BY_ID);
	expect([again.said, again.summary]).toEqual([undefined, { rows: 61, ...NONE, unchanged: 61 }]);
	await expectNoWrites(fixture);
	expect(again.hints.join()).toContain('In 2 rows a name and the ID beside it differ');
});

test('a row with an ID needs nothing else, and its deal type decides what names mean', async () => {
	const ids = await writeDeals(['Alone A', 'Alone B']);
	const [{ phase } = {}] = await Promise.all(ids.map(async (id) => await one(fixture, 'deal', id)));
	const text = `ID,Amount,Phase\n${ids[0]},77,${textOf((phase as IDataObject).name)}\n${ids[1]},78,\n`;
	const { said, summary } = await imported(fixture, 'deal.createOrUpdate', text, BY_ID);
	expect([said, summary]).toEqual([undefined, { rows: 2, ...NONE, updated: 2 }]);
	expect(await one(fixture, 'deal', ids[1])).toMatchObject({ name: 'Alone B', amount: 78 });
});

test('a row without one is created, at every run; an ID that is not found is an error, never a create', async () => {
	const rows = [
		['', 'Without an ID'],
		['999999', 'Unknown ID'],
		['CUS-1', 'Of another system'],
	];
	const text = toCsv(['id', 'name'], rows);
	const input = rows.map(([id, name]) => ({ id, name }));
	const call = { parameters: { ...BY_ID.parameters, fieldsFrom: 'input' }, continueOnFail: true };
	const told = [
		(await imported(fixture, 'customer.createOrUpdate', text, { ...BY_ID, continueOnFail: true }))
			.rows,
		(await fixture.run('customer.createOrUpdate', { ...call, input })).items.map(
			({ json }) => json,
		),
	];
	for (const [created, unknown, other] of told) {
		expect(created?.id).toBeTruthy();
		expect(unknown?.error).toBe(
			'No customer has the ID 999999: correct it, or empty it to create the customer.',
		);
		expect(other?.error).toContain('ID is "CUS-1"; it must be a whole number');
	}
	const all = await fixture.all('customer');
	const names = all.map(({ name }) => name);
	expect(names.filter((name) => name === 'Without an ID')).toHaveLength(2);
	expect(names).not.toContain('Unknown ID');
});

holdRuns(fixture, tables.runs, () => ({ acme: customers[0] }));

test('what the search does not show yet is read by its ID', async () => {
	const service = matching({ records: [{ id: 7, name: 'New' }], instead: () => listOf([]) });
	const { items } = await service.run(
		'customer.createOrUpdate',
		{ fieldsFrom: 'input', matchBy: 'id' },
		{
			input: [
				{ id: 7, name: 'Newer' },
				{ id: 8, name: 'None' },
			],
		},
	);
	expect(outcomes(items)).toEqual(['updated', expect.stringContaining('No customer has the ID 8')]);
	expect(service.asked).toEqual([
		'POST /v2/customers/search',
		'GET /v2/customers/7',
		'GET /v2/customers/8',
		'PATCH /v2/customers/7',
	]);
});

holdRunsOn(tables.changed);

test('custom objects take one Get a row', async () => {
	const service = matching({ records: [{ id: 7, code: 'a' }] });
	const parameters = {
		...{ customObjectDefKey: 'ticket', matchBy: 'id', id: '={{ $json.number }}' },
		customFields: mapperOf({ code: '={{ $json.code }}' }),
	};
	const { items } = await service.run('customObject.createOrUpdate', parameters, {
		input: [
			{ number: 7, code: 'a' },
			{ number: '', code: 'b' },
		],
	});
	expect(outcomes(items)).toEqual(['unchanged', 'created']);
	expect(service.asked.map((each) => each.split('/custom_objects')[1])).toEqual(['/7', '/bulk']);
});

describe('a name and another ID for one reference', () => {
	const DIFFER = /The input columns "customer" .* and "customerId" .* do not mean the same/;
	const upsert = async (row: IDataObject, operation = 'deal.createOrUpdate', call = BY_ID) => {
		const text = toCsv(Object.keys(row), [Object.values(row).map(textOf)]);
		return await imported(fixture, operation, text, call);
	};

	test('is an edited name where the record has the ID; it stays where the record has the name', async () => {
		const [id] = await writeDeals(['Told twice']);
		const row = { id, name: 'Told twice', customer: 'Globex', customerId: customers[0] };
		const updated = { rows: 1, ...NONE, updated: 1 };
		expect(await upsert(row)).toMatchObject({ said: undefined, summary: updated });
		expect(await one(fixture, 'deal', id)).toMatchObject({ customer: { id: customers[1] } });
		const again = await upsert(row);
		expect(again.summary).toEqual({ rows: 1, ...NONE, unchanged: 1 });
		expect(again.hints.join()).toContain('In 1 row');
		const customerId = await fixture.writeOne('customer', { name: 'Third' });
		expect((await upsert({ ...row, customer: 'Acme', customerId })).said).toMatch(DIFFER);
	});

	test('is an error in a new record, in other operations, and from the input', async () => {
		const [id] = await writeDeals(['Told twice']);
		const both = { customer: 'Globex', customerId: customers[0] };
		const row = { ...DEAL, name: 'New one', ...both };
		expect((await upsert(row)).said).toMatch(DIFFER);
		expect((await upsert(row, 'deal.createMany')).said).toMatch(DIFFER);
		const parameters = { fieldsFrom: 'input', matchBy: 'id' };
		const call = { parameters, input: [{ id, ...both } as IDataObject] };
		expect(await fixture.fails('deal.createOrUpdate', call)).toMatch(DIFFER);
	});
});

describe('Also Match By', () => {
	const renewals = (
		rows: ReadonlyArray<readonly [customer: string, amount: number, id?: unknown]>,
	) => {
		const all = rows.map(([customer, amount, id]) => ({
			...{ ...DEAL, name: 'Renewal 2026', customer, amount, id },
		}));
		return toCsv(
			Object.keys(all[0]!),
			all.map((row) => Object.values(row).map(textOf)),
		);
	};
	const BOTH = { parameters: { matchBy: 'name', options: { alsoMatchBy: 'customerId' } } };

	test('finds, of the records with one name, those that agree', async () => {
		await fixture.writeOne('customer', { name: 'Initech' });
		const ids = await fixture.write(
			'deal',
			customers.map((id) => ({ name: 'Renewal 2026', customer: { id }, amount: 1 })),
		);
		const alone = await imported(fixture, 'deal.createOrUpdate', renewals([['Acme', 2]]), {
			parameters: { matchBy: 'name' },
		});
		expect(alone.said).toMatch(/2 records have this Name .*, or set Also Match By\./);
		const text = renewals([
			['Globex', 20],
			['Initech', 30],
			['Acme', 10],
			['Initech', 31],
		]);
		const { said, rows } = await imported(fixture, 'deal.createOrUpdate', text, BOTH);
		expect(said).toBeUndefined();
		const [globex, initech, acme, last] = rows;
		expect([globex?.id, acme?.id]).toEqual([textOf(ids[1]), textOf(ids[0])]);
		expect(rows.map(({ outcome }) => outcome)).toEqual([
			'updated',
			'created',
			'updated',
			'updated',
		]);
		expect(last?.id).toBe(initech?.id);
		const again = await imported(fixture, 'deal.createOrUpdate', renewals([['Globex', 20]]), BOTH);
		expect(again.summary).toEqual({ rows: 1, ...NONE, unchanged: 1 });
		await fixture.writeOne('deal', { name: 'Renewal 2026', customer: { id: customers[0] } });
		const two = await imported(fixture, 'deal.createOrUpdate', renewals([['Acme', 2]]), BOTH);
		expect(two.said).toMatch(/2 records have this Name and Customer /);
	});

	test('finds the rows without an ID, and has no say in those with one', async () => {
		const [named, given] = await fixture.write('customer', [{ name: 'Named' }, { name: 'Given' }]);
		const text = `id,name,employee\n,Named,1\n${given},Given anew,2\n${named},Named,3\n,Never seen,4\n`;
		const { said, rows } = await imported(fixture, 'customer.createOrUpdate', text, {
			parameters: { matchBy: 'id', options: { alsoMatchBy: 'name' } },
		});
		expect(said).toBeUndefined();
		expect(rows.map(({ outcome, id }) => [outcome, Number(id)])).toEqual([
			['updated', named],
			['updated', given],
			['updated', named],
			['created', expect.any(Number)],
		]);
		expect(await one(fixture, 'customer', given)).toMatchObject({ name: 'Given anew' });
		expect(await one(fixture, 'customer', named)).toMatchObject({ employee: 3 });
	});

	test.each(tables.without)('is an error where $what', async ({ text, columnOptions }) => {
		await fixture.requests();
		const parameters = { ...BOTH.parameters, columnOptions };
		const { said } = await imported(fixture, 'contact.createOrUpdate', text, { parameters });
		expect(said).toContain('Also Match By is Customer, but this row has no value for it.');
		await expectNoWrites(fixture);
	});

	holdRuns(fixture, tables.ofAnother);
});
