import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { Caller } from '../contract/operation';
import type { RequestEntry } from './journal';
import type { Operation } from '../operations/operation';

declare module 'fastify' {
	interface FastifyRequest {
		/** Who asks, once known. */
		caller?: Caller;
		/** Its line of the request log. */
		entry?: RequestEntry;
	}
	interface FastifyContextConfig {
		operation?: Operation;
	}
}

/** The path of a URL, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** What a client asked for, where a dialect has put it otherwise. */
interface Asked {
	method: string;
	url: string;
}
const asked = new WeakMap<IncomingMessage, Asked>();

export const rememberAsked = (raw: IncomingMessage, what: Asked): void => void asked.set(raw, what);

/** Method and address as the client sent them. */
export const askedOf = (request: FastifyRequest): Asked => asked.get(request.raw) ?? request;

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
