import { createHash } from 'node:crypto';
import {
	isDated,
	tables,
	type AssociatedKind,
	type Row,
	type TableName,
} from '../properties/records';
import { Database } from './database';
import { raw, sql, valuesOf, type Sql, type SqlValue } from './sql';
import { Table } from './table';

/** Links from deals to contacts, and from custom objects to records of three kinds. */
export type LinkKind = 'dealContact' | AssociatedKind;

/** Tables of pairs and of the sandbox itself, which no list sorts. */
const plainTables = `
CREATE TABLE link (
	kind TEXT NOT NULL, fromId INTEGER NOT NULL, toId INTEGER NOT NULL, PRIMARY KEY (kind, fromId, toId)
) WITHOUT ROWID;
CREATE INDEX link_to ON link (kind, toId);
CREATE TABLE kept (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID`;

/** By what many are looked up at once. */
const by = (...columns: string[]) => columns.map((column) => `domainId, ${column}`);
/** In both directions, since ids break ties upwards in either. */
const byTime = by('updatedAt', 'createdAt', 'updatedAt DESC', 'createdAt DESC');
/** The indexes that lists and searches need, where more than that of the domain. */
const indexes: Partial<Record<TableName, string[]>> = {
	customer: [...byTime, ...by('name', 'telNo', 'webUrl')],
	deal: [
		...byTime,
		...by('name', 'phaseId, updatedAt DESC', 'userId, updatedAt DESC'),
		...['customerId', 'dealTypeId, updatedAt'],
	],
	contact: [...byTime, ...by('name', 'email', 'tel'), 'customerId'],
	action: [
		...by('kind, startAt', 'kind, updatedAt', 'kind, createdAt'),
		...['customerId, startAt', 'dealId, startAt'],
	],
	customObject: ['defId, createdAt', 'defId, updatedAt'],
};

type Tables = { [Name in TableName]: Table<Row<Name>> };

/** Everything the service remembers: a table for each kind of record and of setting, and the links. */
export class Store {
	readonly database: Database;
	readonly tables: Tables;

	/**
	 * @param file where the data stay, or nothing to keep them in memory
	 * @throws Error for a file that another version has filled, or another program
	 */
	constructor(file?: string) {
		this.database = new Database(file);
		const made = Object.entries(tables).map(([key, properties]) => {
			const name = key as TableName;
			const { [name]: ownIndexes = ['domainId'] } = indexes;
			const definition = { name, properties, indexes: ownIndexes, isVersioned: isDated(name) };
			return [name, new Table(this.database, definition)] as const;
		});
		// Each holds the rows of its name.
		this.tables = Object.fromEntries(made) as unknown as Tables;
		const schemas = made.map(([, { schema }]) => schema);
		makeTables(this.database, [...schemas, plainTables].join(';\n'), file);
	}

	/** All writes of the work are kept, or none if it throws. */
	transaction<T>(work: () => T): T {
		try {
			return this.database.transaction(work);
		} catch (error) {
			this.forget();
			throw error;
		}
	}

	/** What tables keep in memory is read again. */
	private forget(): void {
		for (const table of Object.values(this.tables)) table.forget();
	}

	/** The ids of the domains that are set up: those with deal types. */
	domains(): number[] {
		const rows = this.database.rows(raw('SELECT DISTINCT domainId FROM dealType ORDER BY 1'));
		return rows.map(([domainId]) => Number(domainId));
	}

	/** Empties every table and starts all ids anew. */
	clear(): void {
		const tables = this.database.rows(raw("SELECT name FROM sqlite_schema WHERE type = 'table'"));
		for (const [name] of tables) this.database.exec(`DELETE FROM "${name}"`);
		this.forget();
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
