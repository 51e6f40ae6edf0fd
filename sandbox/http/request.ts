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
