import type { Caller } from '../contract/caller';
import type { Operation } from '../operations/operation';
import type { Fault } from './faults';
import type { RequestEntry } from './journal';

declare module 'fastify' {
	interface FastifyRequest {
		/** Who asks, once known. */
		caller?: Caller;
		/** Its line of the request log. */
		entry?: RequestEntry;
		/** The injected fault that its response will suffer once it is carried out. */
		damage?: Fault;
		/** Whether a fault makes or damages its response. */
		isInjected?: boolean;
	}
	interface FastifyContextConfig {
		operation?: Operation;
	}
}

/** The path of a URL, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
