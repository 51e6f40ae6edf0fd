/** A run that fails in part: with Continue On Fail each item has its own result, and otherwise what was done is told. */
import type { IDataObject } from 'n8n-workflow';
import tables from './continueOnFail.json';
import { DAILY_QUOTA } from '../../nodes/SalesManagement/shared';
import { startNodeFixture, useNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { credentialsOf, type NodeSettings } from '../../harness';
import { recordFields } from './support/recordForm';
import { SCENARIOS } from './support/records';
import { readRecord, type RecordScenario } from './support/scenario';
import { runOn } from './support/service';
import { table } from '../support/table';
import { startAtNoon } from '../support/timeTravel';

/** Bad input, which the node finds itself, and an ID that only the service knows to be unknown. */
const BAD = 'x';
const UNKNOWN = 99_999_999;

describe('Continue On Fail', () => {
	const fixture = useNodeFixture();

	describe.each(Object.entries(SCENARIOS))('with mixed items: %s', (resource, build) => {
		let scenario: RecordScenario;
		/** The IDs of the records that the good items created. */
		let created: number[];

		beforeAll(async () => {
			scenario = await build(fixture);
		});

		/** One good item, two bad ones, one good one; each has exactly one result, in its place. */
		async function mixed(operation: string, parameters: IDataObject, values: unknown[]) {
			const items = await fixture.items(`${resource}.${operation}`, {
				parameters: { ...scenario.owner, ...parameters },
				input: values.map((value) => ({ value }) as IDataObject),
				continueOnFail: true,
			});
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				values.map((_, item) => ({ item })),
			);
			const failed = items.map(({ json }) => json.error !== undefined);
			expect(failed).toEqual([false, true, true, false]);
			expect(items[1]?.json.error).toContain('"x"');
			expect(items[2]?.json).toMatchObject({ details: { outcome: 'refused' } });
			return [items[0]!.json, items[3]!.json] as const;
		}

		test('create: the good ones exist', async () => {
			const { top, more } = recordFields(resource, 'create');
			const required = Object.fromEntries(
				top.map(({ name }) => [name, scenario.fields[name]!.created!.input as IDataObject]),
			);
			const given = { [scenario.reference]: '={{ $json.value }}' };
			const isOptional = more.some(({ name }) => name === scenario.reference);
			const good = scenario.fields[scenario.reference]!.created!.input;
			const results = await mixed(
				'create',
				isOptional ? { ...required, additionalFields: given } : { ...required, ...given },
				[good, BAD, UNKNOWN, good],
			);
			created = results.map(({ id }) => id as number);
			expect(new Set(created).size).toBe(2);
			for (const id of created)
				expect(await readRecord(fixture, scenario, id)).toMatchObject({ id });
		});

		const id = '={{ $json.value }}';
		const values = () => [created[0], BAD, UNKNOWN, created[1]];

		test('get: the good ones are read', async () => {
			const results = await mixed('get', { [scenario.idName]: id }, values());
			expect(results.map((record) => record.id)).toEqual(created);
		});

		test('delete: the good ones are gone', async () => {
			const results = await mixed('delete', { [scenario.idName]: id }, values());
			expect(results.map(({ deleted }) => deleted)).toEqual([true, true]);
		});
	});
});

describe('n8n’s own Retry On Fail, which runs the whole node again', () => {
	const twice: NodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const CREATE = ['customer.create', { name: '={{ $json.name }}' }] as const;

	const run = async (
		[operation, parameters]: readonly [string, IDataObject],
		nodeSettings: NodeSettings,
		isRefused = false,
	) =>
		await runOn(operation, {
			parameters,
			nodeSettings,
			input: [{ name: 'A' }, { name: 'B' }],
			respond: ({ body }) =>
				isRefused && body.name === 'B'
					? { status: 400, body: { error: 'NO' } }
					: { body: { id: 7, name: 'A' } },
		});

	test.each(
		table<{
			what: string;
			call: [string, IDataObject];
			settings: NodeSettings;
			messages: RegExp[];
		}>(tables.retries),
	)('$what', async ({ call, settings, messages }) => {
		const { hints, error } = await run(call, settings);
		expect(error).toBeUndefined();
		expect(hints).toEqual(
			messages.map((message) => ({
				message: expect.stringMatching(message) as string,
				type: 'warning',
				location: 'outputPane',
			})),
		);
	});

	test.each([
		['with it, that each attempt wrote', twice, true],
		['without it nothing of attempts', {}, false],
	])('a write that fails in the end says, %s', async (_what, settings, isTold) => {
		const { error } = await run(CREATE, settings, true);
		expect(error?.message).toContain('NO');
		expect(error?.description).toContain('1 other item was processed before this failure');
		const attempts = /failure.*\n.*Retry On Fail.* each attempt/s;
		expect(attempts.test(error?.description ?? '')).toBe(isTold);
	});
});

describe('the day’s quota ends in the middle of a run', () => {
	const RESETS = /resets at \d{4}-\d\d-\d\dT00:00:00\.000Z \(in \d+ h \d+ min\)/;
	let fixture: NodeFixture;
	let leaveNoon: () => void;
	beforeEach(async () => {
		leaveNoon = startAtNoon();
		fixture = await startNodeFixture({ seed: 'empty' });
	});
	afterEach(async () => {
		leaveNoon();
		await fixture.close();
	});

	/** A hundred customers. */
	async function created(options: IDataObject, kept: IDataObject = {}) {
		await fixture.options({ rateLimit: 0, ...options });
		const { error } = await fixture.run('customer.create', {
			parameters: { name: '={{ $json.name }}' },
			input: Array.from({ length: 100 }, (_, at) => ({ name: `Customer ${at}` })),
			credentials: credentialsOf(fixture.sandbox, { requestsPerSecond: 1000, ...kept }),
		});
		expect(error?.message).toMatch(RESETS);
		return {
			message: error?.message,
			description: error?.description,
			stats: (await fixture.steer('GET', '/stats')) as {
				records: { customer: number };
				refusedWith429: number;
			},
		};
	}

	test('40 of 100 are created; the error names them and when the quota resets', async () => {
		const dailyLimit = { personal: 40, team: 40, v1: 40 };
		const { message, description, stats } = await created({ dailyLimit });
		expect(message).toContain('40 requests per day is used up');
		expect(description).toMatch(
			/^40 other items were processed before this failure \(counted from 0: 0-39\), with the IDs .*Leave them out when you run the rest\.$/,
		);
		expect(stats.records.customer).toBe(40);
		// Those that were under way, and none of them again.
		expect(stats.refusedWith429).toBeLessThanOrEqual(10);
	});

	test('where Daily Requests Kept for Triggers begin, and the error says why', async () => {
		jest.replaceProperty(DAILY_QUOTA, 'personalToken', 40);
		const { message, description, stats } = await created({}, { requestsKeptForTriggers: 10 });
		expect(message).toMatch(
			/^Item 30 \("Customer 30"\): Of the day's 40 requests, the last 10 are kept for triggers \(Customer: Create\): /,
		);
		expect(message).toContain('Daily Requests Kept for Triggers');
		expect(description).toMatch(/^30 other items were processed/);
		expect(stats.records.customer).toBe(30);
	});
});
