import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { readBody, type BodyStream } from './body';
import { accessesOf, type Access, type Accesses } from '../credential/access';
import { createClient, wordsOf } from '../client';
import { anySignal, systemClock as clock } from './clock';
import { rateOf } from '../credential/credential';
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

export type ConnectContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The credential that is chosen in the node, checked. */
interface Opened {
	readonly type: string;
	readonly data: ICredentialDataDecryptedObject;
	readonly accesses: Accesses;
}

async function open(context: ConnectContext, kind: CredentialKind): Promise<Opened> {
	const type = CREDENTIAL_TYPES[kind];
	const data = await context.getCredentials(type, 0);
	return { type, data, accesses: accessesOf(kind, data) };
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
 * @throws NodeOperationError when none is chosen, UsageError for fields of it that can't be used.
 */
export async function connect(context: ConnectContext, kind: CredentialKind): Promise<Client> {
	const opened = await open(context, kind);
	return clientOf(context, opened, { access: opened.accesses.own, kind, words: wordsOf(kind) });
}

/**
 * The client for v1: that of the chosen credential itself, or of the key beside its token.
 * @returns `undefined` for a token without a key.
 * @throws as `connect` does.
 */
export async function connectToV1(
	context: ConnectContext,
	kind: CredentialKind,
): Promise<Client | undefined> {
	if (kind === 'v1ApiKey') return await connect(context, kind);
	const opened = await open(context, kind);
	const { beside: access } = opened.accesses;
	if (!access) return undefined;
	const words: CredentialWords = { secret: 'V1 API Key', baseUrl: 'V1 Base URL' };
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
			const { statusCode: status } = response;
			const { text, ...read } = await readBody(response.body as BodyStream);
			// A service that repeats a secret must not put it into a message or an item. They are struck
			// before any text is cut, and from values: in JSON a secret can be written in many ways.
			return status < 300
				? { status, headers: response.headers, ...read, body: secrets.fromData(read.body, text) }
				: (secrets.fromFailure({ status, headers: response.headers, ...read }) as HttpResponse);
		} catch (error) {
			if (time.aborted && !cancelled?.aborted) {
				throw Object.assign(new Error('The response did not end'), { code: 'ETIMEDOUT' });
			}
			const failed = error as Error;
			failed.message = String(secrets.fromFailure(failed.message));
			throw failed;
		}
	};
}
