/** Account: Check as the tool of an AI agent: what matters of it fits into an answer. */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { MOST_CHARACTERS } from '../../nodes/SalesManagement/operations/agent';
import { textOf } from '../../nodes/SalesManagement/values';
import { documented } from '../support/documented';
import { actionType, runNode } from '../support/harness';
import { usual } from '../support/testSandbox';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
afterEach(async () => await fixture.close());

const toolType = `${actionType}Tool`;

async function answer(dialects: readonly string[], parameters: IDataObject = {}) {
	fixture = await startNodeFixture({ set: usual, dialects });
	const { items, error } = await runNode({
		type: toolType,
		extraNodes: { [toolType]: new SalesManagement() },
		parameters: {
			...{ authentication: 'personalToken', resource: 'account', operation: 'check' },
			...parameters,
		},
		credentials: unpacedCredentials(fixture.sandbox),
	});
	if (error) throw error;
	const records = items.map(({ json }) => json);
	expect(JSON.stringify(records).length).toBeLessThanOrEqual(MOST_CHARACTERS);
	return records;
}

const checksIn = (records: readonly IDataObject[], verdict: string) =>
	records.filter((each) => each.verdict === verdict).flatMap(({ checks }) => checks as string[]);

documented('each of them names the deployment that it is about', () => {
	test('of a service as it is described, what is unclear and the summary', async () => {
		const records = await answer([]);
		const [summary] = records.slice(-1);
		expect(summary).toMatchObject({ check: 'summary', verdict: 'asDescribed' });
		const others = records.slice(0, -1);
		expect(others.filter(({ verdict }) => verdict !== 'unclear')).toEqual([]);
		expect(checksIn(others, 'unclear')).toContain('rateLimit');
	});

	test.each(['other-deployment', 'foreign-deployment'])(
		'of %s, each thing that differs, and the summary with all overrides',
		async (deployment) => {
			const records = await answer([deployment], { includeWrites: true });
			const [summary] = records.slice(-1);
			expect(summary).toMatchObject({ check: 'summary', verdict: 'differs' });
			expect(Object.keys(summary?.endpointOverrides ?? {}).length).toBeGreaterThan(50);
			const { differ } = /(?<differ>\d+) differ/.exec(textOf(summary?.evidence))?.groups ?? {};
			expect(checksIn(records.slice(0, -1), 'differs')).toHaveLength(Number(differ));
		},
	);
});
