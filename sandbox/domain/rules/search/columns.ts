import { badRequest } from '../../../contract/refusal';
import type { Scope } from '../../scope';
import type { FieldOwner } from '../../properties/property';
import type { ItemType } from '../../store/settings';
import { customColumn } from '../../store/customIndexes';
import { raw, sql, type Sql } from '../../store/sql';
import { fieldsOf } from '../customValues';
import type { FieldName } from './body';

/** What the values of a column are compared as. */
export type ComparedAs =
	'integer' | 'decimal' | 'string' | 'datetime' | 'date' | 'isoText' | 'list';

interface SearchField {
	type: ComparedAs;
	nullable?: boolean | undefined;
	isUnsorted?: boolean;
}
/** The standard fields that the index holds, by camelCase name, as columns of the row `t`. */
export type SearchFields = Record<string, SearchField>;

/** How a kind of record is searched. */
export interface SearchIndex {
	owner: FieldOwner;
	fields: SearchFields;
	/** How referenced records are searched, by the reference's name. */
	references: Record<string, SearchIndex>;
	/** The standard fields that may be sorted by. */
	sortable: string[];
}

/** A field of a filter or sort, as SQL. */
export interface Column {
	name: string;
	sql: Sql;
	type: ComparedAs;
	isCustom: boolean;
	/** Whether it may be empty. */
	nullable: boolean;
}

/** Field names are accepted in camelCase or snake_case (v2 §4.4). */
export const toCamelCase = (name: string): string =>
	name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The column that a field of a filter or sort names; BAD_REQUEST if there is none. */
export function columnOf(scope: Scope, kind: SearchIndex, field: FieldName): Column {
	const { reference } = field;
	if (reference === undefined) return columnIn(scope, kind, field, 't');
	const related = Object.hasOwn(kind.references, reference) && kind.references[reference];
	if (!related) throw badRequest(`there is no searchable reference ${reference}`);
	const column = columnIn(scope, related, field, 'r');
	// Names of references come from the indexes, never from the request.
	const [table, key] = [raw(reference), raw(`${reference}Id`)];
	return {
		...column,
		name: `${reference}.${column.name}`,
		sql: sql`(SELECT ${column.sql} FROM ${table} AS r WHERE r.id = t.${key})`,
		nullable: true,
	};
}

/** A standard or custom field of the record that is called `row` in the statement. */
function columnIn(scope: Scope, kind: SearchIndex, field: FieldName, row: 't' | 'r'): Column {
	if (field.customItemId !== undefined || field.itemKey !== undefined) {
		return customFieldIn(scope, kind, field, row);
	}
	if (field.name === undefined) throw badRequest('a field needs name, customItemId or itemKey');
	const name = toCamelCase(field.name);
	// The name is one of the index's own from here on.
	const { type, nullable = false } = searchField(kind.fields, name);
	return { name, sql: raw(`${row}.${name}`), type, isCustom: false, nullable };
}

/** Only what the index holds; the company number is not in it (v2 §4.4). */
function searchField(fields: SearchFields, name: string): SearchField {
	const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (!field) throw badRequest(`the search index does not hold the field ${name}`);
	return field;
}

const customTypes: Record<ItemType, ComparedAs> = {
	text: 'string',
	url: 'string',
	date: 'isoText',
	number: 'integer',
	decimal_number: 'decimal',
	single_select: 'integer',
	multi_select: 'list',
	user: 'list',
	calculation: 'decimal',
};

/** A custom field, addressed by customItemId or itemKey (v1 §4). */
function customFieldIn(
	scope: Scope,
	{ owner }: SearchIndex,
	field: FieldName,
	row: 't' | 'r',
): Column {
	const found = fieldsOf(scope, owner).find((one) =>
		field.customItemId === undefined
			? one.itemKey === field.itemKey
			: one.id === field.customItemId,
	);
	if (!found) {
		throw badRequest(`there is no ${owner} field ${field.customItemId ?? field.itemKey}`);
	}
	const type = customTypes[found.itemType];
	return {
		name: `custom.${found.id}`,
		sql:
			found.factor === undefined
				? raw(customColumn(found, `${row}.`))
				: sql`CAST((COALESCE(${raw(row)}.amount, 0) * ${found.factor}) AS REAL)`,
		type,
		isCustom: true,
		nullable: true,
	};
}
