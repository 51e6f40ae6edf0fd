/** What a file import says where it can't go on: as a tool of an AI agent, and cancelled in the middle. */
import { ExecuteContext } from 'n8n-core';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { textOf } from '../../nodes/SalesManagement/values';
import { actionType, runNode } from '../support/harness';
import { serve, type Answer, type Received } from '../unit/support/testClient';
import { withFile } from './support/withFile';

const credentials = (url: string) => ({
	salesManagementPersonalTokenApi: {
		...{ baseUrl: `${url}/v2`, requestsPerSecond: 1000 },
		accessToken: 'svcp_not-a-real-token',
	},
});

const customers = (many: number): string =>
	`name\n${Array.from({ length: many }, (_, at) => `Customer ${at + 1}`).join('\n')}`;

const parameters = {
	...{ authentication: 'personalToken', resource: 'customer', operation: 'createMany' },
	...{ fieldsFrom: 'file', binaryPropertyName: 'data' },
};

test('an AI agent is told what to do instead, and nothing is sent', async () => {
	const server = await serve(() => ({ body: {} }));
	try {
		const type = `${actionType}Tool`;
		const { error } = await runNode({
			...{ type, extraNodes: { [type]: new SalesManagement() } },
			...{ parameters, credentials: credentials(server.url), input: [withFile(customers(1))] },
		});
		expect(error?.message).toBe(
			'An AI agent can’t hand over a file: set Fields From to Form in this tool, or import the file with a node of the workflow.',
		);
		expect(server.requests).toEqual([]);
	} finally {
		await server.close();
	}
});

describe.each([
	['On Error: Continue', true],
	['On Error: Stop Workflow', false],
])('cancelled in the middle, with %s', (_, continueOnFail) => {
	const AT = 24;
	/** IDs for the first requests; the one after them is answered by nothing, and the run is cancelled. */
	async function cancelled() {
		const log: string[] = [];
		const note = (text: string) => log.push(text);
		jest
			.spyOn(ExecuteContext.prototype, 'logger', 'get')
			.mockReturnValue({ info: note, warn: note } as never);
		const cancel = new AbortController();
		const written = new Set<number>();
		let [number, after] = [0, 0];
		const answer = ({ body }: Received): Answer => {
			if (cancel.signal.aborted) after++;
			if (++number === AT) cancel.abort();
			if (number >= AT) return { act: () => undefined };
			const { customers: rows } = JSON.parse(body) as { customers: Array<{ name: string }> };
			const ids = rows.map(({ name }) => Number(name.slice(9)));
			for (const id of ids) written.add(id);
			return { body: ids };
		};
		const server = await serve((received) =>
			received.url.endsWith('/bulk') ? answer(received) : { body: { customers: [], users: [] } },
		);
		try {
			const { run } = await runNode({
				...{ parameters, credentials: credentials(server.url), continueOnFail },
				...{ input: [withFile(customers(60_000))], signal: cancel.signal },
			});
			const told = Object.values(run.data.resultData.metadata ?? {}).map(textOf);
			return { written, told, log, after };
		} finally {
			await server.close();
		}
	}
	afterEach(() => jest.restoreAllMocks());

	test('it stops at once; log and custom data name the row to go on from', async () => {
		const { written, told, log, after } = await cancelled();
		// Those that were under way when it was cancelled: ten in each of two parts at most.
		expect(after).toBeLessThan(20);
		expect(written.size).toBe((AT - 1) * 1_000);
		expect(told).toHaveLength(1);
		const [last = ''] = told;
		const next = Number(/set Start Row to (\d+)\.$/.exec(last)?.[1]);
		const first = Array.from({ length: 60_000 }, (__, at) => at + 1).find(
			(row) => !written.has(row),
		);
		expect(next).toBe(first);
		expect(last).toContain(`up to row ${(next - 1).toLocaleString('en-US')} (23,000 created)`);
		expect(log).toContain(`Node: ${last}`);
	});
});
