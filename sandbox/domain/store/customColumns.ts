import type { ItemType } from '../properties/settings';
import type { Field } from '../properties/recordFields';

/** The tables whose custom values are searched. */
const searched: ReadonlySet<string> = new Set(['customer', 'deal', 'contact']);

/** The SQL of a value in a JSON column, as it is compared. Never call it with a key from a request. */
export function valueIn(column: string, key: string | number, itemType: ItemType): string {
	return `json_extract(${column}, '$."${key}"${itemType === 'decimal_number' ? '.order' : ''}')`;
}

/**
 * The SQL of a custom field's value, written in the same way wherever it is used: only then does
 * the database use the index on it.
 * @param row the row's name in the statement with a point, as in `t.`
 */
export const customColumn = ({ id, itemType, percent }: Field, row = ''): string =>
	percent === null
		? valueIn(`${row}customs`, id, itemType)
		: `(COALESCE(${row}amount, 0) * ${percent} / 100.0)`;

/**
 * Whether an index on the whole value helps: lists are searched by their elements, and calculations by
 * the amount.
 */
const isIndexed = ({ owner, itemType }: Field) =>
	searched.has(owner) && !['multi_select', 'user', 'calculation'].includes(itemType);

/** The statement that creates the index on the values of a field; empty for a field without one. */
export function customIndex(field: Field): string {
	if (!isIndexed(field)) return '';
	const { id, owner: table } = field;
	const column = customColumn(field);
	return (
		`CREATE INDEX IF NOT EXISTS "${table}_custom_${id}" ON "${table}" (domainId, ${column}) ` +
		`WHERE ${column} IS NOT NULL`
	);
}
