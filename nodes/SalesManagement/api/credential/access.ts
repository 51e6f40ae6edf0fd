import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { checkBaseUrl, enteredIn, secretOf } from './credential';
import { routesOfToken, routesWith } from '../routes/endpoints';
import { UsageError } from '../errors/errors';
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
	const key = keyBeside(data);
	if (!key) return { own };
	if (key.baseUrl === own.baseUrl) {
		throw new UsageError(
			'The Base URL and the V1 Base URL are the same address: enter the address of v2 as the Base URL, and that of v1 as the V1 Base URL.',
		);
	}
	return { own, beside: { version: 'v1', ...key, routes: routes.v1 } };
}

/** The optional key in a token's credential, with its address; `undefined` where neither is entered. */
function keyBeside(data: ICredentialDataDecryptedObject) {
	const secret = enteredIn(data.v1ApiKey);
	const address = enteredIn(data.v1BaseUrl);
	if (secret === undefined && address === undefined) return undefined;
	if (secret === undefined) {
		throw new UsageError(
			'The credential has a V1 Base URL, but no V1 API Key: enter both, or neither.',
		);
	}
	if (address === undefined) {
		throw new UsageError(
			'The credential has a V1 API Key, but no V1 Base URL: enter both, or neither.',
		);
	}
	return { secret, baseUrl: checkBaseUrl(address, 'v1', 'V1 Base URL') };
}

/**
 * The access whose address a request goes to; where one address lies below the other, the more
 * specific one. `undefined` for an address that belongs to none.
 */
export function accessFor({ own, beside }: Accesses, target: string): Access | undefined {
	const [path, ...others] = pathsOf(target).map((each) =>
		[own, beside]
			.filter((access) => access !== undefined)
			.filter(({ baseUrl }) => each === baseUrl || each.startsWith(`${baseUrl}/`))
			.sort((a, b) => b.baseUrl.length - a.baseUrl.length)
			.at(0),
	);
	return others.every((other) => other === path) ? path : undefined;
}

/**
 * An address as it will be used, with `..` and its encoded forms resolved; and as a server sees it
 * that decodes a slash before it looks at the path. None for an address with a user name.
 */
function pathsOf(target: string): string[] {
	if (!URL.canParse(target)) return [];
	const { origin, pathname, username, password } = new URL(target);
	if (username !== '' || password !== '') return [];
	const decoded = new URL(`${origin}${pathname.replace(/%2f|%5c/gi, '/')}`).pathname;
	return [`${origin}${pathname}`, `${origin}${decoded}`];
}
