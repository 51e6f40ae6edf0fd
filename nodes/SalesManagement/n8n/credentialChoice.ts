import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { CREDENTIAL_TYPES } from '../api/credential/credential';

/**
 * The choice of the credential. Since every credential below is required and depends on `authentication` (not
 * `/authentication`), the editor shows one control for all of them: the list of the existing credentials of
 * all kinds, and this choice when a new one is created.
 */
export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Personal Token',
			value: 'personalToken',
			description: 'Acts as the user who issued it, with that user’s permissions',
		},
		{
			name: 'Team Token',
			value: 'teamToken',
			description: 'Can access all data of the organization; belongs to no user',
		},
		{
			name: 'API Key (V1)',
			value: 'v1ApiKey',
			description: 'The earlier interface alone, for what the newer one does not offer yet',
		},
	],
	default: 'personalToken',
};

/** `testedBy` is a method of both nodes (credentialTest.ts). */
export const credentials: INodeCredentialDescription[] = Object.entries(CREDENTIAL_TYPES).map(
	([kind, name]) => ({
		name,
		required: true,
		testedBy: 'credentialTest',
		displayOptions: { show: { authentication: [kind] } },
	}),
);
