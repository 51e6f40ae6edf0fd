import { badRequest } from '../../../contract/refusal';
import type { Scope } from '../../scope';
import type { FieldOwner, ItemType } from '../../store/settings';
import { raw, sql, type Sql } from '../../store/sql';
import { fieldsOf } from '../customValues';
import type { FieldName } from './body';

/** What the values of a column are compared as. */
export type ComparedAs =
	'integer' | 'decimal' | 'string' | 'datetime' | 'date' | 'isoText' | 'list';

/** The standard fields that the index holds, by camelCase name, as columns of the row `t`. */
export type SearchFields = Record<string, ComparedAs>;

/** How a kind of record is searched. */
export interface SearchIndex {
	owner: FieldOwner;
	fields: SearchFields;
	/** Fields of referenced records, by the reference's name. */
	references: Record<string, SearchFields>;
	/** The standard fields that may be sorted by. */
	sortable: string[];
}

/** A field of a filter or sort, as SQL. */
export interface Column {
	name: string;
	sql: Sql;
	type: ComparedAs;
	isCustom: boolean;
}

/** Field names are accepted in camelCase or snake_case (v2 §4.4). */
export const toCamelCase = (name: string): string =>
	name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The column that a field of a filter or sort names; BAD_REQUEST if there is none. */
export function columnOf(scope: Scope, kind: SearchIndex, field: FieldName): Column {
	if (field.customItemId !== undefined || field.itemKey !== undefined) {
		return customColumn(scope, kind, field);
	}
	if (field.name === undefined) throw badRequest('a field needs name, customItemId or itemKey');
	const name = toCamelCase(field.name);
	if (field.reference === undefined) {
		return { name, sql: raw(`t.${name}`), type: typeOf(kind.fields, name), isCustom: false };
	}
	const { references } = kind;
	const fields = Object.hasOwn(references, field.reference) && references[field.reference];
	if (!fields) throw badRequest(`there is no searchable reference ${field.reference}`);
	const type = typeOf(fields, name);
	// Names of references and fields come from the tables above, never from the request.
	const key = raw(`${field.reference}Id`);
	const related = sql`(SELECT r.${raw(name)} FROM ${raw(field.reference)} AS r WHERE r.id = t.${key})`;
	return { name: `${field.reference}.${name}`, sql: related, type, isCustom: false };
}

/** Only what the index holds; the company number is not in it (v2 §4.4). */
function typeOf(fields: SearchFields, name: string): ComparedAs {
	const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (!type) throw badRequest(`the search index does not hold the field ${name}`);
	return type;
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
function customColumn(scope: Scope, { owner }: SearchIndex, field: FieldName): Column {
	const found = fieldsOf(scope, owner).find((one) =>
		field.customItemId === undefined
			? one.itemKey === field.itemKey
			: one.id === field.customItemId,
	);
	if (!found) {
		throw badRequest(`there is no ${owner} field ${field.customItemId ?? field.itemKey}`);
	}
	const path = `$."${found.id}"`;
	const type = customTypes[found.itemType];
	const stored =
		found.factor === undefined
			? sql`json_extract(t.customs, ${path})`
			: sql`(COALESCE(t.amount, 0) * ${found.factor})`;
	return {
		name: `custom.${found.id}`,
		sql: type === 'decimal' ? sql`CAST(${stored} AS REAL)` : stored,
		type,
		isCustom: true,
	};
}
