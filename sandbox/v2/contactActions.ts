import { Type } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { notFound } from '../contract/refusal';
import { ids, integer, reference } from '../contract/schemas';
import { readActions } from '../domain/records/action/read';
import {
	createAction,
	patternActionChanges,
	patternActionForm,
	updateAction,
} from '../domain/records/action/write';
import type { Scope } from '../domain/scope';
import { readable } from '../domain/rules/access';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { contactOf } from '../domain/rules/references';
import { actionsWith, removeActions } from '../domain/rules/removal';
import { inTokyo } from '../contract/time';
import type { ActionRow } from '../domain/store/rows';
import { raw, sql, type Sql } from '../domain/store/sql';
import { actionListQuery, actionPage, peopleOf } from './actionLists';
import { allOr, cursorEnvelope, oneText, skipNotice } from './lists';
import { contactActionRecord } from './shapes';

const noticeQuery = Type.Object({ skipNotice });
const ofContact = Type.Object({ contact_id: integer });
const single = Type.Object({ contact_id: integer, id: integer });
type Single = Call<{ contact_id: number; id: number }>;

/** Date-times are answered with the +09:00 offset (v2 §4.10). */
const read = (scope: Scope, rows: ActionRow[], contactId: number | 'all', files = false) =>
	readActions(scope, rows, {
		...{ time: inTokyo, as: 'contactAction', files },
		...(contactId === 'all' ? {} : { contactId }),
	});

/** The path's action: a contact action, or a deal action, that is linked with the contact. */
function linked(call: Single): ActionRow {
	const { actions } = call.service.store;
	const contact = contactOf(call, call.params.contact_id);
	const row = actions.find(call.params.id);
	const isLinked = row && row.kind !== 'customerAction' && row.contactIds.includes(contact.id);
	if (!isLinked) throw notFound('contact action', call.params.id);
	return readable(call, 'contactAction', actions, row);
}

/** Only contact actions are written here; deal actions have operations of their own. */
function writable(call: Single): ActionRow {
	const row = linked(call);
	if (row.kind !== 'contactAction') throw notFound('contact action', row.id);
	return row;
}

/** The actions of a contact, or with `all` those that are linked with any contact. */
function ofContacts(call: Scope & { params: { contact_id: number | 'all' } }): Sql {
	const { contact_id: contactId } = call.params;
	if (contactId === 'all') return raw(`t.contactIds <> '[]'`);
	readable(call, 'contact', call.service.store.contacts, contactOf(call, contactId));
	return actionsWith([contactId]);
}

/** dataType: 0 = deal action, 1 = contact action, omitted = both (v2 §4.10). */
const kinds = (dataType: number | undefined): Sql =>
	raw(
		dataType === undefined
			? `t.kind IN ('dealAction', 'contactAction')`
			: `t.kind = '${dataType === 0 ? 'dealAction' : 'contactAction'}'`,
	);

/** v2 §4.10. */
export const contactActionOperations = [
	operation({
		id: 'contactAction.getMany',
		method: 'GET',
		path: '/contacts/{contact_id}/actions',
		summary: 'List contact actions',
		params: Type.Object({ contact_id: allOr }),
		query: Type.Object({
			...actionListQuery,
			dataType: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
			pattern: Type.Optional(integer),
		}),
		response: cursorEnvelope('actions', contactActionRecord),
		run(call) {
			const { dataType, pattern } = call.query;
			const { rows, envelope } = actionPage(call, 'contactAction', [
				kinds(dataType),
				ofContacts(call),
				...(pattern === undefined ? [] : [sql`t.patternId = ${pattern}`]),
			]);
			return { actions: read(call, rows, call.params.contact_id), ...envelope };
		},
	}),
	operation({
		id: 'contactAction.create',
		method: 'POST',
		path: '/contacts/{contact_id}/actions',
		summary: 'Create contact action',
		params: ofContact,
		query: noticeQuery,
		body: patternActionForm,
		response: contactActionRecord,
		creates: true,
		needs: 'contactAction.write',
		run(call) {
			const { contact_id: contactId } = call.params;
			const id = createAction(call, { kind: 'contactAction', contactId }, call.body);
			const rows = [...call.service.store.actions.findMany([id]).values()];
			call.wrote([id]);
			call.notify(id, rows.flatMap(peopleOf));
			return read(call, rows, contactId)[0];
		},
	}),
	operation({
		id: 'contactAction.get',
		method: 'GET',
		path: '/contacts/{contact_id}/actions/{id}',
		summary: 'Get contact action',
		params: single,
		query: Type.Object({ include_files: oneText }),
		response: contactActionRecord,
		run: (call) =>
			read(call, [linked(call)], call.params.contact_id, call.query.include_files === '1')[0],
	}),
	operation({
		id: 'contactAction.update',
		method: 'PATCH',
		path: '/contacts/{contact_id}/actions/{id}',
		summary: 'Update contact action',
		params: single,
		query: noticeQuery,
		body: patternActionChanges,
		response: contactActionRecord,
		needs: 'contactAction.write',
		run(call) {
			const row = updateAction(call, writable(call), call.body);
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
			return read(call, [row], call.params.contact_id)[0];
		},
	}),
	operation({
		id: 'contactAction.delete',
		method: 'DELETE',
		path: '/contacts/{contact_id}/actions/{id}',
		summary: 'Delete contact action',
		params: single,
		query: noticeQuery,
		response: null,
		needs: 'contactAction.write',
		run(call) {
			const row = writable(call);
			removeActions(call, [row.id]);
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
		},
	}),
	operation({
		id: 'contactAction.createMany',
		method: 'POST',
		path: '/contacts/actions/bulk',
		summary: 'Bulk create contact actions',
		query: noticeQuery,
		body: Type.Object({
			actions: Type.Array(
				Type.Composite([patternActionForm, Type.Object({ contact: reference })]),
				{ maxItems: mostBulkItems },
			),
		}),
		response: ids,
		needs: 'contactAction.write',
		run(call) {
			const created = forEachItem(call.body.actions, ({ contact, ...form }) =>
				createAction(call, { kind: 'contactAction', contactId: contact.id }, form),
			);
			call.wrote(created);
			return created;
		},
	}),
];
