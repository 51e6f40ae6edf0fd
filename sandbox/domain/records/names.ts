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

/** Names what ids refer to, read once for a whole page. */
export function namesOf(scope: Scope, to: Target, ids: Iterable<number | null>): Naming {
	const table = tableOf(scope.service.store, to);
	if (!table) return settingNames(scope, to as SettingKind);
	const rows = table.findMany(ids);
	return (id) => {
		const row = id === null ? undefined : rows.get(id);
		return row ? nameOf(row) : null;
	};
}

/** Names the settings of a kind. */
export function settingNames({ service, caller }: Scope, kind: SettingKind): Naming {
	return (id) => {
		const setting = service.store.settings.find(kind, caller.domainId, id);
		return setting ? nameOf(setting) : null;
	};
}

/** The custom objects of many records, as `{id, customObjectDefKey}` (v1 §2.4). */
export function objectsReader(
	{ service, caller }: Scope,
	kind: 'customer' | 'deal' | 'contact',
	recordIds: number[],
) {
	const { store } = service;
	const objectIds = store.linked(kind, 'toId', recordIds);
	const objects = store.customObjects.findMany(recordIds.flatMap(objectIds));
	const keyOf = (id: number) => {
		const defId = objects.get(id)?.defId ?? null;
		return store.settings.find('customObjectDef', caller.domainId, defId)?.key;
	};
	return (recordId: number) =>
		objectIds(recordId).map((id) => ({ id, customObjectDefKey: keyOf(id) }));
}
