import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { checkBaseUrl, enteredIn, secretOf } from './credential';
import { routesOfToken, routesWith } from '../routes/endpoints';
import { UsageError } from '../errors/errors';
import { LEADS_OUT } from '../routes/route';
import type { Routes } from '../routes/routes';
import type { ApiVersion, CredentialKind } from '../types';

/** One secret of a credential, and the only address that it is sent to. */
export interface Access {
	readonly version: ApiVersion;
	/** Checked by `checkBaseUrl`. */
	readonly baseUrl: string;
	readonly secret: string;
	/** The version's table with the credential's overrides applied. */
	readonly routes: Routes;
}

/** The header that carries a secret. */
export const HEADERS: Readonly<Record<ApiVersion, (secret: string) => Record<string, string>>> = {
	v1: (key) => ({ 'X-Api-Key': key }),
	v2: (token) => ({ Authorization: `Bearer ${token}` }),
};

/** What a credential opens: its own interface, and v1 where a token has a key beside it. */
export interface Accesses {
	readonly own: Access;
	readonly beside?: Access;
}

/** @throws UsageError for fields that are missing or can't be used, with what to change. */
export function accessesOf(kind: CredentialKind, data: ICredentialDataDecryptedObject): Accesses {
	if (kind === 'v1ApiKey') {
		const own = { version: 'v1', baseUrl: checkBaseUrl(data.baseUrl, 'v1') } as const;
		const routes = routesWith(data.endpointOverrides, 'v1');
		return { own: { ...own, routes, secret: secretOf(data) } };
	}
	const baseUrl = checkBaseUrl(data.baseUrl, 'v2');
	const routes = routesOfToken(data.endpointOverrides);
	const own: Access = { version: 'v2', baseUrl, routes: routes.v2, secret: secretOf(data) };
	const key = enteredIn(data.v1ApiKey);
	const address = enteredIn(data.v1BaseUrl);
	if (key === undefined && address === undefined) return { own };
	if (key === undefined || address === undefined) {
		throw new UsageError(
			'The credential has only one of V1 API Key and V1 Base URL: enter both, or neither.',
		);
	}
	const v1BaseUrl = checkBaseUrl(address, 'v1', 'V1 Base URL');
	return { own, beside: { version: 'v1', baseUrl: v1BaseUrl, secret: key, routes: routes.v1 } };
}

/**
 * The access whose address a request goes to; where one address lies below the other, the more
 * specific one. `undefined` for an address that belongs to none, or has a user name.
 */
export function accessFor({ own, beside }: Accesses, target: string): Access | undefined {
	if (!URL.canParse(target)) return undefined;
	const { origin, pathname, username, password } = new URL(target);
	// What `..` and its encoded forms mean is resolved by now, unless a server decodes slashes first.
	if (username !== '' || password !== '' || LEADS_OUT.test(pathname)) return undefined;
	return [own, beside]
		.filter((access) => access !== undefined)
		.filter(({ baseUrl }) => `${origin}${pathname}/`.startsWith(`${baseUrl}/`))
		.sort((a, b) => b.baseUrl.length - a.baseUrl.length)
		.at(0);
}
