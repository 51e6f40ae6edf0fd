import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hasTotals } from '../support/speaks';
import { search, searchAll, startLookupFixture, type LookupFixture } from './support/lookupFixture';

let fixture: LookupFixture;
let customers: number[];

const many = <Row>(count: number, row: (index: number) => Row): Row[] =>
	Array.from({ length: count }, (_, index) => row(index));

beforeAll(async () => {
	fixture = await startLookupFixture();
	customers = await fixture.write(
		'customer',
		many(250, (i) => ({ name: `Paged customer ${i}` })),
	);
});
afterAll(async () => await fixture.close());

const form = async (parameters: INodeParameters = {}) => ({
	parameters: { authentication: 'personalToken', ...parameters },
	credentials: await fixture.fresh(),
});

const v1Form = async (parameters: INodeParameters = {}) => {
	return {
		parameters: { authentication: 'v1ApiKey', ...parameters },
		credentials: await fixture.freshKey(),
	};
};

const locator = (value: string | number) => ({ __rl: true, mode: 'list', value });

const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

describe('lists that the service searches by a word (v2 §4.4, §4.6, §4.9)', () => {
	it.each([
		['v2', form],
		['v1', v1Form],
	])('scrolled to the end, a list holds every record: %s', async (version, own) => {
		const { customers: listed } = await fixture.read('v2', '/customers?limit=1000');
		const { results, calls } = await searchAll(await own(), 'searchCustomers');
		expect(results.map(({ value }) => value).sort()).toEqual(
			(listed as Array<{ id: number }>).map(({ id }) => id).sort(),
		);
		expect(isDistinct(results.map(({ value }) => value))).toBe(true);
		// As many calls as there are pages, which may be short (S5).
		const { shortPages } = await fixture.admin<{ shortPages: boolean }>('/options');
		const pages = Math.ceil(results.length / (shortPages ? 50 : 100));
		// Where v1 tells no total, an empty one is the end.
		const ends = version === 'v1' && !hasTotals(fixture.sandbox) ? 1 : 0;
		expect([version, calls]).toEqual([version, pages + ends]);
	});

	it.each([
		['v2', form],
		['v1', v1Form],
	])('a word finds all that hold it, also beyond the first 100: %s', async (_, own) => {
		const { names } = await searchAll(await own(), 'searchCustomers', 'paged customer');
		expect(names).toHaveLength(250);
		const { names: one } = await searchAll(await own(), 'searchCustomers', 'Paged customer 249');
		expect(one).toEqual(['Paged customer 249']);
	});

	it('a deal is found by its own name and by that of its customer, and shows both', async () => {
		const customer = { id: customers[0]! };
		const [deal] = await fixture.write('deal', [{ name: 'Needle', customer }]);
		const expected = { name: 'Needle (Paged customer 0)', value: deal };
		for (const word of ['needle', 'Paged customer 0']) {
			expect((await search(await form(), 'searchDeals', word)).results).toEqual([expected]);
		}
	});

	it('a contact is found by its email address', async () => {
		const rows = [{ name: 'Hay', email: 'needle@example.com' }];
		const [contact] = await fixture.write('contact', rows);
		const { results } = await search(await form(), 'searchContacts', 'needle@');
		expect(results.map(({ value }) => value)).toEqual([contact]);
	});

	it('a word that nothing contains gives an empty list', async () => {
		expect(await search(await form(), 'searchCustomers', 'no such thing')).toEqual({ results: [] });
	});
});

describe('users', () => {
	it('are listed 100 at a time, and searched by name and address over all pages', async () => {
		const rows = many(250, (i) => ({ name: `Colleague ${i}`, email: `c${i}@example.com` }));
		await fixture.write('user', rows);
		const own = await form();
		const { names, calls } = await searchAll(own, 'searchUsers');
		expect(names).toEqual(
			expect.arrayContaining(rows.map(({ name, email }) => `${name} (${email})`)),
		);
		expect(calls).toBe(Math.ceil(names.length / 100));
		const { names: found } = await searchAll(own, 'searchUsers', 'C249@EXAMPLE');
		expect(found).toEqual(['Colleague 249 (c249@example.com)']);
	});
});

describe('actions', () => {
	const [first, second] = [7, 8];
	const startDatetime = '2026-01-02T03:04:00Z';
	const endDatetime = '2026-01-02T04:00:00Z';

	it('are those of the chosen customer, by start and kind', async () => {
		const customer = { id: customers[first]! };
		const other = { id: customers[second]! };
		const ids = await fixture.write('customerAction', [
			{ customer, startDatetime, endDatetime, pattern: { id: 1 } },
			{ customer: other, startDatetime, endDatetime, pattern: { id: 1 } },
		]);
		const parameters = { resource: 'customerAction', customerId: locator(customer.id) };
		const { results } = await search(await form(parameters), 'searchActions');
		expect(results).toEqual([
			{ name: expect.stringMatching(/^2026-01-02 03:04 \S/), value: ids[0] },
		]);
	});

	it('of contacts as well', async () => {
		const [contact] = await fixture.write('contact', [{ name: 'Busy' }]);
		const row = { contact: { id: contact! }, startDatetime, endDatetime };
		const ids = await fixture.write('contactAction', [row]);
		const parameters = { resource: 'contactAction', contactId: locator(contact!) };
		const { results } = await search(await form(parameters), 'searchActions');
		expect(results.map(({ value }) => value)).toEqual(ids);
	});

	it.each([
		['customerAction', 'customer'],
		['contactAction', 'contact'],
	])('of %s ask for the %s first', async (resource, called) => {
		const own = await form({ resource, operation: 'get' });
		await expect(search(own, 'searchActions')).rejects.toThrow(
			`Choose the ${called} of the action first.`,
		);
	});

	it.each([
		['v2', form],
		['v1', v1Form],
	])('of deals are listed in full, and found by a word of their name: %s', async (_, own) => {
		const [deal] = await fixture.write('deal', [{ name: `Busy deal` }]);
		await fixture.write(
			'dealAction',
			many(150, (i) => ({
				deal: { id: deal! },
				startDatetime: new Date(Date.UTC(2020, 0, 1, 0, i)).toISOString(),
				endDatetime: '2020-02-01T00:00:00Z',
			})),
		);
		const { actions } = await fixture.read('v2', '/actions?limit=1000');
		const fresh = await own({ resource: 'dealAction' });
		const { results } = await searchAll(fresh, 'searchActions');
		expect(results).toHaveLength((actions as IDataObject[]).length);
		expect(isDistinct(results.map(({ value }) => value))).toBe(true);
		const { names } = await searchAll(fresh, 'searchActions', '2020-01-01 02:');
		expect([...new Set(names.map((name) => name.slice(0, 14)))]).toEqual(['2020-01-01 02:']);
	});
});

describe('custom objects', () => {
	const titled = (customObjectDefKey: string) =>
		form({ resource: 'customObject', customObjectDefKey });

	it('are listed by their first text, 100 at a time (v2 §4.11)', async () => {
		const { customObjects: definitions } = await fixture.admin<{
			customObjects: Array<{ key: string; items: Array<{ itemKey: string; itemType: string }> }>;
		}>('/definitions');
		const { key, items } = definitions[0]!;
		const text = items.find(({ itemType }) => itemType === 'text')!.itemKey;
		const ids = await fixture.write(
			'customObject',
			many(230, (i) => ({ customObjectDefKey: key, [text]: `Object ${i}` })),
		);
		const { results, calls } = await searchAll(await titled(key), 'searchCustomObjects');
		expect(results.map(({ value }) => value)).toEqual(expect.arrayContaining(ids));
		expect(isDistinct(results.map(({ value }) => value))).toBe(true);
		expect(calls).toBeGreaterThan(2);
		const { names } = await searchAll(await titled(key), 'searchCustomObjects', 'object 229');
		expect(names).toEqual(['Object 229']);
		const row = { customObjectDefKey: key, [text]: 'No digits' };
		const [id] = await fixture.write('customObject', [row]);
		const found = await searchAll(await titled(key), 'searchCustomObjects', ` ${id} `);
		expect(found.results.map(({ value }) => value)).toContain(id);
	});

	it('a search that finds nothing ends with the list, or with a message when the list is long', async () => {
		const nothing = async () =>
			await search(await titled('asset'), 'searchCustomObjects', 'no such thing');
		expect(await nothing()).toEqual({ results: [] });
		const [key, row] = ['customObjectDefKey', 'asset'];
		await fixture.write(
			'customObject',
			many(3000, () => ({ [key]: row })),
		);
		await expect(nothing()).rejects.toThrow(
			'None of the 3,000 entries read so far matches "no such thing": enter the ID instead.',
		);
	});

	it('ask for the definition first, and report one that does not exist', async () => {
		await expect(search(await titled(''), 'searchCustomObjects')).rejects.toThrow(
			'Enter the custom object’s key first, under Definition Key.',
		);
		await expect(search(await titled('nope'), 'searchCustomObjects')).rejects.toThrow(
			'The service knows no custom object with the key "nope"',
		);
	});
});

describe('short lists, searched in what is loaded', () => {
	it('a word finds the names that contain it in any case, and an id finds its own', async () => {
		const own = { ...(await form({ dealType: locator(1) })) };
		const { results: all } = await search(own, 'getPhases');
		expect(all.length).toBeGreaterThan(2);
		const [first] = all;
		const upper = await search(own, 'getPhases', ` ${first!.name.toUpperCase()} `);
		expect(upper.results).toContainEqual(first);
		expect(upper.results.length).toBeLessThan(all.length);
		const byId = await search(own, 'getPhases', String(first!.value));
		expect(byId.results).toEqual([first]);
		// Every entry can be chosen: the note that the list may lack some is none.
		expect(all.every(({ value }) => typeof value === 'number')).toBe(true);
	});

	it('what may lack a name says so when nothing matches, and how to give it', async () => {
		await expect(search(await form(), 'getPhases', 'no such phase')).rejects.toThrow(
			/Names found in the newest deals, none with "no such phase".*V1 API Key/,
		);
	});

	it('a complete one is then empty', async () => {
		expect(await search(await form(), 'getRoles', 'no such role')).toEqual({ results: [] });
	});
});
