/**
 * Tests a credential as n8n's own service does (credentials-tester.service.ts of n8n 2.41): the
 * test request runs as a declarative node, and the rules are read from its result.
 */
import '../../support/harnessEnvironment';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import { CredentialsHelper, references } from '../../support/harnessCredentials';

export interface TestResult {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

/** What n8n looks at in a failed test request. */
interface Failure extends Error {
	readonly cause?: {
		readonly code?: string;
		readonly response?: { readonly status: number; readonly statusText?: string };
	};
}

function routingNode(type: ICredentialType, data: ICredentialDataDecryptedObject): RoutingNode {
	const set = { [type.name]: data };
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: references(set),
	};
	const nodeType: INodeType = {
		description: {
			displayName: 'No Operation',
			name: 'noOp',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: [],
			outputs: [],
			credentials: [{ name: type.name, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: type.test!.request },
				},
			],
		},
	};
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const context = new ExecuteContext(
		new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes }),
		node,
		{
			credentialsHelper: new CredentialsHelper(set),
			webhookWaitingBaseUrl: 'http://127.0.0.1/waiting',
			formWaitingBaseUrl: 'http://127.0.0.1/form',
		} as unknown as IWorkflowExecuteAdditionalData,
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	return new RoutingNode(context, nodeType, { id: '1', name: 'x', type: type.name, data });
}

export async function testCredential(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
): Promise<TestResult> {
	const failed = (message: string): TestResult => ({ status: 'Error', message });
	const rules = type.test?.rules ?? [];
	let json: IDataObject;
	try {
		const result = await routingNode(type, data).runNode();
		json = result![0]![0]!.json;
	} catch (error) {
		const { cause, message } = error as Failure;
		if (cause?.response) {
			const { status, statusText } = cause.response;
			const rule = rules.find(
				(each) => each.type === 'responseCode' && each.properties.value === status,
			);
			return failed(rule?.properties.message ?? statusText ?? String(status));
		}
		return failed(cause?.code ?? message);
	}
	for (const { type: kind, properties } of rules) {
		if (kind !== 'responseSuccessBody') continue;
		if (json[properties.key] === properties.value) return failed(properties.message);
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/** Applies the credential to a request of another node, such as the HTTP Request node. */
export async function authenticated(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
	request: Partial<IHttpRequestOptions> & { uri?: string },
): Promise<IHttpRequestOptions> {
	if (typeof type.authenticate !== 'function') throw new Error('It was expected to be a function');
	return await type.authenticate(data, request as IHttpRequestOptions);
}
