import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** Which credential the node or the trigger uses. */
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
			description: 'The earlier interface, for what the newer one does not offer yet',
		},
	],
	default: 'personalToken',
};

/**
 * The v1 key is one entry for both of its uses: alone, and alongside a token for what only v1 has.
 * (n8n looks up a credential type by its first entry, so there can't be two.)
 *
 * `/authentication`, not `authentication`: for the latter the editor hides the field and offers all
 * credentials in one list instead, in which an optional second one can't be told apart.
 */
export const credentials: INodeCredentialDescription[] = [
	{
		name: 'salesManagementPersonalTokenApi',
		required: true,
		displayOptions: { show: { '/authentication': ['personalToken'] } },
	},
	{
		name: 'salesManagementTeamTokenApi',
		required: true,
		displayOptions: { show: { '/authentication': ['teamToken'] } },
	},
	{
		name: 'salesManagementV1KeyApi',
		displayName: 'API Key (V1, Optional with a Token)',
		required: false,
	},
];
