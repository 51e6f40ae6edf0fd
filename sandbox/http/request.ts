import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../contract/caller';
import type { Operation } from '../operations/operation';
import type { RequestEntry } from './journal';

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
