/** Answers whose status is one of success and whose body says otherwise, and the other way round. */
import type { IDataObject } from 'n8n-workflow';
import type { RunNodeOptions } from '../support/harness';
import type { Answer } from '../unit/support/testClient';
import { runAnswered } from './support/answering';

type Given = readonly [operation: string, parameters: IDataObject, version?: 'v1' | 'v2'];

const answered = async (
	[operation, parameters, version]: Given,
	body: unknown,
	more: Partial<RunNodeOptions> = {},
) =>
	await runAnswered({
		answer: () => ({ body }),
		operation,
		version,
		call: { ...more, parameters: parameters as RunNodeOptions['parameters'] },
	});

const UPDATE: Given = ['customer.update', { customerId: '7', updateFields: { name: 'A' } }];
const CREATE: Given = ['customer.create', { name: 'A' }];
const DELETE: Given = ['customer.delete', { customerId: '7' }];
const LINK: Given = ['dealContact.link', { dealId: '7', contactId: '8' }];
const GET: Given = ['customer.get', { customerId: '7' }];
const SETTINGS: Given = ['domainSetting.get', {}, 'v1'];
const CUSTOM: Given = [
	'customObject.update',
	{
		customObjectDefKey: 'ticket',
		customObjectId: '7',
		customFields: { mappingMode: 'defineBelow', value: { code: 'C-7' } },
	},
];
const UPDATE_MANY: Given = [
	'deal.updateMany',
	{ dealType: '1', dealId: '7', updateFields: { name: 'x' } },
	'v1',
];

describe('a list that comes with an error is a failed read (S2)', () => {
	const FAILED = { hasMore: false, error: 'SEARCH_TIMEOUT', messages: ['no answer in time'] };
	const TOLD =
		/^no answer in time \(.*\): the service reported success, but sent this instead of a whole list/;

	test('Create or Update creates nothing for it', async () => {
		const { error, requests } = await answered(
			['contact.createOrUpdate', { name: 'A', matchBy: 'name' }],
			{ contacts: [], ...FAILED },
		);
		expect(requests.map(({ url }) => url)).toEqual([expect.stringContaining('/search')]);
		expect(error?.message).toMatch(TOLD);
	});

	test.each<[string, Given]>([
		['Get with Look Up in Batches', [GET[0], { ...GET[1], options: { batchLookup: true } }]],
		['Get Many', ['customer.getMany', {}]],
		['Get Many of v1', ['customer.getMany', {}, 'v1']],
	])('%s tells it', async (_name, given) => {
		const { error, items } = await answered(given, { customers: [], ...FAILED });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(TOLD);
	});

	test.each([
		[{ error: { message: 'Index is down' } }, /^Index is down \(/],
		[{ success: false, message: 'Index is down' }, /^Index is down \(/],
		[{ code: 'TIMEOUT', message: 'Index is down' }, /^Index is down \(/],
	])('%j is one', async (said, message) => {
		const { error } = await answered(['customer.getMany', {}], { customers: [], ...said });
		expect(error?.message).toMatch(message);
	});

	test.each([{ error: null }, { error: '' }, { error: false }, { code: 200, message: 'OK' }])(
		'%j is none',
		async (said) => {
			const body = { customers: [{ id: 1 }], hasMore: false, ...said };
			const { error, items } = await answered(['customer.getMany', {}], body);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
		},
	);

	test.each([
		[{ error: 'QUOTA', messages: ['come back'] }, /^come back \(/],
		[{ message: 'Not today' }, /^Not today \(/],
	])('%j in place of a list keeps its text', async (body, message) => {
		const { error } = await answered(['customer.getMany', {}], body);
		expect(error?.message).toMatch(message);
	});
});

describe('what a write is answered with', () => {
	test.each<[string, Given, unknown]>([
		['an empty list of errors', UPDATE, { success: true, error: [] }],
		['an empty error', UPDATE, { success: true, error: {} }],
		['a code of success', UPDATE, { code: 200, message: 'OK' }],
		['the code 0', UPDATE, { code: 0 }],
		['a word of success with messages', UPDATE, { success: true, messages: ['saved'] }],
		['a custom object whose field is called code', CUSTOM, { code: 'C-7', title: 'x' }],
		['a custom object whose field is called error', CUSTOM, { error: 'disk full', title: 'x' }],
		['true', DELETE, true],
		['a list of IDs', DELETE, [7]],
	])('%s is success', async (_name, given, body) => {
		const { error, items } = await answered(given, body);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	test.each<[string, Given, unknown, RegExp]>([
		['a code to a delete', DELETE, { code: 'LOCKED', message: 'Locked' }, /^Locked \(/],
		['a code to a custom object', CUSTOM, { code: 'LOCKED', message: 'Locked' }, /^Locked \(/],
		['no success of an update', UPDATE, { success: false, message: 'Locked' }, /^Locked \(/],
		['no success of a delete', DELETE, { success: false, message: 'Locked' }, /^Locked \(/],
		['no success of a link', LINK, { success: false }, /^The service reports an error \(/],
		['messages alone', CREATE, { messages: ['name is taken'] }, /^name is taken \(/],
		['errors alone', CREATE, { errors: ['name is taken'] }, /^name is taken \(/],
		['a list of an error', DELETE, [{ error: 'LOCKED' }], /^LOCKED \(/],
		['a number', DELETE, 5, /^The response is "5" instead of a record \(/],
		['a code to a bulk update', UPDATE_MANY, { code: 'X', message: 'refused' }, /^refused \(/],
		[
			'messages and rows to a bulk update',
			UPDATE_MANY,
			{ messages: ['no'], bulkErrors: [{ index: 0, massages: ['bad'] }] },
			/^no, and 1 more \(/,
		],
	])('%s: told, and the write is in doubt', async (_name, given, body, message) => {
		const { error, requests } = await answered(given, body);
		expect(requests).toHaveLength(1);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/it is not known whether the service carried it out/);
	});

	test.each([[[null]], [5], [[8]]])(
		'%j to a bulk update of v1 does not say what became of the row',
		async (body) => {
			const { error } = await answered(UPDATE_MANY, body);
			expect(error?.message).toMatch(/^The response does not say what became of this item/);
		},
	);

	test.each([[''], [{}], [{ success: true }], [[7]], [{ deals: [{ id: 7 }] }]])(
		'%j to a bulk update of v1 is success, since v1 shows no response',
		async (body) => {
			const { error, items } = await answered(UPDATE_MANY, body);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
		},
	);
});

test.each([{ code: 'X', message: 'gone' }, { error: 'gone' }])(
	'%j in place of the domain settings is an error',
	async (body) => {
		const { error } = await answered(SETTINGS, body);
		expect(error?.message).toMatch(/^gone \(.*in place of a record/);
	},
);

test('domain settings may have a property called code', async () => {
	const body = { code: 'ACME', dealTypes: [] };
	expect((await answered(SETTINGS, body)).items[0]?.json).toEqual(body);
});

describe('a failed read leaves no write in doubt', () => {
	const search = async (answer: Answer, more: Partial<RunNodeOptions>, options = {}) =>
		await runAnswered({
			answer: () => answer,
			operation: 'contact.createOrUpdate',
			call: {
				...more,
				input: [{ n: 'A' }, { n: 'B' }, { n: 'C' }],
				parameters: { name: '={{ $json.n }}', matchBy: 'name', options },
			},
		});
	const FAULTS: ReadonlyArray<[string, Answer]> = [
		['an error along with success', { body: { contacts: [], error: 'X' } }],
		['a page', { body: '<!doctype html><h1>Sign in</h1>' }],
	];

	test.each(FAULTS)('Create or Update whose search is answered with %s', async (_name, answer) => {
		for (const options of [{}, { dryRun: true }]) {
			const { error } = await search(answer, {}, options);
			expect(error).toBeDefined();
			expect(error?.description ?? '').not.toContain('not known');
			const { items } = await search(answer, { continueOnFail: true }, options);
			expect(items).toHaveLength(3);
			for (const { json } of items) {
				expect((json.details as IDataObject | undefined)?.outcome).not.toBe('unknown');
			}
		}
	});

	test('but a create is in doubt', async () => {
		const { items } = await runAnswered({
			answer: () => FAULTS[1]![1],
			operation: 'customer.create',
			call: { parameters: { name: 'A' }, continueOnFail: true },
		});
		expect(items[0]?.json.details).toMatchObject({ outcome: 'unknown' });
	});
});

test('a failure names the IDs that Output Fields leave out', async () => {
	const { error } = await runAnswered({
		answer: (_request, number) =>
			number < 3 ? { body: { id: 70 + number, name: 'A' } } : { status: 400, body: { error: 'X' } },
		operation: 'customer.create',
		call: {
			parameters: { name: '={{ $json.n }}', output: 'selectedFields', outputFields: 'name' },
			input: [{ n: 'A' }, { n: 'B' }, { n: 'C' }],
		},
	});
	expect(error?.description).toMatch(/2 other items .*, with the IDs 71-72\./);
});

test.each([
	['contact.delete', { contactId: '={{ $json.id }}' }],
	[
		'contact.update',
		{
			contactId: '={{ $json.id }}',
			updateFields: { name: 'A' },
			output: 'selectedFields',
			outputFields: 'name',
		},
	],
])('a failed %s names the IDs that the responses leave out', async (operation, parameters) => {
	const { error } = await runAnswered({
		answer: (_request, number) => (number < 3 ? {} : { status: 400, body: { error: 'X' } }),
		operation,
		call: { parameters, input: [{ id: 81 }, { id: 82 }, { id: 83 }] },
	});
	expect(error?.description).toMatch(/2 other items .*, with the IDs 81-82\./);
});

describe('a written record that comes with an error is in doubt, as in bulk', () => {
	test.each([
		{ id: 7, error: 'phase is locked' },
		{ id: 7, success: false, messages: ['phase is locked'] },
	])('%j', async (body) => {
		const { error } = await answered(UPDATE, body);
		expect(error?.message).toMatch(
			/^phase is locked \(Customer: Update\): .* along with this error/,
		);
	});
});
