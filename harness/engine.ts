/** The engine's own objects, made for tests: nodes, workflows, and all it expects around a run. */
import './environment';
import './patientRegex';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Logger } from '@n8n/backend-common';
import { UnexpectedError, Workflow } from 'n8n-workflow';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import { CredentialsHelper, references, type CredentialSet } from './credentials';
import { actionType, NodeTypes } from './nodes';

// A silent logger still looks for the caller of each line: 6 % of a run of customer.get, by a CPU profile.
Logger.prototype.debug = () => {};

/** Settings of a node beside its parameters, as in the editor's Settings tab. */
export type NodeSettings = Partial<
	Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'executeOnce'> &
		Pick<INode, 'alwaysOutputData' | 'typeVersion' | 'name'>
>;

/** What every way of running a node needs to know. */
export interface NodeOptions {
	readonly parameters?: INodeParameters;
	readonly credentials?: CredentialSet;
	/** The node's type; the Sales Management node unless said otherwise. */
	readonly type?: string;
	readonly nodeSettings?: NodeSettings;
	readonly workflowSettings?: IWorkflowSettings;
	/** Node types of a test's own, by full name. */
	readonly extraNodes?: Readonly<Record<string, INodeType>>;
}

/** A workflow as n8n exports it; only these parts matter to the engine. */
export interface WorkflowJson {
	readonly id?: string;
	readonly name?: string;
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly settings?: IWorkflowSettings;
	readonly staticData?: IDataObject;
}

/** A node as a workflow stores it. */
export function makeNode(options: NodeOptions): INode {
	return {
		id: 'node',
		name: 'Node',
		type: options.type ?? actionType,
		typeVersion: 1,
		position: [0, 0],
		parameters: structuredClone(options.parameters ?? {}),
		credentials: references(options.credentials ?? {}),
		...options.nodeSettings,
	};
}

/** The engine's own workflow object. Sticky notes are left out, credentials are put in. */
export function makeWorkflow(
	json: WorkflowJson,
	credentials: CredentialSet = {},
	extraNodes?: Readonly<Record<string, INodeType>>,
): Workflow {
	const nodeTypes = new NodeTypes(extraNodes);
	const nodes = structuredClone(json.nodes as INode[])
		.filter((node) => node.type !== 'n8n-nodes-base.stickyNote')
		.map((node) => {
			const accepted = nodeTypes.getByNameAndVersion(node.type).description.credentials ?? [];
			const given = accepted.map(({ name }) => name).filter((name) => name in credentials);
			const own = Object.fromEntries(given.map((name) => [name, credentials[name] ?? {}]));
			return { ...node, credentials: references(own) };
		});
	return new Workflow({
		id: json.id ?? 'workflow',
		name: json.name ?? 'Workflow',
		nodes,
		connections: json.connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'UTC', ...json.settings },
		staticData: structuredClone(json.staticData),
	});
}

/** Everything the engine expects around a run, with harmless answers for what tests never use. */
export function makeAdditionalData(
	workflow: Workflow,
	credentials: CredentialSet = {},
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const nowhere = 'http://127.0.0.1:1/unused';
	const unused = (): never => {
		throw new UnexpectedError('The harness runs neither sub-workflows nor code runners');
	};
	const workflowData = {
		id: workflow.id,
		name: workflow.name ?? '',
		active: workflow.active,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	};
	return {
		credentialsHelper: new CredentialsHelper(credentials),
		hooks: new ExecutionLifecycleHooks(mode, '1', workflowData),
		executionId: '1',
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		restApiUrl: nowhere,
		instanceBaseUrl: nowhere,
		formBaseUrl: nowhere,
		formWaitingBaseUrl: nowhere,
		formTestBaseUrl: nowhere,
		webhookBaseUrl: nowhere,
		webhookWaitingBaseUrl: nowhere,
		webhookTestBaseUrl: nowhere,
		mcpBaseUrl: nowhere,
		mcpTestBaseUrl: nowhere,
		logAiEvent: () => {},
		executeWorkflow: unused,
		getRunExecutionData: unused,
		getRuntimeCredential: unused,
		startRunnerTask: unused,
	};
}
