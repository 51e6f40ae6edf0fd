/** n8n's own Retry On Fail runs the whole node again; an expression can't see it, the run can. */
import type { IDataObject } from 'n8n-workflow';
import { runNode, type NodeSettings } from '../support/harness';
import { serve, type Answer, type Received } from '../unit/support/testClient';

const REPEATED = /Retry On Fail/;

async function run(
	parameters: IDataObject,
	settings: NodeSettings,
	answer: (request: Received) => Answer,
) {
	const server = await serve(answer);
	try {
		return await runNode({
			parameters: { authentication: 'personalToken', ...parameters },
			credentials: {
				salesManagementPersonalTokenApi: {
					...{ baseUrl: `${server.url}/v2`, requestsPerSecond: 1000 },
					accessToken: 'svcp_not-a-real-token',
				},
			},
			nodeSettings: settings,
			input: [{ name: 'A' }, { name: 'B' }],
		});
	} finally {
		await server.close();
	}
}

const create = { resource: 'customer', operation: 'create', name: '={{ $json.name }}' };
const created = (): Answer => ({ body: { id: 7, name: 'A' } });
const twice: NodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

test('a write with Retry On Fail says what it means', async () => {
	const { hints, error } = await run(create, twice, created);
	expect(error).toBeUndefined();
	expect(hints).toEqual([
		{ message: expect.stringMatching(REPEATED), type: 'warning', location: 'outputPane' },
	]);
	expect(hints[0]!.message).toContain('a second time');
});

test.each([
	['a write without it', create, {}],
	['a read with it', { resource: 'user', operation: 'getCurrent' }, twice],
])('%s says nothing', async (_what, parameters, settings) => {
	const { hints, error } = await run(parameters, settings, created);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
});

describe('a write that fails in the end', () => {
	const refusesB = ({ body }: Received): Answer =>
		body.includes('"B"') ? { status: 400, body: { error: 'NO' } } : created();

	test('says that the attempts before wrote as well', async () => {
		const { error } = await run(create, twice, refusesB);
		expect(error?.message).toContain('NO');
		expect((error as { description?: string }).description).toMatch(
			/1 other item was processed before this failure.*\n.*Retry On Fail.* each attempt/s,
		);
	});

	test('says nothing of it without Retry On Fail', async () => {
		const { error } = await run(create, {}, refusesB);
		expect((error as { description?: string }).description).not.toMatch(REPEATED);
	});
});
