/** Answers of a service that report success: which of them are one, and what the others are told as. */
import type { IDataObject } from 'n8n-workflow';
import type { RunNodeOptions } from '../../harness';
import { listOf, runOn } from './support/service';

type Given = readonly [operation: string, parameters: IDataObject, version?: 'v1' | 'v2'];

/** What comes of an operation whose last request is answered so; a search before it finds nothing. */
const answered = async (
	[operation, parameters, version]: Given,
	body: unknown,
	more: Partial<RunNodeOptions> = {},
) =>
	await runOn(operation, {
		...{ ...more, parameters, version },
		respond: ({ path }) =>
			path.endsWith('/search') && operation.endsWith('OrUpdate') ? listOf([]) : { body },
	});

const CREATE: Given = ['customer.create', { name: 'A' }];
const UPDATE: Given = ['customer.update', { customerId: '7', updateFields: { name: 'A' } }];
const DELETE: Given = ['customer.delete', { customerId: '7' }];
const LINK: Given = ['dealContact.link', { dealId: '7', contactId: '8' }];
const ADD: Given = ['userGroup.addMember', { userGroupId: 7, userId: '8' }];
const UPSERT: Given = ['contact.createOrUpdate', { name: 'A', matchBy: 'name' }];
const CREATE_MANY: Given = ['customer.createMany', { name: '={{ $json.name }}' }];
const UPDATE_MANY: Given = [
	'deal.updateMany',
	{ dealType: '1', dealId: '7', updateFields: { name: 'x' } },
	'v1',
];
const GET: Given = ['customer.get', { customerId: '7' }];
const ME: Given = ['user.getCurrent', {}];
const SETTINGS: Given = ['domainSetting.get', {}, 'v1'];
const TICKET = { customObjectDefKey: 'ticket', customObjectId: '={{ $json.id }}' };
const GET_OBJECT: Given = ['customObject.get', { ...TICKET, customObjectId: '7' }];
const CHANGED = { customFields: { mappingMode: 'defineBelow', value: { title: 'X' } } };

const ERROR = { error: 'QUOTA_EXCEEDED', messages: ['come back tomorrow'] };
/** The fields of a custom object. */
const OWN = { id: 7, error: 'disk full', code: 'C-7', message: 'x' };

describe('is success', () => {
	test.each([
		['a create: nothing (S2)', CREATE, '', { success: true }],
		...[UPDATE, DELETE, LINK, ADD].flatMap((given): Array<[string, Given, unknown]> => [
			[`${given[0]}: nothing (S2)`, given, ''],
			[`${given[0]}: an empty object`, given, {}],
			[`${given[0]}: a word of it`, given, { error: false, message: 'done' }],
		]),
		['a record with an empty error', GET, { id: 7, error: null }, { id: 7, error: null }],
		['settings, which have no ID (v1 §2.1)', SETTINGS, { dealTypes: [] }, { dealTypes: [] }],
		['a custom object with a field called error (v2 §2.8)', GET_OBJECT, OWN, OWN],
		['a bulk update of v1: nothing, since v1 shows no response', UPDATE_MANY, ''],
	])('%s', async (_what, given, body, ...[shown]) => {
		const { items, error } = await answered(given, body);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		if (shown) expect(items[0]?.json).toEqual(shown);
	});
});

describe('a write whose answer says otherwise is in doubt', () => {
	const ALONG =
		/^come back tomorrow \(.*\): the service reported success along with this error; it/;
	const noId = /^The response is \{id: empty, name: a text\}/;

	test.each([
		...[CREATE, UPDATE, DELETE, LINK, ADD, CREATE_MANY, UPSERT].map(
			(given): [string, Given, unknown, RegExp] => [`${given[0]}: an error`, given, ERROR, ALONG],
		),
		...[CREATE, DELETE].map((given): [string, Given, unknown, RegExp] => [
			...([`${given[0]}: the form of an error alone (S2)`, given] as const),
			...([{ code: 'LOCKED', message: 'It is locked' }, /^It is locked \(/] as const),
		]),
		[
			'a bulk update: messages and rows',
			UPDATE_MANY,
			{ messages: ['no'], bulkErrors: [{ index: 0, massages: ['bad'] }] },
			/^no, and 1 more \(/,
		],
		['a create: a list', CREATE, [1], /^The response is a list of 1/],
		['a create: no ID', CREATE, { id: null, name: 'A' }, noId],
		['an update: no ID', UPDATE, { id: null, name: 'A' }, noId],
	])('%s', async (_what, given, body, message) => {
		const { items, error, requests } = await answered(given, body, { input: [{ name: 'A' }] });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(
			/it is not known whether the service carried it out, so look for its result before you/,
		);
		expect(requests.filter(({ path }) => !path.endsWith('/search'))).toHaveLength(1);
	});
});

describe('a read whose answer is no record is an error', () => {
	test.each([
		['nothing', '', /^The response is empty, which is no record \(/],
		['an empty object', {}, /^The response is \{\}, which is no record \(/],
		['a list', [{ id: 7 }], /^The response is a list of 1, which is no record \(/],
		['a number', 5, /^The response is a number, which is no record \(/],
		['a word of success', { success: true }, /^The response is \{success: a boo/],
		['an empty ID', { id: null }, /^The response is \{id: empty\}, which is no record \(/],
		['an error', ERROR, /^come back tomorrow \(.*\): .* along with this error/],
	])('%s', async (_what, body, message) => {
		for (const given of [GET, ME]) {
			const { error, items } = await answered(given, body);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(message);
		}
	});

	test('settings too', async () => {
		expect((await answered(SETTINGS, ERROR)).error?.message).toMatch(/^come back tomorrow \(/);
		expect((await answered(SETTINGS, 5)).error?.message).toMatch(
			/^The response is a number, which is not the settings \(/,
		);
	});
});

describe('a list that comes with an error is a failed read (S2)', () => {
	const FAILED = { ...(listOf([]).body as object), ...ERROR };
	const TOLD =
		/^come back tomorrow \(.*\): the service reported success along with this error, so try again later/;

	test.each<[string, Given]>([
		['Get with Look Up in Batches', [GET[0], { ...GET[1], options: { batchLookup: true } }]],
		['Get Many', ['customer.getMany', {}]],
		['Get Many of v1', ['customer.getMany', {}, 'v1']],
	])('%s', async (_name, given) => {
		const { error, items } = await answered(given, FAILED);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(TOLD);
	});

	test('its text is kept where there is no list', async () => {
		const { error } = await answered(['customer.getMany', {}], ERROR);
		expect(error?.message).toMatch(/^come back tomorrow \(/);
	});

	test('an empty error is none', async () => {
		const body = { customers: [{ id: 1 }], hasMore: false, error: null };
		expect((await answered(['customer.getMany', {}], body)).items).toHaveLength(1);
	});
});

describe('the response to a bulk write is read row by row', () => {
	const UNTOLD = /^The response does not say what became of it \(.*\): it is not known whether/;
	const untold = {
		error: expect.stringMatching(UNTOLD) as string,
		details: expect.objectContaining({ outcome: 'unknown' }) as object,
	};
	const inDoubt = [untold, untold];
	const row = (at: number, told: IDataObject = {}) => ({ ...told, name: `N${at}` });
	const OBJECTS: Given = ['customObject.updateMany', { ...TICKET, ...CHANGED }];

	test.each([
		['IDs', CREATE_MANY, [11, 12], [row(0, { id: 11 }), row(1, { id: 12 })]],
		[
			'nothing, which is success (S2)',
			CREATE_MANY,
			'',
			[0, 1].map((at) => row(at, { success: true })),
		],
		['an ID and a hole', CREATE_MANY, [11, null], [row(0, { id: 11 }), untold]],
		['an empty object', CREATE_MANY, {}, inDoubt],
		['an empty list', CREATE_MANY, [], inDoubt],
		['too few IDs', CREATE_MANY, [1], inDoubt],
		['too many', CREATE_MANY, [1, 2, 3], inDoubt],
		['IDs that are none', CREATE_MANY, [0, -1], inDoubt],
		['a record', CREATE_MANY, { id: 1 }, inDoubt],
		['one ID for all (v2 §4)', CREATE_MANY, [100, 100], inDoubt],
		['the IDs that were changed', OBJECTS, [2], [untold, { id: 2, title: 'X' }]],
	])('%s', async (_what, given, body, shown) => {
		const input = [0, 1].map((at) => ({ name: `N${at}`, id: at + 1 }));
		const { items } = await answered(given, body, { input, continueOnFail: true });
		expect(items.map(({ json }) => json)).toEqual(
			shown.map((each) => expect.objectContaining(each as object) as unknown),
		);
	});

	test('another ID to a bulk update of v1 does not say it', async () => {
		expect((await answered(UPDATE_MANY, [8])).error?.message).toMatch(UNTOLD);
	});
});
