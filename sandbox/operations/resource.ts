import { Type, type Static, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import { notFound } from '../contract/refusal';
import { ids, integer } from '../contract/schemas';
import type { CustomsForm } from '../domain/records/customs';
import type { ReadOptions } from '../domain/records/customer/read';
import { readableRecord, shownBy, wordsFor, type RecordKind } from '../domain/records/kind';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { recordOf } from '../domain/rules/references';
import type { SearchKind } from '../domain/rules/search/fields';
import type { Filter, Sort } from '../domain/rules/search/form';
import type { Timed } from '../domain/store/rows';
import type { Sql } from '../domain/store/sql';
import type { Asked, Dialect, Sorting } from './dialect';
import { known } from './lists';
import { operation, type Call, type Operation } from './operation';

/** A kind of record in one version of the interface: what its operations have in common. */
export interface Resource<Row extends Timed> {
	dialect: Dialect;
	kind: RecordKind<Row>;
	path: string;
	/** The property that holds several of them in a request or a response. */
	plural: string;
	/** Path parameters before the record's id. */
	owner?: TProperties;
	/** The record in responses. */
	shape: TSchema;
	/** The path's record, where its id alone does not tell whether the caller may read it. */
	found?(call: Call<{ id: number }>): Row;
	/** Whether a found record is written here too; NOT_FOUND for others. */
	isWritable?: (row: Row) => boolean;
	read(call: Call, rows: Row[], asked: Asked, form?: CustomsForm['form']): unknown[];
}

/** How records are read: with the custom values in that form, and what the request asks for. */
export const readOptions = (
	{ time }: Dialect,
	asked: Asked,
	form: CustomsForm['form'] = 'full',
): ReadOptions => ({
	time,
	customs: { form, keyed: String(asked.itemKeyAsPropertyKey) === 'true' },
	relatedObjects: asked.include_related_objects === 1,
});

/** The operations that are the same for every kind of record, each with what differs. */
export function resource<Row extends Timed>(given: Resource<Row>) {
	return {
		getMany: (more: ListGiven) => getMany(given, more),
		search: (more: SearchGiven) => search(given, more),
		create: <Body extends TSchema>(more: CreateGiven<Body>) => create(given, more),
		get: (query: TProperties = {}) => get(given, query),
		update: <Body extends TSchema>(more: UpdateGiven<Row, Body>) => update(given, more),
		delete: (query: TProperties = {}) => remove(given, query),
		createMany: <Item extends TSchema>(more: BulkGiven<Item>) => createMany(given, more),
	};
}

const one = <Row extends Timed>({ owner }: Resource<Row>) => Type.Object({ ...owner, id: integer });

const found = <Row extends Timed>(given: Resource<Row>, call: Call<{ id: number }>): Row =>
	given.found?.(call) ?? readableRecord(call, given.kind, call.params.id);

function writable<Row extends Timed>(given: Resource<Row>, call: Call<{ id: number }>): Row {
	const row = found(given, call);
	if (given.isWritable?.(row) === false) throw notFound(wordsFor(given.kind), row.id);
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
	given: Resource<Row>,
	call: Call,
	id: number,
	query: TObject,
): unknown {
	const table = given.kind.table(call.service.store);
	const row = recordOf(call, table, wordsFor(given.kind), id);
	logged(given, call, row);
	return given.read(call, [row], known(query, call.query as object))[0];
}

interface ListGiven {
	params?: TProperties;
	query: TProperties;
	sorting: Sorting;
	/** Further conditions on the row `t`. */
	where?(call: Call): Sql[];
}

function getMany<Row extends Timed>(given: Resource<Row>, more: ListGiven): Operation {
	const { dialect, kind, path, plural, shape } = given;
	const words = wordsFor(kind);
	const id = `${kind.name}.getMany`;
	const query = Type.Object(more.query);
	return operation({
		...{ id, method: 'GET', path, query },
		summary: dialect.summary('List', words, `${words}s`),
		params: Type.Object(more.params ?? {}),
		response: dialect.listEnvelope(plural, shape),
		run(call) {
			const asked: Asked = known(query, call.query);
			const list = {
				...{ id, table: kind.table(call.service.store), sorting: more.sorting, asked },
				where: [...(more.where?.(call) ?? []), ...shownBy(call, kind, call.query)],
			};
			const { rows, envelope } = dialect.listPage(call, list);
			return dialect.respond(plural, given.read(call, rows, asked), envelope);
		},
	});
}

interface SearchGiven {
	query?: TProperties;
	body: TProperties;
	kind: SearchKind;
}

function search<Row extends Timed>(given: Resource<Row>, more: SearchGiven): Operation {
	const { dialect, kind, path, plural, shape } = given;
	const words = wordsFor(kind);
	const id = `${kind.name}.search`;
	const query = Type.Object(more.query ?? {});
	const body = Type.Object(more.body);
	return operation({
		...{ id, method: 'POST', path: `${path}/search`, query, body },
		summary: dialect.summary('Search', words, `${words}s`),
		response: dialect.listEnvelope(plural, shape),
		run(call) {
			const asked = {
				...known(query, call.query),
				...(known(body, call.body) as { filter: Filter; sort?: Sort }),
			};
			const { rows, envelope } = dialect.searchPage(call, {
				...{ id, table: kind.table(call.service.store), kind: more.kind, asked },
				where: shownBy(call, kind, {}),
			});
			const form = dialect.searchCustoms(asked);
			return dialect.respond(plural, given.read(call, rows, asked, form), envelope);
		},
	});
}

interface CreateGiven<Body extends TSchema> {
	query?: TProperties;
	body: Body;
	/** Makes the record and returns its id. */
	make(call: Call<unknown, unknown, Static<Body>>): number;
}

function create<Row extends Timed, Body extends TSchema>(
	given: Resource<Row>,
	more: CreateGiven<Body>,
): Operation {
	const { dialect, kind, path, owner = {}, shape } = given;
	const query = Type.Object(more.query ?? {});
	return operation({
		...{ id: `${kind.name}.create`, method: 'POST', path, query, body: more.body },
		summary: dialect.summary('Create', wordsFor(kind)),
		params: Type.Object(owner),
		response: shape,
		creates: true,
		needs: `${kind.name}.write`,
		run: (call) => written(given, call, more.make(call), query),
	});
}

function get<Row extends Timed>(given: Resource<Row>, parameters: TProperties): Operation {
	const { dialect, kind, path, shape } = given;
	const query = Type.Object(parameters);
	return operation({
		...{ id: `${kind.name}.get`, method: 'GET', path: `${path}/{id}`, query },
		summary: dialect.summary('Get', wordsFor(kind)),
		params: one(given),
		response: shape,
		run: (call) => given.read(call, [found(given, call)], known(query, call.query))[0],
	});
}

interface UpdateGiven<Row, Body extends TSchema> {
	query?: TProperties;
	body: Body;
	/** Changes what the body holds. */
	change(call: Call<unknown, unknown, Static<Body>>, row: Row): unknown;
}

function update<Row extends Timed, Body extends TSchema>(
	given: Resource<Row>,
	more: UpdateGiven<Row, Body>,
): Operation {
	const { dialect, kind, path, shape } = given;
	const query = Type.Object(more.query ?? {});
	return operation({
		...{ id: `${kind.name}.update`, method: 'PATCH', path: `${path}/{id}`, query, body: more.body },
		summary: dialect.summary('Update', wordsFor(kind)),
		params: one(given),
		response: shape,
		needs: `${kind.name}.write`,
		run(call) {
			const row = writable(given, call);
			more.change(call, row);
			return written(given, call, row.id, query);
		},
	});
}

function remove<Row extends Timed>(given: Resource<Row>, query: TProperties): Operation {
	const { dialect, kind, path } = given;
	return operation({
		...{ id: `${kind.name}.delete`, method: 'DELETE', path: `${path}/{id}` },
		summary: dialect.summary('Delete', wordsFor(kind)),
		params: one(given),
		query: Type.Object(query),
		response: null,
		needs: `${kind.name}.write`,
		run(call) {
			const row = writable(given, call);
			kind.remove(call, [row.id]);
			logged(given, call, row);
		},
	});
}

export interface BulkGiven<Item extends TSchema> extends Partial<
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

function createMany<Row extends Timed, Item extends TSchema>(
	given: Resource<Row>,
	more: BulkGiven<Item>,
): Operation {
	const { dialect, kind, plural } = given;
	const { path = `${given.path}/bulk`, audit = 'all', params = {}, query = {} } = more;
	const words = wordsFor(kind);
	const items = Type.Array(more.item, { maxItems: mostBulkItems });
	return operation({
		...{ id: `${kind.name}.createMany`, method: 'POST', path, audit },
		summary: dialect.summary('Bulk create', words, `${words}s`),
		params: Type.Object(params),
		query: Type.Object(query),
		body: Type.Object({ ...more.beside, [plural]: items }),
		response: ids,
		needs: `${kind.name}.write`,
		run(call) {
			const forms = (call.body as Record<string, Array<Static<Item>>>)[plural] ?? [];
			const created = forEachItem(forms, more.make(call));
			call.wrote(created);
			return created;
		},
	});
}
