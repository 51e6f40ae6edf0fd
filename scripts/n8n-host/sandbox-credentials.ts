/** The three credentials of a running sandbox, as n8n stores them; both tokens also carry the v1 key. */
import type { Credential } from './rest';

/** The part of a sandbox's ready line that credentials need. */
export interface SandboxAddresses {
	readonly v1: string;
	readonly v2: string;
	readonly credentials: { readonly personal: string; readonly team: string; readonly v1: string };
}

export type CredentialType =
	'salesManagementPersonalTokenApi' | 'salesManagementTeamTokenApi' | 'salesManagementV1KeyApi';

export function sandboxCredentials({
	v1,
	v2,
	credentials: { personal, team, v1: apiKey },
}: SandboxAddresses): Array<Credential & { type: CredentialType }> {
	const beside = { v1ApiKey: apiKey, v1BaseUrl: v1 };
	return [
		{
			name: 'Sandbox: team token',
			type: 'salesManagementTeamTokenApi',
			data: { baseUrl: v2, accessToken: team, ...beside },
		},
		{
			name: 'Sandbox: v1 key',
			type: 'salesManagementV1KeyApi',
			data: { baseUrl: v1, apiKey },
		},
		// n8n gives the credential that was stored last to a new node.
		{
			name: 'Sandbox: personal token',
			type: 'salesManagementPersonalTokenApi',
			data: { baseUrl: v2, accessToken: personal, ...beside },
		},
	];
}
