import { extname } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { notFound } from '../contract/refusal';
import { ids, integer, reference, text } from '../contract/schemas';
import {
	createAction,
	patternActionChanges,
	patternActionForm,
	updateAction,
} from '../domain/records/action/write';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { peopleOf } from '../domain/rules/persons';
import { customerOf } from '../domain/rules/references';
import { removeActions } from '../domain/rules/removal';
import type { ActionRow } from '../domain/store/rows';
import { sql } from '../domain/store/sql';
import { actionListQuery, actionPage, readActionsOf } from './actions';
import { oneFlag, pageEnvelope } from './lists';
import { customerActionRecord } from './shapes';

const ofCustomer = Type.Object({ customerId: integer });
const ofCustomers = Type.Object({ customerId: Type.Union([integer, Type.Literal('all')]) });
const single = Type.Object({ customerId: integer, id: integer });

const file = Type.Object({ name: text, path: text });
const bulkItem = Type.Composite([
	patternActionForm,
	Type.Object({ customer: reference, files: Type.Optional(Type.Array(file)) }),
]);

const read = (call: Call, rows: ActionRow[], includeFiles?: number) =>
	readActionsOf(call, 'customerAction', rows, includeFiles);

/** The path's action; it must belong to the path's customer. */
function found(call: Call<Static<typeof single>>): ActionRow {
	const customer = customerOf(call, call.params.customerId);
	const row = call.service.store.actions.find(call.params.id);
	if (row?.kind !== 'customerAction' || row.customerId !== customer.id) {
		throw notFound('customer action', call.params.id);
	}
	return row;
}

const mimeTypes: Record<string, string> = {
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.txt': 'text/plain',
	'.csv': 'text/csv',
};

/** A file of a request, `{name, path}`, in the form in which it is read (v1 §2.6). */
const attached = ({ name, path }: Static<typeof file>): ActionRow['files'][number] => ({
	name,
	mimeType: mimeTypes[extname(name).toLowerCase()] ?? 'application/octet-stream',
	url: path,
});

/** v1 §4. */
export const customerActionOperations = [
	operation({
		id: 'customerAction.getMany',
		method: 'GET',
		path: '/customers/{customerId}/actions',
		summary: 'Customer action list',
		params: ofCustomers,
		query: Type.Object({ ...actionListQuery, pattern: Type.Optional(integer) }),
		response: pageEnvelope('actions', customerActionRecord),
		run(call) {
			const { customerId } = call.params;
			const { pattern } = call.query;
			const { rows, envelope } = actionPage(call, 'customerAction', [
				...(customerId === 'all' ? [] : [sql`t.customerId = ${customerOf(call, customerId).id}`]),
				...(pattern === undefined ? [] : [sql`t.patternId = ${pattern}`]),
			]);
			return { ...envelope, actions: read(call, rows) };
		},
	}),
	operation({
		id: 'customerAction.create',
		method: 'POST',
		path: '/customers/{customerId}/actions',
		summary: 'Customer action create',
		params: ofCustomer,
		body: patternActionForm,
		response: customerActionRecord,
		creates: true,
		run(call) {
			const owner = { kind: 'customerAction', customerId: call.params.customerId } as const;
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
		path: '/customers/{customerId}/actions/{id}',
		summary: 'Customer action get',
		params: single,
		query: Type.Object({ include_files: oneFlag }),
		response: customerActionRecord,
		run: (call) => read(call, [found(call)], call.query.include_files)[0],
	}),
	operation({
		id: 'customerAction.update',
		method: 'PATCH',
		path: '/customers/{customerId}/actions/{id}',
		summary: 'Customer action update',
		params: single,
		body: patternActionChanges,
		response: customerActionRecord,
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
		path: '/customers/{customerId}/actions/{id}',
		summary: 'Customer action delete',
		params: single,
		response: null,
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
		summary: 'Customer action bulk create',
		body: Type.Object({ actions: Type.Array(bulkItem, { maxItems: mostBulkItems }) }),
		response: ids,
		// No audit log entry (v2 §6).
		audit: 'none',
		run: (call) =>
			forEachItem(call.body.actions, ({ customer, files = [], ...form }) => {
				const owner = { kind: 'customerAction', customerId: customer.id } as const;
				return createAction(call, owner, form, { files: files.map(attached) });
			}),
	}),
];
