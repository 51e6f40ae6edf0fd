import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { OperationContract } from '../contract/operation';
import type { Scope } from '../domain/scope';

/** A request whose path, query and body have passed their schemas. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> extends Scope {
	params: Params;
	query: Query;
	body: Body;
	/** Logs whom the call notifies of a record; nobody when the call asks to skip notices. */
	notify(id: number, userIds: number[]): void;
	/** Logs the records that the call wrote, for the audit log. */
	wrote(ids: number[]): void;
}

/** The id that a path parameter holds; its schema has checked that it is one. */
export const idIn = ({ params }: Pick<Call, 'params'>, parameter: string): number =>
	(params as Record<string, number>)[parameter] ?? 0;

/** An operation of the service: what it promises, and the work that keeps the promise. */
export interface Operation extends OperationContract {
	/** Returns the response's body, or undefined for none. */
	run(call: Call): unknown;
}

type OperationOptions<P extends TObject, Q extends TObject, B extends TObject> = Partial<
	Pick<Operation, 'creates' | 'needs' | 'audit' | 'otherPath'>
> &
	Pick<Operation, 'id' | 'method' | 'path' | 'summary' | 'response'> & {
		params?: P;
		query?: Q;
		body?: B;
		run(call: Call<Static<P>, Static<Q>, Static<B>>): unknown;
	};

const none = Type.Object({});
type None = typeof none;

/**
 * Describes an operation; its `run` gets params, query and body typed by their schemas, and nothing that
 * these do not know.
 */
export function operation<
	P extends TObject = None,
	Q extends TObject = None,
	B extends TObject = None,
>(options: OperationOptions<P, Q, B>): Operation {
	const { params = none, query = none, body = none } = options;
	return {
		creates: false,
		needs: null,
		audit: options.method === 'GET' || options.id.endsWith('.search') ? 'none' : 'all',
		...options,
		...{ params, query, body: options.body ?? null },
		// The schemas have been checked against the request before `run` is called.
		run: (call) =>
			options.run({
				...call,
				query: known(query, call.query),
				body: known(body, call.body ?? {}),
			} as Call<Static<P>, Static<Q>, Static<B>>),
	};
}

/** What an object holds of the properties that a schema knows; an open one knows them all. */
export const known = ({ properties, additionalProperties }: TObject, given: unknown): object => {
	const all = given as object;
	return additionalProperties === true
		? all
		: Object.fromEntries(Object.entries(all).filter(([name]) => name in properties));
};
