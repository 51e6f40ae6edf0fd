import { Type, type TObject, type TProperties } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { notFound } from '../contract/refusal';
import { ids } from '../contract/schemas';
import type { Timed } from '../domain/properties/property';
import { wordsFor } from '../domain/records/kind';
import { create as createRecord, update as updateRecord } from '../domain/records/writing';
import { forEachItem } from '../domain/rules/bulk';
import { recordOf } from '../domain/rules/references';
import { known } from './lists';
import { operation, type Call, type Operation } from './operation';
import { found, schemasOf, shown, single, type Resource } from './resource';

function writable<Row extends Timed>(resource: Resource<Row>, call: Call<{ id: number }>): Row {
	const row = found(resource, call);
	if (resource.isWritable?.(row) === false) throw notFound(wordsFor(resource.kind), row.id);
	return row;
}

/** Logs that a record was written, and whom that concerns. */
function logged<Row extends Timed>({ kind }: Resource<Row>, call: Call, row: Row): void {
	const people = kind.people?.(row) ?? [];
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
	return shown(resource, call, [row], known(query, call.query as object))[0];
}

/** The properties of a form, as far as the version knows them. */
export type Given = Record<string, unknown>;

export interface CreateOptions<Row> {
	query?: TProperties;
	/** What a new record begins with, whatever its form says. */
	start?(call: Call): Partial<Row>;
	/** Looks at the new record. */
	made?(call: Call, id: number): void;
}

export function create<Row extends Timed>(
	resource: Resource<Row>,
	options: CreateOptions<Row>,
): Operation {
	const { idiom, kind, path, owner = {} } = resource;
	const { create: body, shape } = schemasOf(resource);
	const query = Type.Object(options.query ?? {});
	return operation({
		...{ id: `${kind.name}.create`, method: 'POST', path, query, body },
		summary: idiom.summary('Create', wordsFor(kind)),
		params: Type.Object(owner),
		response: shape,
		creates: true,
		needs: `${kind.name}.write`,
		run(call) {
			const form = known(body, call.body);
			const id = createRecord(call, kind, { form, columns: options.start?.(call) });
			options.made?.(call, id);
			return written(resource, call, id, query);
		},
	});
}

export interface UpdateOptions {
	query?: TProperties;
	/** Where it is not the update form. */
	body?: TObject;
}

export function update<Row extends Timed>(
	resource: Resource<Row>,
	options: UpdateOptions,
): Operation {
	const { idiom, kind, path } = resource;
	const { update: changes, shape } = schemasOf(resource);
	const { body = changes } = options;
	const query = Type.Object(options.query ?? {});
	return operation({
		...{ id: `${kind.name}.update`, method: 'PATCH', path: `${path}/{id}`, query, body },
		summary: idiom.summary('Update', wordsFor(kind)),
		params: single(resource),
		response: shape,
		needs: `${kind.name}.write`,
		run(call) {
			const row = writable(resource, call);
			updateRecord(call, kind, row, { form: known(body, call.body) });
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

export interface BulkCreateOptions<Row> extends Partial<Pick<Operation, 'path' | 'audit'>> {
	params?: TProperties;
	query?: TProperties;
	/** What the body holds beside the items. */
	beside?: TProperties;
	/** Where it is not the create form. */
	item?: TObject;
	/** Looks at what is the same for all items, and returns how the record of one begins. */
	start?(call: Call): (item: Given) => Partial<Row>;
}

export function createMany<Row extends Timed>(
	resource: Resource<Row>,
	options: BulkCreateOptions<Row>,
): Operation {
	const { idiom, kind } = resource;
	const { plural } = kind;
	const { path = `${resource.path}/bulk`, audit = 'all', params = {}, query = {} } = options;
	const words = wordsFor(kind);
	const { create: form } = schemasOf(resource);
	const { item = form } = options;
	return operation({
		...{ id: `${kind.name}.createMany`, method: 'POST', path, audit },
		summary: idiom.summary('Bulk create', words, `${words}s`),
		params: Type.Object(params),
		query: Type.Object(query),
		body: Type.Object({
			...options.beside,
			[plural]: Type.Array(item, { maxItems: most.bulkItems }),
		}),
		response: ids,
		needs: `${kind.name}.write`,
		run(call) {
			const start = options.start?.(call);
			const given = (call.body as Record<string, Given[]>)[plural] ?? [];
			const created = forEachItem(given, (one) =>
				createRecord(call, kind, { form: known(form, one), columns: start?.(one) }),
			);
			call.wrote(created);
			return created;
		},
	});
}
