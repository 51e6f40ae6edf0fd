import Libsql from 'libsql';
import { sql, type Sql, type SqlValue } from './sql';

type Statement = ReturnType<InstanceType<typeof Libsql>['prepare']>;

/** The embedded database: prepared statements by their text, and transactions that may nest. */
export class Database {
	private readonly connection: InstanceType<typeof Libsql>;
	private readonly statements = new Map<string, Statement>();
	private depth = 0;

	/** Rises with every write, which may put remembered counts out of date. */
	writes = 0;
	private counts = new Map<string, number>();
	private countedAt = -1;

	/** @param file a path, or nothing for a database in memory */
	constructor(file?: string) {
		this.connection = new Libsql(file ?? ':memory:');
		if (file !== undefined) {
			// A commit in the write-ahead log survives the end of the process, however it ends.
			this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
		}
		this.connection.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -262144');
	}

	exec(text: string): void {
		this.writes++;
		this.connection.exec(text);
	}

	/** Writes, and returns the row id of an inserted row. */
	run({ text, params }: Sql): number {
		this.writes++;
		return Number(this.prepare(text).run(params).lastInsertRowid);
	}

	/** Rows as arrays of column values, in the order of the selected columns. */
	rows({ text, params }: Sql): SqlValue[][] {
		return this.prepare(text).all(params) as SqlValue[][];
	}

	/** The first column of the first row. */
	value(statement: Sql): SqlValue | undefined {
		return this.rows(statement)[0]?.[0];
	}

	/**
	 * Counts rows; remembered until the next write.
	 * @param from the statement from its `FROM` on
	 */
	count(from: Sql): number {
		if (this.countedAt !== this.writes || this.counts.size > 1000) {
			this.counts = new Map();
			this.countedAt = this.writes;
		}
		const key = JSON.stringify(from);
		const counted = this.counts.get(key) ?? Number(this.value(sql`SELECT COUNT(*) ${from}`));
		this.counts.set(key, counted);
		return counted;
	}

	/** Commits all writes of the work together, or none if it throws; a nested call joins the outer one. */
	transaction<T>(work: () => T): T {
		if (this.depth > 0) return work();
		this.connection.exec('BEGIN');
		this.depth++;
		try {
			const result = work();
			this.connection.exec('COMMIT');
			return result;
		} catch (error) {
			this.connection.exec('ROLLBACK');
			this.writes++;
			throw error;
		} finally {
			this.depth--;
		}
	}

	close(): void {
		this.statements.clear();
		this.connection.close();
	}

	private prepare(text: string): Statement {
		let statement = this.statements.get(text);
		if (!statement) {
			// Search filters make ever new statements: forget all of them before they fill the memory.
			if (this.statements.size >= 2000) this.statements.clear();
			statement = this.connection.prepare(text);
			if (statement.reader) statement.raw(true);
			this.statements.set(text, statement);
		}
		return statement;
	}
}
