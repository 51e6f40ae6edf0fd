/** Lists that a person scrolls and searches by a word, to choose one record. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { many } from '../support/many';
import { search, searchAll, useLookupFixture } from './support/lookupFixture';

const fixture = useLookupFixture();
let customers: number[];

beforeAll(async () => {
	customers = await fixture.write(
		'customer',
		many(250, (at) => ({ name: `Paged customer ${at}` })),
	);
});

const form = async (parameters: INodeParameters = {}) => ({
	parameters: { authentication: 'personalToken', ...parameters },
	credentials: await fixture.fresh(),
});
const v1Form = async (parameters: INodeParameters = {}) => ({
	parameters: { authentication: 'v1ApiKey', ...parameters },
	credentials: await fixture.freshKey(),
});
const locator = (value: string | number) => ({ __rl: true, mode: 'list', value });
const values = (results: ReadonlyArray<{ value: unknown }>) => results.map(({ value }) => value);
const objects = async (customObjectDefKey: string) =>
	await form({ resource: 'customObject', customObjectDefKey });

describe.each([
	['a v2 token', form],
	['a v1 key', v1Form],
])('with %s', (_with, own) => {
	test('scrolled to the end, the list of customers holds each once', async () => {
		const { customers: all } = await fixture.read('v2', '/customers?limit=1000');
		const { results } = await searchAll(await own(), 'searchCustomers');
		expect(values(results).sort()).toEqual((all as IDataObject[]).map(({ id }) => id).sort());
	});

	test('a word finds all that hold it, also beyond the first 100', async () => {
		const found = async (word: string) =>
			(await searchAll(await own(), 'searchCustomers', word)).names;
		expect(await found('paged customer')).toHaveLength(250);
		expect(await found('Paged customer 249')).toEqual(['Paged customer 249']);
		expect(await found('no such thing')).toEqual([]);
	});
});

test('a deal is found by its name or its customer’s and shows both, a contact by its address', async () => {
	const customer = { id: customers[0]! };
	const deal = await fixture.writeOne('deal', { name: 'Needle', customer });
	for (const word of ['needle', 'Paged customer 0']) {
		const { results } = await search(await form(), 'searchDeals', word);
		expect(results).toEqual([{ name: 'Needle (Paged customer 0)', value: deal }]);
	}
	const contact = await fixture.writeOne('contact', { name: 'Hay', email: 'needle@example.com' });
	const { results } = await search(await form(), 'searchContacts', 'needle@');
	expect(values(results)).toEqual([contact]);
});

test('users are listed beyond 100, and searched by name and address over all of them', async () => {
	const called = (at: number) => `${at < 101 ? 'Senior' : 'Colleague'} ${at}`;
	const rows = many(250, (at) => ({ name: called(at), email: `c${at}@example.com` }));
	await fixture.write('user', rows);
	const shown = rows.map(({ name, email }) => `${name} (${email})`);
	const { names } = await searchAll(await form(), 'getUsers');
	expect(names).toEqual(expect.arrayContaining(shown));
	const { names: found } = await searchAll(await form(), 'getUsers', 'C249@EXAMPLE');
	expect(found).toEqual([shown[249]]);
	// One more than are shown at a time.
	const { names: seniors } = await searchAll(await form(), 'getUsers', 'senior ');
	expect(seniors).toEqual(shown.slice(0, 101));
});

test.each(['customer', 'contact'])('actions of a chosen %s, by start and kind', async (kind) => {
	const [one, other] = await fixture.write(kind, [{ name: 'Busy' }, { name: 'Busy too' }]);
	const times = { startDatetime: '2026-01-02T03:04:00Z', endDatetime: '2026-01-02T04:00:00Z' };
	const resource = `${kind}Action`;
	const [id] = await fixture.write(
		resource,
		[one, other].map((each) => ({ ...times, [kind]: { id: each! }, pattern: { id: 1 } })),
	);
	const listed = async (given: INodeParameters) =>
		await search(await form({ resource, ...given }), 'searchActions');
	expect((await listed({ [`${kind}Id`]: locator(one!) })).results).toEqual([
		{ name: expect.stringMatching(/^2026-01-02 03:04 \S/), value: id },
	]);
	await expect(listed({ operation: 'get' })).rejects.toThrow(
		`Choose the ${kind} of the action first.`,
	);
});

describe('custom objects', () => {
	test('are listed by their first text, and found by it or by their ID (v2 §4.11)', async () => {
		const { customObjects } = (await fixture.steer('GET', '/definitions')) as {
			customObjects: Array<{ key: string; items: Array<{ itemKey: string; itemType: string }> }>;
		};
		const { key, items } = customObjects[0]!;
		const text = items.find(({ itemType }) => itemType === 'text')!.itemKey;
		const ids = await fixture.write(
			'customObject',
			many(230, (at) => ({ customObjectDefKey: key, [text]: `Object ${at}` })),
		);
		const all = values((await searchAll(await objects(key), 'searchCustomObjects')).results);
		expect(all).toEqual(expect.arrayContaining(ids));
		expect(new Set(all).size).toBe(all.length);
		const found = async (word: string) =>
			(await searchAll(await objects(key), 'searchCustomObjects', word)).results;
		expect(await found('object 229')).toEqual([{ name: 'Object 229', value: ids[229] }]);
		expect(values(await found(` ${ids[7]} `))).toContain(ids[7]);
	});

	test('a search that finds nothing ends with the list, or with a message where that is long', async () => {
		const nothing = async () =>
			await search(await objects('asset'), 'searchCustomObjects', 'no such thing');
		expect(await nothing()).toEqual({ results: [] });
		const customObjectDefKey = 'asset';
		await fixture.write(
			'customObject',
			many(3000, () => ({ customObjectDefKey })),
		);
		await expect(nothing()).rejects.toThrow(
			'None of the 3,000 entries read so far matches "no such thing": enter the ID instead.',
		);
	});
});

describe('short lists, searched in what is loaded', () => {
	test('a word finds the names that contain it in any case, and an ID its own', async () => {
		const own = await form({ dealType: locator(1) });
		const { results: all } = await search(own, 'getPhases');
		const [first] = all;
		const { results } = await search(own, 'getPhases', ` ${first!.name.toUpperCase()} `);
		expect(results).toContainEqual(first);
		expect(results.length).toBeLessThan(all.length);
		expect((await search(own, 'getPhases', String(first!.value))).results).toEqual([first]);
		// The note that the list may lack some can't be chosen.
		expect(all.every(({ value }) => typeof value === 'number')).toBe(true);
	});

	test('where nothing matches, a list that may lack a name says how to give it', async () => {
		await expect(search(await form(), 'getPhases', 'no such phase')).rejects.toThrow(
			/Names found in the newest records, none with "no such phase".*V1 API Key/,
		);
		expect(await search(await form(), 'getRoles', 'no such role')).toEqual({ results: [] });
	});
});
