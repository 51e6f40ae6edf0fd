import type { Properties, Property } from '../properties/property';
import * as records from '../properties/records';

/** A table as data. */
export interface TableDefinition {
	name: string;
	/** What it holds beside ids, and dates where it is versioned. */
	properties: Properties;
	/** The indexes that its lists and searches need, in each behind the columns the id. */
	indexes: string[];
	/** Older versions are kept while lists or the search index do not show the newest one yet. */
	versioned?: true;
}

/** In both directions, since ids break ties upwards in either. */
const byTime = ['updatedAt', 'createdAt', 'updatedAt DESC', 'createdAt DESC'].map(ofDomain);
function ofDomain(column: string): string {
	return `domainId, ${column}`;
}
/** By what many are looked up at once. */
const by = (...columns: string[]) => columns.map(ofDomain);
const people = { indexes: ['domainId'] };

export const tables = {
	user: { name: 'user', properties: records.user, ...people },
	userGroup: { name: 'userGroup', properties: records.userGroup, ...people },
	role: { name: 'role', properties: records.role, ...people },
	company: { name: 'company', properties: records.company, ...people },
	customer: {
		...{ name: 'customer', properties: records.customer, versioned: true },
		indexes: [...byTime, ...by('name', 'telNo', 'webUrl')],
	},
	deal: {
		...{ name: 'deal', properties: records.deal, versioned: true },
		indexes: [
			...[...byTime, ...by('name', 'phaseId, updatedAt DESC', 'userId, updatedAt DESC')],
			...['customerId', 'dealTypeId, updatedAt'],
		],
	},
	contact: {
		...{ name: 'contact', properties: records.contact, versioned: true },
		indexes: [...byTime, ...by('name', 'email', 'tel'), 'customerId'],
	},
	action: {
		...{ name: 'action', properties: records.anyAction, versioned: true },
		indexes: [
			...by('kind, startAt', 'kind, updatedAt', 'kind, createdAt'),
			...['customerId, startAt', 'dealId, startAt'],
		],
	},
	productDetailType: {
		...{ name: 'productDetailType', properties: records.productDetailType, versioned: true },
		indexes: ['domainId'],
	},
	customObject: {
		...{ name: 'customObject', properties: records.customObject, versioned: true },
		indexes: ['defId, createdAt', 'defId, updatedAt'],
	},
} as const satisfies Record<string, TableDefinition>;

export type ColumnType = 'integer' | 'text' | 'flag' | 'json';
const columnTypes: Record<Property['type'], ColumnType> = {
	...{ text: 'text', date: 'text', flag: 'flag' },
	...{ integer: 'integer', moment: 'integer', id: 'integer', ref: 'integer', decimal: 'integer' },
	...{ ids: 'json', refs: 'json', customs: 'json', json: 'json' },
};
const times = ['createdAt', 'updatedAt', 'listAt', 'searchAt', 'version'];

/** The columns of a table beside its id. */
export const columnsOf = ({
	properties,
	versioned,
}: TableDefinition): Array<[name: string, type: ColumnType]> => [
	...['domainId', ...(versioned ? times : [])].map(
		(name) => [name, 'integer'] as [string, 'integer'],
	),
	...Object.entries(properties)
		.filter(([, { column }]) => column !== false)
		.map(([name, { type }]) => [name, columnTypes[type]] as [string, ColumnType]),
];

/** Tables of pairs and of the sandbox itself, which no list sorts. */
export const plainTables = `
CREATE TABLE IF NOT EXISTS link (
	kind TEXT NOT NULL, fromId INTEGER NOT NULL, toId INTEGER NOT NULL, PRIMARY KEY (kind, fromId, toId)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS link_to ON link (kind, toId);
CREATE TABLE IF NOT EXISTS setting (
	kind TEXT NOT NULL, id INTEGER NOT NULL, domainId INTEGER NOT NULL, data TEXT NOT NULL,
	PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
`;
export const plainTableNames = [...plainTables.matchAll(/TABLE IF NOT EXISTS (\w+)/g)].map(
	([, name = '']) => name,
);
