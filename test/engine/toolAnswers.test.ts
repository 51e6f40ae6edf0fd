/** What an AI agent is answered: never too long, and a long list part by part, each record exactly once. */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { MOST_CHARACTERS } from '../../nodes/SalesManagement/operations/agent';
import { actionType, runNode } from '../support/harness';
import { hasTotals } from '../support/speaks';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';

const DEALS = 420;

let fixture: NodeFixture;
let ids: number[];
beforeAll(async () => {
	fixture = await startNodeFixture();
	const of = (at: number) => `${'Long story. '.repeat((at * 7) % 60)}“${at}” 😀`;
	ids = await fixture.write(
		'deal',
		Array.from({ length: DEALS }, (_, at) => ({ name: `Listed ${at}`, memo: of(at) })),
	);
});
afterAll(async () => await fixture.close());

const toolType = `${actionType}Tool`;
const extraNodes = { [toolType]: new SalesManagement() };

/** One call of the tool; its answer is measured as n8n hands it to the model. */
async function answerTo(operation: string, parameters: IDataObject, authentication?: string) {
	const [resource, name] = operation.split('.');
	const { items, error } = await runNode({
		type: toolType,
		extraNodes,
		parameters: {
			authentication: authentication ?? 'personalToken',
			...{ resource, operation: name, ...parameters },
		},
		credentials: unpacedCredentials(fixture.sandbox),
	});
	if (error) throw error;
	const records = items.map(({ json }) => json);
	expect(JSON.stringify(records).length).toBeLessThanOrEqual(MOST_CHARACTERS);
	return records;
}

const isEntry = (record: IDataObject) => record.id === undefined && record._next !== undefined;
const nextIn = (records: readonly IDataObject[]) =>
	records.at(-1)?._next as { startCursor?: string; note?: string } | undefined;

/** Follows the cursors to the end, as a model that reads the note. */
async function everyPart(operation: string, parameters: IDataObject) {
	const parts: IDataObject[][] = [];
	let startCursor: string | undefined = '';
	while (startCursor !== undefined) {
		const options: IDataObject = { ...(parameters.options as IDataObject), startCursor };
		const part = await answerTo(operation, { ...parameters, options });
		parts.push(part);
		startCursor = nextIn(part)?.startCursor;
		if (parts.length > 100) throw new Error('There is no end');
	}
	return parts;
}

/** How many there are, where the service says it. */
const ofAll = () => (hasTotals(fixture.sandbox) ? ' of 420' : '');

const search = {
	conditions: { values: [{ field: 'name', operator: 'contains', value: 'Listed' }] },
	sort: { sortBy: 'id', sortOrder: 'ASC' },
};
const list = { filters: { searchWord: 'Listed' }, sort: { order: 'createdAt' } };

describe.each([
	['deal.search', 'raw', search],
	['deal.search', 'simplified', search],
	['deal.getMany', 'raw', list],
	['deal.getMany', 'simplified', list],
	['deal.getMany', 'pages of 100', { ...list, options: { pageLimit: 3 } }],
])('%s, %s: part by part', (operation, output, parameters) => {
	test('every record comes exactly once, in order, and each part says what comes next', async () => {
		const shape = output === 'raw' ? 'raw' : 'simplified';
		const all = { returnAll: true, output: shape, ...parameters };
		const parts = await everyPart(operation, all);
		const seen = parts.flat().filter((record) => !isEntry(record));
		expect(seen.map(({ id }) => id)).toEqual(ids);
		expect(parts.length).toBeGreaterThan(shape === 'raw' ? 10 : 3);
		for (const part of parts.slice(0, -1)) {
			expect(part.filter((record) => record._next !== undefined)).toHaveLength(1);
			expect(nextIn(part)?.note).toContain('repeat the call with Start Cursor');
		}
		expect(nextIn(parts.at(-1) ?? [])).toBeUndefined();
		const [first, second] = parts.map((part) => part.filter((record) => !isEntry(record)).length);
		expect(nextIn(parts[0] ?? [])?.note).toContain(`These are the first ${first}${ofAll()}: `);
		const inAll = hasTotals(fixture.sandbox) ? '; there are 420 in all' : '';
		expect(nextIn(parts[1] ?? [])?.note).toContain(`These are the next ${second}${inAll}: `);
	});
});

test('a part costs two requests: the page, and what fits of it', async () => {
	await fixture.requests();
	await answerTo('deal.getMany', { returnAll: true, ...list });
	expect(await fixture.requests()).toHaveLength(2);
});

test('a page that Page Limit ends within the room has its cursor once, in the last record', async () => {
	const rows = Array.from({ length: 1_100 }, (_, at) => ({ name: `Paged ${at}` }));
	const written = await fixture.write('customer', rows);
	const parts = await everyPart('customer.getMany', {
		...{ returnAll: true, output: 'selectedFields', outputFields: 'id' },
		filters: { searchWord: 'Paged' },
		sort: { order: 'createdAt' },
		options: { pageLimit: 1 },
	});
	expect(parts.map((part) => part.length)).toEqual([1_000, 100]);
	expect(parts.flat().map(({ id }) => id)).toEqual(written);
	expect(parts[0]?.filter((record) => '_next' in record)).toHaveLength(1);
	expect(Object.keys(parts[0]?.at(-1) ?? {})).toEqual(['id', '_next']);
});

test('what fits is as it is without an agent, except that it says where a list goes on', async () => {
	const parameters = { limit: 20, output: 'simplified', ...list };
	const { items } = await fixture.run('deal.getMany', { parameters });
	const answer = await answerTo('deal.getMany', parameters);
	const startCursor = nextIn(answer)?.startCursor;
	delete answer.at(-1)?._next;
	expect(answer).toEqual(items.map(({ json }) => json));
	const rest = await answerTo('deal.getMany', { ...parameters, options: { startCursor } });
	expect(rest.map(({ id }) => id)).toEqual(ids.slice(20, 40));
	// v1 has no cursors.
	const inV1 = await answerTo('deal.getMany', { limit: 20, output: 'simplified' }, 'v1ApiKey');
	expect(inV1).toHaveLength(20);
	expect(nextIn(inV1)).toBeUndefined();
});

test('a run of the node that is no tool is not cut, whatever its size', async () => {
	const records = await fixture.records('deal.getMany', {
		parameters: { returnAll: true, ...list },
	});
	expect(records.map(({ id }) => id)).toEqual(ids);
	expect(JSON.stringify(records).length).toBeGreaterThan(MOST_CHARACTERS * 5);
	expect(records.filter((record) => '_next' in record)).toEqual([]);
});

test('v1 has no cursors: the note says to ask for fewer', async () => {
	const conditions = { conditions: search.conditions };
	const answer = await answerTo('deal.search', { returnAll: true, ...conditions }, 'v1ApiKey');
	const next = nextIn(answer);
	expect(answer.length).toBeGreaterThan(30);
	expect(next?.startCursor).toBeUndefined();
	const note = `^These are the first \\d+${ofAll()}: .* Ask for fewer with a filter`;
	expect(next?.note).toMatch(new RegExp(note));
});

test('one record that is longer than an answer is cut, and the next call goes on behind it', async () => {
	const memo = 'A very long memo. '.repeat(4_000);
	const [first, second, third] = await fixture.write('deal', [
		{ name: 'Giant 1', memo },
		{ name: 'Giant 2', memo },
		{ name: 'Giant 3' },
	]);
	const parts = await everyPart('deal.getMany', {
		...{ returnAll: true, output: 'raw' },
		filters: { searchWord: 'Giant ' },
		sort: { order: 'createdAt' },
	});
	const seen = parts.flat().filter((record) => !isEntry(record));
	expect(seen.map(({ id }) => id)).toEqual([first, second, third]);
	expect(seen[0]?.memo).toMatch(/… \(72000 characters in all\)$/);
});

test('what a write returns is counted, and a model is told not to repeat it', async () => {
	const { items, error } = await runNode({
		type: toolType,
		extraNodes,
		parameters: {
			...{ authentication: 'personalToken', resource: 'customer', operation: 'createMany' },
			name: '={{ $json.name }}',
		},
		credentials: unpacedCredentials(fixture.sandbox),
		input: Array.from({ length: 1_500 }, (_, at) => ({ name: `Written ${at}` })),
	});
	expect(error).toBeUndefined();
	const records = items.map(({ json }) => json);
	expect(JSON.stringify(records).length).toBeLessThanOrEqual(MOST_CHARACTERS);
	expect(nextIn(records)?.note).toMatch(/of 1500 results: .* don’t repeat the call\.$/);
});
