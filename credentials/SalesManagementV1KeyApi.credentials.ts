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
	requestsKeptForTriggers,
	requestsPerSecond,
} from './shared';

export class SalesManagementV1KeyApi implements ICredentialType {
	name = 'salesManagementV1KeyApi';

	displayName = 'Sales Management V1 Key API';

	icon: Icon = {
		light: 'file:../nodes/SalesManagement/salesManagement.svg',
		dark: 'file:../nodes/SalesManagement/salesManagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-sales-management/n8n-nodes-sales-management#credentials';

	properties: INodeProperties[] = [
		baseUrl('v1'),
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'A key for the earlier interface, v1. To use it beside a token, enter it in the token’s credential instead.',
			hint: 'Issued in the administration area of the service',
		},
		requestsPerSecond,
		requestsKeptForTriggers,
		endpointOverrides('v1'),
	];

	authenticate: IAuthenticate = authenticateAs('v1ApiKey');

	/** The nodes test it (`testedBy`); here n8n would look for a request. */
	test?: ICredentialTestRequest;
}
