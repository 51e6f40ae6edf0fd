import { type Static, Type } from '@sinclair/typebox';
import { badRequest } from '../../../contract/refusal';
import { closed, component, integer, text } from '../../../contract/schemas';
import type { FieldOwner, Properties, Property } from '../../properties/property';
import { fieldNamed, fieldsOf } from '../customValues';
import type { Scope } from '../../scope';
import type { ItemType } from '../../properties/settings';
import { customColumn } from '../../store/customColumns';
import { type Sql, raw, sql } from '../../store/sql';

/*
 * These schemas are closed: a search that ignored a part of its conditions would find too much
 * (S8).
 */

const fieldName = Type.Partial(
	closed({ reference: text, name: text, customItemId: integer, itemKey: text }),
);
export type FieldName = Static<typeof fieldName>;

/** `comparison` checks it against the type of its field. */
const anyValue = Type.Unknown();
const valueFilter = closed({
	field: fieldName,
	comparisonOperator: text,
	value: Type.Optional(
		Type.Partial(
			closed({
				stringValue: anyValue,
				integerValue: anyValue,
				decimalValue: anyValue,
				datetimeValue: anyValue,
			}),
		),
	),
});
export type ValueFilter = Static<typeof valueFilter>;

/** A tree of conditions (v1 §4, "Search body"). */
export interface SearchFilter {
	compositeFilter?: { logicalOperator: string; subFilters: SearchFilter[] };
	valueFilter?: ValueFilter;
}

/** The schema of a filter; `filterCondition` checks operators and size while it reads the tree. */
export const filterSchema = Type.Unsafe<SearchFilter>(
	Type.Recursive(
		(This) =>
			Type.Partial(
				closed({
					compositeFilter: closed({
						logicalOperator: text,
						subFilters: Type.Array(This, { minItems: 1 }),
					}),
					valueFilter,
				}),
				{ minProperties: 1 },
			),
		{ $id: 'SearchFilter' },
	),
);
export const sortSchema = component(
	'SearchSort',
	closed({ field: fieldName, order: Type.Optional(text) }),
);
export type Sort = Static<typeof sortSchema>;

/** The types as which the values of a column are compared. */
export type ComparedAs =
	'integer' | 'decimal' | 'calculated' | 'string' | 'datetime' | 'date' | 'isoText' | 'list';

interface SearchField {
	type: ComparedAs;
	/** Whether it may be empty. */
	nullable: boolean;
	isSortable: boolean;
}

/** How a kind of record is searched. */
export interface SearchIndex {
	owner: FieldOwner;
	/** The standard fields that the index holds, by camelCase name, as columns of the row `t`. */
	fields: Record<string, SearchField>;
	/** How referenced records are searched, by the reference's name. */
	references: Record<string, SearchIndex>;
	/** The standard fields that may be sorted by. */
	sortable: string[];
}

/** A field of a filter or sort, as SQL. */
export interface Column extends SearchField {
	name: string;
	sql: Sql;
}

/** Field names are accepted in camelCase or snake_case (v2 §4.4). */
export const toCamelCase = (name: string): string =>
	name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The column that a field of a filter or sort names.
 * @throws Refusal (BAD_REQUEST) if there is none
 */
export function columnOf(scope: Scope, kind: SearchIndex, field: FieldName): Column {
	const { reference } = field;
	if (reference === undefined) return columnIn(scope, kind, field, 't');
	const related = Object.hasOwn(kind.references, reference) && kind.references[reference];
	if (!related) throw badRequest(`there is no searchable reference ${reference}`);
	const column = columnIn(scope, related, field, 'r');
	// Names of references come from the indexes, never from the request.
	const table = raw(reference);
	const key = raw(`${reference}Id`);
	return {
		...column,
		name: `${reference}.${column.name}`,
		sql: sql`(SELECT ${column.sql} FROM ${table} AS r WHERE r.id = t.${key})`,
		nullable: true,
	};
}

/** A standard or custom field of the record that is called `row` in the statement. */
function columnIn(
	scope: Scope,
	{ owner, fields }: SearchIndex,
	{ name, customItemId, itemKey }: FieldName,
	row: 't' | 'r',
): Column {
	if (customItemId !== undefined || itemKey !== undefined) {
		// A custom field, addressed by customItemId or itemKey (v1 §4).
		const field = fieldNamed(fieldsOf(scope, owner), customItemId, itemKey);
		if (!field) throw badRequest(`there is no ${owner} field ${customItemId ?? itemKey}`);
		const type = comparedAs[field.itemType];
		return {
			name: `custom.${field.id}`,
			sql: raw(customColumn(field, `${row}.`)),
			type,
			nullable: true,
			isSortable: type !== 'list',
		};
	}
	if (name === undefined) throw badRequest('a field needs name, customItemId or itemKey');
	const column = toCamelCase(name);
	const standard = Object.hasOwn(fields, column) && fields[column];
	// The company number is not in the index (v2 §4.4).
	if (!standard) throw badRequest(`the search index does not hold the field ${column}`);
	// The name is now known to be one of the index, so it may be part of the SQL.
	return { ...standard, name: column, sql: raw(`${row}.${column}`) };
}

/** The type as which the values of a custom field are compared. */
export const comparedAs: Record<ItemType, ComparedAs> = {
	text: 'string',
	url: 'string',
	date: 'isoText',
	number: 'integer',
	single_select: 'integer',
	decimal_number: 'decimal',
	multi_select: 'list',
	user: 'list',
	calculation: 'calculated',
};
/** The type as which the values of a property are compared, if they can be searched. */
const compared: Partial<Record<Property['type'], ComparedAs>> = {
	text: 'string',
	integer: 'integer',
	id: 'integer',
	ref: 'integer',
	date: 'date',
	moment: 'datetime',
};

/**
 * The index of a kind of record: id, dates, and the properties with `search` (v2 §4.4, v1 §4).
 * @param references the indexes of records that it refers to; customers have none (v1 §4)
 */
export function indexOf(
	owner: FieldOwner,
	properties: Properties,
	references: SearchIndex['references'] = {},
): SearchIndex {
	const own = { nullable: false, isSortable: true };
	const searched = Object.entries(properties).filter(([, { search }]) => search);
	const fields: Record<string, SearchField> = {
		id: { ...own, type: 'integer' },
		...Object.fromEntries(
			searched.map(([name, { type, null: nullable = false, search }]) => [
				name,
				{ type: compared[type] ?? 'string', nullable, isSortable: search !== 'unsorted' },
			]),
		),
		createdAt: { ...own, type: 'datetime' },
		updatedAt: { ...own, type: 'datetime' },
	};
	const sortable = Object.keys(fields).filter((name) => fields[name]?.isSortable);
	return { owner, fields, references, sortable };
}
