import { Type } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { invalid, notFound } from '../contract/refusal';
import { ids, integer } from '../contract/schemas';
import { readActions } from '../domain/records/action/read';
import {
	createAction,
	dealActionChanges,
	dealActionForm,
	updateAction,
} from '../domain/records/action/write';
import type { Scope } from '../domain/scope';
import { readable } from '../domain/rules/access';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { dealOf, settingOf } from '../domain/rules/references';
import { removeActions } from '../domain/rules/removal';
import { inUtc } from '../contract/time';
import type { ActionRow } from '../domain/store/rows';
import { raw, sql } from '../domain/store/sql';
import { actionListQuery, actionPage, peopleOf } from './actionLists';
import { cursorEnvelope, oneText, skipNotice } from './lists';
import { dealActionRecord } from './shapes';

const noticeQuery = Type.Object({ skipNotice });
const single = Type.Object({ id: integer });

const read = (scope: Scope, rows: ActionRow[], files = false) =>
	readActions(scope, rows, { time: inUtc, as: 'dealAction', files });

function found(scope: Scope, id: number): ActionRow {
	const { actions } = scope.service.store;
	const row = actions.find(id);
	if (row?.kind !== 'dealAction' || row.domainId !== scope.caller.domainId) {
		throw notFound('deal action', id);
	}
	return readable(scope, 'dealAction', actions, row);
}

/** v2 §4.8. */
export const dealActionOperations = [
	operation({
		id: 'dealAction.getMany',
		method: 'GET',
		path: '/actions',
		summary: 'List deal actions',
		query: Type.Object({
			...actionListQuery,
			purpose: Type.Optional(integer),
			dealId: Type.Optional(integer),
		}),
		response: cursorEnvelope('actions', dealActionRecord),
		run(call) {
			const { purpose, dealId } = call.query;
			const { rows, envelope } = actionPage(call, 'dealAction', [
				raw(`t.kind = 'dealAction'`),
				...(purpose === undefined ? [] : [sql`t.purposeId = ${purpose}`]),
				...(dealId === undefined ? [] : [sql`t.dealId = ${dealId}`]),
			]);
			return { actions: read(call, rows), ...envelope };
		},
	}),
	operation({
		id: 'dealAction.create',
		method: 'POST',
		path: '/actions',
		summary: 'Create deal action',
		query: noticeQuery,
		body: dealActionForm,
		response: dealActionRecord,
		creates: true,
		needs: 'dealAction.write',
		run(call) {
			const row = found(call, createAction(call, { kind: 'dealAction' }, call.body));
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
			return read(call, [row])[0];
		},
	}),
	operation({
		id: 'dealAction.get',
		method: 'GET',
		path: '/actions/{id}',
		summary: 'Get deal action',
		params: single,
		query: Type.Object({ include_files: oneText }),
		response: dealActionRecord,
		run: (call) => read(call, [found(call, call.params.id)], call.query.include_files === '1')[0],
	}),
	operation({
		id: 'dealAction.update',
		method: 'PATCH',
		path: '/actions/{id}',
		summary: 'Update deal action',
		params: single,
		query: noticeQuery,
		body: dealActionChanges,
		response: dealActionRecord,
		needs: 'dealAction.write',
		run(call) {
			const row = updateAction(call, found(call, call.params.id), call.body);
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
			return read(call, [row])[0];
		},
	}),
	operation({
		id: 'dealAction.delete',
		method: 'DELETE',
		path: '/actions/{id}',
		summary: 'Delete deal action',
		params: single,
		query: noticeQuery,
		response: null,
		needs: 'dealAction.write',
		run(call) {
			const row = found(call, call.params.id);
			removeActions(call, [row.id]);
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
		},
	}),
	operation({
		id: 'dealAction.createMany',
		method: 'POST',
		path: '/actions/bulk',
		summary: 'Bulk create deal actions',
		query: noticeQuery,
		body: Type.Object({
			dealTypeId: integer,
			actions: Type.Array(dealActionForm, { maxItems: mostBulkItems }),
		}),
		response: ids,
		needs: 'dealAction.write',
		run(call) {
			const dealType = settingOf(call, 'dealType', call.body.dealTypeId);
			const created = forEachItem(call.body.actions, (form) => {
				// One deal type per call (v1 §4).
				if (dealOf(call, form.deal.id).dealTypeId !== dealType.id) {
					throw invalid(`deal ${form.deal.id} is not of deal type ${dealType.id}`);
				}
				return createAction(call, { kind: 'dealAction' }, form);
			});
			call.wrote(created);
			return created;
		},
	}),
];
