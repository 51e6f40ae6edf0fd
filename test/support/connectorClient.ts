/** A client of the connector for a sandbox, over HTTP but without n8n: for what runs very often. */
import { createClient, versionOf } from '../../nodes/SalesManagement/api/client';
import { readBody } from '../../nodes/SalesManagement/api/body';
import { systemClock } from '../../nodes/SalesManagement/api/clock';
import { routesWith } from '../../nodes/SalesManagement/api/endpoints';
import { Pacer } from '../../nodes/SalesManagement/api/pacing';
import { Secrets } from '../../nodes/SalesManagement/api/secrets';
import type { Transport } from '../../nodes/SalesManagement/api/transport';
import type {
	Client,
	CredentialKind,
	CredentialWords,
} from '../../nodes/SalesManagement/api/types';
import { textOf } from '../../nodes/SalesManagement/values';
import type { Sandbox } from '../../sandbox';

const secretOf = ({ credentials }: Pick<Sandbox, 'credentials'>, kind: CredentialKind): string =>
	({
		personalToken: credentials.personal,
		teamToken: credentials.team,
		v1ApiKey: credentials.v1,
	})[kind];

const transport =
	(secret: string, kind: CredentialKind): Transport =>
	async ({ method, url, query, body }) => {
		const target = new URL(url);
		for (const [name, value] of Object.entries(query)) {
			target.searchParams.set(name, textOf(value));
		}
		const response = await fetch(target, {
			method,
			headers: {
				'content-type': 'application/json',
				...(kind === 'v1ApiKey' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` }),
			},
			redirect: 'manual',
			...(body === undefined
				? {}
				: { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const reading = { secrets: new Secrets([secret]), isFailure: response.status >= 300 };
		const stream = [new Uint8Array(await response.arrayBuffer())];
		const read = await readBody(
			(async function* () {
				yield* await Promise.resolve(stream);
			})(),
			reading,
		);
		return { status: response.status, headers: Object.fromEntries(response.headers), ...read };
	};

interface Options {
	readonly kind: CredentialKind;
	/** Endpoint Overrides, as in the credential. */
	readonly overrides?: object;
	/** Instead of the sandbox's own. */
	readonly secret?: string;
	/** Instead of the address of the interface that is for such a credential. */
	readonly baseUrl?: string;
	/** What messages call its parts, where it is not a credential of its own. */
	readonly words?: CredentialWords;
}

export function clientFor(sandbox: Sandbox, { kind, overrides, ...given }: Options): Client {
	const secret = given.secret ?? secretOf(sandbox, kind);
	const version = versionOf(kind);
	return createClient({
		kind,
		baseUrl: given.baseUrl ?? sandbox[version],
		routes: routesWith(overrides, version),
		transport: transport(secret, kind),
		pacer: new Pacer(1000, systemClock, () => 0),
		clock: systemClock,
		secret,
		...(given.words && { words: given.words }),
	});
}
