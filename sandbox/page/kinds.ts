import { nameOut, type Properties, type Timed } from '../domain/properties/property';
import { user, type CustomObjectRow } from '../domain/properties/records';
import { actionKinds } from '../domain/records/actions';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { is } from '../domain/records/filters';
import type { RecordKind } from '../domain/records/kind';
import { readUsers } from '../domain/records/member/users';
import { readRecords, type Shown } from '../domain/records/reading';
import { personsAre } from '../domain/rules/persons';
import { anyContains, contains } from '../domain/rules/search/comparison';
import type { Scope } from '../domain/scope';
import type { Setting } from '../domain/store/settings';
import { or, raw, sql, type Sql } from '../domain/store/sql';
import type { Table } from '../domain/store/table';
import { fieldsOf, time, words, type CustomValue, type Field, type Link } from './fields';

/** How the page finds and shows the records of one kind. */
interface Source<Row extends { id: number }> {
	key: string;
	/** In the plural. */
	title: string;
	table: Table<Row>;
	/** Which rows of the table are of this kind; all without it. */
	where?: Sql;
	/** The texts that a search looks into. */
	texts: string[];
	/** By what else a search finds them. */
	by?: (search: string) => Sql;
	/** The fields that the list shows beside the name. */
	columns: string[];
	/** Which records belong to one of another kind, by that kind. */
	of: Record<string, (id: number) => Sql>;
	/** The records in the service's shape. */
	read: (rows: Row[]) => Array<{ id: number; name: string }>;
}

export interface Kind extends Pick<Source<never>, 'key' | 'title' | 'columns' | 'of'> {
	count: (where: Sql[]) => number;
	/** The last changed first; people in the order of their ids. */
	list: (where: Sql[], limit: number, offset: number) => Array<{ link: Link; fields: Field[] }>;
	/** Whether a record has these words, or this id. */
	matches: (search: string) => Sql;
}

function kind<Row extends { id: number }>(scope: Scope, source: Source<Row>): Kind {
	const { key, title, table, where: ofKind = raw('1'), texts, by, columns, of, read } = source;
	const own = [sql`t.domainId = ${scope.caller.domainId}`, ofKind];
	const orderBy = raw(key === 'user' ? 't.id' : 't.updatedAt DESC, t.id DESC');
	return {
		...{ key, title, columns, of },
		count: (where) => table.count([...own, ...where]),
		list: (where, limit, offset) =>
			read(table.select({ where: [...own, ...where], orderBy, limit, offset })).map((record) => ({
				link: { kind: key, id: record.id, text: record.name },
				fields: fieldsOf(record),
			})),
		matches: (search) => {
			const isId = sql`CAST(t.id AS TEXT) = ${search}`;
			return or([anyContains(texts.map(raw), search), isId, ...(by ? [by(search)] : [])]);
		},
	};
}

/** Beside the other record in a table of pairs. */
const paired = (table: string, own: string, other: string) => (id: number) =>
	sql`t.id IN (SELECT ${raw(own)} FROM ${raw(table)} WHERE ${raw(other)} = ${id})`;
const withContact = paired('actionContact', 'actionId', 'contactId');
const ofObject = (kind: string) => (id: number) =>
	sql`t.id IN (SELECT recordId FROM association WHERE kind = ${kind} AND objectId = ${id})`;
const objectsOf = (kind: string) => (id: number) =>
	sql`t.id IN (SELECT objectId FROM association WHERE kind = ${kind} AND recordId = ${id})`;
const ofCustomerCalled = (name: string) =>
	sql`t.customerId IN (SELECT c.id FROM customer AS c WHERE ${contains(raw('c.name'), name)})`;

/** All kinds of record of a domain, in the order in which the page names them. */
export function kindsOf(scope: Scope): Kind[] {
	const { store } = scope.service;
	const definitions = store.settings.list('customObjectDef', scope.caller.domainId);
	return [
		...standardKinds(scope),
		...definitions.map((definition) => customObjects(scope, definition)),
		kind(scope, {
			...{ key: 'user', title: 'Users', table: store.users, of: {} },
			...{ texts: ['t.name', 't.email'], columns: columnsOf(user) },
			read: (rows) => readUsers(scope, rows).map((one) => ({ ...one, name: String(one.name) })),
		}),
	];
}

/** The columns of a list beside the name: those of the properties that say so. */
const columnsOf = (properties: Properties): string[] =>
	Object.entries(properties)
		.filter(([, { listed }]) => listed)
		.map(([key, property]) => nameOut(key, property));

/** A kind of record as the page shows it: as v2 does, with dates for people. */
function standard<Row extends Timed>(
	scope: Scope,
	record: RecordKind<Row>,
	{
		nameOf,
		...source
	}: Partial<Source<Row>> &
		Pick<Source<Row>, 'of' | 'texts'> & { nameOf?: (record: Shown) => string },
): Kind {
	const options = { version: 'v2', time, files: true } as const;
	return kind(scope, {
		...{
			key: record.name,
			title: `${words(record.name)}s`,
			table: record.table(scope.service.store),
		},
		columns: [...columnsOf(record.properties), 'updatedAt'],
		read: (rows) =>
			readRecords(scope, record, rows, options).map((one) => ({
				...one,
				name: nameOf?.(one) ?? String(one.name),
			})),
		...source,
	});
}

const ofCustomer = { customer: is('t.customerId') };
const standardKinds = (scope: Scope): Kind[] => [
	standard(scope, customers, {
		texts: ['t.name', 't.address', 't.webUrl'],
		of: { customObject: ofObject('customer') },
	}),
	standard(scope, deals, {
		...{ texts: ['t.name'], by: ofCustomerCalled },
		of: {
			...{ ...ofCustomer, contact: paired('dealContact', 'dealId', 'contactId') },
			...{ customObject: ofObject('deal'), user: is('t.userId') },
		},
	}),
	standard(scope, contacts, {
		...{ texts: ['t.name', 't.email'], by: ofCustomerCalled },
		of: {
			...{ ...ofCustomer, deal: paired('dealContact', 'contactId', 'dealId') },
			customObject: ofObject('contact'),
		},
	}),
	...Object.values(actionKinds).map((record) => {
		const own = { customerAction: ofCustomer, dealAction: { deal: is('t.dealId') } };
		return standard(scope, record, {
			...{ where: sql`t.kind = ${record.name}`, texts: ['t.preNote', 't.result'] },
			of: {
				...{ contact: withContact, user: (id) => personsAre([id]) },
				...own[record.name as keyof typeof own],
			},
			// Their purpose, or else their pattern, is what they are called by.
			nameOf: ({ pattern, purpose }) =>
				((purpose ?? pattern) as { name: string } | null)?.name ?? '',
		});
	}),
];

function customObjects(scope: Scope, definition: Setting<'customObjectDef'>): Kind {
	const { id: defId, key, name: title, items } = definition;
	const { users, customObjects: table } = scope.service.store;
	const first = items.find(({ itemType }) => itemType === 'text')?.itemKey ?? '';
	const others = items.map(({ itemKey }) => itemKey).filter((itemKey) => itemKey !== first);
	const customsOf = (values: CustomObjectRow['fields']): CustomValue[] =>
		items.map(({ itemKey, itemType }) => {
			const value = values[itemKey] ?? [];
			const ids = itemType === 'user' ? [value].flat().map(Number) : undefined;
			const selectedUsers = ids && [...users.findMany(ids).values()];
			return { itemKey, name: words(itemKey), value, selectedUsers };
		});
	return kind(scope, {
		...{ key: `customObject.${key}`, title: `${title}s`, table, where: sql`t.defId = ${defId}` },
		texts: [`(SELECT GROUP_CONCAT(value, ' ') FROM json_each(t.fields))`],
		columns: [...others.slice(0, 3), 'updatedAt'],
		of: { customer: objectsOf('customer'), deal: objectsOf('deal'), contact: objectsOf('contact') },
		read: (rows) =>
			rows.map(({ id, fields, createdAt, updatedAt }) => ({
				...{ id, name: String(fields[first] ?? `${title} ${id}`), customs: customsOf(fields) },
				...{ createdAt: time(createdAt), updatedAt: time(updatedAt) },
			})),
	});
}
