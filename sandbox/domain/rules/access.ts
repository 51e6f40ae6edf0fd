import { forbidden } from '../../contract/refusal';
import type { Scope } from '../scope';
import { sql } from '../store/sql';
import type { Table } from '../store/table';
import type { PermittedKind } from '../permissions';

/** The record itself, if the caller may read it; FORBIDDEN otherwise. */
export function readable<Row extends { id: number }>(
	{ service, caller }: Scope,
	kind: PermittedKind,
	table: Table<Row>,
	row: Row,
): Row {
	const conditions = service.permissions.readable(caller, kind);
	if (conditions.length > 0 && table.count([sql`t.id = ${row.id}`, ...conditions]) === 0) {
		throw forbidden(`The user may not read ${kind} ${row.id}`);
	}
	return row;
}
