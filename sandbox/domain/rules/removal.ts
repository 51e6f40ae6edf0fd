import type { Scope } from '../scope';
import { associatedKinds } from '../properties/records';
import { anyIn, raw, sql, valuesOf, type Sql } from '../store/sql';

/**
 * Deletes customers with their deals, contacts, actions and links, for good (v2 §4.4). A reference to
 * one shows nothing from then on: no id is ever given again.
 */
export function removeCustomers(scope: Scope, ids: number[]): void {
	const { store } = scope.service;
	const theirs = sql`t.customerId IN ${valuesOf(ids)}`;
	removeActions(scope, store.tables.action.ids([theirs]));
	removeDeals(scope, store.tables.deal.ids([theirs]));
	removeContacts(scope, store.tables.contact.ids([theirs]));
	store.unlink('customer', sql`toId IN ${valuesOf(ids)}`);
	store.tables.customer.remove(ids);
}

/** Deletes deals with their actions and links; their contacts stay. */
export function removeDeals(scope: Scope, ids: number[]): void {
	const { store } = scope.service;
	removeActions(scope, store.tables.action.ids([sql`t.dealId IN ${valuesOf(ids)}`]));
	store.unlink('dealContact', sql`fromId IN ${valuesOf(ids)}`);
	store.unlink('deal', sql`toId IN ${valuesOf(ids)}`);
	store.tables.deal.remove(ids);
}

/** Deletes contacts with their values, contact actions and deal links, for good (v2 §4.9). */
export function removeContacts(scope: Scope, ids: number[]): void {
	const { store } = scope.service;
	const linked = store.tables.action.select({ where: [actionsWith(ids)] });
	const owned = linked.filter(
		({ kind, contactIds }) => kind === 'contactAction' && ids.includes(contactIds[0] ?? 0),
	);
	removeActions(
		scope,
		owned.map(({ id }) => id),
	);
	for (const action of linked.filter((one) => !owned.includes(one))) {
		const contactIds = action.contactIds.filter((id) => !ids.includes(id));
		store.tables.action.update({ ...action, contactIds }, scope.service.clock.now());
	}
	store.unlink('dealContact', sql`toId IN ${valuesOf(ids)}`);
	store.unlink('contact', sql`toId IN ${valuesOf(ids)}`);
	store.tables.contact.remove(ids);
}

export const removeActions = ({ service }: Scope, ids: number[]): void =>
	service.store.tables.action.remove(ids);

export function removeCustomObjects({ service }: Scope, ids: number[]): void {
	for (const kind of associatedKinds) service.store.unlink(kind, sql`fromId IN ${valuesOf(ids)}`);
	service.store.tables.customObject.remove(ids);
}

/** The actions that are linked with any of these contacts. */
export const actionsWith = (contactIds: number[]): Sql => anyIn(raw('t.contactIds'), contactIds);
