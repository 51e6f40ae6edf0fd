/** Answers of a service that report success: which of them are one, and what the others are told as. */
import type { IDataObject } from 'n8n-workflow';
import tables from './badAnswers.json';
import type { RunNodeOptions } from '../../harness';
import { table } from '../support/table';
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
const UPDATE_MANY: Given = [
	'deal.updateMany',
	{ dealType: '1', dealId: '7', updateFields: { name: 'x' } },
	'v1',
];
const GET: Given = ['customer.get', { customerId: '7' }];
const ME: Given = ['user.getCurrent', {}];
const SETTINGS: Given = ['domainSetting.get', {}, 'v1'];

const ERROR = { error: 'QUOTA_EXCEEDED', messages: ['come back tomorrow'] };

describe('is success', () => {
	test.each(table<{ given: Given; body: unknown; shown?: IDataObject }>(tables.successes))(
		'$what',
		async ({ given, body, shown }) => {
			const { items, error } = await answered(given, body);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			if (shown) expect(items[0]?.json).toEqual(shown);
		},
	);
});

describe('a write whose answer says otherwise is in doubt', () => {
	test.each(table<{ given: Given; body: unknown; message: string }>(tables.refusedWrites))(
		'$what',
		async ({ given, body, message }) => {
			const { items, error, requests } = await answered(given, body, { input: [{ name: 'A' }] });
			expect(items).toEqual([]);
			expect(error?.message).toMatch(RegExp(message));
			expect(error?.message).toMatch(
				/it is not known whether the service carried it out, so look for its result before you/,
			);
			expect(requests.filter(({ path }) => !path.endsWith('/search'))).toHaveLength(1);
		},
	);
});

describe('a read whose answer is no record is an error', () => {
	test.each(tables.refusedReads)('$what', async ({ body, message }) => {
		for (const given of [GET, ME]) {
			const { error, items } = await answered(given, body);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(RegExp(message));
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

	test.each(table<{ given: Given }>(tables.lists))('$name', async ({ given }) => {
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

	test.each(
		table<{ what: string; given: Given; body: unknown; shown: unknown[] }>(tables.bulkCreates),
	)('$what', async ({ given, body, shown }) => {
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
