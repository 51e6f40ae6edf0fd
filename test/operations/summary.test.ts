/** Output: Summary, compared with the sandbox's own database; numbers and dates are in summaryOfAnything.test.ts. */
import { join } from 'node:path';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import tables from './summary.json';
import { Database } from '../../sandbox/domain/store/database';
import { unpacedCredentials, useNodeFixture, type Call } from '../support/nodeFixture';
import { callMethod } from '../../harness';
import { temporaryFolder } from '../support/temporaryFolder';
import { callTool } from './support/toolWorld';

const DATA = join(temporaryFolder('summary'), 'sandbox.db');

const fixture = useNodeFixture({ data: DATA });
/** Of all deals. */
let count: number;
beforeAll(async () => {
	const level = { itemKey: 'deal_single_select', value: 2 };
	const rate = (value: string) => ({ itemKey: 'deal_decimal_number', value });
	const date = { itemKey: 'deal_date', value: '2026-07-01T00:00:00Z' };
	await fixture.write('deal', [
		{ name: 'One tenth', dealCustoms: [rate('0.1'), level], createdAt: '2026-03-28T23:30:00Z' },
		{ name: 'Two tenths', dealCustoms: [rate('0.2'), level], createdAt: '2026-10-25T22:30:00Z' },
		{ name: 'None', amount: null, dealCustoms: [date], createdAt: '2027-01-03T23:30:00Z' },
	]);
	[[count = 0] = []] = inDatabase('COUNT(*)') as number[][];
});

const rowsOf = (text: string) => new Database(DATA).rows({ text, params: [] });
/** Rows of the first domain, as the database has them. */
const inDatabase = (columns: string, rest = ''): unknown[][] =>
	rowsOf(`SELECT ${columns} FROM deal t WHERE domainId = 1 ${rest}`);
const namesIn = (text: string) =>
	new Map<unknown, string>(rowsOf(text).map(([id, name]) => [id, name as string]));

const run = async (parameters: IDataObject, operation = 'deal.getMany', call: Call = {}) => {
	const asked = { output: 'summary', ...parameters };
	const { items, error, hints } = await fixture.run(operation, { parameters: asked, ...call });
	return { items, error, hints: hints.map(({ message }) => message) };
};
const summary = async (...asked: Parameters<typeof run>): Promise<IDataObject[]> => {
	const { items, error } = await run(...asked);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};
const sum = (rows: readonly IDataObject[]) =>
	rows.reduce((total, row) => total + (row.count as number), 0);
const named = (searchWord: string) => ({ filters: { searchWord } });

/** Every deal has an ID. */
const EVERY = { conditions: { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] } };

describe.each([
	['deal.getMany', {}],
	['deal.search', EVERY],
] as const)('%s', (operation, own) => {
	test('count, sum, smallest and largest by phase and user are those of SQL', async () => {
		const phases = namesIn('SELECT id, name FROM phase');
		const users = namesIn('SELECT id, name FROM user');
		const expected = inDatabase(
			'phaseId, userId, COUNT(*), SUM(amount), MIN(amount), MAX(amount), MAX(expectedContractDate)',
			'GROUP BY phaseId, userId ORDER BY phaseId, userId',
		).map(([phaseId, userId, deals, total, min, max, latest]) => ({
			// Both deal types have phases of these names, which their IDs tell apart.
			...{ phase: phases.get(phaseId), phaseId },
			...{ user: users.get(userId), userId, count: deals },
			...{ amountSum: total ?? 0, amountSmallest: min, amountLargest: max },
			expectedContractDateLargest: latest,
		}));
		expect(expected.length).toBeGreaterThan(10);
		const ofAmount = ['amount:sum', 'amount:smallest', 'amount:largest'];
		const computed = [...ofAmount, 'expectedContractDate:latest'];
		const asked = { ...own, groupBy: ['phase', 'user'], values: computed };
		expect(await summary(asked, operation)).toEqual(expected);
	});

	test('custom fields: choices by label, users by name, a list with several entries is one group', async () => {
		const of = async (field: string) => {
			const rows = await summary({ ...own, groupBy: [field] }, operation);
			expect(sum(rows)).toBe(count);
			return rows.map((row) => row[field]);
		};
		expect(await of('Level')).toEqual(['Gold', 'Silver', 'Bronze', null]);
		const topics = await of('Topics');
		expect(topics).toContainEqual(['Price', 'Service']);
		expect(topics.at(-1)).toBeNull();
		const [user] = await fixture.records('user.getMany', { parameters: { limit: 1 } });
		expect(await of('Team')).toContainEqual([user?.name]);
	});
});

test.each(['v1ApiKey', 'teamToken'] as const)(
	'with %s it says the same',
	async (authentication) => {
		const asked = { groupBy: ['phase', 'Level'], values: ['amount:sum'] };
		const rows = await summary(asked, 'deal.getMany', { authentication });
		expect(rows.length).toBeGreaterThan(10);
		expect(rows).toEqual(await summary(asked));
	},
);

test.each(tables.days)(
	'days are those of the workflow’s time zone: $word, $field',
	async ({ word, field, day, timezone }) => {
		const asked = { ...named(word), groupBy: [`${field}:day`] };
		const rows = await summary(asked, 'deal.getMany', { workflowSettings: { timezone } });
		expect(rows).toEqual([{ [field]: day, count: 1 }]);
	},
);

test('nothing found: one item with count 0, and no group', async () => {
	const none = named('no deal is called so');
	const computed = ['amount:sum', 'totalCost:sum', 'amount:average', 'createdAt:latest'];
	expect(await summary({ ...none, values: computed })).toEqual([
		{ count: 0, amountSum: 0, totalCostSum: '0', amountAverage: null, createdAtLargest: null },
	]);
	expect(await summary({ ...none, groupBy: ['phase'] })).toEqual([]);
});

test.each([
	['deal.search', EVERY],
	['deal.getMany', {}],
])('a mere count of %s is one request for the total', async (operation, own) => {
	expect(await summary(own, operation)).toEqual([{ count }]);
	const queries = (await fixture.requests()).map(({ query }) => new URLSearchParams(query));
	expect(queries.map((query) => query.get('limit'))).toEqual(['1']);
});

test.each(tables.refused)(
	'$what is an error before any request',
	async ({ parameters, message }) => {
		const operation = 'conditions' in parameters ? 'deal.search' : 'deal.getMany';
		const { error } = await run(parameters, operation);
		expect(error?.message).toMatch(RegExp(message));
		expect(await fixture.requests()).toEqual([]);
	},
);

test.each(tables.unknownFields)(
	'a field of a $kind that there is not, or is no number',
	async ({ kind, parameters, message }) => {
		expect((await run(parameters, `${kind}.getMany`)).error?.message).toMatch(RegExp(message));
	},
);

test('a date by two units has two columns', async () => {
	const units = ['createdAt:year', 'createdAt:quarter', 'expectedContractDate:year'];
	expect((await summary({ groupBy: units }))[0]).toEqual({
		createdAtYear: expect.stringMatching(/^\d{4}$/),
		createdAtQuarter: expect.stringMatching(/^\d{4}-Q[1-4]$/),
		expectedContractDate: expect.stringMatching(/^\d{4}$/),
		count: expect.any(Number),
	});
});

test('any number of fields, each with columns of its own, also one that is there twice', async () => {
	const [row = {}] = await summary({ groupBy: ['phase', 'user', 'channel', 'phase'] });
	const names = ['phase', 'user', 'channel', 'phase_'].flatMap((name) => [name, `${name}Id`]);
	expect(Object.keys(row)).toEqual([...names, 'count']);
	expect(row.phase_Id).toBe(row.phaseId);
});

describe('groups and figures are the same, however they are given', () => {
	const BY_VALUE = {
		groupBy: ['phase', 'createdAt:month'],
		values: ['amount:sum', 'createdAt:latest'],
	};

	test.each(tables.figures)('$what', async ({ given }) => {
		const rows = await summary(BY_VALUE);
		expect(rows.length).toBeGreaterThan(5);
		expect(Object.keys(rows[0]!)).toEqual(
			expect.arrayContaining(['phase', 'createdAt', 'amountSum', 'createdAtLargest']),
		);
		expect(await summary(given)).toEqual(rows);
	});

	test('a custom field whose key is a period is no period', async () => {
		const { hints } = await run({ groupBy: ['custom:month'] });
		expect(hints).toEqual([expect.stringMatching(/^No record shows the field "month"/)]);
	});
});

describe('the dropdowns', () => {
	const entriesOf = async (method: string, resource: string, more: IDataObject = {}) =>
		(await callMethod({
			...{ kind: 'loadOptions', method },
			parameters: { authentication: 'personalToken', resource, operation: 'getMany', ...more },
			credentials: unpacedCredentials(fixture.sandbox),
		})) as INodePropertyOptions[];
	/** The words behind the colon; an empty one for the field alone, nothing where it is not offered. */
	const wordsFor = (entries: readonly INodePropertyOptions[], label: string) =>
		entries
			.map(({ name }) => name)
			.filter((name) => name === label || name.startsWith(`${label}: `))
			.map((name) => name.slice(label.length + 2));

	const PERIODS = ['Day', 'Week', 'Month', 'Quarter', 'Year'];
	const OF_NUMBERS = ['Sum', 'Average', 'Largest', 'Smallest'];
	const OF_DATES = ['Latest', 'Earliest'];

	test.each(tables.grouped)(
		'$label is grouped by $groups and computed as $figures',
		async ({ label, groups, figures }) => {
			expect(wordsFor(await entriesOf('getGroupFields', 'deal'), label)).toEqual(groups);
			expect(wordsFor(await entriesOf('getValueFields', 'deal'), label)).toEqual(figures);
		},
	);

	test('a custom number without decimals, and a calculation, are numbers', async () => {
		const entries = await entriesOf('getValueFields', 'deal');
		for (const label of ['Score', 'Commission']) {
			expect(wordsFor(entries, label)).toEqual(expect.arrayContaining(OF_NUMBERS));
		}
	});

	test('what nobody knows the type of may be anything', async () => {
		const definition = { customObjectDefKey: 'ticket' };
		const groups = await entriesOf('getGroupFields', 'customObject', definition);
		expect(wordsFor(groups, 'status')).toEqual(['', ...PERIODS]);
		const figures = await entriesOf('getValueFields', 'customObject', definition);
		expect(wordsFor(figures, 'status')).toEqual([...OF_NUMBERS, ...OF_DATES]);
	});

	test.each(['getGroupFields', 'getValueFields'])(
		'%s: each entry is understood, by its value and by its name',
		async (method) => {
			const name = method === 'getGroupFields' ? 'groupBy' : 'values';
			const entries = await entriesOf(method, 'deal');
			expect(entries.length).toBeGreaterThan(20);
			expect(new Set(entries.map(({ value }) => value)).size).toBe(entries.length);
			const asked = async (key: 'name' | 'value') =>
				await summary({
					...named('One tenth'),
					[name]: entries.map((entry) => String(entry[key])),
				});
			expect(await asked('name')).toEqual(await asked('value'));
		},
	);
});

test('a field that no record shows is told', async () => {
	const { items, hints } = await run({ groupBy: ['custom:nowhere:text'] });
	expect(items.map(({ json }) => json)).toEqual([{ nowhere: null, count }]);
	expect(hints).toEqual([expect.stringMatching(/^No record shows the field "nowhere"/)]);
});

test('each input item has a summary of its own, from one list of custom fields, or an error', async () => {
	const { items, error } = await run(
		{
			...{ filters: { searchWord: '={{ $json.word }}' }, groupBy: ['Level'] },
			values: '={{ [`${$json.field}:sum`] }}',
		},
		'deal.getMany',
		{
			input: [
				{ word: 'One tenth', field: 'Rate' },
				{ word: 'tenth', field: 'name' },
				{ word: 'Two tenths', field: 'Rate' },
			],
			continueOnFail: true,
		},
	);
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(items.map(({ json }) => json)).toMatchObject([
		{ count: 1, 'Rate Sum': '0.1' },
		{ error: expect.stringMatching(/^Sum needs a field of numbers/) },
		{ count: 1, 'Rate Sum': '0.2' },
	]);
	const others = (await fixture.requests()).filter(({ path }) => path !== '/v2/deals');
	expect(others).toHaveLength(1);
});

test.each([
	['summary', 'personalToken'],
	['={{ "Summary" }}', 'v1ApiKey'],
] as const)('what a list was cut by cuts no summary: %s, %s', async (output, authentication) => {
	const list = { returnAll: false, limit: 7, options: { pageLimit: 2, startCursor: 'c' } };
	const asked = { output, ...list, values: ['amount:sum'] };
	const { items, hints } = await run(asked, 'deal.getMany', { authentication });
	expect(items.map(({ json }) => json)).toEqual([{ count, amountSum: expect.any(Number) }]);
	expect(hints).toEqual([]);
});

describe('as a tool of an agent', () => {
	const asked = async (parameters: IDataObject) => {
		const given = { output: 'summary', ...parameters };
		const { records, error } = await callTool(fixture, 'deal.getMany', given);
		expect(error).toBeUndefined();
		return records;
	};

	test('rows that the model leaves empty are none', async () => {
		const [row] = await asked({
			groupBy: ['phase', '', ''],
			values: ['Amount:sum', ' '],
		});
		const [phase, number] = [expect.any(String), expect.any(Number)];
		expect(row).toEqual({ phase, phaseId: 1, count: number, amountSum: number });
	});

	test('more groups than fit end with a sentence', async () => {
		const rows = Array.from({ length: 600 }, (_, at) => ({ name: `${'Long '.repeat(20)}${at}` }));
		await fixture.write('deal', rows);
		const groups = await asked({ groupBy: ['name'] });
		expect((groups.at(-1)?._next as IDataObject).note).toMatch(
			new RegExp(`^These are the first \\d+ of ${count + 600}: .* fewer groups of a summary`),
		);
	});
});
