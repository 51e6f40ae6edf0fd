import type { Database } from './database';

/**
 * What the database is told of its indexes, always that of a large account. So its plans don't depend
 * on what it holds: by itself it takes every index for equally good, and prefers one in the order of
 * the answer to one that finds the few rows asked for.
 */
const ROWS = 1_000_000;

/** How many rows have the same value of a column; where it is not named, some. */
const sharing: Record<string, number> = {
	domainId: 500_000,
	dealTypeId: 250_000,
	kind: 300_000,
	defId: 250_000,
	phaseId: 60_000,
	userId: 60_000,
	customerId: 500,
	dealId: 20,
};
const FEW = 10;

/**
 * Tells how selective an index is.
 * @param columns as in its definition, each with its direction
 * @param last how many rows share the values of all of them, where the names don't tell
 */
export function describeIndex(
	database: Database,
	{
		table,
		index,
		columns,
		last,
	}: { table: string; index: string; columns: string[]; last?: number },
): void {
	let rows = ROWS;
	const shared = columns.map((column, at) => {
		const own = sharing[column.split(' ')[0] ?? ''] ?? FEW;
		rows = Math.min(rows, at === columns.length - 1 ? (last ?? own) : own);
		return rows;
	});
	const statistic = [ROWS, ...shared, 1].join(' ');
	database.run('DELETE FROM sqlite_stat1 WHERE idx = ?', [index]);
	database.run('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)', [
		table,
		index,
		statistic,
	]);
}

/** Makes room for what is told, or lets the database read it. */
export const readStatistics = (database: Database): void => database.exec('ANALYZE sqlite_schema');
