import { forbidden } from '../../contract/refusal';
import type { PermittedKind } from '../permissions';
import { recordOf } from '../rules/references';
import { windowConditions } from '../rules/windows';
import type { Scope } from '../scope';
import type { Timed } from '../store/rows';
import { and, or, sql, type Sql } from '../store/sql';
import type { Store } from '../store/store';
import type { Table } from '../store/table';

/** A kind of record, as its lists, its deletion and its notifications see it. */
export interface RecordKind<Row extends Timed> {
	/** As in operation ids and permissions. */
	name: PermittedKind;
	table(store: Store): Table<Row>;
	/** The condition that each filter parameter of its lists sets, by the parameter's name. */
	filters: Record<string, (value: never) => Sql>;
	/** Where it holds records of several kinds: which rows are of which, each read with its own right. */
	parts?: ReadonlyArray<{ name: PermittedKind; condition: Sql }>;
	/** Deletes records and whatever goes with them. */
	remove(scope: Scope, ids: number[]): void;
	/** Who is notified of a change; nobody for most kinds. */
	people(row: Row): number[];
}

/** The kind in words: `customer action`. */
export const wordsFor = ({ name }: Pick<RecordKind<Timed>, 'name'>): string =>
	name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Conditions on the rows `t` of a kind that the caller may read: none for all of them. */
function permitted<Row extends Timed>({ service, caller }: Scope, kind: RecordKind<Row>): Sql[] {
	const { permissions } = service;
	if (!kind.parts) return permissions.conditions(caller, kind.name);
	const parts = kind.parts.map(({ name, condition }) =>
		and([condition, ...permissions.conditions(caller, name)]),
	);
	return [or(parts)];
}

/** Which records a list shows: those that the caller may read and that pass the filters given. */
export function shownBy<Row extends Timed>(
	scope: Scope,
	kind: RecordKind<Row>,
	query: Record<string, unknown>,
): Sql[] {
	const { service, caller } = scope;
	const filters = Object.entries(kind.filters).filter(([name]) => query[name] !== undefined);
	return [
		sql`t.domainId = ${caller.domainId}`,
		...permitted(scope, kind),
		...windowConditions(service, query),
		// The schema of the query has checked the value's type.
		...filters.map(([name, condition]) => condition(query[name] as never)),
	];
}

/** The row itself, if the caller may read it; FORBIDDEN otherwise. */
export function readable<Row extends Timed>(scope: Scope, kind: RecordKind<Row>, row: Row): Row {
	const conditions = permitted(scope, kind);
	const table = kind.table(scope.service.store);
	if (conditions.length > 0 && table.count([sql`t.id = ${row.id}`, ...conditions]) === 0) {
		throw forbidden(`The user may not read ${kind.name} ${row.id}`);
	}
	return row;
}

/** The record of that id; NOT_FOUND where there is none, FORBIDDEN if the caller may not read it. */
export const readableRecord = <Row extends Timed>(
	scope: Scope,
	kind: RecordKind<Row>,
	id: number,
): Row =>
	readable(scope, kind, recordOf(scope, kind.table(scope.service.store), wordsFor(kind), id));
