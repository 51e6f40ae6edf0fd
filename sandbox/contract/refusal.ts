/** The codes of refused requests, with their HTTP statuses (v2 §7). */
export const httpStatus = {
	BAD_REQUEST: 400,
	VALIDATION_FAILED: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	PAYLOAD_TOO_LARGE: 413,
	TOO_MANY_REQUESTS: 429,
	INTERNAL_SERVER_ERROR: 500,
};
export type RefusalCode = keyof typeof httpStatus;

/** The errors of one item of a bulk request; the index counts from 0. */
export interface ItemRefusal {
	index: number;
	messages: string[];
}

/**
 * Thrown anywhere below a route to refuse the request. Each version of the interface formats it in
 * its own way (`Version.word`).
 */
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

/** The refusal for a missing record, or one of another domain, which is the same to the caller (v2 §1). */
export const notFound = (what: string, id: number | string) =>
	new Refusal('NOT_FOUND', [`${what} ${id} does not exist`]);
