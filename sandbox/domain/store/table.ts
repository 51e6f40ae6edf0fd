import type { Database } from './database';
import { and, raw, sql, valuesOf, type Sql, type SqlValue } from './sql';
import { columnsOf, type ColumnType, type TableDefinition } from './tables';

/** Which version of a record is read: the newest one, or the one a list or the index shows. */
export type View = { at: 'now' } | { at: 'list' | 'search'; now: number };

export const newest: View = { at: 'now' };

interface Selection {
	view?: View;
	where?: Sql[];
	orderBy?: Sql;
	limit?: number;
	offset?: number;
}

const sqlTypes: Record<ColumnType, string> = {
	integer: 'INTEGER',
	text: 'TEXT',
	flag: 'INTEGER',
	json: 'TEXT',
};

/** One kind of record: typed rows over SQL columns, JSON where nothing is sorted or filtered. */
export class Table<Row extends { id: number }> {
	private readonly columns: Array<[name: string, type: ColumnType]>;
	private readonly names: string;
	private readonly insertText: string;
	private readonly updateText: string;
	private readonly findText: string;
	/** Until this moment some newest version is hidden from lists or the index. */
	private lateUntil = 0;
	private inserted = 0;
	private measuredAt = 1000;
	private counts = new Map<string, number>();
	private countedAt = -1;

	constructor(
		private readonly database: Database,
		private readonly definition: TableDefinition,
	) {
		this.columns = columnsOf(definition);
		const columnNames = this.columns.map(([name]) => name);
		this.names = ['id', ...columnNames].map((name) => `"${name}"`).join(', ');
		const table = `"${definition.name}"`;
		const marks = ['?', ...columnNames.map(() => '?')].join(', ');
		this.insertText = `INSERT INTO ${table} (${this.names}) VALUES (${marks})`;
		const assignments = columnNames.map((name) => `"${name}" = ?`).join(', ');
		this.updateText = `UPDATE ${table} SET ${assignments} WHERE id = ?`;
		this.findText = `SELECT ${this.names} FROM ${table} WHERE id = ?`;
		this.create();
	}

	/** Adds a row and returns its id; without one it gets the next id of its kind. */
	insert(row: Omit<Row, 'id'>, id?: number): number {
		this.noteLateness(row);
		if (++this.inserted === this.measuredAt) this.measure();
		return this.database.run(this.insertText, [id ?? null, ...this.encode(row)]);
	}

	/** Writes a whole row; keeps the version before it while lists or the index still show that. */
	update(row: Row, now: number): void {
		this.noteLateness(row);
		if (this.definition.versioned && this.lateUntil > now) {
			const { name } = this.definition;
			const copy = `INSERT OR REPLACE INTO "${name}Past" SELECT * FROM "${name}" WHERE id = ?`;
			this.database.run(copy, [row.id]);
		}
		this.database.run(this.updateText, [...this.encode(row), row.id]);
	}

	find(id: number): Row | undefined {
		const values = this.database.row({ text: this.findText, params: [id] });
		return values && this.decode(values);
	}

	/** The rows of these ids that exist, by id. */
	findMany(ids: Iterable<number | null>): Map<number, Row> {
		const wanted = [...new Set(ids)].filter((id): id is number => id !== null);
		const rows = this.select({ where: [sql`t.id IN ${valuesOf(wanted)}`] });
		return new Map(rows.map((row) => [row.id, row]));
	}

	/** Rows; conditions and order name the table `t`. */
	select({ view = newest, where = [], orderBy, limit, offset }: Selection): Row[] {
		const order = orderBy ? sql` ORDER BY ${orderBy}` : raw('');
		const range = limit === undefined ? raw('') : sql` LIMIT ${limit} OFFSET ${offset ?? 0}`;
		const from = this.from(view);
		const text = sql`SELECT ${raw(this.names)} FROM ${from} WHERE ${and(where)}${order}${range}`;
		return this.database.rows(text).map((values) => this.decode(values));
	}

	/** How many rows there are; remembered until the next write. */
	count(where: Sql[] = [], view: View = newest): number {
		const statement = sql`SELECT COUNT(*) FROM ${this.from(view)} WHERE ${and(where)}`;
		if (this.countedAt !== this.database.writes || this.counts.size > 1000) {
			this.counts = new Map();
			this.countedAt = this.database.writes;
		}
		const key = JSON.stringify(statement);
		const counted = this.counts.get(key) ?? Number(this.database.value(statement));
		this.counts.set(key, counted);
		return counted;
	}

	/** What an expression on the row `t` is for the record of that id. */
	valueOf(id: number, expression: Sql, view: View = newest): SqlValue {
		const statement = sql`SELECT ${expression} FROM ${this.from(view)} WHERE t.id = ${id}`;
		return this.database.value(statement) ?? null;
	}

	/** The ids of the rows that meet the conditions. */
	ids(where: Sql[]): number[] {
		return this.select({ where }).map(({ id }) => id);
	}

	/** Removes rows at once and for good, from lists and the index too. */
	remove(ids: number[]): void {
		const { name, versioned } = this.definition;
		for (const table of versioned ? [name, `${name}Past`] : [name]) {
			const { text, params } = sql`DELETE FROM ${raw(`"${table}"`)} WHERE id IN ${valuesOf(ids)}`;
			this.database.run(text, params);
		}
	}

	/** Empties the table and starts its ids anew. */
	clear(): void {
		const { name, versioned } = this.definition;
		this.database.exec(`DELETE FROM "${name}"`);
		if (versioned) this.database.exec(`DELETE FROM "${name}Past"`);
		this.database.run('DELETE FROM sqlite_sequence WHERE name = ?', [name]);
		this.lateUntil = 0;
	}

	/**
	 * Lets the database see how selective its indexes are, each time that the table has doubled. By itself it
	 * takes all for equally good, and reads a million rows in the order of the answer to find three.
	 */
	private measure(): void {
		this.measuredAt *= 2;
		this.database.exec(`PRAGMA analysis_limit = 1000; ANALYZE "${this.definition.name}"`);
	}

	private create(): void {
		const { name, indexes, versioned } = this.definition;
		const columns = this.columns
			.map(([column, type]) => `"${column}" ${sqlTypes[type]}`)
			.join(', ');
		this.database.exec(
			`CREATE TABLE IF NOT EXISTS "${name}" (id INTEGER PRIMARY KEY AUTOINCREMENT, ${columns})`,
		);
		for (const columns of indexes) {
			// By its columns: a file that was made before has what it was made with.
			const index = `${name}_${columns.replace(/\W+/g, '_')}`;
			this.database.exec(`CREATE INDEX IF NOT EXISTS "${index}" ON "${name}" (${columns}, id)`);
		}
		if (!versioned) return;
		this.database.exec(
			`CREATE TABLE IF NOT EXISTS "${name}Past" ` +
				`(id INTEGER NOT NULL, ${columns}, PRIMARY KEY (id, version))`,
		);
		const latest = raw(`SELECT MAX(MAX(listAt, searchAt)) FROM "${name}"`);
		this.lateUntil = Number(this.database.value(latest) ?? 0);
	}

	/** The table itself, or, while some commit is not shown yet, the versions that are. */
	private from(view: View): Sql {
		const { name } = this.definition;
		if (view.at === 'now' || this.lateUntil <= view.now) return raw(`"${name}" AS t`);
		const column = raw(view.at === 'list' ? 'listAt' : 'searchAt');
		const table = raw(`"${name}"`);
		const past = raw(`"${name}Past"`);
		const { now } = view;
		return sql`(SELECT * FROM ${table} WHERE ${column} <= ${now}
			UNION ALL SELECT p.* FROM ${past} AS p JOIN ${table} AS n ON n.id = p.id
			WHERE n.${column} > ${now} AND p.version = (SELECT MAX(q.version) FROM ${past} AS q
				WHERE q.id = p.id AND q.${column} <= ${now})) AS t`;
	}

	private noteLateness(row: object): void {
		const { listAt = 0, searchAt = 0 } = row as { listAt?: number; searchAt?: number };
		this.lateUntil = Math.max(this.lateUntil, listAt, searchAt);
	}

	private encode(row: object): SqlValue[] {
		const values = row as Record<string, unknown>;
		return this.columns.map(([name, type]) => {
			const value = values[name];
			if (type === 'json') return JSON.stringify(value);
			if (type === 'flag') return value ? 1 : 0;
			return (value ?? null) as SqlValue;
		});
	}

	private decode(values: SqlValue[]): Row {
		const row: Record<string, unknown> = { id: values[0] };
		this.columns.forEach(([name, type], index) => {
			const value = values[index + 1];
			if (type === 'json') row[name] = JSON.parse(value as string);
			else row[name] = type === 'flag' ? value === 1 : value;
		});
		return row as Row;
	}
}
