import { createHash } from 'node:crypto';
import type { Properties } from '../properties/property';
import * as records from '../properties/records';
import { Database } from './database';
import { Settings } from './settings';
import { raw, sql, valuesOf, type Sql, type SqlValue } from './sql';
import { Table } from './table';

/** Links from deals to contacts, and from custom objects to records of three kinds. */
export type LinkKind = 'dealContact' | records.AssociatedKind;

/** Tables of pairs and of the sandbox itself, which no list sorts. */
const plainTables = `
CREATE TABLE link (
	kind TEXT NOT NULL, fromId INTEGER NOT NULL, toId INTEGER NOT NULL, PRIMARY KEY (kind, fromId, toId)
) WITHOUT ROWID;
CREATE INDEX link_to ON link (kind, toId);
CREATE TABLE setting (
	kind TEXT NOT NULL, id INTEGER NOT NULL, domainId INTEGER NOT NULL, data TEXT NOT NULL,
	PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE kept (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID`;

/** By what many are looked up at once. */
const by = (...columns: string[]) => columns.map((column) => `domainId, ${column}`);
/** In both directions, since ids break ties upwards in either. */
const byTime = by('updatedAt', 'createdAt', 'updatedAt DESC', 'createdAt DESC');

/** Everything the service remembers: one table per kind of record, the settings, and the links. */
export class Store {
	readonly database: Database;
	readonly users;
	readonly userGroups;
	readonly roles;
	readonly companies;
	readonly customers;
	readonly deals;
	readonly contacts;
	readonly actions;
	readonly customObjects;
	readonly productDetailTypes;
	readonly settings: Settings;

	/**
	 * @param file where the data stay, or nothing to keep them in memory
	 * @throws Error for a file that another version has filled, or another program
	 */
	constructor(file?: string) {
		const database = new Database(file);
		const schemas: string[] = [];
		const table = <Row extends { id: number }>(
			name: string,
			properties: Properties,
			indexes = ['domainId'],
			isVersioned = true,
		) => {
			const made = new Table<Row>(database, { name, properties, indexes, isVersioned });
			schemas.push(made.schema);
			return made;
		};
		const members = <Row extends { id: number }>(name: string, properties: Properties) =>
			table<Row>(name, properties, undefined, false);
		this.users = members<records.UserRow>('user', records.user);
		this.userGroups = members<records.UserGroupRow>('userGroup', records.userGroup);
		this.roles = members<records.RoleRow>('role', records.role);
		this.companies = members<records.CompanyRow>('company', records.company);
		this.customers = table<records.CustomerRow>('customer', records.customer, [
			...byTime,
			...by('name', 'telNo', 'webUrl'),
		]);
		this.deals = table<records.DealRow>('deal', records.deal, [
			...byTime,
			...by('name', 'phaseId, updatedAt DESC', 'userId, updatedAt DESC'),
			'customerId',
			'dealTypeId, updatedAt',
		]);
		this.contacts = table<records.ContactRow>('contact', records.contact, [
			...byTime,
			...by('name', 'email', 'tel'),
			'customerId',
		]);
		this.actions = table<records.ActionRow>('action', records.anyAction, [
			...by('kind, startAt', 'kind, updatedAt', 'kind, createdAt'),
			'customerId, startAt',
			'dealId, startAt',
		]);
		this.customObjects = table<records.CustomObjectRow>('customObject', records.customObject, [
			'defId, createdAt',
			'defId, updatedAt',
		]);
		this.productDetailTypes = table<records.ProductDetailTypeRow>(
			'productDetailType',
			records.productDetailType,
		);
		makeTables(database, [...schemas, plainTables].join(';\n'), file);
		this.database = database;
		this.settings = new Settings(database);
	}

	/** All writes of the work are kept, or none if it throws. */
	transaction<T>(work: () => T): T {
		try {
			return this.database.transaction(work);
		} catch (error) {
			this.settings.forget();
			throw error;
		}
	}

	/** Empties every table and starts all ids anew. */
	clear(): void {
		const tables = this.database.rows(raw("SELECT name FROM sqlite_schema WHERE type = 'table'"));
		for (const [name] of tables) this.database.exec(`DELETE FROM "${name}"`);
		this.settings.forget();
	}

	link(kind: LinkKind, from: number, to: number): void {
		const text = 'INSERT OR IGNORE INTO link (kind, fromId, toId) VALUES (?, ?, ?)';
		this.database.run(text, [kind, from, to]);
	}

	/** Removes the links that meet the condition, such as `fromId = 1`. */
	unlink(kind: LinkKind, condition: Sql): void {
		const { text, params } = sql`DELETE FROM link WHERE kind = ${kind} AND ${condition}`;
		this.database.run(text, params);
	}

	/** What records are linked with: the ids on the other side, by theirs. */
	linked(kind: LinkKind, side: 'fromId' | 'toId', ids: number[]): (id: number) => number[] {
		const other = raw(side === 'fromId' ? 'toId' : 'fromId');
		const rows = this.database.rows(
			sql`SELECT ${raw(side)}, ${other} FROM link WHERE kind = ${kind}
				AND ${raw(side)} IN ${valuesOf(ids)} ORDER BY 1, 2`,
		);
		return (id) => rows.filter(([one]) => one === id).map(([, found]) => Number(found));
	}

	/** The next number of a named counter, from 1. */
	next(name: string): number {
		const number = Number(this.kept(name) ?? 0) + 1;
		this.keep(name, number);
		return number;
	}

	/** A value that was kept under a name. */
	kept(name: string): SqlValue | undefined {
		return this.database.value(sql`SELECT value FROM kept WHERE name = ${name}`);
	}

	keep(name: string, value: SqlValue): void {
		this.database.run('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)', [name, value]);
	}

	close(): void {
		this.database.close();
	}
}

/** Makes the tables of a new database, and marks it with what they are; refuses a file with another mark. */
function makeTables(database: Database, schema: string, file?: string): void {
	const mark = createHash('sha256').update(schema).digest().readInt32BE();
	if (database.value(raw('SELECT COUNT(*) FROM sqlite_schema')) === 0) {
		database.exec(`BEGIN; ${schema}; PRAGMA user_version = ${mark}; COMMIT`);
	} else if (database.value(raw('PRAGMA user_version')) !== mark) {
		// What is in it would be lost.
		database.close();
		throw new Error(
			`${file} was made by another version of the sandbox, which alone can read it: give --data another file, or remove this one`,
		);
	}
}
