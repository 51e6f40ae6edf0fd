import { readActions } from '../domain/records/action/read';
import { readContacts } from '../domain/records/contact/read';
import { readCustomersOfV2 } from '../domain/records/customer/read';
import { readDeals } from '../domain/records/deal/read';
import { readUsers } from '../domain/records/member/users';
import { personsAre } from '../domain/rules/persons';
import { anyContains, contains } from '../domain/rules/search/comparison';
import type { Scope } from '../domain/scope';
import type { CustomObjectRow } from '../domain/store/rows';
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

const is = (column: string) => (id: number) => sql`${raw(column)} = ${id}`;
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
		actions(scope, 'customer', is('t.customerId')),
		actions(scope, 'deal', is('t.dealId')),
		actions(scope, 'contact', withContact),
		...definitions.map((definition) => customObjects(scope, definition)),
		kind(scope, {
			...{ key: 'user', title: 'Users', table: store.users, of: {} },
			...{ texts: ['t.name', 't.email'], columns: ['email', 'role', 'userGroups'] },
			read: (rows) => readUsers(scope, rows),
		}),
	];
}

/** Whole custom values, each with its key where the option lets it. */
const customs = { form: 'full', itemKeysOnContactsAndActions: true } as const;

function standardKinds(scope: Scope): Kind[] {
	const { customers, deals, contacts } = scope.service.store;
	const options = { time, customs } as const;
	return [
		kind(scope, {
			...{ key: 'customer', title: 'Customers', table: customers },
			...{
				texts: ['t.name', 't.address', 't.webUrl'],
				columns: ['industry', 'telNo', 'updatedAt'],
			},
			of: { customObject: ofObject('customer') },
			read: (rows) => readCustomersOfV2(scope, rows, options),
		}),
		kind(scope, {
			...{ key: 'deal', title: 'Deals', table: deals, texts: ['t.name'], by: ofCustomerCalled },
			columns: ['customer', 'phase', 'amount', 'updatedAt'],
			of: {
				...{ customer: is('t.customerId'), contact: paired('dealContact', 'dealId', 'contactId') },
				...{ customObject: ofObject('deal'), user: is('t.userId') },
			},
			read: (rows) => readDeals(scope, rows, options),
		}),
		kind(scope, {
			...{ key: 'contact', title: 'Contacts', table: contacts },
			...{
				texts: ['t.name', 't.email'],
				by: ofCustomerCalled,
				columns: ['customer', 'email', 'updatedAt'],
			},
			of: {
				...{ customer: is('t.customerId'), deal: paired('dealContact', 'contactId', 'dealId') },
				customObject: ofObject('contact'),
			},
			read: (rows) => readContacts(scope, rows, options),
		}),
	];
}

function actions(
	scope: Scope,
	about: 'customer' | 'deal' | 'contact',
	ofOwner: (id: number) => Sql,
): Kind {
	const key = `${about}Action` as const;
	return kind(scope, {
		...{ key, title: `${words(key)}s`, table: scope.service.store.actions },
		...{ where: sql`t.kind = ${key}`, texts: ['t.preNote', 't.result'] },
		columns: [about, 'startDatetime', 'creator', 'updatedAt'],
		of: { contact: withContact, [about]: ofOwner, user: (id) => personsAre([id]) },
		read: (rows) =>
			readActions(scope, rows, {
				time,
				as: key,
				files: true,
				contactCustoms: customs,
			}).map((record) => {
				const { pattern, purpose, ...rest } = { purpose: null, ...record };
				return { ...rest, name: (purpose ?? pattern)?.name ?? '' };
			}),
	});
}

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
