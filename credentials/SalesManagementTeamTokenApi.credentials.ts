import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import {
	authenticateAs,
	baseUrl,
	endpointOverrides,
	v1CompanionKey,
	requestsKeptForTriggers,
	requestsPerSecond,
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
				'A team access token, which begins with svct_. It can access all data of the organization and belongs to no user. Ask whoever administers the service where it is issued.',
			hint: 'Issued in the service for the whole organization. It begins with svct_.',
		},
		...v1CompanionKey,
		requestsPerSecond,
		requestsKeptForTriggers,
		endpointOverrides('v2'),
	];

	authenticate: IAuthenticate = authenticateAs('teamToken');

	/** The nodes test it (`testedBy`); here n8n would look for a request. */
	test?: ICredentialTestRequest;
}
