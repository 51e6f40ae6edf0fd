/**
 * How the sandbox's database finds what is asked for. With a million deals a statement that looks at
 * each of them takes seconds; here it is told from its plan, which does not depend on how many there are.
 */
import { createApp } from '../../../sandbox/app';
import { withoutIndexes } from '../../../sandbox/domain/store/rebuilt';
import { raw } from '../../../sandbox/domain/store/sql';
import { Store } from '../../../sandbox/domain/store/store';
import { Lifecycle } from '../../../sandbox/lifecycle';

const state = new Lifecycle({ seed: 'small', set: { rateLimit: 0 } });
const app = createApp(state, { hasReference: false });
const { service, credentials } = state.gateway;
const { database } = service.store;
let address: string;
beforeAll(async () => {
	address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
	await app.close();
	state.close();
});

type Method = 'GET' | 'POST' | 'PATCH';

async function answered<Body>(method: Method, path: string, body?: object): Promise<Body> {
	const answer = await fetch(address + path, {
		method,
		headers: {
			authorization: `Bearer ${credentials.ready().team}`,
			'content-type': 'application/json',
		},
		body: body && JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(await answer.text());
	// The caller names the shape that it goes on with.
	return (await answer.json()) as Body;
}

/** The steps in which the database answers what a call reads of one table. */
async function plansOf(
	table: string,
	...call: [method: Method, path: string, body?: object]
): Promise<string[]> {
	const spies = [jest.spyOn(database, 'rows'), jest.spyOn(database, 'row')];
	await answered(...call);
	const statements = spies.flatMap(({ mock }) => mock.calls.map(([statement]) => statement));
	for (const spy of spies) spy.mockRestore();
	const asked = statements.filter(({ text }) => text.includes(`FROM "${table}" AS t`));
	expect(asked.length).toBeGreaterThan(0);
	return asked.flatMap(({ text, params }) =>
		database.rows({ text: `EXPLAIN QUERY PLAN ${text}`, params }).map((step) => String(step[3])),
	);
}

const listed = async (query: string) => await plansOf('deal', 'GET', query);
const searched = async (plural: string, filter: object, sort?: object) =>
	await plansOf(plural.slice(0, -1), 'POST', `/v2/${plural}/search?limit=10`, { filter, sort });

const equal = (field: object, value: object) => ({
	valueFilter: { field, comparisonOperator: '=', value },
});
const anyOf = (field: object, property: string, values: ReadonlyArray<string | number>) => ({
	compositeFilter: {
		logicalOperator: 'OR',
		subFilters: values.map((value) => equal(field, { [property]: value })),
	},
});
const texts = Array.from({ length: 299 }, (_, at) => `value ${at}`);

const WINDOW = 'updatedAtFrom=2020-01-01T00:00:00Z&updatedAtTo=2030-01-01T00:00:00Z';

describe.each([
	['', /deal_domainId_updatedAt_DESC \(domainId=\?\)/],
	['sort=updatedAt', /deal_domainId_updatedAt \(domainId=\?\)/],
	['sort=createdAt', /deal_domainId_createdAt \(domainId=\?\)/],
	['sort=-createdAt', /deal_domainId_createdAt_DESC \(domainId=\?\)/],
	[`sort=updatedAt&${WINDOW}`, /deal_domainId_updatedAt \(domainId=\? AND updatedAt>\?/],
	[`sort=-updatedAt&${WINDOW}`, /deal_domainId_updatedAt_DESC \(domainId=\? AND updatedAt>\?/],
])('the list of deals, %s', (query, index) => {
	test('is read along an index in its order, nothing sorted', async () => {
		const plan = await listed(`/v2/deals?limit=10&${query}`);
		expect(plan).toEqual(expect.arrayContaining([expect.stringMatching(index)]));
		expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
	});

	test('and its second page as well', async () => {
		const { nextCursor } = await answered<{ nextCursor: string }>(
			'GET',
			`/v2/deals?limit=10&${query}`,
		);
		const plan = await listed(`/v2/deals?limit=10&${query}&cursor=${nextCursor}`);
		expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
	});
});

test.each([
	[
		'deals',
		{ itemKey: 'deal_text' },
		'stringValue',
		texts,
		/deal_custom_\d+ \(domainId=\? AND <expr>=\?\)/,
	],
	['deals', { itemKey: 'deal_number' }, 'integerValue', [1, 2, 3], /deal_custom_\d+ /],
	['deals', { itemKey: 'deal_decimal_number' }, 'decimalValue', [1.5, 2.5], /deal_custom_\d+ /],
	['deals', { name: 'name' }, 'stringValue', texts, /deal_domainId_name /],
	['deals', { name: 'id' }, 'integerValue', [1, 2, 3], /INTEGER PRIMARY KEY/],
	['customers', { itemKey: 'customer_text' }, 'stringValue', texts, /customer_custom_\d+ /],
	['customers', { name: 'telNo' }, 'stringValue', texts, /customer_domainId_telNo /],
	['customers', { name: 'webUrl' }, 'stringValue', texts, /customer_domainId_webUrl /],
	['contacts', { itemKey: 'contact_text' }, 'stringValue', texts, /contact_custom_\d+ /],
	['contacts', { name: 'email' }, 'stringValue', texts, /contact_domainId_email /],
])('a search of %s for many values of %j looks each of them up', async (...given) => {
	const [plural, field, property, values, index] = given;
	const plan = await searched(plural, anyOf(field, property, values));
	expect(plan).toEqual(expect.arrayContaining([expect.stringMatching(index)]));
	expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual(
		plan.filter((step) => step.startsWith('SCAN json_each')),
	);
});

test('a search by phase reads along the order of their updates', async () => {
	const plan = await searched('deals', equal({ name: 'phaseId' }, { integerValue: 1 }));
	expect(plan.join('\n')).toMatch(/deal_domainId_phaseId_updatedAt_DESC/);
	expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
});

test('an update writes the columns that differ, and no index on another', async () => {
	const [id] = service.store.deals.ids([]);
	const run = jest.spyOn(database, 'run');
	await answered('PATCH', `/v2/deals/${id}`, { memo: 'Another' });
	const [text = ''] = run.mock.calls
		.map(([each]) => each)
		.filter((each) => each.startsWith('UPDATE'));
	run.mockRestore();
	expect(text.match(/"\w+"(?= = \?)/g)?.sort()).toEqual(['"memo"', '"updatedAt"', '"version"']);
});

const indexesOf = (store: Store) => [
	store.database.rows(
		raw("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"),
	),
	store.database.rows(raw('SELECT idx, stat FROM sqlite_stat1 ORDER BY idx')),
];

test('what is written without indexes has the same ones afterwards, whatever became of it', async () => {
	const store = new Store();
	const before = indexesOf(store);
	const work = withoutIndexes(store.database, 'deal', async () => {
		expect(indexesOf(store)).not.toEqual(before);
		throw new Error('It fails');
	});
	await expect(work).rejects.toThrow('It fails');
	expect(indexesOf(store)).toEqual(before);
	store.close();
});

test('a table that is being read keeps its indexes, and the work is done', async () => {
	const { store } = service;
	const before = indexesOf(store);
	const work = jest.fn(async () => {
		expect(indexesOf(store)).toEqual(before);
	});
	await withoutIndexes(database, 'deal', work);
	expect(work).toHaveBeenCalledTimes(1);
	expect(indexesOf(store)).toEqual(before);
});
