import { associatedKinds, type AssociatedKind } from '../properties/records';
import type { Scope } from '../scope';
import { sql } from '../store/sql';
import { contactOf, customerOf, customObjectOf, dealOf } from './references';

/** What to add, or with `delete` to remove (v2 §2.8, §4.4). */
type Changes = Array<{ id: number; delete?: boolean }> | null | undefined;

const finders = { customer: customerOf, deal: dealOf, contact: contactOf };

function associate(
	{ service: { store } }: Scope,
	kind: AssociatedKind,
	ends: [number, number],
	isGone = false,
): void {
	const [objectId, recordId] = ends;
	if (isGone) store.unlink(kind, sql`fromId = ${objectId} AND toId = ${recordId}`);
	else store.link(kind, objectId, recordId);
}

/** Changes the custom objects of a record. */
export function associateObjects(
	scope: Scope,
	kind: AssociatedKind,
	recordId: number,
	changes: Changes,
): void {
	for (const { id, delete: isGone } of changes ?? []) {
		associate(scope, kind, [customObjectOf(scope, id).id, recordId], isGone);
	}
}

/** Changes the records of a custom object. */
export function associateRecords(
	scope: Scope,
	objectId: number,
	changes: Partial<Record<AssociatedKind, Changes>>,
): void {
	for (const kind of associatedKinds) {
		for (const { id, delete: isGone } of changes[kind] ?? []) {
			associate(scope, kind, [objectId, finders[kind](scope, id).id], isGone);
		}
	}
}
