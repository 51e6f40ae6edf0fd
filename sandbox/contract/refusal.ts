/** Why the service does not do what was asked. Each version of the interface words it its way. */
export type RefusalCode =
	| 'BAD_REQUEST'
	| 'VALIDATION_FAILED'
	| 'UNAUTHORIZED'
	| 'FORBIDDEN'
	| 'NOT_FOUND'
	| 'PAYLOAD_TOO_LARGE'
	| 'TOO_MANY_REQUESTS'
	| 'INTERNAL_SERVER_ERROR';

/** What is wrong with one item of a bulk request; the index counts from 0. */
export interface ItemRefusal {
	index: number;
	code: RefusalCode;
	messages: string[];
}

/** Thrown anywhere below a route; the version's error handler answers it. */
export class Refusal extends Error {
	constructor(
		readonly code: RefusalCode,
		readonly messages: string[],
		/** The refused items of a bulk request. */
		readonly items: ItemRefusal[] = [],
		readonly headers: Record<string, string> = {},
	) {
		super(`${code}: ${messages.join('; ')}`);
	}
}

export const badRequest = (message: string) => new Refusal('BAD_REQUEST', [message]);
export const invalid = (message: string) => new Refusal('VALIDATION_FAILED', [message]);
export const forbidden = (message: string) => new Refusal('FORBIDDEN', [message]);

/** A missing record, or one of another domain, which is the same to the caller (v2 §1). */
export const notFound = (what: string, id: number | string) =>
	new Refusal('NOT_FOUND', [`${what} ${id} does not exist`]);
