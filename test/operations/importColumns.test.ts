/** Rows of the input become records: the columns of spreadsheets, and what is told of each row. */
import type { IDataObject } from 'n8n-workflow';
import tables from './importColumns.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { many } from '../support/many';
import { tokenAlone, useNodeFixture, type Call } from '../support/nodeFixture';
import { contactsFile, CUSTOMERS } from '../support/contactsFile';
import { fromCsv } from '../support/csv';
import { one, requestsByPath, told } from './support/importing';
import { holdRuns } from './support/runs';
import { table } from '../support/table';

const fixture = useNodeFixture();
let users: string[];
beforeAll(async () => {
	const all = await fixture.all('user');
	users = all.map(({ name }) => textOf(name));
	await fixture.write(
		'customer',
		CUSTOMERS.map((name) => ({ name })),
	);
});

const INPUT = { fieldsFrom: 'input' };

describe('rows of a spreadsheet that n8n has read', () => {
	/** More than there are customers. */
	const PEOPLE = CUSTOMERS.length + 4;
	const input = () => fromCsv(contactsFile(users, PEOPLE));
	const contacts = async () =>
		(await fixture.all('contact')).filter(({ email }) => textOf(email).endsWith('@import.example'));

	test('contacts of names and numbers as people write them, with few requests besides', async () => {
		const { said, items, hints } = told(
			await fixture.run('contact.create', { parameters: INPUT, input: input() }),
		);
		expect([said, items.length]).toEqual([undefined, PEOPLE]);
		// 40 distinct customers: one search. The fields and the users: one page each.
		expect(await requestsByPath(fixture)).toEqual({
			reads: { '/v1/contact_custom_items': 1, '/v2/customers/search': 1, '/v2/users': 1 },
			written: { '/v2/contacts': PEOPLE },
		});
		expect(hints).toEqual([
			'These columns of the input fill no field of the contact and are not sent: "Newsletter".',
		]);
		const { id } = (await contacts()).find(({ email }) => email === 'person.7@import.example')!;
		const { contactCustoms, ...person } = await one(fixture, 'contact', id);
		expect(person).toMatchObject({
			...{ name: 'Person "7", Dr.', tel: '03-1234-1007', dept: 'Sales', position: 'Manager' },
			customer: { name: CUSTOMERS[7] },
		});
		expect(contactCustoms).toMatchObject({
			contact_date: { value: '2026-11-30T00:00:00.000Z' },
			contact_decimal_number: { value: '1000.50' },
			contact_multi_select: { value: '1,3' },
			contact_number: { value: '1250' },
			contact_single_select: { value: '2' },
			contact_text: { value: 'Met at the fair' },
			contact_user: { value: '2' },
		});
	});

	test('200 customers with a token alone: one bulk request, and one list a column of names', async () => {
		const [role] = await fixture.all('role');
		await fixture.requests();
		const made = await fixture.records('customer.createMany', {
			parameters: INPUT,
			credentials: tokenAlone(fixture.sandbox),
			input: many(200, (at) => ({
				...{ Name: `Works ${at}`, 'Owner role': textOf(role?.name).toUpperCase(), ID: '' },
				...{ Employees: '1.200', industry: 'Software', score: '1.250' },
			})),
		});
		const { reads, written } = await requestsByPath(fixture);
		expect(written).toEqual({ '/v2/customers/bulk': 1 });
		// The newest customers show the custom fields and the industries.
		const once = { '/v2/customers': 1, '/v2/roles': 1, '/v2/users': 1 };
		expect(once).toMatchObject(reads);
		expect(await one(fixture, 'customer', made[7]?.id)).toMatchObject({
			...{ name: 'Works 7', employee: 1200, industry: { name: 'Software' } },
			ownerRole: { id: role?.id },
		});
	});

	test('80 deals of two types, named in every column: one request a type', async () => {
		const rows = many(80, (at) => ({
			...{ name: `Deal ${at}`, 'Expected Contract Date': '2026-12-24', Amount: '1.250.000' },
			...{
				customer: CUSTOMERS[at % 40],
				Probability: 'B (50%)',
				Channel: 'Website',
				User: users[0],
			},
			...(at % 2 === 0
				? { 'Deal type': 'New business', Phase: 'Proposal', PRODUCT: 'starter plan' }
				: { 'Deal type': 'Renewal', Phase: 'Qualified', PRODUCT: 'Maintenance' }),
		}));
		const made = await fixture.records('deal.createMany', { parameters: INPUT, input: rows });
		const { reads, written } = await requestsByPath(fixture);
		expect(written).toEqual({
			'/v2/deal_types/1/deals/bulk': 1,
			'/v2/deal_types/2/deals/bulk': 1,
		});
		expect(reads).toMatchObject({ '/v2/customers/search': 1 });
		expect(Object.values(reads).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5);
		expect(await one(fixture, 'deal', made[1]?.id)).toMatchObject({
			...{ name: 'Deal 1', amount: 1_250_000, dealType: { name: 'Renewal' } },
			phase: { name: 'Qualified' },
		});
	});
});

describe('columns by the names that people use', () => {
	const said = async (operation: string, input: IDataObject[]) => {
		const { items, hints } = told(await fixture.run(operation, { parameters: INPUT, input }));
		// A service may leave out what is empty.
		const empty = { reason: null, email: null, mobileTel: null };
		return [items.map(({ json }) => ({ ...empty, ...json })), hints];
	};
	const unused = (resource: string, columns: string) =>
		`These columns of the input fill no field of the ${resource} and are not sent: ${columns}.`;

	test.each(tables.otherNames)('of a $resource', async ({ resource, row, record }) => {
		const found = await said(`${resource}.create`, [
			{ ...row, ...(resource === 'contact' && { Zip: '1' }), 'No Field': '1' },
		]);
		expect(found).toMatchObject([[record], [unused(resource, '"No Field"')]]);
	});

	test('what may be two fields is not sent, and said', async () => {
		const one = { parameters: { limit: 1 } };
		const [deal] = await fixture.records('deal.getMany', one);
		const [user] = await fixture.records('user.getMany', one);
		const row = {
			...{
				Title: 'Won over',
				'Close Date': '2026-12-24',
				Account: CUSTOMERS[0],
				Stage: (deal!.phase as IDataObject).name,
				Owner: user!.name,
			},
			...{ 'Deal Type': 1, Product: 1, Probability: 1, Channel: 1, Value: 1200 },
		};
		expect(await said('deal.create', [{ ...row, 'Lost Reason': 'Price' }])).toMatchObject([
			[{ name: 'Won over', expectedContractDate: '2026-12-24', amount: 1200, reason: null }],
			[
				unused('deal', '"Lost Reason"'),
				expect.stringMatching(/^Read as IDs of this service: "Deal Type" /),
			],
		]);
	});

	test.each(tables.twoColumns)(
		'two for one field are one value, or an error where they differ: $row',
		async ({ row, wanted }) => {
			const call = { parameters: INPUT, input: [{ Name: 'A', ...row }], continueOnFail: true };
			const [item] = (await fixture.run('contact.create', call)).items;
			const { error, ...sent } = item?.json ?? {};
			if (typeof wanted === 'string') {
				expect(error).toBe(`The input columns ${wanted} and differ: remove one of them.`);
			} else expect(sent).toMatchObject(wanted);
		},
	);

	test('those that were read as IDs of other records are told, and no others', async () => {
		const [acme] = await fixture.write('customer', [{ name: 'Acme' }, { name: '1984' }]);
		const [user] = await fixture.records('user.getMany', { parameters: { limit: 1 } });
		const rows: Array<[IDataObject, string[]]> = [
			[{ customerId: acme! }, ['Read as IDs of this service: "customerId" (Customer). ']],
			[{ customerId: acme!, Company: 'Acme' }, []],
			[{ 'Customer ID': acme! }, ['are not sent: "Customer ID".']],
			[{ customer_id: acme!, Company: 'Acme' }, ['are not sent: "customer_id".']],
			[{ Company: '1984' }, []],
			[{ Customer: `${acme}` }, ['Read as IDs of this service: "Customer" (Customer). ']],
			[{ customObjects: '1, 2' }, ['Read as IDs of this service: "customObjects" (']],
			[{ contact_user: '2' }, ['Read as IDs of this service: "contact_user" (Team). ']],
			[{ Team: [1, 2] }, ['Read as IDs of this service: "Team" (Team). ']],
			[{ Team: user!.email! }, []],
			[{ contact_number: 2 }, []],
			[{ Customer: 'Acme' }, []],
			[{ 'Customer Name': '1984' }, []],
			[{ Customer: { id: acme!, name: 'Acme' } }, []],
			[{ Company: { id: 1, name: 'Acme' } }, []],
		];
		for (const [row, wanted] of rows) {
			const [records, hints] = await said('contact.create', [{ Name: 'A', ...row }]);
			// Another program's ID is none of this service.
			if (row.Company === Object(row.Company))
				expect(records).toMatchObject([{ customer: { id: acme } }]);
			expect(hints).toEqual(wanted.map((each) => expect.stringContaining(each) as string));
		}
		const input = [{ id: acme!, 'Customer ID': '', Name: 'Acme' }];
		expect((await said('customer.update', input))[1]).toEqual([]);
	});
});

describe('each row of a bulk result tells its ID and what the next step needs', () => {
	const id = expect.any(Number) as number;
	const TICKET = { customObjectDefKey: 'ticket' };

	test.each(
		table<{
			operation: string;
			authentication: Call['authentication'];
			row: IDataObject;
			tells: IDataObject;
		}>(tables.tells),
	)('$operation: $authentication', async ({ operation, authentication, row, tells }) => {
		const parameters = { ...INPUT, ...TICKET };
		const items = await fixture.items(operation, {
			...{ parameters, authentication, input: [row, row] },
		});
		expect(items.map(({ json }) => json)).toEqual([1, 2].map(() => ({ id, ...tells })));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	holdRuns(fixture, tables.updates);

	test.each(tables.keys)(
		'Create or Update of a $resource: the action, the name and what was matched',
		async ({ resource, matchBy, tells, more }) => {
			const run = async () =>
				await fixture.records(`${resource}.createOrUpdate`, {
					...{ parameters: { ...INPUT, ...TICKET, matchBy }, input: [{ ...tells, ...more }] },
				});
			expect(await run()).toEqual([{ id, ...tells, action: 'created' }]);
			expect(await run()).toEqual([{ id, ...tells, action: 'unchanged' }]);
		},
	);
});
