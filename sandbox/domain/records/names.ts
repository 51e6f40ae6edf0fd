import type { SettingKind } from '../store/settings';
import type { Table } from '../store/table';
import type { Scope } from '../scope';

export interface Reference {
	id: number;
	name: string;
}

/** Answers referenced records as `{id, name}`; null for an empty or dangling reference. */
export type Naming = (id: number | null) => Reference | null;

/** Names the records of a table, read once for a whole list. */
export function namesFrom<Row extends Reference>(
	table: Table<Row>,
	ids: Iterable<number | null>,
): Naming {
	const rows = table.findMany(ids);
	return (id) => {
		const row = id === null ? undefined : rows.get(id);
		return row ? { id: row.id, name: row.name } : null;
	};
}

/** Names the settings of a kind. */
export function settingNames({ service, caller }: Scope, kind: SettingKind): Naming {
	return (id) => {
		const setting = service.store.settings.find(kind, caller.domainId, id);
		return setting ? { id: setting.id, name: setting.name } : null;
	};
}

/** The custom objects of many records, as `{id, customObjectDefKey}` (v1 §2.4). */
export function objectsReader(
	{ service, caller }: Scope,
	kind: 'customer' | 'deal' | 'contact',
	recordIds: number[],
) {
	const { store } = service;
	const objectIds = store.objectIdsOf(kind, recordIds);
	const objects = store.customObjects.findMany([...objectIds.values()].flat());
	const keyOf = (id: number) => {
		const defId = objects.get(id)?.defId ?? null;
		return store.settings.find('customObjectDef', caller.domainId, defId)?.key;
	};
	return (recordId: number) =>
		(objectIds.get(recordId) ?? []).map((id) => ({ id, customObjectDefKey: keyOf(id) }));
}
