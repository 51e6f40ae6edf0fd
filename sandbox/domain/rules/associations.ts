import type { Scope } from '../scope';
import type { AssociatedKind } from '../properties/records';
import { contactOf, customerOf, customObjectOf, dealOf } from './references';

type Changes = Array<{ id: number; delete?: boolean }>;

const finders = { customer: customerOf, deal: dealOf, contact: contactOf };

/** Adds a record's custom objects, or removes those marked `delete` (v2 §4.4). */
export function associateObjects(
	scope: Scope,
	kind: AssociatedKind,
	recordId: number,
	changes: Changes | undefined,
): void {
	const { store } = scope.service;
	for (const change of changes ?? []) {
		const object = customObjectOf(scope, change.id);
		if (change.delete) store.dissociate(object.id, kind, recordId);
		else store.associate(object.id, kind, recordId);
	}
}

/** Adds records to a custom object, or removes those marked `delete` (v2 §2.8). */
export function associateRecords(
	scope: Scope,
	objectId: number,
	changes: Partial<Record<AssociatedKind, Changes | null>>,
): void {
	const { store } = scope.service;
	const kinds = ['deal', 'customer', 'contact'] as const;
	for (const kind of kinds) {
		for (const change of changes[kind] ?? []) {
			const record = finders[kind](scope, change.id);
			if (change.delete) store.dissociate(objectId, kind, record.id);
			else store.associate(objectId, kind, record.id);
		}
	}
}
