/** Blanks at the ends of keys, names and one-line texts: nobody means them, and many files have them. */
import type { IDataObject } from 'n8n-workflow';
import tables from './blanks.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { DEAL } from './support/importing';
import { FROM_INPUT, named } from './support/names';
import { runOn, type Definition } from './support/service';

/** Those that n8n, spreadsheets and web pages leave: no-break, ideographic, zero-width, line ends. */
const BLANKS = [' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\t', '\r\n', ' \u200e\u00a0\n'];

const DEAL_CUSTOMS: Definition[] = tables.customs as unknown as Definition[];

// What was written a moment ago is found at once.
const fixture = useNodeFixture({ seed: 'small', set: { searchLagMs: 0 } });

const written = async () =>
	(await fixture.requests())
		.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'))
		.map(({ method, path }) => `${method} ${path}`);

describe('what is written', () => {
	const CUSTOM = 'contact_text';
	const customIn = ({ contactCustoms }: IDataObject) =>
		(contactCustoms as IDataObject[]).find(({ value }) => textOf(value).includes('Words'))?.value;

	test.each(BLANKS)('a one-line text loses %j at its ends, longer texts keep it', async (blank) => {
		const around = (text: string) => `${blank}${text}${blank}`;
		const [contact] = await fixture.records('contact.create', {
			parameters: FROM_INPUT,
			input: [
				{
					...{ name: around('Ada  King'), email: around('ada@x.example'), memo: around('Memo') },
					...{ address: around('Street 1\nTown'), [CUSTOM]: around('Words'), tel: blank },
				},
			],
		});
		expect(contact).toMatchObject({
			...{ name: 'Ada  King', email: 'ada@x.example', memo: around('Memo'), tel: null },
			address: around('Street 1\nTown'),
		});
		expect(customIn(contact!)).toBe('Words');
	});

	test.each(BLANKS)('%j around a value of any other kind is no part of it', async (blank) => {
		const cells = tables.cells;
		const sent = async (before: string) => {
			const around = Object.entries(cells).map(([name, cell]) => [
				name,
				`${before}${cell}${before}`,
			]);
			const { items, requests } = await runOn('deal.create', {
				parameters: FROM_INPUT,
				input: [{ ...DEAL, name: 'A', ...(Object.fromEntries(around) as IDataObject) }],
				customs: DEAL_CUSTOMS,
				continueOnFail: true,
			});
			return items[0]?.json.error ?? requests.at(-1)?.body;
		};
		const bare = await sent('');
		expect(bare).toMatchObject({ amount: 1250, fromEmail: true, customer: { id: 1 } });
		expect(await sent(blank)).toEqual(bare);
	});

	test.each(BLANKS)('%j alone is nothing', async (blank) => {
		const failing = async (operation: string, parameters: IDataObject, row: IDataObject = {}) =>
			(await fixture.run(operation, { parameters, input: [row] })).error?.message;
		expect(await failing('contact.create', { name: blank })).toBe('Name is required.');
		expect(await failing('contact.create', FROM_INPUT, { name: blank, tel: '1' })).toMatch(
			/^No column of this item gives Name/,
		);
		const filters = { searchWord: blank };
		expect(await failing('contact.getMany', { filters })).toMatch(/^Search Word is empty/);
		expect(await written()).toEqual([]);
	});
});

describe('Create or Update', () => {
	const upsert = async (names: string[], more: IDataObject = {}) => {
		const items = await fixture.items('customer.createOrUpdate', {
			parameters: { ...FROM_INPUT, matchBy: 'name' },
			input: names.map((name) => ({ name, ...more })),
			continueOnFail: true,
		});
		return items.map(({ json }) => [json.action ?? json.error, json.id]);
	};
	const nameOf = async (id: number) =>
		(await fixture.records('customer.get', { parameters: { customerId: byId(id) } }))[0]?.name;

	test.each(BLANKS)(
		'finds what an earlier run stored with %j, and stores it without',
		async (blank) => {
			const name = `Stored ${BLANKS.indexOf(blank)}`;
			const id = await fixture.writeOne('customer', { name: `${name}${blank}` });
			expect(await upsert([`${name}${blank}`])).toEqual([['updated', id]]);
			expect(await nameOf(id)).toBe(name);
			expect(await upsert([`${name}${blank}`])).toEqual([['unchanged', id]]);
			expect(await upsert([name])).toEqual([['unchanged', id]]);
		},
	);

	test('one that is stored both ways is the one without', async () => {
		const [with_, without] = await fixture.write('customer', [{ name: 'Both ' }, { name: 'Both' }]);
		expect(await upsert(['Both '])).toEqual([['unchanged', without]]);
		expect(with_).not.toBe(without);
	});

	test('rows that differ in blanks alone are one record, new or stored', async () => {
		const [[action, id] = [], ...others] = await upsert(['New', 'New ', '\u3000New']);
		expect(action).toBe('created');
		expect(others.map(([, each]) => each)).toEqual([id, id]);
		const old = await fixture.writeOne('customer', { name: 'Old ' });
		expect((await upsert(['Old', 'Old '])).map(([, each]) => each)).toEqual([old, old]);
	});

	test('a custom field', async () => {
		const stored = (key: string) => [{ itemKey: key, value: 'K-1 ' }];
		const id = await fixture.writeOne('customer', {
			name: 'Keyed',
			customerCustoms: stored('customer_text'),
		});
		const row = { name: 'Keyed', customer_text: 'K-1 ' };
		const customers = async () =>
			await fixture.records('customer.createOrUpdate', {
				parameters: { ...FROM_INPUT, matchBy: 'custom:customer_text' },
				input: [row],
			});
		expect(await customers()).toMatchObject([{ action: 'updated', id }]);
		expect(await customers()).toMatchObject([{ action: 'unchanged', id }]);
	});

	test('no error advises to run again what would then be doubled', async () => {
		const [, [error] = []] = await upsert(['Case', 'CASE']);
		expect(error).toMatch(/is written with other characters in item 0/);
		expect(error).not.toMatch(/again/);
	});
});

test.each(BLANKS)('a name is found with %j, as it was written', async (blank) => {
	const name = `Held ${BLANKS.indexOf(blank)}${blank}`;
	const id = await fixture.writeOne('customer', { name });
	const parameters = { name: 'Somebody', additionalFields: { customer: named(name) } };
	const made = await fixture.records('contact.create', { parameters });
	expect(made).toMatchObject([{ customer: { id } }]);
});

describe('a search', () => {
	const found = async (operator: string, value: unknown) => {
		const conditions = { values: [{ field: 'name', operator, value }] } as IDataObject;
		const { items, error } = await fixture.run('customer.search', { parameters: { conditions } });
		return error?.message ?? items.map(({ json }) => json.name);
	};
	beforeAll(async () => {
		await fixture.write('customer', [{ name: 'Zed Works' }, { name: 'Zed' }, { name: 'Zedd' }]);
	});

	test.each(BLANKS)('for what is %j is for the text', async (blank) => {
		expect(await found('equals', `Zed${blank}`)).toEqual(['Zed']);
		expect(await found('isOneOf', [`Zed${blank}`])).toEqual(['Zed']);
		expect(await found('equals', blank)).toMatch(/^The search condition on Name has no value/);
	});

	test('for a part of it has its blanks', async () => {
		expect(await found('startsWith', 'Zed ')).toEqual(['Zed Works']);
		expect(await found('contains', 'ed W')).toEqual(['Zed Works']);
		expect(await found('endsWith', ' Works')).toEqual(['Zed Works']);
	});
});
