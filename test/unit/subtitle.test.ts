/** What the canvas shows below a node. */
import { Workflow, type INodeParameters, type INodeTypes } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node.ts';

const nodes = [new SalesManagement(), new SalesManagementTrigger()];

/** By n8n's own evaluation. */
function shownBelow({ description }: (typeof nodes)[number], parameters: INodeParameters) {
	const place = { id: 'a', name: 'A', typeVersion: 1, position: [0, 0] as [number, number] };
	const node = { ...place, type: description.name, parameters };
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle } = description;
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

test.each([
	[{ resource: 'deal', operation: 'create' }, 'Create: Deal'],
	[{ resource: 'dealAction', operation: 'getMany' }, 'Get many: Deal action'],
	[{ resource: 'customObject', operation: 'createOrUpdate' }, 'Create or update: Custom object'],
])('of the node with %j: %s', (parameters, subtitle) => {
	expect(shownBelow(nodes[0]!, parameters)).toBe(subtitle);
});

test.each([
	[{ resource: 'deal', event: 'createdOrUpdated' }, 'Created or updated: Deal'],
	[{ resource: 'deal', event: 'phaseChanged' }, 'Phase changed: Deal'],
	[{ resource: 'customerAction', event: 'deleted' }, 'Deleted: Customer action'],
])('of the trigger with %j: %s', (parameters, subtitle) => {
	expect(shownBelow(nodes[1]!, parameters)).toBe(subtitle);
});
