import { createHash } from 'node:crypto';
import type { LinkedKind } from '../properties/property';
import { tables, type Row, type TableName } from '../properties/recordFields';
import { Database } from './database';
import { removals } from './removals';
import { raw, sql, type SqlValue } from './sql';
import { Table } from './table';

/** One of two records that are linked. */
type End = [kind: LinkedKind, id: number];

/** Tables without records: links between records, and values that the sandbox keeps by name. */
const otherTables = `
CREATE TABLE link (
	kind TEXT, id INTEGER, otherKind TEXT, otherId INTEGER, PRIMARY KEY (kind, id, otherKind, otherId)
) WITHOUT ROWID;
CREATE TABLE kept (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID`;

/** The columns of indexes within a domain. */
const by = (...columns: string[]) => columns.map((column) => `domainId, ${column}`);
/** Dates in both directions: ids break ties in ascending order in either, so one index does not serve both. */
const byTime = by('updatedAt', 'createdAt', 'updatedAt DESC', 'createdAt DESC');
/** The indexes of tables that need more than one on the domain. */
const indexes: Partial<Record<TableName, string[]>> = {
	customer: [...byTime, ...by('name', 'telNo', 'webUrl')],
	deal: [
		...byTime,
		...by('name', 'phaseId, updatedAt DESC', 'userId, updatedAt DESC'),
		'customerId',
		'dealTypeId, updatedAt',
	],
	contact: [...byTime, ...by('name', 'email', 'tel'), 'customerId'],
	action: [
		...by('kind, startAt', 'kind, updatedAt', 'kind, createdAt'),
		'customerId, startAt',
		'dealId, startAt',
	],
	customObject: ['defId, createdAt', 'defId, updatedAt'],
};

type Tables = { [Name in TableName]: Table<Row<Name>> };

/** Everything the service remembers: a table for each kind of record and of setting, and the links. */
export class Store {
	readonly database: Database;
	readonly tables: Tables;

	/**
	 * @param file the file that keeps the data; without it they are in memory
	 * @throws Error for a file that another version of the sandbox, or another program, has made
	 */
	constructor(file?: string) {
		this.database = new Database(file);
		const made = (Object.keys(tables) as TableName[]).map(
			(name) => new Table(this.database, name, indexes[name]),
		);
		// Each table has the row type of its name, which the compiler cannot see here.
		this.tables = Object.fromEntries(made.map((table) => [table.name, table])) as unknown as Tables;
		const schemas = made.map(({ schema }) => schema);
		makeTables(this.database, [...schemas, otherTables, removals].join(';\n'), file);
	}

	/** Commits all writes of the work, or none if it throws. */
	transaction<T>(work: () => T): T {
		try {
			return this.database.transaction(work);
		} catch (error) {
			this.forget();
			throw error;
		}
	}

	/** Drops the rows that tables keep in memory. */
	private forget(): void {
		for (const table of Object.values(this.tables)) table.forget();
	}

	/** The ids of the domains that are set up: those with deal types. */
	domains(): number[] {
		return this.database
			.rows(raw('SELECT DISTINCT domainId FROM dealType ORDER BY 1'))
			.map(([domainId]) => Number(domainId));
	}

	/**
	 * Empties every table and starts all ids anew. The tables themselves stay, so that prepared
	 * statements stay valid. They are emptied in reverse order, so that the triggers find nothing more
	 * to delete.
	 */
	clear(): void {
		const all = this.database.rows(
			raw("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'"),
		);
		for (const [name] of all.reverse()) this.database.exec(`DELETE FROM "${name}"`);
		this.forget();
	}

	/** Deletes a row for good, with everything that belongs to it; lists and the index show it no more. */
	remove(name: TableName, id: number): void {
		this.database.run(sql`DELETE FROM ${raw(name)} WHERE id = ${id}`);
		this.forget();
	}

	/** Links two records, or with `isGone` unlinks them; each link is found from both ends. */
	link(one: End, other: End, isGone = false): void {
		const text = isGone
			? 'DELETE FROM link WHERE (kind, id, otherKind, otherId) = (?, ?, ?, ?)'
			: 'INSERT OR IGNORE INTO link VALUES (?, ?, ?, ?)';
		this.database.run({ text, params: [...one, ...other] });
		this.database.run({ text, params: [...other, ...one] });
	}

	/** The ids of the records of another kind that a record is linked with. */
	linked([kind, id]: End, other: LinkedKind): number[] {
		return this.database
			.rows(
				sql`SELECT otherId FROM link WHERE kind = ${kind} AND id = ${id} AND otherKind = ${other}`,
			)
			.map(([otherId]) => Number(otherId));
	}

	/** The next number of a named counter, from 1. */
	next(name: string): number {
		const number = Number(this.kept(name) ?? 0) + 1;
		this.keep(name, number);
		return number;
	}

	/** The value that `keep` stored under a name. */
	kept(name: string): SqlValue | undefined {
		return this.database.value(sql`SELECT value FROM kept WHERE name = ${name}`);
	}

	/** Stores a value under a name, over any older one. */
	keep(name: string, value: SqlValue): void {
		this.database.run(sql`INSERT OR REPLACE INTO kept (name, value) VALUES (${name}, ${value})`);
	}

	close(): void {
		this.database.close();
	}
}

/**
 * Makes the tables of a new database and marks it with a digest of its schema.
 * @throws Error for a database with another mark
 */
function makeTables(database: Database, schema: string, file?: string): void {
	const mark = createHash('sha256').update(schema).digest().readInt32BE();
	if (database.value(raw('SELECT COUNT(*) FROM sqlite_schema')) === 0) {
		database.exec(`BEGIN; ${schema}; PRAGMA user_version = ${mark}; COMMIT`);
	} else if (database.value(raw('PRAGMA user_version')) !== mark) {
		// The file stays as it is: its own version can still read it.
		database.close();
		throw new Error(
			`${file} was made by another version of the sandbox, which alone can read it: give --data another file, or remove this one`,
		);
	}
}
