import type { Target } from '../properties/property';
import { isSetting, type UserRow } from '../properties/records';
import type { Scope } from '../scope';
import type { Table } from '../store/table';

export interface Named {
	id: number;
	name: string;
	/** Of a billing or round type, and of a phase. */
	key?: string;
	status?: number;
}

/** Shows referenced records as `{id, name}`; null for an empty or dangling reference. */
export type Naming = (id: number | null) => Named | null;

/** A record as a response refers to it: of some settings there is more to say (v1 §2.7, §2.8). */
export const nameOf = ({ id, key, name, status }: Named): Named => ({
	id,
	...(key !== undefined && { key }),
	name,
	...(status !== undefined && { status }),
});

/** A user as groups and custom values refer to it (v1 §2.2, §2.3). */
export const memberOf = ({ id, name, email }: UserRow) => ({ id, name, email });

/** Names what ids refer to: records are read once for a whole page, settings are at hand. */
export function namesOf(
	{ service, caller }: Scope,
	to: Target,
	ids: Iterable<number | null> = [],
): Naming {
	const table: Table<Named & { domainId: number }> = service.store.tables[to];
	const rows = isSetting(to)
		? new Map(table.list(caller.domainId).map((row) => [row.id, row]))
		: table.findMany(ids);
	return (id) => {
		const row = id === null ? undefined : rows.get(id);
		return row ? nameOf(row) : null;
	};
}
