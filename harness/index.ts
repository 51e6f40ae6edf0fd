/**
 * Runs the nodes on n8n's real engine (n8n-core), over real HTTP, without an n8n installation.
 * Works inside jest and from tsx (the demo uses it).
 *
 * | export | does |
 * |---|---|
 * | `runNode(options)` | one node over input items → `{items, outputs, error?, hints, run}` |
 * | `runWorkflow(json, options)` | a whole workflow as exported by n8n → `{items(node), error?, run}` |
 * | `createPoller(options)` | a trigger as n8n activates, polls, saves and restarts it → `Poller` |
 * | `callMethod(options)` | a `loadOptions`, `listSearch` or `resourceMapping` method, as the editor does |
 * | `actionNode()` | the node, one for all runs |
 * | `credentialsOf(ready)` | the three credentials of a sandbox, from its ready line |
 * | `actionType`, `toolType`, `triggerType` | the full names of the node, of the node as an agent's tool, and of the trigger |
 *
 *     const sandbox = await startSandbox();
 *     const credentials = credentialsOf(sandbox);
 *     const { items, error } = await runNode({
 *       parameters: { authentication: 'personalToken', resource: 'deal', operation: 'get', … },
 *       credentials,
 *       input: [{ id: 1 }],
 *     });
 *
 * Parameters that are left out take the defaults of the node's own form, as in n8n.
 */
import './environment';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IRun,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { UnexpectedError } from 'n8n-workflow';
import { LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import type { CredentialSet } from './credentials';
import {
	makeAdditionalData,
	makeNode,
	makeWorkflow,
	type NodeOptions,
	type WorkflowJson,
} from './engine';
import { startType } from './nodes';

export type { NodeOptions, NodeSettings, WorkflowJson } from './engine';
export { credentialsOf, type CredentialSet } from './credentials';
export { actionNode, actionType, toolType, triggerType } from './nodes';
export { createPoller, type Poller, type PollerOptions } from './poller';

export interface RunNodeOptions extends NodeOptions {
	/** Input items, or just their `json`; one empty item unless said otherwise. */
	readonly input?: ReadonlyArray<IDataObject | INodeExecutionData>;
	/** On Error: Continue. Items that fail come out with an `error`. */
	readonly continueOnFail?: boolean;
	readonly mode?: WorkflowExecuteMode;
	/** Cancels the execution, as the editor's Stop does. */
	readonly signal?: AbortSignal;
}

export interface NodeResult {
	/** The items of the first output. */
	readonly items: INodeExecutionData[];
	/** All outputs; the second one holds errors under On Error: Continue (using error output). */
	readonly outputs: INodeExecutionData[][];
	/** The error that stopped the node. */
	readonly error?: Error & { description?: string | null };
	readonly hints: NodeExecutionHint[];
	readonly run: IRun;
}

interface RunWorkflowOptions {
	/** Every node that uses one of these credential types gets it. */
	readonly credentials?: CredentialSet;
	/** Where to start; the first trigger unless said otherwise. */
	readonly startNode?: string;
	/** What the trigger emitted. Given: a production run (`trigger`); missing: a manual one. */
	readonly emitted?: INodeExecutionData[][];
	readonly mode?: WorkflowExecuteMode;
	readonly extraNodes?: Readonly<Record<string, INodeType>>;
	/** Cancels the execution, as the editor's Stop does. */
	readonly signal?: AbortSignal;
}

interface WorkflowResult {
	/** The items that the named node put out in its last run, first output. */
	items(nodeName: string): INodeExecutionData[];
	readonly error?: Error & { description?: string | null };
	readonly run: IRun;
}

/** Runs one node once, fed by a start node. Never throws for a failure of the node. */
export async function runNode(options: RunNodeOptions): Promise<NodeResult> {
	const node = makeNode(options);
	if (options.continueOnFail) node.onError = 'continueRegularOutput';
	const start: INode = { ...makeNode({ type: startType }), name: 'Start', position: [-200, 0] };
	const { run } = await runWorkflow(
		{
			nodes: [start, node],
			connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
			settings: options.workflowSettings,
		},
		{
			credentials: options.credentials,
			startNode: 'Start',
			emitted: [(options.input ?? [{}]).map(toItem)],
			mode: options.mode ?? 'manual',
			extraNodes: options.extraNodes,
			signal: options.signal,
		},
	);
	const task = run.data.resultData.runData[node.name]?.at(-1);
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	return {
		items: outputs[0] ?? [],
		outputs,
		error: task?.error ?? run.data.resultData.error,
		hints: task?.hints ?? [],
		run,
	};
}

/** Runs a workflow from its trigger (or `startNode`) to its end. */
export async function runWorkflow(
	json: WorkflowJson,
	options: RunWorkflowOptions = {},
): Promise<WorkflowResult> {
	const mode = options.mode ?? (options.emitted ? 'trigger' : 'manual');
	const workflow = makeWorkflow(json, options.credentials, options.extraNodes);
	const startNode = options.startNode
		? workflow.getNode(options.startNode)
		: (workflow.getPollNodes()[0] ?? workflow.getStartNode());
	if (!startNode) throw new UnexpectedError('The workflow has no node to start from');
	const additionalData = makeAdditionalData(workflow, options.credentials, mode);
	const running = new WorkflowExecute(additionalData, mode).run({
		workflow,
		startNode,
		triggerToStartFrom: options.emitted && {
			name: startNode.name,
			data: {
				data: { main: options.emitted },
				executionIndex: 0,
				executionTime: 0,
				source: [],
				startTime: Date.now(),
			},
		},
	});
	options.signal?.addEventListener('abort', () => running.cancel());
	const run = await running;
	return {
		items: (nodeName) => run.data.resultData.runData[nodeName]?.at(-1)?.data?.main?.[0] ?? [],
		error: run.data.resultData.error,
		run,
	};
}

export interface CallMethodOptions extends NodeOptions {
	readonly kind: 'loadOptions' | 'listSearch' | 'resourceMapping';
	readonly method: string;
	/** What the user typed into the search box (`listSearch`). */
	readonly filter?: string;
	/** The token that the page before gave (`listSearch`). */
	readonly paginationToken?: string;
	/** The parameter that asks, such as `parameters.phase`; for methods that read their neighbours. */
	readonly path?: string;
}

/** Calls one of the methods that fill dropdowns and mapped columns, in the editor's own context. */
export async function callMethod(options: CallMethodOptions): Promise<unknown> {
	const json = { nodes: [makeNode(options)], connections: {} };
	const workflow = makeWorkflow(json, options.credentials, options.extraNodes);
	// The editor sends the whole form, defaults included; the workflow object has filled them in.
	const node = Object.values(workflow.nodes)[0] as INode;
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const method = type.methods?.[options.kind]?.[options.method];
	if (!method) throw new UnexpectedError(`The node has no ${options.kind} "${options.method}"`);
	const additionalData = makeAdditionalData(workflow, options.credentials, 'internal');
	additionalData.currentNodeParameters = node.parameters;
	const context = new LoadOptionsContext(workflow, node, additionalData, options.path ?? '');
	const call = method as (this: LoadOptionsContext, ...rest: unknown[]) => Promise<unknown>;
	return await call.call(context, options.filter, options.paginationToken);
}

function toItem(value: IDataObject | INodeExecutionData): INodeExecutionData {
	const isItem = typeof value.json === 'object' && value.json !== null;
	return isItem ? (value as INodeExecutionData) : { json: value };
}
