import type { BaseRow, Properties, Property } from '../properties/property';
import { isDated, tables, type TableName } from '../properties/recordFields';
import type { Database } from './database';
import { and, raw, sql, type Sql, type SqlValue } from './sql';

/**
 * The versions of records to read: those that lists, or the search index, show at a moment. Without
 * a view, the newest versions are read.
 */
export interface View {
	at: 'list' | 'search';
	now: number;
}

interface Selection {
	view?: View;
	where?: Sql[];
	orderBy?: Sql;
	limit?: number;
	offset?: number;
}

/** The type of a column. `read` converts a stored value, if it is not read as it is stored. */
interface ColumnType {
	type: 'INTEGER' | 'TEXT';
	read?: (stored: never) => unknown;
}
const text: ColumnType = { type: 'TEXT' };
const number: ColumnType = { type: 'INTEGER' };
const json: ColumnType = { type: 'TEXT', read: (stored: string) => JSON.parse(stored) as unknown };
const columnTypes: Record<Property['type'], ColumnType> = {
	text,
	date: text,
	ids: json,
	refs: json,
	customs: json,
	links: json,
	json,
	integer: number,
	moment: number,
	id: number,
	ref: number,
	decimal: json,
	flag: { type: 'INTEGER', read: (stored: number) => stored === 1 },
};
const times = ['createdAt', 'updatedAt', 'listAt', 'searchAt', 'version'];

/** The columns of a table, without its id. */
const columnsOf = (name: TableName, properties: Properties) => [
	...['domainId', ...(isDated(name) ? times : [])].map((column) => ({ name: column, ...number })),
	...Object.entries(properties)
		.filter(([, property]) => property.column !== false)
		.map(([column, { type }]) => ({ name: column, ...columnTypes[type] })),
];

/** A value as its column stores it: objects and lists as JSON. */
function stored(value: unknown): SqlValue {
	if (typeof value === 'boolean') return value ? 1 : 0;
	if (typeof value === 'object' && value !== null) return JSON.stringify(value);
	return (value ?? null) as SqlValue;
}

/**
 * The table of one kind of record: typed rows over SQL columns. Older versions of dated rows are
 * kept while lists or the search index do not show the newest one yet.
 */
export class Table<Row extends BaseRow> {
	/** The SQL statements that make the table and its indexes. */
	readonly schema: string;
	private readonly table: Sql;
	private readonly past: Sql;
	private readonly columns: ReturnType<typeof columnsOf>;
	private readonly into: string;
	private inserted = 0;
	private measuredAt = 1000;
	/** Rows that were read since the last write: single ones by id, and all rows of a domain. */
	private readonly found = new Map<number, Row | undefined>();
	private readonly lists = new Map<number, Row[]>();

	/**
	 * @param indexes the columns of the indexes that lists and searches need; each index ends with the
	 * id
	 */
	constructor(
		private readonly database: Database,
		readonly name: TableName,
		indexes: string[] = ['domainId'],
	) {
		this.table = raw(`"${name}"`);
		this.past = raw(`"${name}Past"`);
		this.columns = columnsOf(name, tables[name]);
		const marks = ['?', ...this.columns.map(() => '?')].join(', ');
		this.into = `INTO "${name}" VALUES (${marks})`;
		const columns = this.columns.map((column) => `"${column.name}" ${column.type}`).join(', ');
		const index = (on: string, condition = '') =>
			`CREATE INDEX "${name}_${on.replace(/\W+/g, '_')}" ON "${name}" (${on}, id) ${condition}`;
		this.schema = [
			`CREATE TABLE "${name}" (id INTEGER PRIMARY KEY AUTOINCREMENT, ${columns})`,
			...indexes.map((on) => index(on)),
			...(isDated(name)
				? [
						`CREATE TABLE "${name}Past" (id INTEGER, ${columns}, PRIMARY KEY (id, version))`,
						// With these `from` sees at once whether any version is hidden.
						...['listAt', 'searchAt'].map((at) => index(at, `WHERE ${at} > 0`)),
					]
				: []),
		].join(';\n');
	}

	/**
	 * Adds a row and returns its id.
	 * @param id by default the next id of the table
	 */
	insert(row: Omit<Row, 'id'>, id?: number): number {
		if (++this.inserted === this.measuredAt) this.measure();
		// INSERT, since REPLACE takes a fifth longer to look for a row that it replaces.
		return this.put('INSERT', row, id);
	}

	/** Writes a whole row; keeps the version before it while lists or the index still show that. */
	update(row: Row): void {
		const { searchAt = 0 } = row as { searchAt?: number };
		if (isDated(this.name) && searchAt > 0) {
			this.database.run(sql`INSERT OR REPLACE INTO ${this.past}
				SELECT * FROM ${this.table} WHERE id = ${row.id}`);
		}
		this.put('REPLACE', row, row.id);
	}

	find(id: number): Row | undefined {
		if (this.found.size > 10_000) this.found.clear();
		if (!this.found.has(id)) this.found.set(id, this.select({ where: [sql`t.id = ${id}`] })[0]);
		return this.found.get(id);
	}

	/** All rows of a domain, in their order if they have one. They stay in memory, so this is for small tables. */
	list(domainId: number): readonly Row[] {
		const present = this.lists.get(domainId);
		if (present) return present;
		const orderBy = raw('orderNum' in tables[this.name] ? 't.orderNum, t.id' : 't.id');
		const rows = this.select({ where: [sql`t.domainId = ${domainId}`], orderBy });
		this.lists.set(domainId, rows);
		return rows;
	}

	/** Drops the rows in memory, so that they are read again. */
	forget(): void {
		this.found.clear();
		this.lists.clear();
	}

	/** Reads rows. Conditions and order call the table `t`. */
	select({ view, where = [], orderBy, limit, offset }: Selection): Row[] {
		const order = orderBy ? sql` ORDER BY ${orderBy}` : raw('');
		const range = limit === undefined ? raw('') : sql` LIMIT ${limit} OFFSET ${offset ?? 0}`;
		const from = this.from(view);
		const statement = sql`SELECT t.* FROM ${from} WHERE ${and(where)}${order}${range}`;
		return this.database.rows(statement).map((values) => this.decode(values));
	}

	/** How many rows there are. */
	count(where: Sql[] = [], view?: View): number {
		return this.database.count(sql`FROM ${this.from(view)} WHERE ${and(where)}`);
	}

	/** The value of a SQL expression on the row `t` of the record with that id. */
	valueOf(id: number, expression: Sql, view?: View): SqlValue {
		const statement = sql`SELECT ${expression} FROM ${this.from(view)} WHERE t.id = ${id}`;
		return this.database.value(statement) ?? null;
	}

	private put(verb: 'INSERT' | 'REPLACE', row: object, id: number | null = null): number {
		this.forget();
		const values = row as Record<string, unknown>;
		const params = [id, ...this.columns.map(({ name }) => stored(values[name]))];
		return this.database.run({ text: `${verb} ${this.into}`, params });
	}

	private decode(values: SqlValue[]): Row {
		const row: Record<string, unknown> = { id: values[0] };
		this.columns.forEach(({ name, read }, index) => {
			const value = values[index + 1];
			row[name] = read ? read(value as never) : value;
		});
		return row as Row;
	}

	/**
	 * Measures how selective the indexes are, each time that the table has doubled. Without that the
	 * database takes all indexes for equally good, and reads a million rows in the order of the answer
	 * to find three.
	 */
	private measure(): void {
		this.measuredAt *= 2;
		this.database.exec(`PRAGMA analysis_limit = 1000; ANALYZE "${this.name}"`);
	}

	/**
	 * The rows that a view shows: the table itself or, while a write is not shown yet, the newest
	 * version of each record that is.
	 */
	private from(view?: View): Sql {
		const { table, past } = this;
		const whole = sql`${table} AS t`;
		if (!view) return whole;
		const { at, now } = view;
		const column = raw(`${at}At`);
		const hidden = sql`SELECT 1 FROM ${table} WHERE ${column} > 0 AND ${column} > ${now} LIMIT 1`;
		if (this.database.value(hidden) === undefined) return whole;
		return sql`(SELECT * FROM ${table} WHERE ${column} <= ${now}
			UNION ALL SELECT p.* FROM ${past} AS p JOIN ${table} AS n ON n.id = p.id
			WHERE n.${column} > ${now} AND p.version = (SELECT MAX(q.version) FROM ${past} AS q
				WHERE q.id = p.id AND q.${column} <= ${now})) AS t`;
	}
}
