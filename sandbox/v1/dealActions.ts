import { Type } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { invalid } from '../contract/refusal';
import { ids, integer, reference } from '../contract/schemas';
import {
	createAction,
	dealActionChanges,
	dealActionForm,
	updateAction,
} from '../domain/records/action/write';
import { notFound } from '../contract/refusal';
import type { Scope } from '../domain/scope';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { peopleOf } from '../domain/rules/persons';
import { dealOf, settingOf } from '../domain/rules/references';
import type { ActionRow } from '../domain/store/rows';
import { sql } from '../domain/store/sql';
import { actionListQuery, actionPage, readActionsOf } from './actions';
import { oneFlag, pageEnvelope } from './lists';
import { dealActionRecord } from './shapes';

const single = Type.Object({ id: integer });

const read = (call: Call, rows: ActionRow[], includeFiles?: number) =>
	readActionsOf(call, 'dealAction', rows, includeFiles);

function found({ service, caller }: Scope, id: number): ActionRow {
	const row = service.store.actions.find(id);
	if (row?.kind !== 'dealAction' || row.domainId !== caller.domainId) {
		throw notFound('deal action', id);
	}
	return row;
}

/** v1 §4. */
export const dealActionOperations = [
	operation({
		id: 'dealAction.getMany',
		method: 'GET',
		path: '/actions',
		summary: 'Deal action list',
		query: Type.Object({
			...actionListQuery,
			purpose: Type.Optional(integer),
			dealId: Type.Optional(integer),
		}),
		response: pageEnvelope('actions', dealActionRecord),
		run(call) {
			const { purpose, dealId } = call.query;
			const { rows, envelope } = actionPage(call, 'dealAction', [
				...(purpose === undefined ? [] : [sql`t.purposeId = ${purpose}`]),
				...(dealId === undefined ? [] : [sql`t.dealId = ${dealId}`]),
			]);
			return { ...envelope, actions: read(call, rows) };
		},
	}),
	operation({
		id: 'dealAction.create',
		method: 'POST',
		path: '/actions',
		summary: 'Deal action create',
		body: dealActionForm,
		response: dealActionRecord,
		creates: true,
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
		summary: 'Deal action get',
		params: single,
		query: Type.Object({ include_files: oneFlag }),
		response: dealActionRecord,
		run: (call) => read(call, [found(call, call.params.id)], call.query.include_files)[0],
	}),
	operation({
		id: 'dealAction.update',
		method: 'PATCH',
		path: '/actions/{id}',
		summary: 'Deal action update',
		params: single,
		// The deal is required here too (v1 §4).
		body: Type.Composite([
			Type.Omit(dealActionChanges, ['deal']),
			Type.Object({ deal: reference }),
		]),
		response: dealActionRecord,
		run(call) {
			const row = updateAction(call, found(call, call.params.id), call.body);
			call.wrote([row.id]);
			call.notify(row.id, peopleOf(row));
			return read(call, [row])[0];
		},
	}),
	operation({
		id: 'dealAction.createMany',
		method: 'POST',
		path: '/actions/bulk',
		summary: 'Deal action bulk create',
		body: Type.Object({
			dealTypeId: integer,
			actions: Type.Array(dealActionForm, { maxItems: mostBulkItems }),
		}),
		response: ids,
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
