import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import type { Caller } from '../contract/operationContract';
import type { Operation } from '../operations/operation';
import type { Fault } from './faults';
import type { RequestEntry } from './requestLog';

declare module 'fastify' {
	interface FastifyRequest {
		/** The request's entry in the request log. */
		entry?: RequestEntry;
		/** The caller, once its credential is accepted. */
		caller?: Caller;
		/** The operation at its address; missing for an address that does not exist. */
		operation?: Operation | undefined;
		/** The injected fault that strikes the request. */
		fault?: Fault | undefined;
	}
}

/**
 * Reads JSON bodies. An empty body counts as an empty object, since every request carries
 * `Content-Type: application/json`, even without a body (v2 §5).
 */
export function readBodies(app: FastifyInstance<Server>): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') {
			done(null, {});
			return;
		}
		void parse(request, String(body), (error, parsed: unknown) => {
			done(error, parsed);
		});
	});
}
