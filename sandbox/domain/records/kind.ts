import type { TSchema } from '@sinclair/typebox';
import type { VersionName } from '../../contract/operationContract';
import { readableConditions } from '../permissions';
import type { Form, BaseRow, DatedRow } from '../properties/property';
import { isDated, type TableName } from '../properties/recordFields';
import { schemasOf, type Schemas } from '../properties/recordSchemas';
import type { SearchIndex } from '../rules/search/columns';
import { windowConditions } from '../rules/filters';
import type { Scope } from '../scope';
import { sql, type Sql } from '../store/sql';
import type { ShownKind } from './reading';

/**
 * Rules that turn a value of a form into the stored one, by column. The draft already holds the
 * properties that are listed before it.
 */
export type Writers<Row> = {
	[Key in keyof Row]?: (given: never, draft: Row, scope: Scope) => Row[Key];
};

/** A filter parameter of a list: the schema of its value, and the condition that a value sets. */
export type ListFilter = readonly [takes: TSchema, condition: (value: never) => Sql];

/**
 * A kind of record: its properties, the rules that their types cannot express, and the data that
 * its lists need.
 */
export interface RecordKind<Row extends BaseRow = DatedRow> extends ShownKind<Row> {
	/** The name in operation ids and permissions. */
	name: string;
	/** The property of requests and responses that holds a list of such records. */
	plural: string;
	/** The table that holds its records. */
	table: TableName;
	schemas: (version: VersionName) => Schemas;
	/** Rules for writing properties, where the type is not enough. */
	writers?: Writers<Row>;
	/** Checks a record as a whole before it is stored, and fills in the properties that follow from others. */
	settle?(scope: Scope, draft: Row, form: Form, before?: Row): Row;
	/** The search index, if the kind can be searched. */
	index?: SearchIndex;
	/** The parameters that filter its lists. */
	filters?: Record<string, ListFilter>;
	/** The ids of the users who are notified of a change; without it, nobody is. */
	people?(row: Row): number[];
}

/**
 * Adds the schemas to the description of a kind.
 * @param title the name of its schemas in OpenAPI descriptions, as in `Deal`, `DealForm`,
 * `DealChanges`
 * @param options.isOpen whether forms and responses hold more than the properties
 */
export const recordKind = <Row extends BaseRow>(
	title: string,
	kind: Omit<RecordKind<Row>, 'schemas'>,
	options?: { isOpen: boolean },
): RecordKind<Row> => ({
	...kind,
	schemas: schemasOf(title, kind.properties, { ...options, times: isDated(kind.table) }),
});

/** Conditions on the records of a list: the caller may read them, and they pass the filters of the query. */
export function listConditions(
	scope: Scope,
	kind: Pick<RecordKind, 'name' | 'filters'>,
	query: Record<string, unknown>,
): Sql[] {
	const { service, caller } = scope;
	const filters = Object.entries(kind.filters ?? {}).filter(([name]) => query[name] !== undefined);
	return [
		sql`t.domainId = ${caller.domainId}`,
		...readableConditions(scope, kind.name),
		...windowConditions(service, query),
		// The schema of the query has checked the value's type.
		...filters.map(([name, [, condition]]) => condition(query[name] as never)),
	];
}
