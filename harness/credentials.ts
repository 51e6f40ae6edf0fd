/** Credentials in tests: plain data, resolved by the real credential classes as n8n resolves it. */
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeCredentials,
	INodeParameters,
	INodeProperties,
	Workflow,
} from 'n8n-workflow';
import { ICredentialsHelper, isExpression, NodeHelpers, UnexpectedError } from 'n8n-workflow';
import { SalesManagementPersonalTokenApi } from '../credentials/SalesManagementPersonalTokenApi.credentials';
import { SalesManagementTeamTokenApi } from '../credentials/SalesManagementTeamTokenApi.credentials';
import { SalesManagementV1KeyApi } from '../credentials/SalesManagementV1KeyApi.credentials';

/** Field values by credential type, such as `{salesManagementPersonalTokenApi: {baseUrl, …}}`. */
export type CredentialSet = Readonly<Record<string, ICredentialDataDecryptedObject>>;

const types: Readonly<Record<string, ICredentialType>> = Object.fromEntries(
	[SalesManagementPersonalTokenApi, SalesManagementTeamTokenApi, SalesManagementV1KeyApi]
		.map((CredentialClass) => new CredentialClass())
		.map((type) => [type.name, type]),
);

/** What a sandbox's ready line says of itself, as far as credentials need it. */
export interface SandboxAddresses {
	readonly v1: string;
	readonly v2: string;
	readonly credentials: { readonly personal: string; readonly team: string; readonly v1: string };
	/** Endpoint Overrides that belong to it, for the credential of a token and that of a v1 key. */
	readonly pasted?: { readonly token: object; readonly v1: object };
}

/** All three credentials of a running sandbox, with the v1 key beside both tokens; and further fields. */
export function credentialsOf(
	{ v1, v2, credentials, pasted }: SandboxAddresses,
	further: ICredentialDataDecryptedObject = {},
): CredentialSet {
	const overrides = (of: 'token' | 'v1') =>
		pasted && { endpointOverrides: JSON.stringify(pasted[of]) };
	const beside = { v1ApiKey: credentials.v1, v1BaseUrl: v1, ...overrides('token'), ...further };
	return {
		salesManagementPersonalTokenApi: { baseUrl: v2, accessToken: credentials.personal, ...beside },
		salesManagementTeamTokenApi: { baseUrl: v2, accessToken: credentials.team, ...beside },
		salesManagementV1KeyApi: {
			baseUrl: v1,
			apiKey: credentials.v1,
			...overrides('v1'),
			...further,
		},
	};
}

/** The `credentials` part of a node that uses every credential of the set. */
export function references(set: CredentialSet): INodeCredentials {
	return Object.fromEntries(Object.keys(set).map((type) => [type, { id: type, name: type }]));
}

/** Answers the engine's questions about credentials from a set in memory. */
export class CredentialsHelper extends ICredentialsHelper {
	constructor(private readonly set: CredentialSet) {
		super();
	}

	/** The stored fields, with the defaults of the credential's own form for what is missing. */
	async getDecrypted(
		_additionalData: unknown,
		_reference: unknown,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = this.set[type];
		if (!stored) throw new UnexpectedError(`The test has no credential of type "${type}"`);
		const data = stored as INodeParameters;
		return NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
	}

	/** Applies the credential's own `authenticate`: a function, or expressions on `$credentials`. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		request: IHttpRequestOptions,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const rule = this.type(type).authenticate;
		if (typeof rule === 'function') return await rule(credentials, request);
		if (!rule || !workflow || !node) return request;
		const resolve = (text: string): string =>
			isExpression(text)
				? String(
						workflow.expression.getSimpleParameterValue(node, text, 'internal', {
							$credentials: credentials,
						}) ?? '',
					)
				: text;
		const added = Object.entries(rule.properties).map(([part, values]) => [
			part,
			{
				...(request[part as keyof IHttpRequestOptions] as object | undefined),
				...Object.fromEntries(
					Object.entries(values as Record<string, string>).map(([name, value]) => [
						resolve(name),
						resolve(value),
					]),
				),
			},
		]);
		return { ...request, ...(Object.fromEntries(added) as Partial<IHttpRequestOptions>) };
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.type(type).properties;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new UnexpectedError('Tests keep no encrypted credentials');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	private type(name: string): ICredentialType {
		const type = types[name];
		if (!type) throw new UnexpectedError(`The package has no credential type "${name}"`);
		return type;
	}
}
