import type { Method, OperationContract } from '../contract/operationContract';
import type { OptionChanges } from '../contract/options';

/** Where an operation is reached, below the version; path parameters in braces. */
export interface Address {
	method: Method;
	path: string;
}

/** An operation of one version; its `method` and `path` are the documented ones. */
export type Route = Pick<OperationContract, 'id'> & Address & { version: string };

/** An answer on its way out. */
export interface Answer {
	/** Missing for an address that does not exist. */
	readonly operation?: OperationContract | undefined;
	status: number;
	/** By lower-case name; undefined takes one away. */
	headers: Record<string, string | undefined>;
	/** Undefined is no body, a string is sent as it is, and anything else as JSON. */
	body: unknown;
}

/** What a dialect says differently in an answer. */
export type AnswerChange = (
	answer: Answer,
) => Partial<Pick<Answer, 'status' | 'headers' | 'body'>> | undefined;

/**
 * One difference between the sandbox and another service that the same connector may meet. What it
 * does is in the optional parts; without any it does nothing.
 */
export interface Dialect {
	/** In kebab-case. */
	name: string;
	/** The difference, one sentence. */
	says: string;
	/** What it is about: of two that concern the same thing only one can be chosen. */
	concerns: string;
	/** The names of the dialects that it is made of. */
	of?: readonly string[];
	/** Options of the sandbox that make the difference (contract/options.ts). */
	options?: OptionChanges;
	/** Another address; it gets the one that the dialects before it have made. */
	address?: (route: Route, address: Address) => Address;
	/** Changes an answer; it gets the one that the dialects before it have made. */
	answer?: AnswerChange;
}
