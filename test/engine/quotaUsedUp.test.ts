/** The day's quota ends in the middle of a run: the error says what was done, and when to go on. */
import { request } from 'undici';
import { DAILY_QUOTA } from '../../nodes/SalesManagement/api/pace/quota';
import { credentialsOf } from '../support/harness';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const ITEMS = Array.from({ length: 100 }, (_, index) => ({ name: `Customer ${index}` }));
const CREATE = { parameters: { name: '={{ $json.name }}' }, input: ITEMS };
const RESETS = /resets at \d{4}-\d\d-\d\dT00:00:00\.000Z \(in \d+ h \d+ min\)/;

let fixture: NodeFixture;

beforeEach(async () => void (fixture = await startNodeFixture({ seed: 'empty' })));
afterEach(async () => await fixture.close());

const counted = async () => {
	const { body } = await request(`${fixture.sandbox.admin}/stats`);
	return (await body.json()) as { records: { customer: number }; refusedWith429: number };
};

test('40 of 100 are created; the error names them and when the quota resets', async () => {
	const dailyLimit = { personal: 40, team: 40, v1: 40 };
	await fixture.steer('PATCH', '/options', { rateLimit: 0, dailyLimit });
	const { error } = await fixture.run('customer.create', CREATE);
	expect(error?.message).toContain('40 requests per day is used up');
	expect(error?.message).toMatch(RESETS);
	expect(error?.description).toMatch(
		/\n40 other items were processed before this failure \(counted from 0: 0-39\), with the IDs .*Leave them out when you run the rest\.$/,
	);
	const { records, refusedWith429 } = await counted();
	expect(records.customer).toBe(40);
	// Those that were under way, and none of them again.
	expect(refusedWith429).toBeLessThanOrEqual(10);
});

describe('Daily Requests Kept for Triggers', () => {
	/** The quota of a day, of which the last ten are kept. */
	beforeEach(() => void jest.replaceProperty(DAILY_QUOTA, 'personalToken', 40));
	afterEach(() => jest.restoreAllMocks());

	test('a node stops where they begin, and says what was done, when to go on, and why', async () => {
		await fixture.steer('PATCH', '/options', { rateLimit: 0 });
		const kept = { requestsPerSecond: 1000, requestsKeptForTriggers: 10 };
		const credentials = credentialsOf(fixture.sandbox, kept);
		const { error } = await fixture.run('customer.create', { ...CREATE, credentials });
		expect(error?.message).toMatch(
			/^Item 30 \("Customer 30"\): Of the day's 40 requests, the last 10 are kept for triggers \(Customer: Create\): /,
		);
		expect(error?.message).toMatch(RESETS);
		expect(error?.message).toContain('Daily Requests Kept for Triggers');
		expect(error?.description).toMatch(/^30 other items were processed/);
		expect((await counted()).records.customer).toBe(30);
	});
});
