import type {
	ActionRow,
	AssociatedKind,
	CompanyRow,
	ContactRow,
	CustomerRow,
	CustomObjectRow,
	DealRow,
	ProductDetailTypeRow,
	RoleRow,
	UserGroupRow,
	UserRow,
} from '../properties/records';
import { Database } from './database';
import { Settings } from './settings';
import { raw, sql, valuesOf, type Sql, type SqlValue } from './sql';
import { Table } from './table';
import { plainTableNames, plainTables, tables, type TableDefinition } from './tables';

/** Links from deals to contacts, and from custom objects to records of three kinds. */
export type LinkKind = 'dealContact' | AssociatedKind;

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
	private readonly all: Array<{ clear(): void }> = [];

	/** @param file where the data stay, or nothing to keep them in memory */
	constructor(file?: string) {
		const database = new Database(file);
		this.database = database;
		if (file !== undefined) assertReadable(database, file);
		const table = <Row extends { id: number }>(definition: TableDefinition) => {
			const made = new Table<Row>(database, definition);
			this.all.push(made);
			return made;
		};
		this.users = table<UserRow>(tables.user);
		this.userGroups = table<UserGroupRow>(tables.userGroup);
		this.roles = table<RoleRow>(tables.role);
		this.companies = table<CompanyRow>(tables.company);
		this.customers = table<CustomerRow>(tables.customer);
		this.deals = table<DealRow>(tables.deal);
		this.contacts = table<ContactRow>(tables.contact);
		this.actions = table<ActionRow>(tables.action);
		this.customObjects = table<CustomObjectRow>(tables.customObject);
		this.productDetailTypes = table<ProductDetailTypeRow>(tables.productDetailType);
		database.exec(plainTables);
		this.settings = new Settings(database);
	}

	/** All writes of the work are kept, or none if it throws. */
	transaction<T>(work: () => T): T {
		try {
			return this.database.transaction(work);
		} catch (error) {
			this.settings.load();
			throw error;
		}
	}

	clear(): void {
		for (const table of this.all) table.clear();
		for (const name of plainTableNames) this.database.exec(`DELETE FROM ${name}`);
		this.settings.load();
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

	/** True for a file that holds a domain already. */
	isFilled(): boolean {
		return Number(this.database.value(raw('SELECT COUNT(*) FROM setting'))) > 0;
	}

	close(): void {
		this.database.close();
	}
}

const tablesOf = (database: Database): unknown[] =>
	database
		.rows(raw("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"))
		.flat();

/**
 * Before anything is written to it.
 * @throws Error for a file with a table that this version does not have: what is in it would be lost.
 */
function assertReadable(database: Database, file: string): void {
	const own = new Store();
	const known = new Set(tablesOf(own.database));
	own.close();
	if (tablesOf(database).every((table) => known.has(table))) return;
	database.close();
	throw new Error(
		`${file} was made by another version of the sandbox, which alone can read it: give --data another file, or remove this one`,
	);
}
