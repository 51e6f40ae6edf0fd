import { associatedKinds, type AssociatedKind } from '../properties/records';
import type { Scope } from '../scope';
import { sql } from '../store/sql';
import { rowOf } from './references';

/** What to add, or with `delete` to remove (v2 §2.8, §4.4). */
type Changes = Array<{ id: number; delete?: boolean }> | null | undefined;

function associate(
	{ service: { store } }: Scope,
	kind: AssociatedKind,
	[objectId, recordId]: [number, number],
	isGone = false,
): void {
	if (isGone) store.unlink(kind, sql`fromId = ${objectId} AND toId = ${recordId}`);
	else store.link(kind, objectId, recordId);
}

/** Changes the custom objects of a record, as its form says. */
export const associateObjects =
	(kind: AssociatedKind) =>
	(scope: Scope, record: { id: number }, form: { customObjects?: Changes }): void => {
		for (const { id, delete: isGone } of form.customObjects ?? []) {
			associate(scope, kind, [rowOf(scope, 'customObject', id).id, record.id], isGone);
		}
	};

/** Changes the records of a custom object, as its form says. */
export function associateRecords(
	scope: Scope,
	object: { id: number },
	form: Record<string, Changes>,
): void {
	for (const kind of associatedKinds) {
		for (const { id, delete: isGone } of form[`${kind}s`] ?? []) {
			associate(scope, kind, [object.id, rowOf(scope, kind, id).id], isGone);
		}
	}
}
