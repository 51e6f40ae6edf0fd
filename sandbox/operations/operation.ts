import { Type, type Static, type TObject, type TProperties } from '@sinclair/typebox';
import type { OperationContract } from '../contract/operation';
import type { Form } from '../domain/properties/property';
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

type CallOf<P extends TProperties, Q extends TProperties, B extends TObject> = Call<
	Static<TObject<P>>,
	Static<TObject<Q>>,
	Static<B>
>;
type OperationOptions<P extends TProperties, Q extends TProperties, B extends TObject> = Partial<
	Pick<Operation, 'creates' | 'needs' | 'audit' | 'otherPath'>
> &
	Pick<Operation, 'id' | 'method' | 'path' | 'summary' | 'response'> & {
		params?: P;
		query?: Q;
		/** Whether the query may hold other parameters, too. */
		isOpen?: boolean;
		body?: B;
		run: (call: CallOf<P, Q, B>) => unknown;
	};

/**
 * Describes an operation; its `run` gets params, query and body typed by their schemas, and nothing that
 * these do not know.
 */
export function operation<
	P extends TProperties = TProperties,
	Q extends TProperties = TProperties,
	B extends TObject = TObject,
>({ isOpen, run, ...options }: OperationOptions<P, Q, B>): Operation {
	const { params = {}, body = null } = options;
	const query = Type.Object(options.query ?? {}, isOpen ? { additionalProperties: true } : {});
	return {
		creates: false,
		needs: null,
		audit: options.method === 'GET' || options.id.endsWith('.search') ? 'none' : 'all',
		...options,
		params: Type.Object(params),
		query,
		body,
		// The schemas have been checked against the request before `run` is called.
		run: (call) =>
			run({
				...call,
				query: known(query, call.query),
				body: body && known(body, call.body),
			} as CallOf<P, Q, B>),
	};
}

/** What an object holds of the properties that a schema knows; an open one knows them all. */
export const known = ({ properties, additionalProperties }: TObject, given: unknown): Form => {
	const all = given as Form;
	return additionalProperties === true
		? all
		: Object.fromEntries(Object.entries(all).filter(([name]) => name in properties));
};
