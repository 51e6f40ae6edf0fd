/** Answers that are not what the documents describe: each is told as what it is (B7, B8, B10). */
import type { IDataObject } from 'n8n-workflow';
import type { RunNodeOptions } from '../support/harness';
import type { Answer } from '../unit/support/testClient';
import { runAnswered as run } from './support/answering';

const ROWS = { parameters: { name: '={{ $json.name }}' } };
const UPDATES = {
	parameters: {
		customObjectDefKey: 'ticket',
		customObjectId: '={{ $json.id }}',
		customFields: { mappingMode: 'defineBelow', value: { title: 'X' } },
	},
};

const input = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ name: `N${index}`, id: index + 1 }));
const UNTOLD =
	/^The response does not say what became of this item \(.*\): it is not known whether/;

describe('the response to a bulk write', () => {
	const createMany = async (body: unknown, count = 2) =>
		await run({
			answer: () => ({ body }),
			operation: 'customer.createMany',
			call: { ...ROWS, input: input(count), continueOnFail: true },
		});

	test.each([
		['{}', {}],
		['[]', []],
		['[null, null]', [null, null]],
		['too few ids', [1]],
		['too many ids', [1, 2, 3]],
		['a number', 5],
		['other values', ['a', {}]],
		['a record', { id: 1 }],
	])('%s is no success: nothing is known of its rows', async (_name, body) => {
		const { items } = await createMany(body);
		expect(items).toHaveLength(2);
		for (const { json } of items) {
			expect(json.error).toMatch(UNTOLD);
			expect(json.details).toMatchObject({ outcome: 'unknown' });
		}
	});

	test('of a list with a hole, only that row is unknown', async () => {
		const { items } = await createMany([11, null, 13], 3);
		expect(items.map(({ json }) => json.id)).toEqual([11, undefined, 13]);
		expect(items[1]?.json.error).toMatch(UNTOLD);
	});

	test.each([
		['text', ['11', '12']],
		['records', [{ id: 11 }, { id: 12 }]],
	])('ids as %s are ids', async (_name, body) => {
		const { items } = await createMany(body);
		expect(items.map(({ json }) => json)).toEqual([
			{ id: 11, name: 'N0' },
			{ id: 12, name: 'N1' },
		]);
	});

	test('an empty one is success without data (S2)', async () => {
		const { items } = await createMany('');
		expect(items.map(({ json }) => json)).toEqual([
			{ success: true, name: 'N0' },
			{ success: true, name: 'N1' },
		]);
	});

	test('an update lists the ids that were changed; of a row that is missing nothing is known', async () => {
		const { items } = await run({
			answer: () => ({ body: [1, 3] }),
			operation: 'customObject.updateMany',
			call: { ...UPDATES, input: input(3), continueOnFail: true },
		});
		expect(items.map(({ json }) => json.id)).toEqual([1, undefined, 3]);
		expect(items[1]?.json.error).toMatch(UNTOLD);
	});
});

describe('the response to a single request', () => {
	const customer = { parameters: { customerId: '7' } };

	test.each([
		['nothing', '', /^The response is empty, although a record was asked for \(Customer: Get\)/],
		['{}', {}, /^The response is empty, although a record was asked for/],
		['a list', [{ id: 7 }], /^The response is a list instead of a record/],
		['a number', 5, /^The response is "5" instead of a record/],
	])('%s to a read is an error, not a record', async (_name, body, message) => {
		const { error } = await run({
			answer: () => ({ body }),
			operation: 'customer.get',
			call: customer,
		});
		expect(error?.message).toMatch(message);
	});

	test('to a create: an empty one is success (S2), a list is not known to be one', async () => {
		const create = async (body: unknown) =>
			await run({
				answer: () => ({ body }),
				operation: 'customer.create',
				call: { parameters: { name: 'A' } },
			});
		expect((await create('')).items[0]?.json).toEqual({ success: true });
		const { error, requests } = await create([1]);
		expect(error?.message).toMatch(/is a list instead of a record .* it is not known whether/);
		expect(requests).toHaveLength(1);
	});
});

describe('the response to a write with an ID that is none', () => {
	const kindOf = (id: unknown) =>
		Array.isArray(id)
			? 'an empty list'
			: typeof id === 'object'
				? '{x: a number}'
				: `a ${typeof id === 'string' ? 'text' : typeof id}`;
	const written = async (operation: string, body: unknown, parameters: object = { name: 'A' }) =>
		await run({
			answer: () => ({ body }),
			operation,
			call: { parameters: parameters as RunNodeOptions['parameters'] },
		});

	test.each([['abc'], [{ x: 1 }], [0], [-1], [1.5], [true], [[]], ['7']])(
		'%j is in doubt',
		async (id) => {
			const { error, requests } = await written('customer.create', { id });
			expect(error?.message).toBe(
				`The response is {id: ${kindOf(id)}}, whose ID is none (Customer: Create): it is not known whether the service carried it out, so look for its result before you repeat it.`,
			);
			expect(requests).toHaveLength(1);
		},
	);

	test('an update likewise', async () => {
		const parameters = { customerId: '7', updateFields: { name: 'A' } };
		const { error } = await written('customer.update', { id: 'abc' }, parameters);
		expect(error?.message).toContain('The response is {id: a text}, whose ID is none');
	});

	test('7 is one', async () => {
		expect((await written('customer.create', { id: 7 })).items[0]?.json).toEqual({ id: 7 });
	});
});

describe('an answer that reports success and says otherwise', () => {
	const ERROR = { error: 'QUOTA_EXCEEDED', messages: ['come back tomorrow'] };
	const answered = async (operation: string, parameters: IDataObject, body: unknown) =>
		await run({
			answer: () => ({ body }),
			operation,
			call: { parameters: parameters as RunNodeOptions['parameters'] },
		});
	const one = { customerId: '7' };
	const WRITES: ReadonlyArray<[string, IDataObject]> = [
		['customer.create', { name: 'A' }],
		['customer.update', { ...one, updateFields: { name: 'A' } }],
		['customer.delete', one],
		['dealContact.link', { dealId: '7', contactId: '8' }],
		['userGroup.addMember', { userGroupId: 7, userId: '8' }],
		['customer.createMany', { name: 'A' }],
		['contact.createOrUpdate', { name: 'A', matchBy: 'name' }],
	];

	test.each(WRITES)(
		'%s: an error is told, and that the write is in doubt',
		async (operation, given) => {
			const isSearch = (url: string) => url.includes('/search');
			const { error, items, requests } = await run({
				answer: ({ url }) => ({ body: isSearch(url) ? { contacts: [], hasMore: false } : ERROR }),
				operation,
				call: { parameters: given as RunNodeOptions['parameters'] },
			});
			expect(items).toEqual([]);
			expect(error?.message).toMatch(
				/^come back tomorrow \(.*\): the service reported success along with this error; it is not known whether/,
			);
			expect(requests.filter(({ url }) => !isSearch(url))).toHaveLength(1);
		},
	);

	test.each([
		['an error', ERROR, /^come back tomorrow \(.*\): .* in place of a record/],
		['a code', { code: 'GONE', message: 'It is gone' }, /^It is gone \(.*in place of a record/],
		['a word of success', { success: true }, /^The response has no ID, so it is no record/],
		['an empty ID', { id: null }, /^The response has no ID, so it is no record/],
	])('%s in place of a record is none', async (_name, body, message) => {
		for (const [operation, parameters] of [
			['customer.get', one],
			['user.getCurrent', {}],
		] as const) {
			const { error, items } = await answered(operation, parameters, body);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(message);
		}
	});

	test.each(['customer.create', 'customer.update'])('%s: an ID that is none', async (operation) => {
		const parameters = WRITES.find(([each]) => each === operation)![1];
		const { error } = await answered(operation, parameters, { id: null, name: 'A' });
		expect(error?.message).toMatch(/^The response has no ID, so it is no record .* not known/);
	});

	test('a record of which a field is called error is one', async () => {
		const record = { id: 7, error: 'disk full', message: 'x' };
		const parameters = { customObjectDefKey: 'ticket', customObjectId: '7' };
		expect((await answered('customObject.get', parameters, record)).items[0]?.json).toEqual(record);
	});

	test('an update or a delete may say no more than that it went well (S2)', async () => {
		for (const [operation, parameters] of WRITES.slice(1, 5)) {
			for (const body of ['', {}, { success: true }, { error: false, message: 'done' }]) {
				const { error, items } = await answered(operation, parameters, body);
				expect(error).toBeUndefined();
				expect(items).toHaveLength(1);
			}
		}
	});

	test('the domain settings have no ID of their own (v1 §2.1)', async () => {
		const { items } = await run({
			answer: () => ({ body: { dealTypes: [] } }),
			operation: 'domainSetting.get',
			version: 'v1',
			call: {},
		});
		expect(items[0]?.json).toEqual({ dealTypes: [] });
	});
});

describe('messages that name what to correct (B8)', () => {
	const refused = (named: number[]): Answer => ({
		status: 500,
		body: {
			error: 'VALIDATION_FAILED',
			messages: [],
			bulkErrors: named.map((index) => ({ index, massages: [`bad name ${index}`] })),
		},
	});

	test('the items are named, counted as n8n counts them', async () => {
		const { error } = await run({
			answer: (_request, number) => (number === 1 ? { body: [1, 2] } : refused([1, 0])),
			operation: 'customer.createMany',
			call: {
				parameters: { ...ROWS.parameters, options: { batchSize: 2 } },
				input: input(6),
			},
		});
		expect(error?.message).toBe(
			'The service failed: Item 3 ("N3"): bad name 1, and 1 more (Customer: Create Many, HTTP 500): correct the items named.',
		);
		expect(error?.description).toBe(
			'Item 3 ("N3"): bad name 1\nItem 2 ("N2"): bad name 0\nThe service calls it VALIDATION_FAILED.\n2 other items were processed before this failure (counted from 0: 0-1), with the IDs 1-2. Leave them out when you run the rest.',
		);
	});

	test('1,000 guilty items are counted, not all listed (B4)', async () => {
		const { error } = await run({
			answer: () => refused(Array.from({ length: 1000 }, (_, index) => index)),
			operation: 'customer.createMany',
			call: { ...ROWS, input: input(1000) },
		});
		expect(error?.description?.length).toBeLessThan(1000);
		expect(error?.description).toContain('… and 990 more');
	});

	test.each([
		['customer.create', { name: 'A' }],
		['customer.update', { customerId: '7', updateFields: { name: 'A' } }],
	])('%s: one record that is too large can be made smaller', async (operation, parameters) => {
		const { error } = await run({
			answer: () => ({ status: 413, body: { error: 'Too large' } }),
			operation,
			call: { parameters },
		});
		expect(error?.message).toMatch(
			/^Too large \(.*HTTP 413\): this one record is larger than the service takes, so shorten its longest texts\.$/,
		);
	});

	test('a message of a megabyte is cut', async () => {
		const { error } = await run({
			answer: () => ({
				status: 400,
				body: { error: 'x'.repeat(1e6), messages: { a: Array(5000).fill('y'.repeat(1000)) } },
			}),
			operation: 'customer.create',
			call: { parameters: { name: 'A' } },
		});
		expect(error?.message.length).toBeLessThan(1000);
		expect(error?.description?.length).toBeLessThan(5000);
	});
});

describe('Batch Size (B3)', () => {
	const batches = async (batchSize: number | string, count = 5) =>
		await run({
			answer: ({ body }) => {
				const { customers } = JSON.parse(body) as { customers: unknown[] };
				return { body: customers.map((_, index) => index + 1) };
			},
			operation: 'customer.createMany',
			call: {
				parameters: { ...ROWS.parameters, options: { batchSize } },
				input: input(count),
			},
		});

	test('is the most rows of one request', async () => {
		const { items, requests } = await batches(2);
		expect(requests).toHaveLength(3);
		expect(items).toHaveLength(5);
	});

	test.each([0, 1001, 'many'])('%p is refused before anything is sent', async (size) => {
		const { error, requests } = await batches(size);
		expect(error?.message).toMatch(/^Batch Size is .*it must be a whole number/);
		expect(requests).toEqual([]);
	});
});
