/** What the editor shows beside the node before it runs, by n8n's own evaluation. */
import { Workflow, type INodeParameters, type INodeTypes, type NodeHint } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';

const { description } = new SalesManagement();

/** As the editor does (getNodeHints of n8n 2.41): a condition that is not exactly true shows nothing. */
function shown(parameters: INodeParameters): NodeHint[] {
	const place = { id: 'a', name: 'A', typeVersion: 1, position: [0, 0] as [number, number] };
	const node = { ...place, type: description.name, parameters };
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return (description.hints ?? []).filter(
		({ displayCondition }) =>
			workflow.expression.getSimpleParameterValue(
				workflow.getNode('A')!,
				displayCondition,
				'internal',
				{},
			) === true,
	);
}

const list = { resource: 'deal', operation: 'getMany', returnAll: true };

test('Return All without a filter says before the run that all is read, and what that costs', () => {
	expect(shown(list)).toEqual([
		{
			message: expect.stringMatching(/^Return All without a filter reads the whole list/),
			type: 'info',
			location: 'outputPane',
			whenToDisplay: 'beforeExecution',
			displayCondition: expect.stringMatching(/^=\{\{ .* \}\}$/),
		},
	]);
	expect(shown({ ...list, resource: 'customObject', customObjectDefKey: 'x' })).toHaveLength(1);
	expect(shown({ ...list, filters: {} })).toHaveLength(1);
	expect(shown({ ...list, returnAll: '={{ true }}' })).toHaveLength(1);
});

test.each([
	['a limit', { ...list, returnAll: false }],
	['a limit by default', { resource: 'deal', operation: 'getMany' }],
	['a filter', { ...list, filters: { searchWord: 'x' } }],
	['another operation', { ...list, operation: 'search' }],
	['a list that can’t be filtered', { ...list, resource: 'role' }],
	['a list that comes in one piece', { resource: 'actionField', operation: 'getMany' }],
])('%s says nothing', (_what, parameters) => {
	expect(shown(parameters)).toEqual([]);
});
