import type { IDataObject } from 'n8n-workflow';
import { hasContent, UsageError } from '../shared';
import { fingerprintOf, type Connection } from './credential/credential';
import { operationTitle, type RequestContext } from './errors/errors';
import { fromNetworkError } from './errors/networkErrors';
import { readAnswer } from './errors/readAnswer';
import { anySignal } from './http/clock';
import type { HttpRequest, Transport } from './http/transport';
import { withRetry, type RetryRules } from './pace/retry';
import {
	problemInPath,
	versionOf,
	type Client,
	type CredentialKind,
	type CredentialLabels,
	type OperationId,
	type Route,
	type ServiceAnswer,
	type ServiceRequest,
} from './routes';

export const labelsOf = (kind: CredentialKind): CredentialLabels => ({
	secret: kind === 'v1ApiKey' ? 'API key' : 'token',
	baseUrl: 'Base URL',
});

/** A client's parts. `reserve` is the part of the day's quota that is kept for polls. */
export interface ClientParts
	extends
		Connection,
		Pick<RetryRules, 'pacer' | 'clock' | 'purpose' | 'reserve'>,
		Pick<Client, 'v1'> {
	readonly transport: Transport;
	/** The signal of the execution: once it is aborted, no request is sent any more. */
	readonly signal?: AbortSignal;
}

/** Makes the client: everything between a request in the service's terms and its answer. */
export function createClient(parts: ClientParts): Client {
	const { kind, baseUrl, routes, transport, pacer, clock } = parts;
	const { labels = labelsOf(kind), purpose } = parts;
	const reserve = purpose === 'poll' ? undefined : parts.reserve;
	const version = versionOf(kind);
	let requests = 0;

	const route = (operation: OperationId): Route => {
		const row = Object.hasOwn(routes, operation) ? routes[operation] : undefined;
		if (row) return row;
		const other = version === 'v1' ? 'a personal or team token (v2)' : 'a V1 API Key';
		throw new UsageError(
			`${operationTitle(operation)} does not exist in ${version}: use ${other} instead.`,
		);
	};

	const once = async (request: HttpRequest, context: RequestContext): Promise<ServiceAnswer> => {
		requests++;
		const response = await transport(request).catch((error: unknown) => {
			throw fromNetworkError(error, context);
		});
		return readAnswer(response, context, clock.now());
	};

	return {
		version,
		kind,
		baseUrl,
		labels,
		v1: parts.v1,
		route,
		fingerprint: fingerprintOf(baseUrl, parts.secret),
		get usage() {
			return { requests, today: pacer.today };
		},
		send: async (request, { signal, route: other, ...options } = {}) => {
			const { operation } = request;
			const row = other ?? route(operation);
			const http = toHttpRequest(baseUrl, row, request);
			const context = { operation, route: row, kind, labels };
			return await withRetry(async (timeoutMs) => await once({ ...http, timeoutMs }, context), {
				operation,
				repeatable: row.repeatable,
				pacer,
				clock,
				purpose,
				reserve,
				signal: anySignal(parts.signal, signal),
				...options,
			});
		},
	};
}

/** The same client, which sends in another way. */
export const sendingBy = (client: Client, send: Client['send']): Client =>
	Object.create(client, { send: { value: send } }) as Client;

/** The same client, whose requests are not sent any more once the signal is aborted. */
export const untilAborted = (client: Client, signal: AbortSignal): Client =>
	sendingBy(
		client,
		async (request, options) =>
			await client.send(request, { ...options, signal: anySignal(signal, options?.signal) }),
	);

/** A request in the service's terms as an HTTP request, which is not sent yet. */
function toHttpRequest(baseUrl: string, route: Route, request: ServiceRequest): HttpRequest {
	const url = `${baseUrl}${pathOf(route, request)}`;
	const query = withoutUndefined(request.query);
	const body = bodyOf(route, withoutUndefined(request.body));
	return { method: route.method, url, query, body };
}

/** The properties that have a value; one that is `undefined` is not sent. */
const withoutUndefined = (properties: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));

/** The body to send. An empty object is given as the text `{}`, since n8n's helper would send an object without properties as no body. */
function bodyOf({ method }: Route, body: IDataObject): HttpRequest['body'] {
	if (hasContent(body)) return body;
	return method === 'GET' || method === 'DELETE' ? undefined : '{}';
}

/** The route's path with each parameter filled in, made safe. */
function pathOf(route: Route, { operation, path = {}, body = {} }: ServiceRequest): string {
	// The user's Endpoint Overrides may name a parameter in the path that the table of routes sends in the body.
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
