import type { BaseRow, ReferencedTable } from '../properties/property';
import type { UserRow } from '../properties/recordFields';
import type { Scope } from '../scope';
import type { Table } from '../store/table';

export interface ShownReference {
	id: number;
	name: string;
	/** The key of a billing or round type. */
	key?: string;
	/** The status of a phase. */
	status?: number;
}

/**
 * A record as a response refers to it: id and name, and the key or status of settings that have one
 * (v1 §2.7, §2.8).
 */
export const asReference = ({ id, key, name, status }: ShownReference): ShownReference => ({
	id,
	...(key !== undefined && { key }),
	name,
	...(status !== undefined && { status }),
});

/** A user as groups and custom values refer to it (v1 §2.2, §2.3). */
export const memberOf = ({ id, name, email }: UserRow) => ({ id, name, email });

/** The record that an id refers to, as `{id, name}`; null for no id, or the id of a missing record. */
export function referenceTo(
	{ service }: Scope,
	to: ReferencedTable,
	id: number | null,
): ShownReference | null {
	const table: Table<ShownReference & BaseRow> = service.store.tables[to];
	const row = id === null ? undefined : table.find(id);
	return row ? asReference(row) : null;
}
