import { Type } from '@sinclair/typebox';
import { invalid } from '../../contract/refusal';
import { flag, integer } from '../../contract/schemas';
import * as records from '../properties/recordFields';
import type { ActionKind, ActionRow } from '../properties/recordFields';
import { isReadable } from '../permissions';
import { columnIs, personsAre, peopleOf } from '../rules/filters';
import { checkedId, rowOf } from '../rules/references';
import type { Scope } from '../scope';
import { sql } from '../store/sql';
import { contacts } from './contacts';
import { recordKind, type RecordKind } from './kind';
import { referenceTo } from './names';
import { readRecords, type ReadContext } from './reading';

export type ActionRecords = RecordKind<ActionRow>;

const actionKind = (
	name: ActionKind,
	more: Partial<Pick<ActionRecords, 'filters' | 'readers'>>,
): ActionRecords =>
	recordKind<ActionRow>(name.charAt(0).toUpperCase() + name.slice(1), {
		name,
		plural: 'actions',
		table: 'action',
		...more,
		properties: records.actions[name],
		writers: { contactIds: writeContacts },
		readers: {
			contactIds: linkedContacts,
			files: ({ files }, { options }) => (options.files ? files : undefined),
			...more.readers,
		},
		settle(scope, draft) {
			if (draft.endAt < draft.startAt) {
				throw invalid('endDatetime must not be before startDatetime');
			}
			if (name !== 'dealAction') return draft;
			// The purpose of a deal action belongs to the deal's type, and determines the pattern (v1 §2.1).
			const { dealTypeId } = rowOf(scope, 'deal', draft.dealId ?? 0);
			const purposeId = draft.purposeId ?? 0;
			checkedId(scope, 'actionPurpose', purposeId, dealTypeId);
			return { ...draft, patternId: rowOf(scope, 'actionPurpose', purposeId).patternId };
		},
		filters: {
			...more.filters,
			'users[][id]': [Type.Array(integer), personsAre],
			active: [flag, (isActive: boolean) => sql`t.active = ${isActive ? 1 : 0}`],
		},
		people: peopleOf,
	});

/** A contact action keeps the contact that it belongs to; the form names the others (v2 §4.10). */
function writeContacts(given: Array<{ id: number }>, draft: ActionRow, scope: Scope): number[] {
	const kept = draft.kind === 'contactAction' ? draft.contactIds.slice(0, 1) : [];
	return [...new Set([...kept, ...given.map(({ id }) => rowOf(scope, 'contact', id).id)])];
}

/** The linked contacts as whole records (v1 §2.6), without those that the caller may not read (v2 §5). */
function linkedContacts({ contactIds }: ActionRow, { scope, options }: ReadContext) {
	const { contact: table } = scope.service.store.tables;
	const linked = contactIds
		.filter((id) => isReadable(scope, contacts, id))
		.flatMap((id) => table.find(id) ?? []);
	return readRecords(scope, contacts, linked, options);
}

export const customerActions = actionKind('customerAction', {
	filters: { pattern: [integer, columnIs('t.patternId')] },
});
export const dealActions = actionKind('dealAction', {
	filters: { purpose: [integer, columnIs('t.purposeId')], dealId: [integer, columnIs('t.dealId')] },
});
/** Contact actions. A contact's actions include the deal actions that are linked with it (v2 §4.10). */
export const contactActions = actionKind('contactAction', {
	filters: {
		pattern: [integer, columnIs('t.patternId')],
		dataType: [
			Type.Integer({ minimum: 0, maximum: 1 }),
			(type: number) => sql`t.kind = ${type === 0 ? 'dealAction' : 'contactAction'}`,
		],
	},
	readers: {
		dataType: ({ kind }) => (kind === 'dealAction' ? 0 : 1),
		contact({ contactIds }, { scope, options: { contactId = Math.min(...contactIds) } }) {
			return referenceTo(scope, 'contact', contactIds.length > 0 ? contactId : null);
		},
	},
});
export const actionKinds = {
	customerAction: customerActions,
	dealAction: dealActions,
	contactAction: contactActions,
};

/** The record that an action belongs to. Deal actions name theirs in the form, as `deal`. */
export interface ActionOwner {
	customer?: { id: number };
	contact?: { id: number };
}

/**
 * The columns of a new action that say its kind and its owner.
 * @throws Refusal (NOT_FOUND) if the owner is missing
 */
export const ownedBy = (
	scope: Scope,
	{ name }: ActionRecords,
	{ customer, contact }: ActionOwner,
): Partial<ActionRow> => ({
	kind: name as ActionKind,
	...(customer && { customerId: rowOf(scope, 'customer', customer.id).id }),
	...(contact && { contactIds: [rowOf(scope, 'contact', contact.id).id] }),
});
