import type { IAuthenticate, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import {
	accessesOf,
	accessFor,
	headerOf,
} from '../nodes/SalesManagement/api/credential/authorization';
import { UsageError } from '../nodes/SalesManagement/shared';
import type { ApiVersion, CredentialKind } from '../nodes/SalesManagement/api/routes/types';

/** What the three credential types have in common. */

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
export const keyBeside: INodeProperties[] = [
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

export const requestsPerSecond: INodeProperties = {
	displayName: 'Requests per Second',
	name: 'requestsPerSecond',
	type: 'number',
	// Without a precision, which would show 5 as 5.0; fractions are taken all the same.
	typeOptions: { minValue: 0.1 },
	default: 5,
	description:
		'The pace that all nodes with this credential share. The service allows 5; n8n workers and other programs on the same account share them.',
};

export const requestsKeptForTriggers: INodeProperties = {
	displayName: 'Daily Requests Kept for Triggers',
	name: 'requestsKeptForTriggers',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'How much of the daily quota only triggers may use. Nodes and dropdowns stop with an error when the rest is used up, and go on after midnight UTC. Each n8n process counts its own requests.',
};

const BESIDE =
	' Operations that use the V1 API Key begin with v1:, such as {"v1:domainSetting.get": "GET /settings"}.';

/**
 * A text of one line, and the last field: an editor for JSON would fill most of the form, and of a
 * hidden field n8n would drop what stands in it.
 */
export const endpointOverrides = (version: ApiVersion): INodeProperties => ({
	displayName: 'Endpoint Overrides',
	name: 'endpointOverrides',
	type: 'string',
	default: '',
	placeholder: 'e.g. {"deal.update": "PUT /deals/{id}"}',
	description: `Only for a deployment whose routes differ: a JSON object that gives individual operations a different route, such as {"deal.update": "PUT /deals/{id}"}. The operation Account: Check finds out which, and proposes the object.${version === 'v2' ? BESIDE : ''}`,
});

/**
 * Adds a secret's header, only to requests below its own address, whichever node sends them.
 * Errors in the fields are thrown here, too.
 */
export const authenticateAs =
	(kind: CredentialKind): IAuthenticate =>
	async (credential, request) => {
		const accesses = accessesOf(kind, credential);
		const access = accessFor(accesses, targetOf(request));
		if (!access) {
			const addresses = accesses.map((each) => each.baseUrl);
			throw new UsageError(
				`This credential is sent to ${addresses.join(' and ')} and nowhere else.`,
			);
		}
		return { ...request, headers: { ...request.headers, ...headerOf(access) } };
	};

/** Where a request goes; older nodes use `uri` for `url`. */
function targetOf(request: IHttpRequestOptions & { uri?: string }): string {
	const path = request.url || (request.uri ?? '');
	if (/^[a-z][a-z\d+.-]*:/i.test(path) || !request.baseURL) return path;
	return `${request.baseURL.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
