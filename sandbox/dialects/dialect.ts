import type { Method, OperationContract } from '../contract/operationContract';
import type { OptionChanges } from '../contract/options';

/** The method and the path of an operation, below the version; path parameters are in braces. */
export interface Address {
	method: Method;
	path: string;
}

/** An operation of one version; its `method` and `path` are the documented ones. */
export type Route = Pick<OperationContract, 'id'> & Address & { version: string };

/** An answer that is about to be sent. */
export interface Answer {
	/** The operation; missing for an address that does not exist. */
	readonly operation?: OperationContract | undefined;
	status: number;
	/** By lower-case name; undefined removes a header. */
	headers: Record<string, string | undefined>;
	/** Undefined means no body; a string is sent as it is, and anything else as JSON. */
	body: unknown;
}

/** Returns the parts of an answer that a dialect changes; undefined if it changes none. */
export type AnswerChange = (
	answer: Answer,
) => Partial<Pick<Answer, 'status' | 'headers' | 'body'>> | undefined;

/**
 * One difference between the sandbox and another service that the same connector may meet. The
 * optional properties make the difference; a dialect without any changes nothing.
 */
export interface Dialect {
	/** The name, in kebab-case. */
	name: string;
	/** The difference, in one sentence. */
	says: string;
	/** The subject of the difference. Two dialects with the same subject cannot be chosen together. */
	concerns: string;
	/** The names of the dialects that it is made of. */
	of?: readonly string[];
	/** Options of the sandbox that make the difference (contract/options.ts). */
	options?: OptionChanges;
	/** Changes an address, which the dialects before this one may have changed already. */
	address?: (route: Route, address: Address) => Address;
	/** Changes an answer, which the dialects before this one may have changed already. */
	answer?: AnswerChange;
}
