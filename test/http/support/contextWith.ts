/** n8n's own context around a client. It loads n8n's engine, which takes a second: only for who needs it. */
import '../../../harness/environment';
import type {
	IExecuteFunctions,
	INode,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import { CREDENTIAL_TYPES, type CredentialKind } from '../../../nodes/SalesManagement/api';
import { CredentialsHelper, references } from '../../../harness/credentials';
import { secretFor } from './server';

const nodeWith = (type: string) => ({
	description: { name: 'test', properties: [], credentials: [{ name: type }], version: 1 },
});

/** n8n's real execution context, with one credential. */
export function contextWith(
	kind: CredentialKind,
	fields: Record<string, string | number>,
	cancelled?: AbortSignal,
): IExecuteFunctions {
	const type = CREDENTIAL_TYPES[kind];
	const secret = { [kind === 'v1ApiKey' ? 'apiKey' : 'accessToken']: secretFor(kind) };
	const set = { [type]: { ...secret, ...fields } };
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: references(set),
	};
	const nodeTypes: INodeTypes = {
		getByName: () => nodeWith(type) as never,
		getByNameAndVersion: () => nodeWith(type) as never,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = {
		credentialsHelper: new CredentialsHelper(set),
	} as unknown as IWorkflowExecuteAdditionalData;
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createRunExecutionData(),
		0,
		[{ json: {} }],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
		cancelled,
	);
}
