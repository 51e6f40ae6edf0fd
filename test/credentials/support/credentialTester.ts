/**
 * Tests a credential as n8n's own service does (credentials-tester.service.ts of n8n 2.41): by the
 * method that a node which uses it names as `testedBy`.
 */
import '../../../harness/environment';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeCredentialTestResult,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node';

/** Of all nodes that use the credential n8n asks the first one. */
export async function testCredential(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	// n8n would take a request in its place.
	expect(type.test).toBeUndefined();
	const { description, methods } = new SalesManagement();
	const used = description.credentials?.find(({ name }) => name === type.name);
	const test = methods?.credentialTest?.[used?.testedBy as string];
	if (!test) throw new Error('The node has no test of this credential');
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	return await test.call(context, { id: '1', name: 'x', type: type.name, data });
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
