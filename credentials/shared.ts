import type { IAuthenticate, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import {
	connectionsOf,
	connectionFor,
	headerOf,
} from '../nodes/SalesManagement/api/credential/credential';
import { UsageError } from '../nodes/SalesManagement/shared';
import type { ApiVersion, CredentialKind } from '../nodes/SalesManagement/api/routes';

/** The properties and functions that the three credential types share. */

export const baseUrl = (version: ApiVersion): INodeProperties => ({
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: `e.g. https://host.example/${version}`,
	description: `The address of the service's ${version} interface, including the version segment ${version}`,
	hint: `The service's address up to and including ${version}, such as https://host.example/${version}`,
});

/** The optional key beside a token, with an address of its own. */
export const v1CompanionKey: INodeProperties[] = [
	{
		displayName: 'V1 API Key',
		name: 'v1ApiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'A key for the earlier interface, v1. It is never sent together with the token. The credential test does not try it.',
		hint: 'Optional: completes the dropdowns, and adds the operations that only v1 has. Issued in the administration area of the service.',
	},
	{
		displayName: 'V1 Base URL',
		name: 'v1BaseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://host.example/v1',
		description:
			"The address of the service's v1 interface, including the version segment v1. Only the key is sent to this address, never the token.",
		hint: 'Only together with a V1 API Key',
	},
];

/** The pace of the credential, in requests a second. */
export const requestsPerSecond: INodeProperties = {
	displayName: 'Requests per Second',
	name: 'requestsPerSecond',
	type: 'number',
	// There is no precision, which would show 5 as 5.0; fractions are accepted all the same.
	typeOptions: { minValue: 0.1 },
	default: 5,
	description:
		'The pace that all nodes with this credential share. The service allows 5; n8n workers and other programs on the same account share them.',
};

/** The part of the daily quota that nodes and dropdowns leave to triggers, in requests. */
export const requestsKeptForTriggers: INodeProperties = {
	displayName: 'Daily Requests Kept for Triggers',
	name: 'requestsKeptForTriggers',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'How much of the daily quota only triggers may use. Nodes and dropdowns stop with an error when the rest is used up, and go on after midnight UTC. Each n8n process counts its own requests.',
};

const V1_COMPANION_ROUTES =
	' Operations that use the V1 API Key begin with v1:, such as {"v1:domainSetting.get": "GET /settings"}.';

/**
 * The overrides of routes. They are a text of one line, and the last field: a JSON editor would fill most of
 * the form, and n8n drops the value of a hidden field.
 */
export const endpointOverrides = (version: ApiVersion): INodeProperties => ({
	displayName: 'Endpoint Overrides',
	name: 'endpointOverrides',
	type: 'string',
	default: '',
	placeholder: 'e.g. {"deal.update": "PUT /deals/{id}"}',
	description: `Only for a deployment whose routes differ: a JSON object that gives individual operations a different route, such as {"deal.update": "PUT /deals/{id}"}. The operation Account: Check finds out which, and proposes the object.${version === 'v2' ? V1_COMPANION_ROUTES : ''}`,
});

/**
 * Adds a secret's header to a request, from any node, if it goes to the secret's own address.
 * @throws UsageError for a request to any other address, and for errors in the credential's fields.
 */
export const authenticateAs =
	(kind: CredentialKind): IAuthenticate =>
	async (credential, request) => {
		const connections = connectionsOf(kind, credential);
		const connection = connectionFor(connections, targetOf(request));
		if (!connection) {
			const addresses = connections.map((each) => each.baseUrl);
			throw new UsageError(
				`This credential is sent to ${addresses.join(' and ')} and nowhere else.`,
			);
		}
		return { ...request, headers: { ...request.headers, ...headerOf(connection) } };
	};

/** The address that a request goes to; older nodes use `uri` for `url`. */
function targetOf(request: IHttpRequestOptions & { uri?: string }): string {
	const path = request.url || (request.uri ?? '');
	if (/^[a-z][a-z\d+.-]*:/i.test(path) || !request.baseURL) return path;
	return `${request.baseURL.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
