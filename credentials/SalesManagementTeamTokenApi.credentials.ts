import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import {
	authenticateBelowBase,
	baseUrl,
	endpointOverrides,
	requestsPerSecond,
	testRequest,
} from './shared';

export class SalesManagementTeamTokenApi implements ICredentialType {
	name = 'salesManagementTeamTokenApi';

	displayName = 'Sales Management Team Token API';

	icon: Icon = {
		light: 'file:../nodes/SalesManagement/salesManagement.svg',
		dark: 'file:../nodes/SalesManagement/salesManagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-sales-management/n8n-nodes-sales-management#credentials';

	properties: INodeProperties[] = [
		baseUrl('v2'),
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'A team access token, which begins with svct_. It can access all data of the organization and belongs to no user.',
		},
		requestsPerSecond,
		endpointOverrides,
	];

	authenticate: IAuthenticate = authenticateBelowBase('v2', (token) => ({
		Authorization: `Bearer ${token}`,
	}));

	test: ICredentialTestRequest = testRequest({
		version: 'v2',
		operation: 'role.getMany',
		property: 'roles',
		secret: 'token',
		forbidden: 'The service does not allow this token to read: check its permissions.',
	});
}
