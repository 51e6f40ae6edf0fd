import type { Scope } from '../scope';
import { associatedKinds } from '../properties/records';
import { raw, sql, valuesOf, type Sql } from '../store/sql';

/** Deletes customers with their deals, contacts, actions and links, for good (v2 §4.4). */
export function removeCustomers(scope: Scope, ids: number[]): void {
	const { store } = scope.service;
	const theirs = sql`t.customerId IN ${valuesOf(ids)}`;
	removeActions(scope, store.actions.ids([theirs]));
	removeDeals(scope, store.deals.ids([theirs]));
	removeContacts(scope, store.contacts.ids([theirs]));
	forgetRelatedCustomers(scope, ids);
	orphan(scope, ids);
	store.unlink('customer', sql`toId IN ${valuesOf(ids)}`);
	store.customers.remove(ids);
}

/** The customers below a deleted one stay, without a parent. */
function orphan({ service }: Scope, ids: number[]): void {
	const { customers } = service.store;
	for (const child of customers.select({ where: [sql`t.parentId IN ${valuesOf(ids)}`] })) {
		customers.update({ ...child, parentId: null }, service.clock.now());
	}
}

/** Deletes deals with their actions and links; their contacts stay. */
export function removeDeals(scope: Scope, ids: number[]): void {
	const { store } = scope.service;
	removeActions(scope, store.actions.ids([sql`t.dealId IN ${valuesOf(ids)}`]));
	store.unlink('dealContact', sql`fromId IN ${valuesOf(ids)}`);
	store.unlink('deal', sql`toId IN ${valuesOf(ids)}`);
	store.deals.remove(ids);
}

/** Deletes contacts with their values, contact actions and deal links, for good (v2 §4.9). */
export function removeContacts(scope: Scope, ids: number[]): void {
	const { store } = scope.service;
	const linked = store.actions.select({ where: [actionsWith(ids)] });
	const owned = linked.filter(
		({ kind, contactIds }) => kind === 'contactAction' && ids.includes(contactIds[0] ?? 0),
	);
	removeActions(
		scope,
		owned.map(({ id }) => id),
	);
	for (const action of linked.filter((one) => !owned.includes(one))) {
		const contactIds = action.contactIds.filter((id) => !ids.includes(id));
		store.actions.update({ ...action, contactIds }, scope.service.clock.now());
	}
	store.unlink('dealContact', sql`toId IN ${valuesOf(ids)}`);
	store.unlink('contact', sql`toId IN ${valuesOf(ids)}`);
	store.contacts.remove(ids);
}

export const removeActions = ({ service }: Scope, ids: number[]): void =>
	service.store.actions.remove(ids);

export function removeCustomObjects({ service }: Scope, ids: number[]): void {
	for (const kind of associatedKinds) service.store.unlink(kind, sql`fromId IN ${valuesOf(ids)}`);
	service.store.customObjects.remove(ids);
}

/** The actions that are linked with any of these contacts. */
export const actionsWith = (contactIds: number[]): Sql =>
	sql`EXISTS (SELECT 1 FROM json_each(t.contactIds) WHERE value IN ${valuesOf(contactIds)})`;

function forgetRelatedCustomers({ service, caller }: Scope, ids: number[]): void {
	const related = service.store.deals.select({
		where: [
			sql`t.domainId = ${caller.domainId}`,
			raw(`t.relatedCustomers <> '[]'`),
			sql`EXISTS (SELECT 1 FROM json_each(t.relatedCustomers) AS r
				WHERE r.value ->> 'customerId' IN ${valuesOf(ids)})`,
		],
	});
	for (const deal of related) {
		const relatedCustomers = deal.relatedCustomers.filter((one) => !ids.includes(one.customerId));
		service.store.deals.update({ ...deal, relatedCustomers }, service.clock.now());
	}
}
