import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import type { Caller } from '../contract/operationContract';
import type { Operation } from '../operations/operation';
import type { Fault } from './faults';
import type { RequestEntry } from './requestLog';

declare module 'fastify' {
	interface FastifyRequest {
		/** Its line of the request log. */
		entry?: RequestEntry;
		/** Who asks, once known. */
		caller?: Caller;
		/** What is asked for; missing for an address that does not exist. */
		operation?: Operation | undefined;
		/** The injected fault that it meets. */
		fault?: Fault | undefined;
	}
}

/**
 * Reads JSON bodies; an empty one is an empty object, since every request carries
 * `Content-Type: application/json` (v2 §5), also those without a body.
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
