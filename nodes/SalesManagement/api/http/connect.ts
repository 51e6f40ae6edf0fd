import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { isStream, readBody } from './body';
import { accessesOf, type Access, type Accesses } from '../credential/access';
import { createClient, wordsOf } from '../client';
import { anySignal, systemClock as clock } from './clock';
import { rateOf } from '../credential/credential';
import { UsageError } from '../errors/errors';
import { LIMITS } from '../limits';
import type { Purpose } from '../pace/priorityQueue';
import { pacerFor } from '../pace/pacer';
import { reserveOf } from '../pace/quota';
import { Secrets } from '../credential/secrets';
import type { HttpRequest, HttpResponse, Transport } from './transport';
import type { Client, CredentialKind, CredentialWords } from '../types';

const PACKAGE = 'salesManagement';

/** The credential type of each kind. */
export const CREDENTIAL_TYPES: Readonly<Record<CredentialKind, string>> = {
	personalToken: `${PACKAGE}PersonalTokenApi`,
	teamToken: `${PACKAGE}TeamTokenApi`,
	v1ApiKey: `${PACKAGE}V1KeyApi`,
};

/** What the form calls each kind. */
const CREDENTIAL_LABELS: Readonly<Record<CredentialKind, string>> = {
	personalToken: 'Personal Token',
	teamToken: 'Team Token',
	v1ApiKey: 'API Key (v1)',
};

export type ConnectContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The credential that is chosen in the node, checked. */
interface Opened {
	readonly type: string;
	/** What its owner called it. */
	readonly name: string;
	readonly data: ICredentialDataDecryptedObject;
	readonly accesses: Accesses;
}

async function open(context: ConnectContext, kind: CredentialKind): Promise<Opened> {
	const type = CREDENTIAL_TYPES[kind];
	const chosen = context.getNode().credentials?.[type];
	// n8n would name the type of the credential as its code does.
	if (chosen === undefined) {
		throw new UsageError(
			`No ${CREDENTIAL_LABELS[kind]} credential is chosen: choose one at the top of the node, or one of another kind.`,
		);
	}
	const data = await context.getCredentials(type, 0);
	return { type, name: chosen.name, data, accesses: accessesOf(kind, data) };
}

function clientOf(
	context: ConnectContext,
	{ type, data, accesses }: Opened,
	{ access, ...as }: { access: Access; kind: CredentialKind; words: CredentialWords },
): Client {
	const { baseUrl, secret, routes } = access;
	const secrets = new Secrets(Object.values(accesses).map((each: Access) => each.secret));
	return createClient({
		...as,
		baseUrl,
		routes,
		transport: transportOf(context, { type, data, secrets }),
		pacer: pacerFor(baseUrl, secret, rateOf(data), clock),
		clock,
		secret,
		secrets,
		purpose: purposeOf(context),
		// The key beside a token has a quota of its own, of which triggers use next to nothing.
		reserve: access === accesses.own ? reserveOf(as.kind, data.requestsKeptForTriggers) : undefined,
		signal: cancelSignalOf(context),
	});
}

/** By what only its context has: n8n's own names for them differ between its versions. */
function purposeOf(context: ConnectContext): Purpose {
	if ('getInputData' in context) return 'run';
	return 'getCurrentNodeParameter' in context ? 'form' : 'poll';
}

/**
 * The client for the credential that is chosen in the node.
 * @throws UsageError when none is chosen, or for fields of it that can't be used.
 */
export async function connect(context: ConnectContext, kind: CredentialKind): Promise<Client> {
	const opened = await open(context, kind);
	return clientOf(context, opened, { access: opened.accesses.own, kind, words: wordsOf(kind) });
}

/**
 * The client for v1: that of the chosen credential itself, or of the key beside its token.
 * @returns `undefined` for a token without a key.
 * @throws UsageError as `connect` does.
 */
export async function connectToV1(
	context: ConnectContext,
	kind: CredentialKind,
): Promise<Client | undefined> {
	if (kind === 'v1ApiKey') return await connect(context, kind);
	const opened = await open(context, kind);
	const { beside: access } = opened.accesses;
	if (!access) return undefined;
	const words: CredentialWords = {
		secret: 'V1 API Key',
		baseUrl: 'V1 Base URL',
		// n8n's test of the credential can't try this key, so the first use tells what is wrong.
		which: ` "${opened.name}", which the service does not accept`,
	};
	return clientOf(context, opened, { access, kind: 'v1ApiKey', words });
}

const cancelSignalOf = (context: ConnectContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** The helper takes its signal from the context alone, whatever its options say. */
const givenUpWith = (context: ConnectContext, signal: AbortSignal): ConnectContext =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as ConnectContext;

/**
 * n8n's own request helper without its defaults: it would follow redirects with the credential,
 * send a request again after a 401, and turn error answers into exceptions that hold the headers.
 */
function transportOf(
	context: ConnectContext,
	{ type, data, secrets }: Pick<Opened, 'type' | 'data'> & { secrets: Secrets },
): Transport {
	// What is sent is what was checked, even if the credential contains expressions.
	const credentialsDecrypted: ICredentialsDecrypted = { id: type, name: type, type, data };
	return async (request: HttpRequest): Promise<HttpResponse> => {
		const { method, url, query, body, timeoutMs = Infinity } = request;
		const options: IHttpRequestOptions = {
			method,
			url,
			qs: query,
			body,
			json: true,
			// The helper limits no size, and would unpack 200 KB to 200 MB.
			encoding: 'stream',
			headers: { 'Content-Type': 'application/json' },
			arrayFormat: 'brackets',
			disableFollowRedirect: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: Math.ceil(Math.min(LIMITS.beginningMs, timeoutMs)),
		};
		// The time-out above ends with the headers of an answer; after it only a signal closes the connection.
		const time = AbortSignal.timeout(Math.ceil(Math.min(LIMITS.wholeRequestMs, timeoutMs)));
		const cancelled = cancelSignalOf(context);
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				givenUpWith(context, anySignal(time, cancelled)),
				type,
				options,
				{ credentialsDecrypted },
			)) as IN8nHttpFullResponse;
			const { statusCode: status, headers } = response;
			const received: unknown = response.body;
			const reading = { secrets, isFailure: status >= 300 };
			return {
				...{ status, headers },
				...(isStream(received)
					? await readBody(received, reading)
					: { body: secrets.fromBody(received, reading) }),
			};
		} catch (error) {
			if (!time.aborted || cancelled?.aborted) throw error as Error;
			throw Object.assign(new Error('The response did not end'), { code: 'ETIMEDOUT' });
		}
	};
}
