/** The node as an AI agent's tool: what a model sends is understood, or answered with what to do; no answer is too long. */
import type { IDataObject } from 'n8n-workflow';
import tables from './tools.json';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { many } from '../support/many';
import { toolType } from '../../harness';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { filled } from '../support/written';
import { example } from './support/examples';
import { shownAs } from './support/shownAs';
import { EMPTY_LISTS, runOn } from './support/service';
import { filledIn, namesOf, type ToolCall, type World } from './support/toolCalls';
import { callTool, makeWorld } from './support/toolWorld';

const fixture = useNodeFixture();

describe('a call with the usual slips of a language model', () => {
	let world: World;
	beforeAll(async () => {
		world = await makeWorld(fixture);
	});

	const call = async (operation: string, asked: IDataObject) => {
		const { parameters, args } = filledIn(asked);
		return await callTool(fixture, operation, parameters, [{ query: args }]);
	};

	test.each(tables.calls)('is understood: $says, $operation', async (row) => {
		const { operation, parameters, answer, after } = filled(row, namesOf(world)) as ToolCall;
		const { records, error } = await call(operation, parameters);
		expect(error?.message).toBeUndefined();
		if (answer)
			expect(records).toEqual(answer.map((each): unknown => expect.objectContaining(each)));
		if (!after) return;
		const { read, by, id = records[0]?.id as number, holds, more = {} } = after;
		const given = filledIn(more);
		const found = await fixture.run(read, {
			...{ parameters: { ...given.parameters, [by]: byId(id) }, input: [{ query: given.args }] },
		});
		expect(found.error?.message).toBeUndefined();
		expect(shownAs(holds, found.items[0]?.json, fixture.sandbox)).toMatchObject(holds);
	});

	test('that means two things writes nothing, and is told what to do', async () => {
		await fixture.requests();
		const twin = { __rl: true, value: 'Twin' };
		const isNoName = /^Customer is "Twin", .* choose By Name\.$/;
		for (const [customerId, message] of [
			[
				{ ...twin, mode: 'name' },
				/^Customer is "Twin", which 2 have: .* Give an ID \(By ID, as \{"id": \d+\}, or in a column .*\)\./,
			],
			// n8n's form puts what a model fills in under By ID.
			[{ ...twin, mode: 'id' }, isNoName],
			['Twin', isNoName],
		] as const) {
			const { items, error } = await call('customer.delete', { customerId });
			expect(error?.message).toMatch(message);
			expect(items).toEqual([]);
		}
		const methods = (await fixture.requests()).map(({ method }) => method);
		expect(methods).not.toContain('DELETE');
	});
});

const answerTo = async (operation: string, parameters: IDataObject) => {
	const { records, error } = await callTool(fixture, operation, parameters);
	expect(error?.message).toBeUndefined();
	return records;
};
const nextIn = (records: readonly IDataObject[] = []) =>
	records.at(-1)?._next as { startCursor?: string; note?: string } | undefined;

/** Follows the cursors to the end, as a model that reads the note. */
async function everyPart(operation: string, parameters: IDataObject) {
	const parts: IDataObject[][] = [];
	let startCursor: string | undefined = '';
	while (startCursor !== undefined) {
		const options: IDataObject = { ...(parameters.options as IDataObject), startCursor };
		const part = await answerTo(operation, { returnAll: true, ...parameters, options });
		parts.push(part);
		startCursor = nextIn(part)?.startCursor;
		if (parts.length > 100) throw new Error('There is no end');
	}
	return parts;
}

describe('an answer', () => {
	const DEALS = 420;
	const search = {
		conditions: { values: [{ field: 'name', operator: 'contains', value: 'Listed' }] },
		sort: { sortBy: 'id', sortOrder: 'ASC' },
	};
	const list = { filters: { searchWord: 'Listed' }, sort: { order: 'createdAt' } };
	let ids: number[];
	beforeAll(async () => {
		const rows = many(DEALS, (at) => ({
			...{ name: `Listed ${at}`, memo: `${'Long story. '.repeat((at * 7) % 60)}“${at}” 😀` },
		}));
		ids = await fixture.write('deal', rows);
	});
	test.each(tables.lists)(
		'of $operation, $output, says where the list goes on: each record once, in order',
		async ({ operation, output, parameters, least }) => {
			const parts = await everyPart(operation, { output, ...parameters });
			expect(parts.flat().map(({ id }) => id)).toEqual(ids);
			expect(parts.length).toBeGreaterThan(least);
			const cursors = parts.flat().filter((record) => record._next !== undefined);
			expect(cursors).toHaveLength(parts.length - 1);
		},
	);

	test('of a whole list has fifty of its records', async () => {
		const rows = many(125, (at) => ({ name: `Paged ${at}` }));
		const written = await fixture.write('customer', rows);
		const parts = await everyPart('customer.getMany', {
			...{ output: 'selectedFields', outputFields: 'id' },
			...{ filters: { searchWord: 'Paged' }, sort: { order: 'createdAt' } },
		});
		expect(parts.map((part) => part.length)).toEqual([50, 50, 25]);
		expect(parts.flat().map(({ id }) => id)).toEqual(written);
	});

	test('of a list whose pages have a size of their own goes on after whole pages', async () => {
		const written = many(250, () => ({ customObjectDefKey: 'asset' }));
		const asset = { customObjectDefKey: 'asset', limit: 50, returnAll: false };
		const ids = await fixture.write('customObject', written);
		const parts = await everyPart('customObject.getMany', asset);
		expect(parts[0]).toHaveLength(100);
		expect(parts.flat().map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
	});

	test.each(
		Object.entries({ ...ROUTES.v1, ...ROUTES.v2 }).flatMap(([operation, { list }]) =>
			list ? [[operation, operation in ROUTES.v2 ? 'v2' : 'v1'] as const] : [],
		),
	)('of %s that finds nothing says so', async (operation, version) => {
		const isGrouped = /^(customer|contact|deal)\.(getMany|search)$/.test(operation);
		// Actions can be listed of all records.
		const record = byId(/Action\./.test(operation) ? 'all' : 1);
		for (const output of ['simplified', 'raw', ...(isGrouped ? ['summary'] : [])]) {
			const { items, error } = await runOn(operation, {
				...{ type: toolType, version },
				parameters: {
					...{ output, customObjectDefKey: 'ticket', dealId: byId(1), itemKey: 'x' },
					...{ customerId: record, contactId: record },
					conditions: { values: [{ field: 'createdAt', operator: 'isNotEmpty' }] },
					groupBy: ['createdAt:month'],
				},
				respond: () => ({ body: EMPTY_LISTS }),
			});
			expect([output, error?.message]).toEqual([output, undefined]);
			const note = expect.stringMatching(/^Nothing was found/);
			expect(items).toEqual([{ json: { _next: { note } }, pairedItem: { item: 0 } }]);
		}
	});

	test.each([5, 20, 25])('that is continued with a Limit of %i has new records', async (limit) => {
		const parameters = { output: 'simplified', ...list };
		// It ends where it is full, within a page.
		const answer = await answerTo('deal.getMany', { ...parameters, limit: 200 });
		const startCursor = nextIn(answer)?.startCursor;
		expect(answer.length).toBeGreaterThan(limit);
		const rest = await answerTo('deal.getMany', { ...parameters, limit, options: { startCursor } });
		expect(rest.map(({ id }) => id)).toEqual(ids.slice(answer.length, answer.length + limit));
		expect(nextIn(rest)?.startCursor).toEqual(expect.any(String));
	});

	test('names a record that is too large, and goes on behind it', async () => {
		const words = { dealProductDetailTypeId: 1, memo: 'Many words. '.repeat(30) };
		const dealProductDetails = Array<IDataObject>(100).fill(words);
		const rows = [{}, { dealProductDetails }, {}].map((row) => ({ ...row, name: 'Bulky' }));
		const [first, large, last] = await fixture.write('deal', rows);
		const bulky = { filters: { searchWord: 'Bulky' }, sort: { order: 'createdAt' } };
		const parts = await everyPart('deal.getMany', { output: 'raw', ...bulky });
		const [before, named, behind] = parts;
		expect([before, behind].map((part) => part?.[0]?.id)).toEqual([first, last]);
		expect(nextIn(named)?.note).toContain(
			`The record with the ID ${large} is too large: an answer has at most 32,000 characters.`,
		);
	});

	test('has the beginning of a hint that would fill it', async () => {
		const names = many(3_000, (at) => `nmae${at}`);
		const asked = { limit: 5, output: 'selectedFields', outputFields: ['id', ...names].join() };
		const answer = await answerTo('deal.getMany', { ...list, ...asked });
		expect(answer[0]).toMatchObject({ id: ids[0] });
		expect(nextIn(answer)?.note).toContain('nmae0');
	});

	test('in v1, which has no cursors, says to ask for fewer', async () => {
		const authentication = 'v1ApiKey';
		const some = await answerTo('deal.getMany', { authentication, limit: 20 });
		expect([some.length, nextIn(some)?.startCursor]).toEqual([21, undefined]);
		expect(nextIn(some)?.note).toMatch(/^These are the first 20 of \d{3} deals: /);
		const { conditions } = search;
		const answer = await answerTo('deal.search', { authentication, returnAll: true, conditions });
		expect(answer.length).toBeGreaterThan(30);
		expect(nextIn(answer)?.startCursor).toBeUndefined();
		expect(nextIn(answer)?.note).toMatch(
			/^These are the first \d+ of 420: .* Ask for fewer with a filter/,
		);
	});

	test('has the beginning of a long text, and says so', async () => {
		const memo = 'A very long memo. '.repeat(4_000);
		await fixture.writeOne('deal', { name: 'Gigantic', memo, reason: 'x'.repeat(4_000) });
		const [deal, ...others] = await answerTo('deal.getMany', {
			...{ output: 'raw', filters: { searchWord: 'Gigantic' } },
		});
		expect(others).toEqual([]);
		expect(deal).toMatchObject({
			memo: `${memo.slice(0, 4_000)}… (the first 4000 of 72000 characters)`,
			reason: 'x'.repeat(4_000),
		});
	});

	test('to a write is counted, and a model is told not to repeat it', async () => {
		const { records, error } = await callTool(
			...([fixture, 'customer.createMany', { name: '={{ $json.name }}' }] as const),
			many(1_500, (at) => ({ name: `Written ${at}` })),
		);
		expect(error).toBeUndefined();
		expect(nextIn(records)?.note).toMatch(/of 1500 results: .* don’t repeat the call\.$/);
	});
});

describe('the example of an agent that answers about deals', () => {
	const { nodes, connections } = example('agent-answers-about-deals.json');
	const tools = nodes.filter(({ type }) => type.endsWith('salesManagementTool'));

	/** What the model is answered when it calls a tool with these arguments. */
	async function answer(name: string, query: IDataObject): Promise<IDataObject[]> {
		const { resource, operation, ...parameters } = tools.find((each) => each.name === name)!
			.parameters as Record<string, string>;
		const called = `${resource}.${operation}`;
		const { records, error } = await callTool(fixture, called, parameters, [{ query }]);
		expect(error?.message).toBeUndefined();
		return records;
	}

	test('goes from customer to action, and on where a list is cut', async () => {
		const customer = await fixture.writeOne('customer', { name: 'Quince Orchards' });
		const owner = { customer: { id: customer } };
		const [deal = 0] = await fixture.write('deal', [
			{ name: 'Baskets', amount: 700, memo: 'In spring', ...owner },
			{ name: 'Crates', amount: 300, ...owner },
			...many(28, (at) => ({ name: `Serial ${at}`, ...owner })),
		]);
		await fixture.writeOne('dealAction', { deal: { id: deal }, preNote: 'Ask for the price' });
		const start = { searchWord: 'quince', startCursor: '' };
		expect(await answer('Find Customers', start)).toMatchObject([
			{ id: customer, name: 'Quince Orchards' },
		]);
		const first = await answer('Find Deals', start);
		const { startCursor } = nextIn(first) ?? {};
		const rest = await answer('Find Deals', { ...start, startCursor: startCursor! });
		const found = [...first, ...rest];
		expect([first.length, new Set(found.map(({ name }) => name)).size]).toEqual([20, 30]);
		expect(new Set(found.map((each) => each.customer))).toEqual(new Set(['Quince Orchards']));
		expect(
			await answer('Add Up Deals', { searchWord: 'Quince', groupBy: 'customer, dealType' }),
		).toMatchObject([{ customer: 'Quince Orchards', count: 30, amountSum: 1000 }]);
		const all = await fixture.all('deal');
		expect(await answer('Add Up Deals', { searchWord: '', groupBy: '' })).toMatchObject([
			{ count: all.length },
		]);
		expect(await answer('Open Deal', { deal: String(deal) })).toMatchObject([
			{ memo: 'In spring' },
		]);
		expect(await answer('Actions of Deal', { deal, startCursor: '' })).toMatchObject([
			{ preNote: 'Ask for the price' },
		]);
	});

	test('has tools that only read, say what they do, and are the agent’s', () => {
		expect(tools).toHaveLength(5);
		for (const { name, parameters } of tools) {
			expect(['get', 'getMany']).toContain(parameters.operation);
			expect(parameters.toolDescription).toMatch(/\.$/);
			expect(connections[name]).toEqual({
				ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]],
			});
		}
	});
});
