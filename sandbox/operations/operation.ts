import { Type, type Static, type TObject, type TProperties } from '@sinclair/typebox';
import type { OperationContract } from '../contract/operationContract';
import { integer, text } from '../contract/schemas';
import type { Form } from '../domain/properties/property';
import type { Scope } from '../domain/scope';

/** A request whose path, query and body have passed their schemas. */
export interface Call<Query = unknown, Body = unknown> extends Scope {
	/** The parameters of the path, by name: ids, and keys of settings. */
	params: Record<string, unknown>;
	query: Query;
	body: Body;
	/** Logs the users who are notified of a record; nobody if the call asks to skip notices. */
	notify(id: number, userIds: number[]): void;
	/** Logs the records that the call wrote, for the audit log. */
	wrote(ids: number[]): void;
}

/** The id that a path parameter holds; its schema has checked that it is one. */
export const idIn = ({ params }: Call, parameter: string): number => Number(params[parameter]);

/** An operation of the service: its contract, and the function that fulfils it. */
export interface Operation extends OperationContract {
	/** The names of further query parameters, which depend on the path. */
	moreQuery?: ((call: Call) => string[]) | undefined;
	/** Returns the response's body, or undefined for none. */
	run(call: Call): unknown;
}

type CallOf<Q extends TProperties, B extends TObject> = Call<
	Partial<Static<TObject<Q>>>,
	Static<B>
>;
type OperationOptions<Q extends TProperties, B extends TObject> = Partial<
	Pick<Operation, 'creates' | 'needs' | 'audit' | 'otherPath' | 'moreQuery'>
> &
	Pick<Operation, 'id' | 'method' | 'path' | 'response'> & {
		/** Schemas of parameters of the path that are no plain ids or keys. */
		params?: TProperties | undefined;
		query?: Q;
		body?: B;
		run: (call: CallOf<Q, B>) => unknown;
	};

/** The parameters of a path: keys of settings, and ids. */
const paramsIn = (path: string): TProperties =>
	Object.fromEntries(
		[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
			name,
			/key$/i.test(name) ? text : integer,
		]),
	);

/**
 * Makes an operation. Its `run` gets query and body typed by their schemas, without any properties
 * that the schemas do not have.
 */
export function operation<Q extends TProperties = TProperties, B extends TObject = TObject>({
	run,
	...options
}: OperationOptions<Q, B>): Operation {
	const { path, params, moreQuery, body = null } = options;
	// No parameter of a query is required.
	const query = Type.Partial(Type.Object(options.query ?? {}));
	return {
		creates: false,
		needs: null,
		audit: options.method === 'GET' || options.id.endsWith('.search') ? 'none' : 'all',
		...options,
		params: Type.Object({ ...paramsIn(path), ...params }),
		query,
		body,
		// The schemas have been checked against the request before `run` is called.
		run: (call) =>
			run({
				...call,
				query: moreQuery ? call.query : pickBySchema(query, call.query),
				body: body && pickBySchema(body, call.body),
			} as CallOf<Q, B>),
	};
}

/** The properties of an object that a schema has; an open schema has all of them. */
export const pickBySchema = (
	{ properties, additionalProperties }: TObject,
	given: unknown,
): Form => {
	const all = given as Form;
	return additionalProperties === true
		? all
		: Object.fromEntries(Object.entries(all).filter(([name]) => name in properties));
};
