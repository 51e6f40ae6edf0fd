import type {
	IAuthenticate,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { checkBaseUrl, secretOf } from '../nodes/SalesManagement/api/credential';
import { routesWith } from '../nodes/SalesManagement/api/endpoints';
import { UsageError } from '../nodes/SalesManagement/api/errors';
import { ROUTES, type OperationId } from '../nodes/SalesManagement/api/routes';
import type { ApiVersion, Route } from '../nodes/SalesManagement/api/types';

/** What the three credential types have in common. */

export const baseUrl = (version: ApiVersion): INodeProperties => ({
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: `e.g. https://host.example/${version}`,
	description: `The address of the service's ${version} interface, including the version segment ${version}`,
});

export const requestsPerSecond: INodeProperties = {
	displayName: 'Requests per Second',
	name: 'requestsPerSecond',
	type: 'number',
	typeOptions: { minValue: 0.1, numberPrecision: 1 },
	default: 5,
	description:
		'The pace that all nodes with this credential share. The service allows 5; choose fewer when other programs use the same account.',
};

export const endpointOverrides: INodeProperties = {
	displayName: 'Endpoint Overrides',
	name: 'endpointOverrides',
	type: 'json',
	default: '{}',
	description:
		'Only for a deployment whose routes differ: a JSON object that gives individual operations a different route, such as {"deal.update": "PUT /deals/{id}"}',
};

/**
 * Adds the credential's header, only to requests below its base address, whichever node sends them.
 * Errors in the address or the overrides are thrown here, so that the credential test shows them.
 */
export function authenticateBelowBase(
	version: ApiVersion,
	header: (secret: string) => Record<string, string>,
): IAuthenticate {
	return async (credential, request) => {
		const base = checkBaseUrl(credential.baseUrl, version);
		routesWith(credential.endpointOverrides, version);
		if (!isBelow(base, targetOf(request))) {
			throw new UsageError(`This credential is sent to ${base} and nowhere else.`);
		}
		return { ...request, headers: { ...request.headers, ...header(secretOf(credential)) } };
	};
}

/** Where a request goes; older nodes use `uri` for `url`. */
function targetOf(request: IHttpRequestOptions & { uri?: string }): string {
	const path = request.url || (request.uri ?? '');
	if (/^[a-z][a-z\d+.-]*:/i.test(path) || !request.baseURL) return path;
	return `${request.baseURL.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/** Compared as the address will be used: with `..` and its encoded forms resolved. */
function isBelow(base: string, target: string): boolean {
	if (!URL.canParse(target)) return false;
	const { origin, pathname, username, password } = new URL(target);
	if (username !== '' || password !== '') return false;
	return `${origin}${pathname}` === base || `${origin}${pathname}`.startsWith(`${base}/`);
}

interface Test {
	readonly version: ApiVersion;
	/** A read that every credential of this kind is allowed to do. */
	readonly operation: OperationId;
	/** A property that its response always has. */
	readonly property: string;
	/** What the secret is called. */
	readonly secret: string;
	/** What a 403 means. */
	readonly forbidden: string;
}

/** The request that tests a credential, with a sentence for each way in which it can fail. */
export function testRequest({ version, operation, ...test }: Test): ICredentialTestRequest {
	const { method, path } = ROUTES[version][operation] as Route;
	const part = (index: 0 | 1) =>
		`={{ (JSON.parse($credentials.endpointOverrides || '{}')['${operation}'] || '${method} ${path}').trim().split(/ +/)[${index}] }}`;
	const address = 'check the Base URL and the Endpoint Overrides';
	const redirect =
		'The service redirects to another address: enter the final one as the Base URL, since a credential is never sent along a redirect.';
	const meaning: Readonly<Record<number, string>> = {
		301: redirect,
		302: redirect,
		303: redirect,
		307: redirect,
		308: redirect,
		401: `The service does not accept this ${test.secret}: copy it again, in full and without spaces.`,
		403: test.forbidden,
		404: `This address is not the service's ${version} interface: ${address}.`,
		405: `The service does not accept this request: ${address}.`,
		429: 'The account made too many requests: wait a second, or until midnight UTC if the daily quota is used up.',
		500: 'The service failed: try again later.',
		502: 'The service is not available at this address: try again later, or check the Base URL.',
		503: 'The service is currently unavailable: try again later.',
	};
	const codes = Object.entries(meaning).map(([value, message]): IAuthenticateRuleResponseCode => ({
		type: 'responseCode',
		properties: { value: Number(value), message },
	}));
	const notTheService: IAuthenticateRuleResponseSuccessBody = {
		type: 'responseSuccessBody',
		properties: {
			key: test.property,
			value: undefined,
			message: `The address responds, but not as the service's ${version} interface does: ${address}.`,
		},
	};
	return {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			// The type wants a method; n8n resolves the expression first.
			method: part(0) as IHttpRequestMethods,
			url: part(1),
			disableFollowRedirect: true,
		},
		// n8n takes rules of both kinds in one list; its type wants one kind.
		rules: [...codes, notTheService] as IAuthenticateRuleResponseCode[],
	};
}
