import { Type, type Static } from '@sinclair/typebox';
import { notFound } from '../contract/refusal';
import { inUtc } from '../contract/time';
import { checker } from '../contract/validation';
import { nameOut, type Properties, type Timed } from '../domain/properties/property';
import { customObject, user } from '../domain/properties/records';
import { actionKinds } from '../domain/records/actions';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import type { RecordKind } from '../domain/records/kind';
import { readUsers } from '../domain/records/members';
import { readRecords } from '../domain/records/reading';
import { anyContains } from '../domain/rules/search/comparison';
import { directScope, type Scope } from '../domain/scope';
import type { Service } from '../domain/service';
import { or, raw, sql, type Sql } from '../domain/store/sql';
import type { Table } from '../domain/store/table';

/** Larger than any id or page, and small enough to reckon with. */
const maximum = 1_000_000_000_000;
const text = Type.String({ default: '' });
/** A page of the records of a kind, of those that a search finds, or one record by its id. */
const placeSchema = Type.Object({
	...{ domain: Type.Integer({ maximum }), kind: text, search: text },
	id: Type.Optional(Type.Integer({ minimum: 1, maximum })),
	page: Type.Integer({ minimum: 1, maximum, default: 1 }),
});
const check = checker(placeSchema, 'text');
const pageSize = 10;

/** How the page finds and shows records of one kind. */
interface Source {
	name: string;
	properties: Properties;
	count: (where: Sql[]) => number;
	list: (where: Sql[], offset: number) => object[];
}

/** The kinds of record, in the order in which the page names them; each is shown as v2 shows it. */
function sourcesOf(scope: Scope): Source[] {
	const { store } = scope.service;
	const { domainId } = scope.caller;
	const source = <Row extends { id: number }>(
		[name, properties, table]: [string, Properties, Table<Row>],
		read: (rows: Row[]) => object[],
		ofKind: Sql[] = [],
	): Source => {
		const own = [sql`t.domainId = ${domainId}`, ...ofKind];
		const orderBy = raw(name === 'user' ? 't.id' : 't.updatedAt DESC, t.id DESC');
		return {
			...{ name, properties },
			count: (where) => table.count([...own, ...where]),
			list: (where, offset) =>
				read(table.select({ where: [...own, ...where], orderBy, limit: pageSize, offset })),
		};
	};
	const options = { version: 'v2', time: inUtc, files: true } as const;
	const standard = <Row extends Timed>(kind: RecordKind<Row>) =>
		source<Row>(
			[kind.name, kind.properties, kind.table(store)],
			(rows) => readRecords(scope, kind, rows, options),
			kind.name in actionKinds ? [sql`t.kind = ${kind.name}`] : [],
		);
	return [
		...[standard(customers), standard(deals), standard(contacts)],
		...Object.values(actionKinds).map((kind) => standard(kind)),
		source(['customObject', customObject, store.customObjects], (rows) =>
			rows.map(({ id, defId, fields, updatedAt }) => {
				const definition = store.settings.find('customObjectDef', domainId, defId);
				return { id, name: `${definition?.name} ${id}`, ...fields, updatedAt: inUtc(updatedAt) };
			}),
		),
		source(['user', user, store.users], (rows) => readUsers(scope, rows)),
	];
}

/** The texts of a record, or its id. */
function matches({ properties }: Source, search: string): Sql {
	const texts = Object.entries(properties)
		.filter(([key, { type, column }]) => (type === 'text' && column !== false) || key === 'fields')
		.map(([key]) => raw(`t.${key}`));
	return or([anyContains(texts, search), sql`CAST(t.id AS TEXT) = ${search}`]);
}

/**
 * What the page shows of a domain's records, the last changed first.
 * @throws Refusal for wrong parameters, and NOT_FOUND for a domain, kind or id that there is not
 */
export function browse(service: Service, query: unknown) {
	check(query);
	const { domain, kind, id, search, page } = query as Static<typeof placeSchema>;
	if (!service.domains().includes(domain)) throw notFound('domain', domain);
	const sources = sourcesOf(directScope(service, domain));
	const source = sources.find(({ name }) => name === kind);
	if (!source) throw notFound('kind of record', kind);
	const where =
		id !== undefined ? [sql`t.id = ${id}`] : search === '' ? [] : [matches(source, search)];
	const total = source.count(where);
	if (id !== undefined && total === 0) throw notFound(kind, id);
	const listed = Object.entries(source.properties).filter(([, one]) => one.listed);
	return {
		kinds: sources.map((each) => ({ kind: each.name, count: each.count([]) })),
		records: source.list(where, (page - 1) * pageSize),
		...{ total, pages: Math.ceil(total / pageSize) },
		/** Beside id and name. */
		columns: listed.map(([key, one]) => nameOut(key, one)),
	};
}
