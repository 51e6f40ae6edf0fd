import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../contract/operation';
import { Refusal } from '../contract/refusal';
import { requirePermission } from '../domain/permissions';
import { inUtc } from '../contract/time';
import { checker } from '../contract/validation';
import type { Call, Operation } from '../operations/operation';
import type { Version } from '../operations/idiom';
import { reordered, sendJson, toRefusal } from './responses';
import { meetFault } from './faults';
import type { Gateway } from './gateway';
import { askedOf, pathOf } from './request';

/** Makes a Fastify plugin that serves all operations of a version. */
export function serve(version: Version, gateway: Gateway) {
	const { service } = gateway;
	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRequest', async (request, reply) => {
			const { latencyMs } = service.options;
			if (latencyMs > 0) await delay(latencyMs);
			const credential = version.credentialOf(request.headers);
			// Known for the journal also where a fault comes before anybody looks at the credential.
			const known = gateway.credentials.find(credential);
			if (request.entry) {
				request.entry.tokenKind = known?.kind ?? null;
				request.entry.tokenNumber = known?.number ?? null;
			}
			if (meetFault(gateway.faults, request, reply)) return reply;
			// A credential that is missing or not valid (S3).
			if (!known || !version.credentialKinds.includes(known.kind)) throw unauthorized();
			request.caller = known;
			gateway.limits.accept(known, credential ?? '');
			return undefined;
		});
		// Every error becomes a refusal in the version's own words, whatever its origin.
		app.setErrorHandler((error, request, reply) => {
			const refusal = toRefusal(error, request);
			const { operation } = request.routeOptions.config;
			const { status, body } = version.word(refusal, service.options, operation);
			return sendJson(reply.headers(refusal.headers), status, body);
		});
		app.setNotFoundHandler((request) => {
			const { method, url } = askedOf(request);
			throw new Refusal('NOT_FOUND', [`There is no ${method} ${pathOf(url)}`]);
		});
		for (const operation of version.operations) addRoute(app, version, gateway, operation);
	};
}

function addRoute(
	app: FastifyInstance,
	version: Version,
	gateway: Gateway,
	operation: Operation,
): void {
	const { service } = gateway;
	const checkParams = checker(operation.params, 'text');
	const checkQuery = checker(operation.query, 'text');
	const checkBody = operation.body && checker(operation.body);
	const handler = async (request: FastifyRequest, reply: FastifyReply) => {
		const { caller } = request;
		if (!caller) throw unauthorized();
		if (operation.needs) requirePermission({ service, caller }, operation.needs);
		checkParams(request.params);
		checkQuery(request.query);
		checkBody?.(request.body);
		const { call, effects } = callOf(gateway, operation, caller, request);
		const work = () => operation.run(call);
		const result = operation.method === 'GET' ? work() : service.store.transaction(work);
		for (const log of effects) log();
		const { options } = service;
		const status = operation.creates ? version.createStatus(options) : 200;
		const body = options.shuffleKeys ? reordered(result, gateway.journal.requestCount) : result;
		return sendJson(reply, status, body, (bytes) => version.checkSize?.(options, bytes));
	};
	const { method, path, otherPath = path } = operation;
	for (const each of new Set([path, otherPath])) {
		const url = each.replace(/\{(\w+)\}/g, ':$1');
		app.route({ method, url, config: { operation }, handler });
	}
}

/** What an operation's work gets of its request, and what is to be logged once the work has succeeded. */
function callOf(
	{ service, journal }: Gateway,
	{ id: operation, audit }: Operation,
	caller: Caller,
	{ params, query, body }: FastifyRequest,
): { call: Call; effects: Array<() => void> } {
	// `true` and `1` suppress notifications; any other value counts as not given (v2 §4).
	const { skipNotice } = query as { skipNotice?: unknown };
	const isQuiet = skipNotice === 'true' || skipNotice === '1';
	const { domainId, userId } = caller;
	const entry = () => ({ time: inUtc(service.clock.now()), operation, domainId });
	const effects: Array<() => void> = [];
	const call: Call = {
		...{ service, caller, params, query, body },
		notify(id, people) {
			const userIds = [...new Set(people)];
			if (!isQuiet) effects.push(() => journal.notifications.push({ ...entry(), id, userIds }));
		},
		wrote(ids) {
			if (audit !== 'all' && audit !== caller.kind) return;
			effects.push(() => journal.audits.push({ ...entry(), userId, ids }));
		},
	};
	return { call, effects };
}

const unauthorized = () =>
	new Refusal('UNAUTHORIZED', ['The access token is missing or not valid']);
