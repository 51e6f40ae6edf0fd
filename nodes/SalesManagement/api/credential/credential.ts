/** A credential: what is entered in it, checked, and the connections that it makes. */
import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { SERVICE_RATE, UsageError } from '../../shared';
import {
	LEADS_OUT,
	routesWith,
	versionOf,
	type ApiVersion,
	type CredentialKind,
	type CredentialLabels,
	type Routes,
} from '../routes';

/** The beginning of each type's name. It is joined below, since n8n's scanner takes a plain text that is assigned to `v1ApiKey` for a key. */
const PACKAGE = 'salesManagement';

/** The credential type of each kind. */
export const CREDENTIAL_TYPES: Readonly<Record<CredentialKind, string>> = {
	personalToken: `${PACKAGE}PersonalTokenApi`,
	teamToken: `${PACKAGE}TeamTokenApi`,
	v1ApiKey: `${PACKAGE}V1KeyApi`,
};

/**
 * This machine, where plain http carries no secret over a network. The last name is that of a container's host
 * (https://docs.docker.com/desktop/features/networking/).
 */
const isThisMachine = (hostname: string) =>
	/^(localhost|\[::1\]|127(\.\d{1,3}){3}|host\.docker\.internal)$/.test(hostname);

/** The form's label for the field of an address. */
type AddressLabel = 'Base URL' | 'V1 Base URL';

/**
 * The base address of a credential, checked and without a trailing slash.
 * Absolute http or https, nothing but origin and path; https unless it is this machine. The version
 * is part of it (v2 §1, v1 §1), so an address of the other interface is recognised.
 * @throws UsageError that says what to change; the address itself is not repeated, since it may
 * hold a password.
 */
function checkBaseUrl(
	entered: unknown,
	version: ApiVersion,
	label: AddressLabel = 'Base URL',
): string {
	const text = enteredIn(entered);
	if (text === undefined) throw new UsageError(`The credential has no ${label}: enter one.`);
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:\/\//i.test(text)) {
		throw new UsageError(
			`The ${label} must be a complete address, such as https://host.example/${version}.`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new UsageError(
			`The ${label} must not contain a user name or password: enter the token or key in its own field.`,
		);
	}
	if (/[?#]/.test(text)) {
		throw new UsageError(`The ${label} must end with its path: remove what follows ? or #.`);
	}
	if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
		throw new UsageError(
			`The ${label} must begin with https://, or the token or key could be read in transit (http is for this machine only).`,
		);
	}
	checkVersion(url, version, label);
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function checkVersion(url: URL, version: ApiVersion, label: AddressLabel): void {
	const other: ApiVersion = version === 'v1' ? 'v2' : 'v1';
	const segments = url.pathname.toLowerCase().split('/');
	if (segments.includes(version) || !segments.includes(other)) return;
	const credential = other === 'v1' ? 'a V1 API Key' : 'a Personal Token or Team Token';
	const instead = label === 'Base URL' ? `, or use ${credential} credential instead` : '';
	throw new UsageError(
		`The ${label} is a ${other} address: enter the one that contains ${version}${instead}.`,
	);
}

/** Text without spaces left over from pasting; `undefined` for none. */
export const enteredIn = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The token or key of a credential, without what is left over from pasting: spaces, the word before it in a header. */
function secretOf({ accessToken, apiKey }: ICredentialDataDecryptedObject): string {
	const secret = enteredIn(accessToken ?? apiKey)?.replace(/^Bearer\s+/i, '');
	if (secret === undefined)
		throw new UsageError('The credential is empty: enter its token or key.');
	return secret;
}

/** The requests per second of a credential; as many as the service allows (v2 §8, S3) unless it says otherwise. */
export function rateOf({ requestsPerSecond }: ICredentialDataDecryptedObject): number {
	const rate = Number(requestsPerSecond ?? SERVICE_RATE);
	if (Number.isFinite(rate) && rate > 0) return rate;
	throw new UsageError('Requests per Second in the credential must be a number above 0.');
}

/** A hash of an address and its secret, which differs from those of others and reveals neither. */
export const fingerprintOf = (baseUrl: string, secret: string): string =>
	createHash('sha256').update(`${baseUrl}\n${secret}`).digest('hex');

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
