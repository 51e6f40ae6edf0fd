import type { Method, OperationContract } from '../contract/operation';
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
	readonly operation?: OperationContract;
	/** The service's time, in ms since 1970. */
	readonly now: number;
	/** The limit per second and what is left of it; missing where none is kept. */
	readonly rate?: { limit: number; left: number };
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

/** One parameter of a question under its documented name; undefined is no parameter. */
export type ParameterChange = (name: string, value: unknown) => [string, unknown] | undefined;

/**
 * One difference between the sandbox and another service that the same connector may meet. What it
 * does is in the optional parts; without any it does nothing.
 */
export interface Dialect {
	/** In kebab-case. */
	name: string;
	/** The difference, one sentence. */
	says: string;
	/** The place of the documents that allows it or leaves it open, or `a deployment might`. */
	allowedBy: string;
	/** What it is about: of two that concern the same thing only one can be chosen. */
	concerns: string;
	/** An example of what a client sees. */
	sees: string;
	/** The names of the dialects that it is made of. */
	of?: readonly string[];
	/** Options of the sandbox that make the difference (contract/options.ts). */
	options?: OptionChanges;
	/** Another address; it gets the one that the dialects before it have made. */
	address?: (route: Route, address: Address) => Address;
	/** Reads a parameter of the query, or of a search's body, as the documented one. */
	parameter?: ParameterChange;
	/** Reads a request's body as the documented one. */
	body?: (body: unknown) => unknown;
	/** Changes an answer; it gets the one that the dialects before it have made. */
	answer?: AnswerChange;
}

/** What a deployment may do though no document says so. */
export const aDeployment = 'a deployment might';
