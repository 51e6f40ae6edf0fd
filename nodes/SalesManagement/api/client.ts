import type { IDataObject } from 'n8n-workflow';
import { readAnswer } from './errors/answers';
import type { Asked } from './errors/requestContext';
import { fromNetworkError } from './errors/networkErrors';
import { fingerprintOf } from './credential/credential';
import { operationTitle, ServiceError, UsageError } from './errors/errors';
import type { Purpose } from './pace/priorityQueue';
import type { Pacer } from './pace/pacer';
import type { Reserve } from './pace/quota';
import { withRetry } from './pace/retry';
import { problemInPath } from './routes/route';
import type { OperationId, Routes } from './routes/routes';
import { Secrets } from './credential/secrets';
import { anySignal } from './http/clock';
import type { Clock, HttpRequest, HttpResponse, Transport } from './http/transport';
import type {
	ApiVersion,
	Client,
	CredentialKind,
	CredentialWords,
	Route,
	SendOptions,
	ServiceRequest,
} from './types';

export const versionOf = (kind: CredentialKind): ApiVersion => (kind === 'v1ApiKey' ? 'v1' : 'v2');

export const wordsOf = (kind: CredentialKind): CredentialWords => ({
	secret: kind === 'v1ApiKey' ? 'API key' : 'token',
	baseUrl: 'Base URL',
	which: '',
});

export interface ClientParts {
	readonly kind: CredentialKind;
	/** Checked by `checkBaseUrl`. */
	readonly baseUrl: string;
	/** The version's table with the credential's overrides applied. */
	readonly routes: Routes;
	readonly transport: Transport;
	readonly pacer: Pacer;
	readonly clock: Clock;
	/** The token or key that it sends. */
	readonly secret: string;
	/** All of the same credential, struck from what is told of a failure; the one above when absent. */
	readonly secrets?: Secrets;
	/** Where the credential has more than one secret; as its kind says otherwise. */
	readonly words?: CredentialWords;
	/** Polls and forms go ahead of runs; a run by default. */
	readonly purpose?: Purpose;
	/** What is kept of the day's quota, from all but polls. */
	readonly reserve?: Reserve;
	/** Cancels what has not been sent yet when the execution is cancelled. */
	readonly signal?: AbortSignal;
}

type Read<T> = (response: HttpResponse, asked: Asked) => T;

/** Sends at the credential's pace, and counts. */
function senderOf(
	{ kind, baseUrl, transport, pacer, clock, signal, purpose = 'run', ...parts }: ClientParts,
	{ secrets, words }: Required<Pick<ClientParts, 'secrets' | 'words'>>,
) {
	const reserve = purpose === 'poll' ? undefined : parts.reserve;
	let requests = 0;

	const once = async <T>(
		request: HttpRequest,
		about: Omit<Asked, 'now'>,
		read: Read<T>,
	): Promise<T> => {
		const asked = { ...about, timeoutMs: request.timeoutMs };
		requests++;
		try {
			const response = await transport(request).catch((error: unknown) => {
				throw fromNetworkError(error, { ...asked, now: clock.now() });
			});
			return read(response, { ...asked, now: clock.now() });
		} catch (error) {
			throw withoutSecrets(error, secrets);
		}
	};

	return {
		/** All that were sent, repeated ones included. */
		get requests() {
			return requests;
		},
		async send<T>(
			request: ServiceRequest,
			route: Route,
			read: Read<T>,
			{ unwanted, ...options }: SendOptions = {},
		): Promise<T> {
			const { operation } = request;
			const http = httpRequest(baseUrl, route, request);
			const asked = { operation, route, kind, words };
			return await withRetry(async (timeoutMs) => await once({ ...http, timeoutMs }, asked, read), {
				operation,
				repeatable: route.repeatable,
				pacer,
				clock,
				purpose,
				reserve,
				signal: anySignal(signal, unwanted),
				...options,
			});
		},
	};
}

/** Everything between a request in the service's terms and its answer. */
export function createClient(parts: ClientParts): Client {
	const { kind, baseUrl, routes, pacer, secret } = parts;
	const { secrets = new Secrets([secret]), words = wordsOf(kind) } = parts;
	const version = versionOf(kind);
	const route = (operation: OperationId): Route => {
		const row = Object.hasOwn(routes, operation) ? routes[operation] : undefined;
		if (row) return row;
		const other = version === 'v1' ? 'a personal or team token (v2)' : 'an API key (v1)';
		throw new UsageError(
			`${operationTitle(operation)} does not exist in ${version}: use ${other} instead.`,
		);
	};

	const sender = senderOf(parts, { secrets, words });

	return {
		version,
		kind,
		baseUrl,
		words,
		fingerprint: fingerprintOf(baseUrl, secret),
		get usage() {
			return { requests: sender.requests, today: pacer.today };
		},
		route,
		send: async (request, options) => {
			const row = options?.route ?? route(request.operation);
			return await sender.send(request, row, readAnswer, options);
		},
	};
}

/** The same client, which sends in another way. */
export const sendingBy = (client: Client, send: Client['send']): Client =>
	Object.create(client, { send: { value: send } }) as Client;

/** The same client, whose requests are not sent any more once they are unwanted. */
export const untilUnwanted = (client: Client, unwanted: AbortSignal): Client =>
	sendingBy(
		client,
		async (request, options) =>
			await client.send(request, { ...options, unwanted: anySignal(unwanted, options?.unwanted) }),
	);

function httpRequest(baseUrl: string, route: Route, request: ServiceRequest): HttpRequest {
	const url = `${baseUrl}${pathOf(route, request)}`;
	const query = Object.fromEntries(
		Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined),
	) as IDataObject;
	return { method: route.method, url, query, body: bodyOf(route, request.body) };
}

/** n8n's helper drops an empty object, so what must be sent as `{}` is sent as text. */
function bodyOf({ method }: Route, body: IDataObject | undefined): HttpRequest['body'] {
	if (body !== undefined && Object.keys(body).length > 0) return body;
	return method === 'GET' || method === 'DELETE' ? undefined : '{}';
}

/** The route's path with each parameter filled in, made safe. */
function pathOf(route: Route, { operation, path = {}, body = {} }: ServiceRequest): string {
	// An overridden path may contain what the table sends in the body.
	return route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		segment(operation, name, path[name] ?? body[name]),
	);
}

function segment(operation: string, name: string, value: unknown): string {
	const text = typeof value === 'number' ? String(value) : value;
	const title = operationTitle(operation);
	if (typeof text !== 'string' || text.trim() === '' || text === 'NaN') {
		throw new UsageError(`${title} needs a value for "${name}".`);
	}
	const problem = problemInPath(text);
	if (problem !== undefined) throw new UsageError(`${title}: "${name}" ${problem}.`);
	return encodeURIComponent(text.trim());
}

/** Of what is told of a failure, not all comes from the body of the answer: a redirect names an address. */
function withoutSecrets(error: unknown, secrets: Secrets): Error {
	if (!(error instanceof ServiceError)) return error as Error;
	const clean = (text: string) => secrets.fromMessage(text);
	return error.with({
		serviceMessage: clean(error.serviceMessage),
		code: error.code === undefined ? undefined : clean(error.code),
		details: error.details.map(clean),
		bulkErrors: error.bulkErrors.map((row) => ({ ...row, messages: row.messages.map(clean) })),
	});
}
