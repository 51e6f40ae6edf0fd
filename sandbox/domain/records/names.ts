import type { Target } from '../properties/property';
import type { UserRow } from '../properties/records';
import type { SettingKind } from '../store/settings';
import { tableOf } from '../rules/references';
import type { Scope } from '../scope';

export interface Named {
	id: number;
	name: string;
}

/** Shows referenced records as `{id, name}`; null for an empty or dangling reference. */
export type Naming = (id: number | null) => Named | null;

/** A record as a response refers to it. */
export const nameOf = ({ id, name }: Named): Named => ({ id, name });

/** A user as groups and custom values refer to it (v1 §2.2, §2.3). */
export const memberOf = ({ id, name, email }: UserRow) => ({ id, name, email });

/** Names what ids refer to: records are read once for a whole page, settings are at hand. */
export function namesOf(scope: Scope, to: Target, ids: Iterable<number | null> = []): Naming {
	const table = tableOf(scope.service.store, to);
	if (!table) {
		const { service, caller } = scope;
		return (id) => {
			const setting = service.store.settings.find(to as SettingKind, caller.domainId, id);
			return setting ? nameOf(setting) : null;
		};
	}
	const rows = table.findMany(ids);
	return (id) => {
		const row = id === null ? undefined : rows.get(id);
		return row ? nameOf(row) : null;
	};
}
