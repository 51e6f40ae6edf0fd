import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { LIMITS } from '../shared';
import { createClient, type ClientParts } from './client';
import { connectionsOf, CREDENTIAL_TYPES, rateOf, type Connection } from './credential/credential';
import { Secrets } from './credential/secrets';
import { readBody, type BodyStream } from './http/body';
import { anySignal, systemClock as clock } from './http/clock';
import type { HttpRequest, HttpResponse, Transport } from './http/transport';
import { pacerFor } from './pace/pacer';
import type { Purpose } from './pace/priorityQueue';
import { reserveOf } from './pace/quota';
import type { Client, CredentialKind } from './routes';

type ConnectContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * The client for the credential that is chosen in the node, with one for the v1 key beside a token.
 * @throws NodeOperationError when none is chosen, UsageError for fields of it that can't be used.
 */
export async function connect(context: ConnectContext, kind: CredentialKind): Promise<Client> {
	const type = CREDENTIAL_TYPES[kind];
	const data = await context.getCredentials(type, 0);
	const connections = connectionsOf(kind, data);
	const secrets = new Secrets(connections.map(({ secret }) => secret));
	const shared = {
		clock,
		purpose: purposeOf(context),
		signal: cancelSignalOf(context),
		transport: transportOf(context, type, data, secrets),
	};
	const clientOf = (
		connection: Connection,
		besides: Pick<ClientParts, 'reserve' | 'v1'> = {},
	): Client =>
		createClient({
			...shared,
			...connection,
			...besides,
			pacer: pacerFor(connection.baseUrl, connection.secret, rateOf(data), clock),
		});
	const [own, v1Companion] = connections;
	return clientOf(own, {
		// The key beside a token has a quota of its own, of which triggers use next to nothing.
		reserve: reserveOf(kind, data.requestsKeptForTriggers),
		v1: v1Companion && clientOf(v1Companion),
	});
}

/** The purpose of a context, by a method that only it has: n8n's own names for them differ between its versions. */
function purposeOf(context: ConnectContext): Purpose {
	if ('getInputData' in context) return 'run';
	return 'getCurrentNodeParameter' in context ? 'form' : 'poll';
}

const cancelSignalOf = (context: ConnectContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** The same context with another signal: n8n's helper takes its signal from the context alone, whatever its options say. */
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
	type: string,
	data: ICredentialDataDecryptedObject,
	secrets: Secrets,
): Transport {
	// The checked data is sent, even if the credential contains expressions.
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
