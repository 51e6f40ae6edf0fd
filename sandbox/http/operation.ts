import { Type, type Static, type TObject, type TSchema } from '@sinclair/typebox';
import type { Service } from '../service';
import type { Caller } from './credentials';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request whose path, query and body have passed their schemas. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
	service: Service;
	caller: Caller;
	params: Params;
	query: Query;
	body: Body;
	/** Notes whom the call notifies of a record; nobody when the call asks to skip notices. */
	notify(id: number, userIds: number[]): void;
	/** Notes the records that the call wrote, for the audit log. */
	wrote(ids: number[]): void;
}

/**
 * One operation of the service, as data: its route, its schemas and its work. The same data make
 * the routes, the checks and the OpenAPI description.
 */
export interface Operation {
	/** `resource.operation`, as in S1. */
	id: string;
	method: Method;
	/** Below the version, with path parameters in braces: `/deals/{id}`. */
	path: string;
	summary: string;
	params: TObject;
	query: TObject;
	body: TSchema | null;
	/** What a success answers; null = no body. */
	response: TSchema | null;
	/** A success is the version's create status instead of 200. */
	creates: boolean;
	/** The permission that a personal token needs to write (`deal.write`); a lack of it is a 403. */
	needs: string | null;
	/** Whose calls the audit log holds (v2 §6). */
	audit: 'all' | 'personal' | 'none';
	/** What it does; it answers the response's body, or undefined for none. */
	run(call: Call<unknown, unknown, unknown>): unknown;
}

type Given<P extends TObject, Q extends TObject, B extends TSchema> = Partial<
	Pick<Operation, 'creates' | 'needs' | 'audit'>
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
>(given: Given<P, Q, B>): Operation {
	return {
		creates: false,
		needs: null,
		audit: given.method === 'GET' || given.id.endsWith('.search') ? 'none' : 'all',
		...given,
		params: given.params ?? none,
		query: given.query ?? none,
		body: given.body ?? null,
		// The schemas have been checked against the request before `run` is called.
		run: (call) => given.run(call as Call<Static<P>, Static<Q>, Static<B>>),
	};
}
