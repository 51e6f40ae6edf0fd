/** n8n's own context of a running node, for any parameters and items, without running a workflow. */
import '../../../support/harnessEnvironment';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { createEmptyRunExecutionData } from 'n8n-workflow';
import { makeAdditionalData, makeNode, makeWorkflow } from '../../../support/harnessEngine';

const TYPE = 'test.anyForm';

/** A form with one parameter of each shape that a value can be in. */
const anyForm: INodeType = {
	description: {
		displayName: 'Any Form',
		name: 'anyForm',
		group: ['transform'],
		version: 1,
		description: 'Has no other use',
		defaults: { name: 'Any Form' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{ displayName: 'Text', name: 'text', type: 'string', default: '' },
			{ displayName: 'Fields', name: 'group', type: 'collection', default: {}, options: [] },
			{ displayName: 'Record', name: 'locator', type: 'resourceLocator', default: '' },
			{ displayName: 'Columns', name: 'mapper', type: 'resourceMapper', default: {} },
			{ displayName: 'Rows', name: 'list', type: 'json', default: [] },
		],
	},
};

/** The context in which n8n would run a node with these parameters, as they are. */
export function contextOf(parameters: INodeParameters, jsons: readonly unknown[]): ExecuteContext {
	const node = makeNode({ type: TYPE });
	const workflow = makeWorkflow({ nodes: [node], connections: {} }, {}, { [TYPE]: anyForm });
	const own = workflow.nodes[node.name] ?? node;
	own.parameters = parameters;
	const items = jsons.map((json): INodeExecutionData => ({ json: json as IDataObject }));
	const input = { main: [items] };
	return new ExecuteContext(
		workflow,
		own,
		makeAdditionalData(workflow, {}, 'manual'),
		'manual',
		createEmptyRunExecutionData(),
		0,
		items,
		input,
		{ data: input, node: own, source: null },
		[],
	);
}
