import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UsageError } from '../../shared';
import {
	LEADS_OUT,
	routesWith,
	versionOf,
	type ApiVersion,
	type CredentialKind,
	type CredentialLabels,
	type Routes,
} from '../routes';
import { checkBaseUrl, enteredIn, secretOf } from './credential';

/** One secret of a credential, and the only address that it is sent to. */
export interface Connection {
	readonly kind: CredentialKind;
	/** Checked by `checkBaseUrl`. */
	readonly baseUrl: string;
	readonly secret: string;
	/** The version's table with the credential's overrides applied. */
	readonly routes: Routes;
	/** The form's names of its fields, where the credential has more than one secret; those of its kind when absent. */
	readonly labels?: CredentialLabels;
}

/** The header that carries a secret. */
export const headerOf = ({ kind, secret }: Connection): Record<string, string> =>
	kind === 'v1ApiKey' ? { 'X-Api-Key': secret } : { Authorization: `Bearer ${secret}` };

/** The connections of a credential: its own, and one to v1 where a token has a key beside it. */
type Connections = readonly [own: Connection, ...v1Companion: Connection[]];

const COMPANION_LABELS: CredentialLabels = { secret: 'V1 API Key', baseUrl: 'V1 Base URL' };

/** @throws UsageError for fields that are missing or can't be used, with what to change. */
export function connectionsOf(
	kind: CredentialKind,
	data: ICredentialDataDecryptedObject,
): Connections {
	const routes = (version: ApiVersion) => routesWith(data.endpointOverrides, kind, version);
	const version = versionOf(kind);
	const own = {
		kind,
		baseUrl: checkBaseUrl(data.baseUrl, version),
		routes: routes(version),
		secret: secretOf(data),
	};
	if (kind === 'v1ApiKey') return [own];
	const v1Companion = { kind: 'v1ApiKey', labels: COMPANION_LABELS, routes: routes('v1') } as const;
	const key = enteredIn(data.v1ApiKey);
	const address = enteredIn(data.v1BaseUrl);
	if (key === undefined && address === undefined) return [own];
	if (key === undefined || address === undefined) {
		throw new UsageError(
			'The credential has only one of V1 API Key and V1 Base URL: enter both, or neither.',
		);
	}
	const baseUrl = checkBaseUrl(address, 'v1', 'V1 Base URL');
	return [own, { ...v1Companion, baseUrl, secret: key }];
}

/**
 * The connection whose address a request goes to; where one address lies below the other, the more
 * specific one. `undefined` for an address that belongs to none, or has a user name.
 */
export function connectionFor(connections: Connections, target: string): Connection | undefined {
	if (!URL.canParse(target)) return undefined;
	const { origin, pathname, username, password } = new URL(target);
	// `..` and its encoded forms are resolved by now, unless a server decodes slashes first.
	if (username !== '' || password !== '' || LEADS_OUT.test(pathname)) return undefined;
	return connections
		.filter(({ baseUrl }) => `${origin}${pathname}/`.startsWith(`${baseUrl}/`))
		.sort((a, b) => b.baseUrl.length - a.baseUrl.length)
		.at(0);
}
