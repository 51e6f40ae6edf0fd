/** How a summary is asked for, what it refuses before a request, and what an agent gets of it. */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { actionType, callMethod, runNode } from '../support/harness';
import { hasTotals } from '../support/speaks';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const run = async (parameters: IDataObject, operation = 'deal.getMany', more = {}) =>
	await fixture.run(operation, {
		parameters: { output: 'summary', ...parameters },
		...more,
	});
const groupBy = (...fields: string[]) => ({ values: fields.map((field) => ({ field })) });
const value = (field: string, computation: string) => ({
	values: [{ field, function: computation }],
});
const json = ({ items, error }: Awaited<ReturnType<typeof run>>): IDataObject[] => {
	expect(error).toBeUndefined();
	return items.map((each) => each.json);
};

describe('an error before any request', () => {
	test.each<[string, IDataObject, RegExp]>([
		[
			'a sum of text',
			{ values: value('name', 'sum') },
			/^Sum needs a field of numbers, and Name is none: use id, amount, .*totalCost.* or|a custom field/,
		],
		[
			'an average of dates',
			{ values: value('createdAt', 'average') },
			/^Average needs a field of numbers, and Created At is none: use .*amount/,
		],
		[
			'the largest reference',
			{ values: value('phase', 'largest') },
			/^Largest needs a field of numbers or dates, and Phase is none: use .*createdAt/,
		],
		[
			'more than three fields',
			{ groupBy: groupBy('phase', 'user', 'channel', 'product') },
			/^Group By has 4 fields; a summary can have up to 3\./,
		],
		['a field twice', { groupBy: groupBy('phase', 'phase') }, /^Group By has the same entry twice/],
		['a row without a field', { groupBy: groupBy('') }, /^Group By has a row without a field/],
		[
			'no time zone',
			{ timezone: 'Europe/Atlantis' },
			/^Time Zone is "Europe\/Atlantis", which is no time zone; write it like Europe\/Berlin/,
		],
		[
			'a unit that there is not',
			{ groupBy: { values: [{ field: 'createdAt', unit: '={{ "decade" }}' }] } },
			/^Unit is "decade".*day.*year/i,
		],
		[
			'parts of a list',
			{ options: { pageLimit: 2 } },
			/^A summary is made of the whole list: remove Start Cursor and Page Limit\./,
		],
	])('%s', async (_, parameters, message) => {
		const { error } = await run(parameters);
		expect(error?.message).toMatch(message);
		expect(await fixture.requests()).toEqual([]);
	});

	test('nor are names looked up for it', async () => {
		const conditions = { values: [{ field: 'customerId', operator: 'equals', value: 'Acme' }] };
		const { error } = await run({ conditions, values: value('name', 'sum') }, 'deal.search');
		expect(error?.message).toMatch(/^Sum needs a field of numbers/);
		expect(await fixture.requests()).toEqual([]);
	});

	test('a field that there is not is found before any deal is read', async () => {
		const { error } = await run({ groupBy: groupBy('Colour') });
		expect(error?.message).toMatch(
			/^Deals have no field "Colour" for a summary; they have id, name, .*phase, .* and custom fields, by their labels or as custom:itemKey\./,
		);
		expect((await fixture.requests()).map(({ method }) => method)).not.toContain('POST');
	});
});

describe('a field', () => {
	test.each([
		['phase', 'phase'],
		['Phase', 'phase'],
		['phaseId', 'phase'],
		[' Expected contract date ', 'expectedContractDate'],
		['Level', 'Level'],
		['deal_single_select', 'Level'],
		['custom:deal_single_select', 'Level'],
		['custom:deal_single_select:single_select', 'Level'],
		['={{ "pha" + "se" }}', 'phase'],
	])('%s is meant in any spelling', async (field, name) => {
		const rows = json(await run({ groupBy: groupBy(field) }));
		expect(rows.length).toBeGreaterThan(2);
		for (const row of rows) expect(Object.keys(row)).toContain(name);
	});

	test('a date by two units has two columns', async () => {
		const rows = json(
			await run({
				groupBy: {
					values: [
						{ field: 'createdAt', unit: 'year' },
						{ field: 'createdAt', unit: 'quarter' },
					],
				},
			}),
		);
		expect(rows[0]).toEqual({
			createdAtYear: expect.stringMatching(/^\d{4}$/),
			createdAtQuarter: expect.stringMatching(/^\d{4}-Q[1-4]$/),
			count: expect.any(Number),
		});
	});

	test('the definitions of custom fields are read once a run', async () => {
		await run(
			{ groupBy: groupBy('Level', 'Topics'), values: value('Rate', 'sum') },
			'deal.getMany',
			{
				input: [{}, {}, {}],
			},
		);
		const others = (await fixture.requests()).filter(({ path }) => path !== '/v2/deals');
		expect(others).toHaveLength(1);
	});

	test('text that is no number ends a sum of a field whose type nobody knows', async () => {
		const { error } = await run(
			{ customObjectDefKey: 'ticket', values: value('status', 'sum') },
			'customObject.getMany',
		);
		expect(error?.message).toMatch(/^status of record \d+ is ".+", which is no number/);
	});
});

test('the dropdowns offer what fits, custom fields as well', async () => {
	const form = {
		parameters: { authentication: 'personalToken', resource: 'deal', operation: 'getMany' },
		credentials: unpacedCredentials(fixture.sandbox),
	};
	const names = async (method: string) => {
		const options = (await callMethod({ ...form, kind: 'loadOptions', method })) as Array<{
			name: string;
		}>;
		return options.map(({ name }) => name);
	};
	expect(await names('getGroupFields')).toEqual(
		expect.arrayContaining(['Phase', 'User', 'Created At', 'Level', 'Topics']),
	);
	const ofValues = await names('getValueFields');
	expect(ofValues).toEqual(expect.arrayContaining(['Amount', 'Created At', 'Rate', 'Commission']));
	expect(ofValues).not.toEqual(expect.arrayContaining(['Phase']));
	expect(ofValues).not.toEqual(expect.arrayContaining(['Level']));
});

describe('several input items', () => {
	test('each has its own summary, paired with it', async () => {
		const { items, error } = await run(
			{ filters: { searchWord: '={{ $json.word }}' } },
			'deal.getMany',
			{ input: [{ word: '1' }, { word: 'no such deal' }] },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(items[1]?.json).toEqual({ count: 0 });
	});

	test('with Continue On Fail a wrong one is an error item, and the others are summaries', async () => {
		const { items } = await run(
			{ values: { values: [{ field: '={{ $json.field }}', function: 'sum' }] } },
			'deal.getMany',
			{ input: [{ field: 'name' }, { field: 'amount' }], continueOnFail: true },
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(items[0]?.json.error).toMatch(/^Sum needs a field of numbers/);
		expect(items[1]?.json).toMatchObject({ count: 60 });
	});
});

/** How many deals there are, where the service says it. */
const ofAll = () => (hasTotals(fixture.sandbox) ? ' of 60' : '');

describe('Max Records', () => {
	test.each([
		['summary', 'personalToken'],
		['={{ "Summary" }}', 'v1ApiKey'],
	] as const)('a Limit that was saved cuts no summary: %s, %s', async (output, authentication) => {
		const parameters = { output, returnAll: false, limit: 7, values: value('amount', 'sum') };
		const result = await run(parameters, 'deal.getMany', { authentication });
		expect(json(result)).toEqual([{ count: 60, amountSum: expect.any(Number) }]);
		expect(result.hints).toEqual([]);
	});

	test('ends a summary, and a hint says so', async () => {
		const result = await run({ options: { maxRecords: 7 }, values: value('amount', 'sum') });
		expect(json(result)).toEqual([{ count: 7, amountSum: expect.any(Number) }]);
		expect(result.hints.map(({ message }) => message).join()).toContain(
			`The summary is of the first 7${ofAll()} deals, since Max Records ends it there: remove it for all of them.`,
		);
	});

	test('ends a mere count as well', async () => {
		const result = await run({ options: { maxRecords: 7 } });
		expect(json(result)).toEqual([{ count: 7 }]);
		expect(result.hints.map(({ message }) => message).join()).toContain(
			`the first 7${ofAll()} deals`,
		);
	});

	test('that is no less than the list says nothing', async () => {
		const result = await run({ options: { maxRecords: 60 } });
		expect(json(result)).toEqual([{ count: 60 }]);
		expect(result.hints).toEqual([]);
	});

	test.each([
		['deal.getMany', 'personalToken'],
		['deal.getMany', 'v1ApiKey'],
	] as const)(
		'is known to be reached without totals: %s, %s',
		async (operation, authentication) => {
			const uncounted = await startNodeFixture({ dialects: ['no-total-count'] });
			const told = async (maxRecords: number) => {
				const parameters = { output: 'summary', options: { maxRecords } };
				const { items, hints } = await uncounted.run(operation, { parameters, authentication });
				return [items.map(({ json }) => json.count), hints.length];
			};
			try {
				expect(await told(60)).toEqual([[60], 0]);
				expect(await told(59)).toEqual([[59], 1]);
			} finally {
				await uncounted.close();
			}
		},
	);
});

test.each(['v1ApiKey', 'teamToken'] as const)(
	'with %s it says the same',
	async (authentication) => {
		const parameters = { groupBy: groupBy('phase', 'Level'), values: value('amount', 'sum') };
		const rows = json(await run(parameters, 'deal.getMany', { authentication }));
		expect(rows.length).toBeGreaterThan(10);
		expect(rows).toEqual(json(await run(parameters)));
	},
);

test('a field that no record shows is told', async () => {
	const { items, hints } = await run({ groupBy: groupBy('custom:nowhere:text') });
	expect(items.map((each) => each.json)).toEqual([{ nowhere: null, count: 60 }]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^No record shows the field "nowhere"/),
	]);
});

test('a field that is empty in all records, and left out, is no mistake', async () => {
	const plain = await startNodeFixture({ seed: 'empty', dialects: ['nulls-left-out'] });
	await plain.write('deal', [{ name: 'a' }, { name: 'b' }]);
	const { items, hints } = await plain.run('deal.getMany', {
		parameters: { output: 'summary', groupBy: groupBy('reason') },
	});
	await plain.close();
	expect(items.map((each) => each.json)).toEqual([{ reason: null, count: 2 }]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(
			/^No record shows the field "Reason"\. What is empty may be left out by this service/,
		),
	]);
});

describe('as a tool of an agent', () => {
	const type = `${actionType}Tool`;
	const asked = async (parameters: IDataObject) => {
		const { items, error } = await runNode({
			...{ type, extraNodes: { [type]: new SalesManagement() } },
			parameters: {
				...{ authentication: 'personalToken', resource: 'deal', operation: 'getMany' },
				...{ output: 'summary', ...parameters },
			},
			credentials: unpacedCredentials(fixture.sandbox),
		});
		if (error) throw error;
		return items.map((each) => each.json);
	};

	test('rows that the model leaves empty are none', async () => {
		const rows = await asked({
			groupBy: groupBy('phase', '', ''),
			values: {
				values: [
					{ field: 'Amount', function: 'total' },
					{ field: '', function: '' },
				],
			},
		});
		expect(rows[0]).toEqual({
			...{ phase: expect.any(String), phaseId: 1 },
			...{ count: expect.any(Number), amountSum: expect.any(Number) },
		});
	});

	test('what Max Records leaves out is in the answer, where a model sees it', async () => {
		const rows = await asked({ options: { maxRecords: 5 }, groupBy: groupBy('phase') });
		expect(rows.at(-1)).toEqual({
			_next: { note: expect.stringContaining(`the first 5${ofAll()} deals`) },
		});
		const all = await asked({ returnAll: false, limit: 5 });
		expect(all).toEqual([{ count: 60 }]);
	});

	test('more groups than fit end with a sentence', async () => {
		await fixture.write(
			'deal',
			Array.from({ length: 600 }, (_, at) => ({ name: `${'Long '.repeat(20)}${at}` })),
		);
		const rows = await asked({ groupBy: groupBy('name') });
		expect(JSON.stringify(rows).length).toBeLessThan(32_000);
		expect(rows.at(-1)).toEqual({
			_next: { note: expect.stringMatching(/^These are \d+ of 660 groups: group by fewer fields/) },
		});
	});
});
