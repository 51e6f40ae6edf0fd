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

/** What the store keeps of a value given; the draft holds the properties before it already. */
export type Writers<Row> = {
	[Key in keyof Row]?: (given: never, draft: Row, scope: Scope) => Row[Key];
};

/** A filter parameter: what it takes, and the condition that this sets. */
export type ListFilter = readonly [takes: TSchema, condition: (value: never) => Sql];

/** A kind of record: its properties, the rules that they don't tell, and what its lists need. */
export interface RecordKind<Row extends BaseRow = DatedRow> extends ShownKind<Row> {
	/** As in operation ids and, where there are any, permissions. */
	name: string;
	/** The property that holds several of them in a request or a response. */
	plural: string;
	/** The table that holds its records. */
	table: TableName;
	schemas: (version: VersionName) => Schemas;
	/** How properties are written whose types do not say it. */
	writers?: Writers<Row>;
	/** What must be true of a record as a whole, and what follows from it, before it is kept. */
	settle?(scope: Scope, draft: Row, form: Form, before?: Row): Row;
	/** How it is searched, where it is. */
	index?: SearchIndex;
	/** By what parameters its lists are filtered. */
	filters?: Record<string, ListFilter>;
	/** Who is notified of a change; nobody for most kinds. */
	people?(row: Row): number[];
}

/**
 * Describes a kind.
 * @param title under which a description has its schemas: `Deal`, `DealForm`, `DealChanges`
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

/** Which records a list shows: those that the caller may read and that pass the filters given. */
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
