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
import { createClient, versionOf } from './client';
import { systemClock as clock } from './clock';
import { checkBaseUrl, rateOf, secretOf } from './credential';
import { routesWith } from './endpoints';
import { Deadline } from './deadline';
import { UsageError } from './errors';
import { LIMITS } from './limits';
import { pacerFor } from './pacing';
import type { HttpRequest, HttpResponse, Transport } from './transport';
import type { Client, CredentialKind } from './types';

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

/** Whether the node has a credential of this kind. */
export const hasCredential = (context: Pick<ConnectContext, 'getNode'>, kind: CredentialKind) =>
	context.getNode().credentials?.[CREDENTIAL_TYPES[kind]] !== undefined;

/**
 * The client for the credential that is chosen in the node.
 * @param itemIndex the input item that expressions in the credential are resolved with.
 * @throws UsageError when none is chosen, or for a base address, overrides or a rate that can't be used.
 */
export async function connect(
	context: ConnectContext,
	kind: CredentialKind,
	itemIndex = 0,
): Promise<Client> {
	const type = CREDENTIAL_TYPES[kind];
	// n8n would say that the node needs none, since the v1 key is optional alongside a token.
	if (!hasCredential(context, kind)) {
		throw new UsageError(
			`No ${CREDENTIAL_LABELS[kind]} credential is chosen: choose one at the top of the node, or another Authentication.`,
		);
	}
	const credential = await context.getCredentials(type, itemIndex);
	const version = versionOf(kind);
	const baseUrl = checkBaseUrl(credential.baseUrl, version);
	const secret = secretOf(credential);
	return createClient({
		kind,
		baseUrl,
		routes: routesWith(credential.endpointOverrides, version),
		transport: transportOf(context, type, credential),
		pacer: pacerFor(baseUrl, secret, rateOf(credential), clock),
		clock,
		secret,
		signal: cancelSignalOf(context),
	});
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
	type: string,
	data: ICredentialDataDecryptedObject,
): Transport {
	const secret = secretOf(data);
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
		const deadline = new Deadline(
			Math.ceil(Math.min(LIMITS.wholeRequestMs, timeoutMs)),
			cancelSignalOf(context),
		);
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				givenUpWith(context, deadline.signal),
				type,
				options,
				{ credentialsDecrypted },
			)) as IN8nHttpFullResponse;
			const received: unknown = response.body;
			return {
				status: response.statusCode,
				headers: response.headers,
				...(isStream(received) ? await readBody(received, secret) : { body: received }),
			};
		} catch (error) {
			throw deadline.errorOf(error) as Error;
		} finally {
			deadline.release();
		}
	};
}
