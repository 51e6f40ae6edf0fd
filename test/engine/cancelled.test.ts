/** Of a cancelled node n8n keeps neither output nor error, so its log says what was written. */
import { ExecuteContext } from 'n8n-core';
import { runNode } from '../support/harness';
import { serve } from '../unit/support/testClient';

const BOTH = [
	['with Continue On Fail', true],
	['without Continue On Fail', false],
] as const;

afterEach(() => jest.restoreAllMocks());

/** Creates three customers in requests of their own; cancels while the last waits for its answer. */
async function logOf(continueOnFail: boolean): Promise<string[]> {
	const log: string[] = [];
	const logger = { warn: (text: string) => log.push(text) };
	jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue(logger as never);
	const cancel = new AbortController();
	let number = 0;
	const server = await serve(() => {
		if (++number < 3) return { body: [70 + number] };
		cancel.abort();
		return { act: () => undefined };
	});
	try {
		await runNode({
			parameters: {
				...{ authentication: 'personalToken', resource: 'customer', operation: 'createMany' },
				...{ name: '={{ $json.name }}', options: { batchSize: 1 } },
			},
			credentials: {
				salesManagementPersonalTokenApi: {
					...{ baseUrl: `${server.url}/v2`, requestsPerSecond: 1000 },
					accessToken: 'svcp_not-a-real-token',
				},
			},
			input: ['A', 'B', 'C'].map((name) => ({ name })),
			continueOnFail,
			signal: cancel.signal,
		});
	} finally {
		await server.close();
	}
	return log;
}

test.each(BOTH)(
	'cancelled %s: the log names the IDs, and the items in doubt',
	async (_name, on) => {
		expect(await logOf(on)).toEqual([
			'Node: 2 items were processed before the execution was cancelled, with the IDs 71-72. It is not known whether these items were processed, counted from 0: 2.',
		]);
	},
);
