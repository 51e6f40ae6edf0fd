import { Type, type Static, type TObject, type TSchema } from '@sinclair/typebox';
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

type OperationOptions<P extends TObject, Q extends TObject, B extends TSchema> = Partial<
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

/** Describes an operation; its `run` gets params, query and body typed by their schemas. */
export function operation<
	P extends TObject = None,
	Q extends TObject = None,
	B extends TSchema = None,
>(options: OperationOptions<P, Q, B>): Operation {
	return {
		creates: false,
		needs: null,
		audit: options.method === 'GET' || options.id.endsWith('.search') ? 'none' : 'all',
		...options,
		params: options.params ?? none,
		query: options.query ?? none,
		body: options.body ?? null,
		// The schemas have been checked against the request before `run` is called.
		run: (call) => options.run(call as Call<Static<P>, Static<Q>, Static<B>>),
	};
}
