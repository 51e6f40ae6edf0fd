import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../contract/operationContract';
import { badRequest, Refusal } from '../contract/refusal';
import type { Dialect } from '../dialects/dialect';
import { requirePermission } from '../domain/permissions';
import { inUtc } from '../contract/time';
import { checker, unknownIn } from '../contract/validation';
import { routeAt, routeTable, type RouteEntry } from '../operations/routeTable';
import type { Service } from '../domain/service';
import type { Version } from '../operations/versions';
import type { Call, Operation } from '../operations/operation';
import { fail, strikesAtOnce } from './faults';
import type { State } from './state';
import type { AuditEntry, NotificationEntry } from './requestLog';
import { reordered, sendInDialects, toRefusal } from './replies';

/** Returns what is wrong with a response, before any dialect changes it; undefined if nothing is. */
export type ResponseCheck = (
	version: Version,
	request: FastifyRequest,
	status: number,
	text: string,
) => string | undefined;

/** The status of a response that is not as described, in place of its own. */
const mismatchStatus = 599;

/**
 * Makes a Fastify plugin that serves all operations of a version. Their addresses follow from the
 * dialects of the moment, so one handler takes all paths and the route table finds the operation.
 */
export function serve(version: Version, state: State, check?: ResponseCheck) {
	const { service, journal } = state;
	const checks = new Map(version.operations.map((one) => [one, requestCheck(one)]));

	/** Sends the service's answer, unless an injected fault replaces it. */
	const answer = (
		reply: FastifyReply,
		{ status, body, headers = {} }: { status: number; body: unknown; headers?: object },
	): FastifyReply => {
		const { operation, fault } = reply.request;
		// Without a schema, so that no property is dropped on the way.
		const json = body === undefined ? '' : JSON.stringify(body);
		if (status < 400) version.checkSize?.(service.options, Buffer.byteLength(json));
		reply.code(status).headers(headers);
		if (json !== '') reply.type('application/json; charset=utf-8');
		if (fault) return fail(fault, reply, json);
		const mismatch = check?.(version, reply.request, status, json);
		if (mismatch !== undefined) {
			return reply.code(mismatchStatus).send({ error: 'NOT_AS_DESCRIBED', messages: [mismatch] });
		}
		const changes = service.dialects.flatMap(({ answer: change }) => change ?? []);
		return changes.length === 0
			? reply.send(json)
			: sendInDialects(reply, { operation, status, body }, changes);
	};

	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRequest', admission(version, state));
		app.addHook('onResponse', async ({ entry }, reply) => {
			if (entry) entry.status = reply.statusCode;
		});
		// Every error, whatever its origin, is answered as a refusal in the version's own format.
		app.setErrorHandler((error, request, reply) => {
			const refusal = toRefusal(error, request);
			return answer(reply, {
				...version.word(refusal, service.options, request.operation),
				headers: refusal.headers,
			});
		});
		const handler = async (request: FastifyRequest, reply: FastifyReply) => {
			const { caller, operation, entry } = request;
			if (!caller) throw unauthorized();
			if (!operation)
				throw new Refusal('NOT_FOUND', [`There is no ${entry?.method} ${entry?.path}`]);
			if (operation.needs) requirePermission({ service, caller }, operation.needs);
			checks.get(operation)?.(request);
			const { call, notifications, audits } = callOf(service, operation, caller, request);
			const { options } = service;
			const unknown = unknownParts(operation, call);
			if (unknown.length > 0 && options.unknownParameters === 'refuse') {
				throw badRequest(`The documents do not have ${unknown.join(', ')}`);
			}
			for (const name of unknown) journal.ignore(`${version.name} ${operation.id}: ${name}`);
			const work = () => operation.run(call);
			const result = operation.method === 'GET' ? work() : service.store.transaction(work);
			journal.notifications.push(...notifications);
			journal.audits.push(...audits);
			const status = operation.creates ? version.createStatus(options) : 200;
			const body = options.shuffleKeys ? reordered(result, journal.requestCount) : result;
			return answer(reply, { status, body });
		};
		for (const url of ['/', '/*']) app.all(url, handler);
	};
}

/** Logs each request, finds its operation and its caller, and refuses it if the caller may not come in. */
function admission(version: Version, { service, journal, credentials, faults, limits }: State) {
	/** The addresses in each choice of dialects, made once and not for each request. */
	const tables = new WeakMap<readonly Dialect[], RouteEntry[]>();
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const { method, url, headers } = request;
		const [path = '', query = ''] = url.split(/\?(.*)/s);
		reply.header('date', new Date(service.clock.now()).toUTCString());
		const credential = version.credentialOf(headers);
		const known = credentials.find(credential);
		request.entry = journal.request({
			time: inUtc(service.clock.now()),
			method,
			path,
			query,
			tokenKind: known?.kind ?? null,
			tokenNumber: known?.number ?? null,
		});
		const below = { version: version.name, method, path: path.slice(version.name.length + 1) };
		const { dialects } = service;
		const table = tables.get(dialects) ?? routeTable([version], dialects);
		tables.set(dialects, table);
		const route = routeAt(table, 'outside', below);
		request.operation = route?.entry.operation;
		request.params = route?.parameters;
		const { latencyMs } = service.options;
		if (latencyMs > 0) await delay(latencyMs);
		const fault = faults.take(method, path);
		request.fault = fault;
		if (fault?.action) request.entry.fault = fault.action;
		if (fault && strikesAtOnce(fault)) return fail(fault, reply);
		// A credential that is missing or not valid (S3).
		if (!known || !version.credentialKinds.includes(known.kind)) throw unauthorized();
		request.caller = known;
		limits.accept(known, credential ?? '');
		return undefined;
	};
}

/** Checks what a request sends; the parameters of path and query are converted in place. */
function requestCheck({ params, query, body }: Operation) {
	const checkParams = checker(params, 'path');
	const checkQuery = checker(query, 'query');
	const checkBody = body && checker(body);
	return (request: FastifyRequest): void => {
		checkParams(request.params);
		checkQuery(request.query);
		checkBody?.(request.body);
	};
}

/** The query parameters and body properties that the documents do not have, each once (S8). */
function unknownParts({ query, moreQuery, body }: Operation, call: Call): string[] {
	const inQuery = unknownIn(query, call.query).filter((name) => !moreQuery?.(call).includes(name));
	return [...new Set([...inQuery, ...unknownIn(body ?? { properties: {} }, call.body)])];
}

/** The call that an operation gets for a request, and the entries to log once its work has succeeded. */
function callOf(
	service: Service,
	{ id: operation, audit }: Operation,
	caller: Caller,
	{ params, query, body }: FastifyRequest,
) {
	// `true` and `1` suppress notifications; any other value counts as not given (v2 §4).
	const { skipNotice } = query as { skipNotice?: unknown };
	const isQuiet = skipNotice === 'true' || skipNotice === '1';
	const { domainId, userId, kind } = caller;
	const entry = { time: inUtc(service.clock.now()), operation, domainId };
	const notifications: NotificationEntry[] = [];
	const audits: AuditEntry[] = [];
	const call: Call = {
		service,
		caller,
		params: params as Call['params'],
		query,
		body,
		notify(id, people) {
			if (!isQuiet) notifications.push({ ...entry, id, userIds: [...new Set(people)] });
		},
		wrote(ids) {
			if (audit === 'all' || audit === kind) audits.push({ ...entry, userId, ids });
		},
	};
	return { call, notifications, audits };
}

const unauthorized = () =>
	new Refusal('UNAUTHORIZED', ['The access token is missing or not valid']);
