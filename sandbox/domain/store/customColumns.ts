import type { ItemType } from '../properties/settings';
import type { Field } from '../properties/recordFields';

/** The tables whose custom values are searched. */
const searched: ReadonlySet<string> = new Set(['customer', 'deal', 'contact']);

/** A value of JSON text by its key, as it is compared. Never call it with a key from a request. */
export function valueIn(column: string, key: string | number, itemType: ItemType): string {
	return `json_extract(${column}, '$."${key}"${itemType === 'decimal_number' ? '.order' : ''}')`;
}

/**
 * The value of a custom field as an expression, written in the same way wherever it stands: only then
 * does the database find the index on it.
 * @param row the name of the row with a point, where the statement gives it one
 */
export const customColumn = ({ id, itemType, percent }: Field, row = ''): string =>
	percent === null
		? valueIn(`${row}customs`, id, itemType)
		: `(COALESCE(${row}amount, 0) * ${percent} / 100.0)`;

/** Lists are searched by what they hold, calculations by what they are made of. */
const isIndexed = ({ owner, itemType }: Field) =>
	searched.has(owner) && !['multi_select', 'user', 'calculation'].includes(itemType);

/** The statement by which the values of a field are found without looking at every record, if any. */
export function customIndex(field: Field): string {
	if (!isIndexed(field)) return '';
	const { id, owner: table } = field;
	const column = customColumn(field);
	return (
		`CREATE INDEX IF NOT EXISTS "${table}_custom_${id}" ON "${table}" (domainId, ${column}) ` +
		`WHERE ${column} IS NOT NULL`
	);
}
