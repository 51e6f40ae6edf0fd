import { Type, type Static, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { notFound } from '../contract/refusal';
import { ids } from '../contract/schemas';
import { wordsFor } from '../domain/records/kind';
import { forEachItem } from '../domain/rules/bulk';
import { recordOf } from '../domain/rules/references';
import type { Timed } from '../domain/store/rows';
import { known } from './lists';
import { operation, type Call, type Operation } from './operation';
import { found, single, type Resource } from './resource';

function writable<Row extends Timed>(resource: Resource<Row>, call: Call<{ id: number }>): Row {
	const row = found(resource, call);
	if (resource.isWritable?.(row) === false) throw notFound(wordsFor(resource.kind), row.id);
	return row;
}

/** Logs that a record was written, and whom that concerns. */
function logged<Row extends Timed>({ kind }: Resource<Row>, call: Call, row: Row): void {
	const people = kind.people(row);
	call.wrote([row.id]);
	if (people.length > 0) call.notify(row.id, people);
}

/** Logs a written record and returns it as the response shows it. */
function written<Row extends Timed>(
	resource: Resource<Row>,
	call: Call,
	id: number,
	query: TObject,
): unknown {
	const table = resource.kind.table(call.service.store);
	const row = recordOf(call, table, wordsFor(resource.kind), id);
	logged(resource, call, row);
	return resource.read(call, [row], known(query, call.query as object))[0];
}

export interface CreateOptions<Body extends TSchema> {
	query?: TProperties;
	body: Body;
	/** Makes the record and returns its id. */
	make(call: Call<unknown, unknown, Static<Body>>): number;
}

export function create<Row extends Timed, Body extends TSchema>(
	resource: Resource<Row>,
	options: CreateOptions<Body>,
): Operation {
	const { idiom, kind, path, owner = {}, shape } = resource;
	const query = Type.Object(options.query ?? {});
	return operation({
		...{ id: `${kind.name}.create`, method: 'POST', path, query, body: options.body },
		summary: idiom.summary('Create', wordsFor(kind)),
		params: Type.Object(owner),
		response: shape,
		creates: true,
		needs: `${kind.name}.write`,
		run: (call) => written(resource, call, options.make(call), query),
	});
}

export interface UpdateOptions<Row, Body extends TSchema> {
	query?: TProperties;
	body: Body;
	/** Changes what the body holds. */
	change(call: Call<unknown, unknown, Static<Body>>, row: Row): unknown;
}

export function update<Row extends Timed, Body extends TSchema>(
	resource: Resource<Row>,
	options: UpdateOptions<Row, Body>,
): Operation {
	const { idiom, kind, path, shape } = resource;
	const query = Type.Object(options.query ?? {});
	return operation({
		...{
			id: `${kind.name}.update`,
			method: 'PATCH',
			path: `${path}/{id}`,
			query,
			body: options.body,
		},
		summary: idiom.summary('Update', wordsFor(kind)),
		params: single(resource),
		response: shape,
		needs: `${kind.name}.write`,
		run(call) {
			const row = writable(resource, call);
			options.change(call, row);
			return written(resource, call, row.id, query);
		},
	});
}

export function remove<Row extends Timed>(resource: Resource<Row>, query: TProperties): Operation {
	const { idiom, kind, path } = resource;
	return operation({
		...{ id: `${kind.name}.delete`, method: 'DELETE', path: `${path}/{id}` },
		summary: idiom.summary('Delete', wordsFor(kind)),
		params: single(resource),
		query: Type.Object(query),
		response: null,
		needs: `${kind.name}.write`,
		run(call) {
			const row = writable(resource, call);
			kind.remove(call, [row.id]);
			logged(resource, call, row);
		},
	});
}

export interface BulkCreateOptions<Item extends TSchema> extends Partial<
	Pick<Operation, 'path' | 'audit'>
> {
	params?: TProperties;
	query?: TProperties;
	/** What the body holds beside the items. */
	beside?: TProperties;
	item: Item;
	/** Looks at what is the same for all items, and returns what makes a record of one. */
	make(call: Call): (item: Static<Item>) => number;
}

export function createMany<Row extends Timed, Item extends TSchema>(
	resource: Resource<Row>,
	options: BulkCreateOptions<Item>,
): Operation {
	const { idiom, kind, plural } = resource;
	const { path = `${resource.path}/bulk`, audit = 'all', params = {}, query = {} } = options;
	const words = wordsFor(kind);
	const items = Type.Array(options.item, { maxItems: most.bulkItems });
	return operation({
		...{ id: `${kind.name}.createMany`, method: 'POST', path, audit },
		summary: idiom.summary('Bulk create', words, `${words}s`),
		params: Type.Object(params),
		query: Type.Object(query),
		body: Type.Object({ ...options.beside, [plural]: items }),
		response: ids,
		needs: `${kind.name}.write`,
		run(call) {
			const forms = (call.body as Record<string, Array<Static<Item>>>)[plural] ?? [];
			const created = forEachItem(forms, options.make(call));
			call.wrote(created);
			return created;
		},
	});
}
