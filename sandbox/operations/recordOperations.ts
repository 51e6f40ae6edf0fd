import { Type, type TObject, type TProperties } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { notFound } from '../contract/refusal';
import { ids, integer } from '../contract/schemas';
import { isText } from '../contract/values';
import type { Timed } from '../domain/properties/property';
import type { Schemas } from '../domain/properties/schemas';
import type { CustomsForm } from '../domain/records/customs';
import { readableRecord, shownBy, type RecordKind } from '../domain/records/kind';
import { readRecords, type ReadOptions } from '../domain/records/reading';
import { create, update } from '../domain/records/writing';
import { forEachItem } from '../domain/rules/bulk';
import { recordOf, wordsFor } from '../domain/rules/references';
import type { Filter, Sort } from '../domain/rules/search/columns';
import { filterCondition, searchSort } from '../domain/rules/search/filter';
import type { Sql } from '../domain/store/sql';
import type { Asked, Idiom, Sorting } from './idiom';
import { known, sortKeys } from './lists';
import { operation, type Call, type Operation } from './operation';

/** A kind of record in one version of the interface: what its operations have in common. */
export interface Resource<Row extends Timed> {
	idiom: Idiom;
	kind: RecordKind<Row>;
	path: string;
	/** Path parameters before the record's id. */
	owner?: TProperties;
	/** The path's record, where more than its id decides whether there is one. */
	found?(call: Call<{ id: number }>): Row;
	/** Whether a found record is written here too; NOT_FOUND for others. */
	isWritable?: (row: Row) => boolean;
	/** How records are read, where that is not as every version reads its records. */
	read?: (call: Call, rows: Row[], asked: Asked) => unknown[];
	/** What is special about reading them. */
	readOptions?(call: Call): Partial<ReadOptions>;
}

/** How a version reads records: with the custom values in that form, and what the request asks for. */
export const readOptions = (
	{ version, time, itemKeysOnContactsAndActions }: Idiom,
	asked: Asked,
	form: CustomsForm['form'] = 'full',
): ReadOptions => ({
	...{ version, time },
	customs: {
		...{ form, itemKeysOnContactsAndActions },
		keyed: String(asked.itemKeyAsPropertyKey) === 'true',
	},
	relatedObjects: asked.include_related_objects === 1,
	files: String(asked.include_files) === '1',
});

export interface CreateOptions<Row> {
	query?: TProperties;
	/** What a new record begins with, whatever its form says. */
	start?(call: Call): Partial<Row>;
	/** Looks at the new record. */
	made?(call: Call, id: number): void;
}

export interface UpdateOptions {
	query?: TProperties;
	/** Where it is not the update form. */
	body?: TObject;
	/** Where it is not the record. */
	response?: TObject;
}

export interface BulkCreateOptions<Row> extends Partial<Pick<Operation, 'path' | 'audit'>> {
	params?: TProperties;
	query?: TProperties;
	/** What the body holds beside the items. */
	beside?: TProperties;
	/** Where it is not the create form. */
	item?: TObject;
	/** Looks at what is the same for all items, and returns how the record of one begins. */
	start?(call: Call): (item: Record<string, unknown>) => Partial<Row>;
}

/** The operations that are the same for every kind of record; each takes what differs. */
export class RecordOperations<Row extends Timed> {
	private readonly words: string;
	private readonly schemas: Schemas;
	private readonly needs: string;
	/** The path parameters of a single record. */
	private readonly single: TObject;

	constructor(private readonly resource: Resource<Row>) {
		const { kind, idiom, owner } = resource;
		this.words = wordsFor(kind.name);
		this.schemas = kind.schemas(idiom.version);
		this.needs = `${kind.name}.write`;
		this.single = Type.Object({ ...owner, id: integer });
	}

	/** @param options.where further conditions on the row `t` */
	getMany(options: {
		params?: TProperties;
		query: TProperties;
		/** Whether the query may hold other parameters. */
		isOpen?: boolean;
		sorting: Sorting;
		where?(call: Call): Sql[];
	}): Operation {
		const { idiom, kind, path } = this.resource;
		const { isOpen = false, sorting } = options;
		const query = Type.Object(options.query, isOpen ? { additionalProperties: true } : {});
		return operation({
			...{ ...this.named('getMany', 'List', true), method: 'GET', path, query },
			params: Type.Object(options.params ?? {}),
			response: idiom.listEnvelope(kind.plural, this.schemas.shape),
			run: (call) => {
				const asked: Asked = known(query, call.query);
				const sort = isText(asked.sort) && asked.sort !== '' ? asked.sort : sorting.usual;
				const { rows, envelope } = idiom.page(call, {
					...{ id: `${kind.name}.getMany`, asked, table: kind.table(call.service.store) },
					...{ view: call.service.view('list'), order: sortKeys(sort, sorting.columns) },
					where: [...(options.where?.(call) ?? []), ...shownBy(call, kind, call.query)],
				});
				return idiom.respond(kind.plural, this.shown(call, rows, asked), envelope);
			},
		});
	}

	search(options: { query?: TProperties; body: TProperties }): Operation {
		const { idiom, kind, path } = this.resource;
		const { plural, index } = kind;
		if (!index) throw new Error(`${kind.name} has no search index`);
		const query = Type.Object(options.query ?? {});
		const body = Type.Object(options.body);
		return operation({
			...{ ...this.named('search', 'Search', true), method: 'POST', query, body },
			path: `${path}/search`,
			response: idiom.listEnvelope(plural, this.schemas.shape),
			run: (call) => {
				const asked = {
					...known(query, call.query),
					...(known(body, call.body) as { filter: Filter; sort?: Sort }),
				};
				const { rows, envelope } = idiom.page(call, {
					...{ id: `${kind.name}.search`, asked, table: kind.table(call.service.store) },
					...{ view: call.service.view('search'), order: [searchSort(call, index, asked.sort)] },
					where: [...shownBy(call, kind, {}), filterCondition(call, index, asked.filter)],
				});
				const customs = idiom.searchCustoms(asked);
				return idiom.respond(plural, this.shown(call, rows, { ...asked, customs }), envelope);
			},
		});
	}

	create(options: CreateOptions<Row> = {}): Operation {
		const { kind, path, owner = {} } = this.resource;
		const { create: body, shape: response } = this.schemas;
		const query = Type.Object(options.query ?? {});
		return operation({
			...{ ...this.named('create', 'Create'), method: 'POST', path, query, body, response },
			...{ params: Type.Object(owner), creates: true, needs: this.needs },
			run: (call) => {
				const form = known(body, call.body);
				const id = create(call, kind, { form, columns: options.start?.(call) });
				options.made?.(call, id);
				return this.written(call, id, query);
			},
		});
	}

	get(parameters: TProperties = {}): Operation {
		const query = Type.Object(parameters);
		return operation({
			...{ ...this.named('get', 'Get'), method: 'GET', path: `${this.resource.path}/{id}`, query },
			...{ params: this.single, response: this.schemas.shape },
			run: (call: Call) => {
				return this.shown(call, [this.found(call)], known(query, call.query))[0];
			},
		});
	}

	update(options: UpdateOptions = {}): Operation {
		const { kind, path } = this.resource;
		const { body = this.schemas.update, response = this.schemas.shape } = options;
		const query = Type.Object(options.query ?? {});
		return operation({
			...{ ...this.named('update', 'Update'), method: 'PATCH', path: `${path}/{id}`, query, body },
			...{ params: this.single, response, needs: this.needs },
			run: (call: Call) => {
				const row = this.writable(call);
				update(call, kind, row, { form: known(body, call.body) });
				const record = this.written(call, row.id, query);
				return options.response ? known(options.response, record) : record;
			},
		});
	}

	delete(query: TProperties = {}): Operation {
		const { kind, path } = this.resource;
		return operation({
			...{ ...this.named('delete', 'Delete'), method: 'DELETE', path: `${path}/{id}` },
			...{ params: this.single, query: Type.Object(query), response: null, needs: this.needs },
			run: (call: Call) => {
				const row = this.writable(call);
				kind.remove(call, [row.id]);
				this.log(call, row);
			},
		});
	}

	createMany(options: BulkCreateOptions<Row> = {}): Operation {
		const { kind, path: below } = this.resource;
		const { path = `${below}/bulk`, audit = 'all', params = {}, query = {} } = options;
		const { create: form } = this.schemas;
		const items = Type.Array(options.item ?? form, { maxItems: most.bulkItems });
		return operation({
			...{ ...this.named('createMany', 'Bulk create', true), method: 'POST', path, audit },
			...{ params: Type.Object(params), query: Type.Object(query) },
			body: Type.Object({ ...options.beside, [kind.plural]: items }),
			...{ response: ids, needs: this.needs },
			run(call) {
				const start = options.start?.(call);
				const given = (call.body as Record<string, Array<Record<string, unknown>>>)[kind.plural];
				const created = forEachItem(given ?? [], (one) =>
					create(call, kind, { form: known(form, one), columns: start?.(one) }),
				);
				call.wrote(created);
				return created;
			},
		});
	}

	private named(operationName: string, verb: string, isOfMany = false) {
		const summary = `${verb} ${this.words}${isOfMany ? 's' : ''}`;
		return { id: `${this.resource.kind.name}.${operationName}`, summary };
	}

	/** The records of a response; contacts have a form of custom values of their own (v2 §2.7). */
	private shown(call: Call, rows: Row[], asked: Asked): unknown[] {
		const { idiom, kind, read, ...resource } = this.resource;
		if (read) return read(call, rows, asked);
		const hasOwn = kind.name === 'contact' || kind.plural === 'actions';
		const options = readOptions(idiom, asked, hasOwn ? idiom.contactCustoms : asked.customs);
		return readRecords(call, kind, rows, { ...options, ...resource.readOptions?.(call) });
	}

	/** The path's record, if the caller may read it. */
	private found(call: Call): Row {
		const { kind, ...resource } = this.resource;
		// The schema of the path has checked that there is an id.
		const single = call as Call<{ id: number }>;
		return resource.found?.(single) ?? readableRecord(call, kind, single.params.id);
	}

	private writable(call: Call): Row {
		const row = this.found(call);
		if (this.resource.isWritable?.(row) === false) throw notFound(this.words, row.id);
		return row;
	}

	/** Logs that a record was written, and whom that concerns. */
	private log(call: Call, row: Row): void {
		const people = this.resource.kind.people?.(row) ?? [];
		call.wrote([row.id]);
		if (people.length > 0) call.notify(row.id, people);
	}

	/** Logs a written record and returns it as the response shows it. */
	private written(call: Call, id: number, query: TObject): unknown {
		const row = recordOf(call, this.resource.kind.table(call.service.store), this.words, id);
		this.log(call, row);
		return this.shown(call, [row], known(query, call.query))[0];
	}
}

export const operationsOn = <Row extends Timed>(resource: Resource<Row>) =>
	new RecordOperations(resource);
