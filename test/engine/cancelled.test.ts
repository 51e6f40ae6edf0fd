/** Of a cancelled node n8n keeps neither output nor error, so its log says what was written. */
import { ExecuteContext } from 'n8n-core';
import { runNode, type RunNodeOptions } from '../support/harness';
import { serve } from '../unit/support/testClient';

const BOTH = [
	['with Continue On Fail', true],
	['without Continue On Fail', false],
] as const;

afterEach(() => jest.restoreAllMocks());

const CREATE_MANY = { operation: 'createMany', options: { batchSize: 1 } };

interface Given {
	readonly continueOnFail: boolean;
	readonly parameters: RunNodeOptions['parameters'];
	/** What comes before the answer that never does. */
	readonly answers: readonly unknown[];
}

/** What is logged when three customers are written, and the run is cancelled as an answer is awaited. */
async function logOf({ continueOnFail, parameters, answers }: Given): Promise<string[]> {
	const log: string[] = [];
	const logger = { warn: (text: string) => log.push(text) };
	jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue(logger as never);
	const cancel = new AbortController();
	let number = 0;
	const server = await serve(() => {
		if (number < answers.length) return { body: answers[number++] };
		cancel.abort();
		return { act: () => undefined };
	});
	try {
		await runNode({
			parameters: {
				...{ authentication: 'personalToken', resource: 'customer', name: '={{ $json.name }}' },
				...parameters,
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

const TWO_DONE =
	'Node: 2 items were processed before the execution was cancelled (counted from 0: 0-1), with the IDs 71-72. It is not known whether these items were processed, counted from 0: 2.';

test.each(BOTH)(
	'cancelled %s: the log names the IDs, and the items in doubt',
	async (_name, continueOnFail) => {
		const answers = [[71], [72]];
		expect(await logOf({ continueOnFail, parameters: CREATE_MANY, answers })).toEqual([TWO_DONE]);
	},
);

test.each(BOTH)(
	'cancelled %s: the log names the IDs that Output Fields leave out',
	async (_name, continueOnFail) => {
		const parameters = { operation: 'create', output: 'selectedFields', outputFields: 'name' };
		const answers = [
			{ id: 71, name: 'A' },
			{ id: 72, name: 'B' },
		];
		expect(await logOf({ continueOnFail, parameters, answers })).toEqual([TWO_DONE]);
	},
);

test.each(BOTH)(
	'cancelled %s while Create or Update searches: nothing was written, and nothing is logged',
	async (_name, continueOnFail) => {
		for (const dryRun of [false, true]) {
			const parameters = { operation: 'createOrUpdate', matchBy: 'name', options: { dryRun } };
			expect(await logOf({ continueOnFail, parameters, answers: [] })).toEqual([]);
		}
	},
);
