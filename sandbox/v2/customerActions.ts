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
import { customerOf } from '../domain/rules/references';
import { removeActions } from '../domain/rules/removal';
import { inUtc } from '../contract/time';
import type { ActionRow } from '../domain/store/rows';
import { and, raw, sql, type Sql } from '../domain/store/sql';
import { actionListQuery, actionPage, peopleOf } from './actionLists';
import { allOr, cursorEnvelope, oneFlag, skipNotice } from './lists';
import { customerActionRecord } from './shapes';

const noticeQuery = Type.Object({ skipNotice });
const ofCustomer = Type.Object({ customer_id: integer });
const single = Type.Object({ customer_id: integer, id: integer });
type Single = Call<{ customer_id: number; id: number }>;

const read = (scope: Scope, rows: ActionRow[], files = false) =>
	readActions(scope, rows, { time: inUtc, as: 'customerAction', files });

/** The path's action; it must belong to the path's customer. */
function found(call: Single): ActionRow {
	const { actions } = call.service.store;
	const customer = customerOf(call, call.params.customer_id);
	const row = actions.find(call.params.id);
	if (row?.kind !== 'customerAction' || row.customerId !== customer.id) {
		throw notFound('customer action', call.params.id);
	}
	return readable(call, 'customerAction', actions, row);
}

/**
 * Which customers' actions are listed: 404 for a missing customer, 403 for one that the caller may
 * not read (v2 §4.5); `all` = those of every customer that the caller may read.
 */
function ofCustomers(call: Scope & { params: { customer_id: number | 'all' } }): Sql[] {
	const { service, caller, params } = call;
	if (params.customer_id !== 'all') {
		const { customers } = service.store;
		readable(call, 'customer', customers, customerOf(call, params.customer_id));
		return [sql`t.customerId = ${params.customer_id}`];
	}
	const scope = service.permissions.readable(caller, 'customer');
	if (scope.length === 0) return [];
	return [sql`t.customerId IN (SELECT t.id FROM customer AS t WHERE ${and(scope)})`];
}

/** v2 §4.5. */
export const customerActionOperations = [
	operation({
		id: 'customerAction.getMany',
		method: 'GET',
		path: '/customers/{customer_id}/actions',
		summary: 'List customer actions',
		params: Type.Object({ customer_id: allOr }),
		query: Type.Object({ ...actionListQuery, pattern: Type.Optional(integer) }),
		response: cursorEnvelope('actions', customerActionRecord),
		run(call) {
			const { pattern } = call.query;
			const { rows, envelope } = actionPage(call, 'customerAction', [
				raw(`t.kind = 'customerAction'`),
				...ofCustomers(call),
				...(pattern === undefined ? [] : [sql`t.patternId = ${pattern}`]),
			]);
			return { actions: read(call, rows), ...envelope };
		},
	}),
	operation({
		id: 'customerAction.create',
		method: 'POST',
		path: '/customers/{customer_id}/actions',
		summary: 'Create customer action',
		params: ofCustomer,
		query: noticeQuery,
		body: patternActionForm,
		response: customerActionRecord,
		creates: true,
		needs: 'customerAction.write',
		run(call) {
			const owner = { kind: 'customerAction', customerId: call.params.customer_id } as const;
			const id = createAction(call, owner, call.body);
			const rows = [...call.service.store.actions.findMany([id]).values()];
			call.wrote([id]);
			call.notify(id, rows.flatMap(peopleOf));
			return read(call, rows)[0];
		},
	}),
	operation({
		id: 'customerAction.get',
		method: 'GET',
		path: '/customers/{customer_id}/actions/{id}',
		summary: 'Get customer action',
		params: single,
		query: Type.Object({ include_files: oneFlag }),
		response: customerActionRecord,
		run: (call) => read(call, [found(call)], call.query.include_files === 1)[0],
	}),
	operation({
		id: 'customerAction.update',
		method: 'PATCH',
		path: '/customers/{customer_id}/actions/{id}',
		summary: 'Update customer action',
		params: single,
		query: noticeQuery,
		body: patternActionChanges,
		response: customerActionRecord,
		needs: 'customerAction.write',
		run(call) {
			const row = updateAction(call, found(call), call.body);
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
			return read(call, [row])[0];
		},
	}),
	operation({
		id: 'customerAction.delete',
		method: 'DELETE',
		path: '/customers/{customer_id}/actions/{id}',
		summary: 'Delete customer action',
		params: single,
		query: noticeQuery,
		response: null,
		needs: 'customerAction.write',
		run(call) {
			const row = found(call);
			removeActions(call, [row.id]);
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
		},
	}),
	operation({
		id: 'customerAction.createMany',
		method: 'POST',
		path: '/customers/actions/bulk',
		summary: 'Bulk create customer actions',
		query: noticeQuery,
		body: Type.Object({
			actions: Type.Array(
				Type.Composite([patternActionForm, Type.Object({ customer: reference })]),
				{ maxItems: mostBulkItems },
			),
		}),
		response: ids,
		needs: 'customerAction.write',
		// No audit log entry (v2 §4.5).
		audit: 'none',
		run(call) {
			const created = forEachItem(call.body.actions, ({ customer, ...form }) =>
				createAction(call, { kind: 'customerAction', customerId: customer.id }, form),
			);
			call.wrote(created);
			return created;
		},
	}),
];
