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

export class SalesManagementPersonalTokenApi implements ICredentialType {
	name = 'salesManagementPersonalTokenApi';

	displayName = 'Sales Management Personal Token API';

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
				'A personal access token, which begins with svcp_. It acts as the user who issued it, with that user’s permissions. Ask whoever administers the service where it is issued.',
			hint: 'Each user issues a token of their own in the service. It begins with svcp_.',
		},
		...v1CompanionKey,
		requestsPerSecond,
		requestsKeptForTriggers,
		endpointOverrides('v2'),
	];

	authenticate: IAuthenticate = authenticateAs('personalToken');

	/** The nodes test it (`testedBy`); here n8n would look for a request. */
	test?: ICredentialTestRequest;
}
