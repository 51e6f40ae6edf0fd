import type { Database } from './database';

/** What an index needs to know of a custom field. */
interface IndexedField {
	readonly id: number;
	readonly owner: string;
	readonly itemType: string;
}

/** The tables whose custom values are searched. */
const searched: ReadonlySet<string> = new Set(['customer', 'deal', 'contact']);

/**
 * The stored value of a custom field as an expression, written in the same way wherever it stands: only then
 * does the database find the index on it.
 * @param row the name of the row with a point, where the statement gives it one
 */
export function customColumn(
	{ id, itemType }: Pick<IndexedField, 'id' | 'itemType'>,
	row = '',
): string {
	// The id is the store's own, never a request's.
	const stored = `json_extract(${row}customs, '$."${id}"')`;
	return itemType === 'decimal_number' ? `CAST(${stored} AS REAL)` : stored;
}

/** Lists are searched by what they hold, calculations by what they are made of. */
const isIndexed = ({ owner, itemType }: IndexedField) =>
	searched.has(owner) && !['multi_select', 'user', 'calculation'].includes(itemType);

/** Makes the values of a field be found without looking at every record. */
export function indexCustom(database: Database, field: IndexedField): void {
	if (!isIndexed(field)) return;
	const { id, owner: table } = field;
	const column = customColumn(field);
	const index = `${table}_custom_${id}`;
	database.exec(
		`CREATE INDEX IF NOT EXISTS "${index}" ON "${table}" (domainId, ${column}) ` +
			`WHERE ${column} IS NOT NULL`,
	);
}
