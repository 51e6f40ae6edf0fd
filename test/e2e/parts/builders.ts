/** Workflows that a language model builds, through n8n's own MCP server. */
import { PACKAGE_NAME } from '../../../scripts/n8n-host/packed';
import { contains, equal, isTrue } from '../../../harness/n8n/checks';
import { finished } from '../../../harness/n8n/execution';
import { Mcp } from '../mcp';
import type { Part } from './part';

const NODE = `${PACKAGE_NAME}.salesManagement`;

/** What people ask for who don't know the package. */
const SEARCHES = ['CRM', 'import contacts csv', 'deal won', 'sales pipeline'];

/** n8n answers with the definition of the whole node: about 52,000 tokens. */
const MOST_CHARACTERS = 215_000;

/** As a model writes it: deals by their phase, and how much they are worth. */
const CODE = `import { workflow, node, trigger } from '@n8n/workflow-sdk';
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' }, output: [{}] });
const sum = node({
	type: '${NODE}', version: 1,
	config: { name: 'Sum Deals', parameters: { resource: 'deal', operation: 'getMany', output: 'summary', groupBy: ['dealType', 'phase'], values: ['amount:sum'] } },
	output: [{}],
});
export default workflow('sums', 'Deals by phase').add(start).to(sum);`;

export const builders: Part = {
	name: 'builders',
	about: 'n8n’s MCP server finds the nodes, defines them, and builds a workflow with them',
	isBase: false,
	needs: [],
	run: async (world) => {
		const { rest } = await world.n8n();
		const mcp = await Mcp.of(rest);
		for (const query of SEARCHES) {
			await world.check(`"${query}" finds the package`, async () => {
				contains(await mcp.call('search_nodes', { queries: [query] }), `- ${NODE}`);
			});
		}
		await world.check('the definition can be read as a whole', async () => {
			const asked = { nodeId: NODE, resource: 'deal', operation: 'update' };
			const definition = await mcp.call('get_node_types', { nodeIds: [asked] });
			contains(definition, 'DealUpdateParams');
			isTrue(`${definition.length} characters`, definition.length <= MOST_CHARACTERS);
		});
		await world.check('a workflow that a model wrote runs', async () => {
			const created = await mcp.call('create_workflow_from_code', { code: CODE });
			const { workflowId } = JSON.parse(created) as { workflowId: string };
			const run = await mcp.call('execute_workflow', { workflowId, executionMode: 'manual' });
			const { executionId } = JSON.parse(run) as { executionId: string };
			const execution = await finished(rest, executionId);
			equal([execution.status, execution.error], ['success', undefined]);
			const [group] = execution.items('Sum Deals');
			equal(Object.keys(group ?? {}), [
				...['dealType', 'dealTypeId', 'phase', 'phaseId', 'count', 'amountSum'],
			]);
		});
	},
};
