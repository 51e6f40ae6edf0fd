import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { notFound } from '../contract/refusal';
import { ids, integer } from '../contract/schemas';
import type { Form, BaseRow } from '../domain/properties/property';
import type { Schemas } from '../domain/properties/recordSchemas';
import { requireReadable } from '../domain/permissions';
import { listConditions, type RecordKind } from '../domain/records/kind';
import { readRecords, type ReadOptions } from '../domain/records/reading';
import { tableOf, write } from '../domain/records/writing';
import { forEachItem } from '../domain/rules/bulk';
import { wordsFor } from '../domain/rules/references';
import {
	filterSchema,
	sortSchema,
	type SearchFilter,
	type Sort,
} from '../domain/rules/search/columns';
import { filterCondition, searchSort } from '../domain/rules/search/filter';
import { sql, type Sql } from '../domain/store/sql';
import type { RequestParameters, Conventions, Sorting } from './versions';
import { pageEnvelope, pageQuery, sortKeys, tablePage, type List } from './listPages';
import { idIn, pickBySchema, operation, type Call, type Operation } from './operation';

/** Prepares new records: it is called once a call, and returns the first columns of each by its form. */
type Start<Row> = (call: Call) => (form: Form) => Partial<Row>;

/** A kind of record in one version of the interface: the description that its operations share. */
export interface Resource<Row extends BaseRow> {
	conventions: Conventions;
	kind: RecordKind<Row>;
	path: string;
	/** Conditions on the records below the path, before any filter; any other record is NOT_FOUND. */
	where?(call: Call): Sql[];
	/** A further condition on the records that can also be written here. */
	writable?: Sql;
	/** The columns of a new record that its form does not decide. */
	start?: Start<Row>;
	/** Options of reading that differ from those of the version. */
	readOptions?(call: Call): Partial<ReadOptions>;
}

/** The options of reading that follow from a version and the parameters of a request. */
const readOptionsOf = ({ version, time }: Conventions, asked: RequestParameters): ReadOptions => ({
	version,
	time,
	customs: asked.customs,
	keyed: String(asked.itemKeyAsPropertyKey) === 'true',
	relatedObjects: asked.include_related_objects === 1,
	files: String(asked.include_files) === '1',
});

interface ListOptions extends Pick<Operation, 'moreQuery'> {
	/** The operation's id, if it is not the list of all records of the kind. */
	id?: string;
	params?: TProperties | undefined;
	/** Further parameters, besides the filters of the kind. */
	query?: TProperties;
	/** The sort keys; without them the list is in the order of ids. */
	sorting?: Sorting | undefined;
	/** Further conditions on the row `t`. */
	where?: ((call: Call) => Sql[]) | undefined;
	/** Whether both versions show it by page number. */
	isPaged?: boolean;
}

export interface UpdateOptions {
	query?: TProperties;
	/** The schema of the body, if it is not the update form. */
	body?: TObject;
	/** The schema of an empty response, if the operation does not return the record. */
	empty?: TSchema;
}

interface BulkOptions extends Partial<Pick<Operation, 'path' | 'audit'>> {
	query?: TProperties;
}

export interface BulkCreateOptions<Row> extends BulkOptions {
	/** The schema of an item, if it is not the create form. */
	item?: TObject;
	/** Further properties of the body, besides the items. */
	more?: TProperties;
	/** Replaces the `start` of single creations. */
	start?: Start<Row>;
}

export interface BulkUpdateOptions<Row> extends BulkOptions {
	/** Whether only the last of several rows with the same id counts. */
	lastWins?: boolean;
	/** Prepares the update: it is called once a call, and returns whether a record is skipped. */
	skips?: (call: Call) => (row: Row, form: Form) => boolean;
	response: TSchema | null;
	respond?: ((updated: Row[], skipped: Row[]) => unknown) | undefined;
}

/** Makes the operations that every kind of record can have; each method takes the differences. */
class RecordOperations<Row extends BaseRow> {
	private readonly words: string;
	private readonly schemas: Schemas;
	private readonly needs: string;

	constructor(private readonly resource: Resource<Row>) {
		const { kind, conventions } = resource;
		this.words = wordsFor(kind.name);
		this.schemas = kind.schemas(conventions.version);
		this.needs = `${kind.name}.write`;
	}

	getMany({ query, sorting, where, isPaged = false, ...own }: ListOptions): Operation {
		const { conventions, kind, path } = this.resource;
		const envelope = isPaged ? pageEnvelope : conventions.listEnvelope;
		const filters = Object.entries(kind.filters ?? {}).map(([name, [takes]]) => [name, takes]);
		return operation({
			id: `${kind.name}.getMany`,
			method: 'GET',
			path,
			query: { ...Object.fromEntries(filters), ...(isPaged ? pageQuery : query) },
			...own,
			response: envelope(kind.plural, this.schemas.shape),
			run: (call) => {
				const { sort, ...asked } = call.query as RequestParameters & { sort?: string };
				const list = {
					id: `${kind.name}.getMany`,
					asked,
					// A list by page number shows each write at once.
					view: isPaged ? undefined : call.service.view('list'),
					where: [
						...this.where(call),
						...listConditions(call, kind, call.query),
						...(where?.(call) ?? []),
					],
					order: sorting ? sortKeys(sort || sorting.usual, sorting.columns) : [],
				};
				return this.page(call, list, isPaged);
			},
		});
	}

	/** @param options.body further properties of the body, besides filter and sort */
	search(options: { query?: TProperties; body?: TProperties }): Operation {
		const { conventions, kind, path } = this.resource;
		const { plural, index } = kind;
		if (!index) throw new Error(`${kind.name} has no search index`);
		const optional = Type.Partial(Type.Object({ sort: sortSchema, ...options.body }));
		return operation({
			id: `${kind.name}.search`,
			method: 'POST',
			path: `${path}/search`,
			query: options.query,
			body: Type.Object({ filter: filterSchema, ...optional.properties }),
			response: conventions.listEnvelope(plural, this.schemas.shape),
			run: (call) => {
				const given: object = { ...call.query, ...call.body };
				const { sort, ...asked } = given as RequestParameters & {
					filter: SearchFilter;
					sort?: Sort;
				};
				return this.page(call, {
					id: `${kind.name}.search`,
					view: call.service.view('search'),
					where: [...listConditions(call, kind, {}), filterCondition(call, index, asked.filter)],
					order: [searchSort(call, index, sort)],
					asked: { ...asked, customs: conventions.searchCustoms(asked) },
				});
			},
		});
	}

	create(query?: TProperties): Operation {
		const { kind, path, start } = this.resource;
		const { create: body, shape: response } = this.schemas;
		return operation({
			id: `${kind.name}.create`,
			method: 'POST',
			path,
			body,
			response,
			query,
			creates: true,
			needs: this.needs,
			run: (call) => {
				const form: Form = call.body;
				const { id } = write(call, kind, { form, columns: start?.(call)(form) });
				return this.written(call, id);
			},
		});
	}

	get(query?: TProperties): Operation {
		const { kind, path } = this.resource;
		return operation({
			id: `${kind.name}.get`,
			method: 'GET',
			path: `${path}/{id}`,
			query,
			response: this.schemas.shape,
			run: (call) => this.shown(call, [this.found(call)], call.query)[0],
		});
	}

	update({ query, body = this.schemas.update, empty }: UpdateOptions = {}): Operation {
		const { kind, path } = this.resource;
		return operation({
			id: `${kind.name}.update`,
			method: 'PATCH',
			path: `${path}/{id}`,
			body,
			query,
			response: empty ?? this.schemas.shape,
			needs: this.needs,
			run: (call) => {
				const { id } = write(call, kind, { form: call.body }, this.writable(call));
				const shown = this.written(call, id);
				return empty ? {} : shown;
			},
		});
	}

	delete(query?: TProperties): Operation {
		const { kind, path } = this.resource;
		return operation({
			id: `${kind.name}.delete`,
			method: 'DELETE',
			path: `${path}/{id}`,
			query,
			response: null,
			needs: this.needs,
			run: (call) => {
				const row = this.writable(call);
				call.service.store.remove(kind.table, row.id);
				this.log(call, row);
			},
		});
	}

	createMany(options: BulkCreateOptions<Row> = {}): Operation {
		const { kind, start: ofEach } = this.resource;
		const { create: form } = this.schemas;
		const { item = form, more, start = ofEach } = options;
		return operation({
			id: `${kind.name}.createMany`,
			method: 'POST',
			...this.bulk(options, item, more),
			response: ids,
			run: (call) => {
				const begin = start?.(call);
				const created = forEachItem(this.itemsOf(call), (one) =>
					write(call, kind, { form: pickBySchema(form, one), columns: begin?.(one) }),
				).map(({ id }) => id);
				call.wrote(created);
				return created;
			},
		});
	}

	updateMany(options: BulkUpdateOptions<Row>): Operation {
		const { kind } = this.resource;
		const { properties, additionalProperties } = this.schemas.update;
		const changes = Type.Object({ id: integer, ...properties }, { additionalProperties });
		const { lastWins = false, skips, response, respond } = options;
		return operation({
			id: `${kind.name}.updateMany`,
			method: 'PATCH',
			...this.bulk(options, changes),
			response,
			run: (call) => {
				const items = this.itemsOf(call) as Array<Form & { id: number }>;
				const isSkipped = skips?.(call);
				const where = this.where(call);
				const updated: Row[] = [];
				const skipped: Row[] = [];
				forEachItem(items, (one) => {
					const { id, ...form } = one;
					const row = this.found(call, id, where);
					const isOverridden = lastWins && items.findLast((other) => other.id === id) !== one;
					const isLocked = isSkipped?.(row, form);
					// Items that are overridden or locked are checked, too (S8).
					const changed = write(call, kind, { form, isTrial: isOverridden || isLocked }, row);
					if (isLocked) skipped.push(row);
					else if (!isOverridden) updated.push(changed);
				});
				call.wrote(updated.map(({ id }) => id));
				return respond?.(updated, skipped);
			},
		});
	}

	/** The parts that all bulk operations share. */
	private bulk(
		{ path = `${this.resource.path}/bulk`, audit = 'all', query }: BulkOptions,
		item: TObject,
		more: TProperties = {},
	) {
		const items = Type.Array(item, { maxItems: most.bulkItems });
		const body = Type.Object({ ...more, [this.resource.kind.plural]: items });
		const { needs } = this;
		return { path, audit, query, body, needs };
	}

	private itemsOf({ body }: Call): Form[] {
		return (body as Record<string, Form[]>)[this.resource.kind.plural] ?? [];
	}

	private page(
		call: Call,
		given: Omit<List<Row>, 'table'> & { id: string; asked: RequestParameters },
		isPaged = false,
	): object {
		const { conventions, kind } = this.resource;
		const list = { ...given, table: tableOf(call, kind) };
		const { rows, envelope } = isPaged
			? // v2 §8 fixes the size of such a page.
				tablePage(call.service, list, list.asked, conventions.version === 'v2')
			: conventions.page(call, list);
		return { ...envelope, [kind.plural]: this.shown(call, rows, list.asked) };
	}

	/** Records in the form in which a response shows them. */
	private shown(call: Call, rows: Row[], asked: RequestParameters): unknown[] {
		const { conventions, kind, ...resource } = this.resource;
		const options = { ...readOptionsOf(conventions, asked), ...resource.readOptions?.(call) };
		return readRecords(call, kind, rows, options);
	}

	private where(call: Call): Sql[] {
		return [sql`t.domainId = ${call.caller.domainId}`, ...(this.resource.where?.(call) ?? [])];
	}

	/**
	 * The record of the path, or of another id.
	 * @throws Refusal: NOT_FOUND, or FORBIDDEN if the caller may not read it
	 */
	private found(call: Call, id = idIn(call, 'id'), where = this.where(call)): Row {
		const { kind } = this.resource;
		const ofId = [sql`t.id = ${id}`, ...where];
		const [row] = tableOf(call, kind).select({ where: ofId });
		if (!row) throw notFound(this.words, id);
		requireReadable(call, kind, row.id);
		return row;
	}

	private writable(call: Call): Row {
		const { writable } = this.resource;
		const row = this.found(call);
		return writable ? this.found(call, row.id, [writable]) : row;
	}

	/** Logs that a record was written, and the users who are notified of it. */
	private log(call: Call, row: Row): void {
		const people = this.resource.kind.people?.(row) ?? [];
		call.wrote([row.id]);
		if (people.length > 0) call.notify(row.id, people);
	}

	/** Logs a written record and returns it as the response shows it. */
	private written(call: Call, id: number): unknown {
		const row = tableOf(call, this.resource.kind).find(id) as Row;
		this.log(call, row);
		return this.shown(call, [row], call.query as RequestParameters)[0];
	}
}

export const operationsOn = <Row extends BaseRow>(resource: Resource<Row>) =>
	new RecordOperations(resource);
