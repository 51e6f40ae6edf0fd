import type { Database } from './database';
import { sql } from './sql';
import { readStatistics } from './statistics';

/**
 * Does the work while a table has no indexes, and makes them anew behind it: of very many rows they
 * are sorted once, instead of each row being put into each of them. Searches are slow meanwhile. Where the table
 * is being read they stay, and the work takes longer.
 */
export async function withoutIndexes(
	database: Database,
	table: string,
	work: () => Promise<void>,
): Promise<void> {
	const indexes = database.rows(
		sql`SELECT name, sql FROM sqlite_schema
			WHERE type = 'index' AND tbl_name = ${table} AND sql IS NOT NULL`,
	);
	// They go with their indexes.
	const statistics = database.rows(
		sql`SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl = ${table}`,
	);
	const names = indexes.map(([name]) => String(name));
	if (!areDropped(database, names)) {
		await work();
		return;
	}
	try {
		await work();
	} finally {
		for (const [, text] of indexes) database.exec(String(text));
		const insert = 'INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)';
		for (const statistic of statistics) database.run(insert, statistic);
		readStatistics(database);
	}
}

/** All of them or none: a statement of which only one row was read still holds its table. */
function areDropped(database: Database, indexes: readonly string[]): boolean {
	try {
		database.transaction(() => {
			for (const name of indexes) database.exec(`DROP INDEX "${name}"`);
		});
		return true;
	} catch (error) {
		if (error instanceof Error && error.message.includes('is locked')) return false;
		throw error;
	}
}
