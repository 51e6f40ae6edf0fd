import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, CredentialKind } from './credentials';
import type { Operation } from './operation';
import { Refusal, type RefusalCode } from './refusal';
import type { Service } from '../service';
import { answer, answerRefusal, meetFault } from './answer';
import { checker } from './validation';
import { isSkipNotice } from '../rules/notices';

/** What differs between the versions of the interface, one object each. */
export interface Version {
	name: 'v1' | 'v2';
	/** The credential that a request carries, if any. */
	credentialOf(request: FastifyRequest): string | undefined;
	credentialKinds: CredentialKind[];
	/** The status of a successful create. */
	createStatus(service: Pick<Service, 'options'>): number;
	/** How a refusal is answered; the operation is missing for unknown paths. */
	word(
		refusal: Refusal,
		service: Pick<Service, 'options'>,
		operation?: Operation,
	): { status: number; body: unknown };
	/** Throws a {@link Refusal} for a response that is too large. */
	checkSize?(service: Service, bytes: number): void;
	operations: Operation[];
}

/** Makes a Fastify plugin that serves all operations of a version. */
export function serve(version: Version, service: Service) {
	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRequest', async (request, reply) => {
			const fault = await meetFault(service, request, reply);
			if (fault) return reply;
			const caller = identify(version, service, request);
			request.caller = caller;
			if (request.entry) request.entry.tokenKind = caller.kind;
			service.limits.accept(caller, version.credentialOf(request) ?? '');
			return undefined;
		});
		app.setErrorHandler((error, request, reply) => {
			const operation = request.routeOptions.config.operation;
			return answerRefusal(version, service, error, request, reply, operation);
		});
		app.setNotFoundHandler((request, reply) => {
			return answerRefusal(version, service, unknownPath(request), request, reply);
		});
		for (const operation of version.operations) addRoute(app, version, service, operation);
	};
}

const unknownPath = (request: FastifyRequest) =>
	refuse('NOT_FOUND', `There is no ${request.method} ${request.url.split('?')[0]}`);

/** Invalid or missing credentials: 401 (S3). */
function identify(version: Version, service: Service, request: FastifyRequest): Caller {
	const credential = version.credentialOf(request);
	if (!credential) throw refuse('UNAUTHORIZED', 'The request carries no access token');
	const caller = service.credentials.find(credential);
	if (!caller || !version.credentialKinds.includes(caller.kind)) {
		throw refuse('UNAUTHORIZED', 'The access token is not valid');
	}
	return caller;
}

function addRoute(
	app: FastifyInstance,
	version: Version,
	service: Service,
	operation: Operation,
): void {
	const checkParams = checker(operation.params, 'text');
	const checkQuery = checker(operation.query, 'text');
	const checkBody = operation.body && checker(operation.body);
	app.route({
		method: operation.method,
		url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
		config: { operation },
		handler: async (request, reply) => {
			const { caller } = request;
			if (!caller) throw refuse('UNAUTHORIZED', 'The request carries no access token');
			if (operation.needs) service.permissions.require(caller, operation.needs);
			checkParams(request.params);
			checkQuery(request.query);
			checkBody?.(request.body);
			const { params, query, body } = request;
			const skipNotice = isSkipNotice(query);
			const call = {
				...{ service, caller, params, query, body },
				notify: (id: number, userIds: number[]) => {
					if (!skipNotice) service.notify(operation.id, caller, id, userIds);
				},
				wrote: (ids: number[]) => {
					const told = operation.audit === 'all' || caller.kind === operation.audit;
					if (told) service.audit(operation.id, caller, ids);
				},
			};
			const result =
				operation.method === 'GET' ? operation.run(call) : service.write(() => operation.run(call));
			const status = operation.creates ? version.createStatus(service) : 200;
			return answer(reply, status, result, (bytes) => version.checkSize?.(service, bytes));
		},
	});
}

const refuse = (code: RefusalCode, message: string) => new Refusal(code, [message]);
