import { Type, type Static } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { badRequest, notFound } from '../contract/refusal';
import { ids, integer, text } from '../contract/schemas';
import { readCustomObjects } from '../domain/records/customObject/read';
import {
	createCustomObject,
	customObjectForm,
	definitionOf,
	updateCustomObject,
	type CustomObjectForm,
} from '../domain/records/customObject/write';
import type { Scope } from '../domain/scope';
import { readable } from '../domain/rules/access';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { objectFilters } from '../domain/rules/objectFilters';
import { customObjectOf } from '../domain/rules/references';
import { removeCustomObjects } from '../domain/rules/removal';
import { inUtc } from '../contract/time';
import { windowConditions } from '../domain/rules/windows';
import type { CustomObjectRow } from '../domain/store/rows';
import type { Setting } from '../domain/store/settings';
import { sql } from '../domain/store/sql';
import { byTime, cursorEnvelope, cursorPage, oneFlag, orderOf, pageSize } from './lists';
import { customObjectRecord } from './shapes';

const path = '/custom_object_defs/{custom_object_def_key}/custom_objects';
const ofDefinition = Type.Object({ custom_object_def_key: text });
const single = Type.Object({ custom_object_def_key: text, id: integer });

const definition = (call: Call<Static<typeof ofDefinition>>) =>
	definitionOf(call, call.params.custom_object_def_key);

/** The object, if it is of the path's definition. */
function found(call: Scope, { id: defId }: Setting<'customObjectDef'>, id: number) {
	const row = customObjectOf(call, id);
	if (row.defId !== defId) throw notFound('custom object', id);
	return readable(call, 'customObject', call.service.store.customObjects, row);
}

const answered = (
	call: Scope,
	def: Setting<'customObjectDef'>,
	row: CustomObjectRow,
	relatedObjects: boolean,
) => readCustomObjects(call, def, [row], { time: inUtc, relatedObjects })[0];

/** The index of the last row of each id; the others are not looked at (v2 §4.11). */
const lastRows = (rows: Array<{ id: number }>): Map<number, number> =>
	new Map(rows.map(({ id }, index) => [id, index]));

/** v2 §4.11. */
export const customObjectOperations = [
	operation({
		id: 'customObject.getMany',
		method: 'GET',
		path,
		summary: 'List custom objects',
		params: ofDefinition,
		query: Type.Object(
			{
				cursor: Type.Optional(text),
				createdAtFrom: Type.Optional(text),
				createdAtTo: Type.Optional(text),
				updatedAtFrom: Type.Optional(text),
				updatedAtTo: Type.Optional(text),
				// Ascending only.
				sort: Type.Optional(Type.Union([Type.Literal('createdAt'), Type.Literal('updatedAt')])),
			},
			{ additionalProperties: true },
		),
		response: cursorEnvelope('customObjects', customObjectRecord),
		run(call) {
			const { service, caller, query } = call;
			const def = definition(call);
			const { cursor, sort = 'createdAt', ...filters } = query;
			if ('limit' in filters && !def.items.some(({ itemKey }) => itemKey === 'limit')) {
				throw badRequest('limit cannot be given');
			}
			const { rows, envelope } = cursorPage({
				service,
				table: service.store.customObjects,
				view: service.view('list'),
				where: [
					sql`t.defId = ${def.id}`,
					...service.permissions.readable(caller, 'customObject'),
					...windowConditions(service, filters),
					...objectFilters(def, query),
				],
				order: orderOf(sort, byTime),
				question: ['customObject.getMany', def.id, filters],
				limit: pageSize,
				cursor,
			});
			return { customObjects: readCustomObjects(call, def, rows, { time: inUtc }), ...envelope };
		},
	}),
	operation({
		id: 'customObject.create',
		method: 'POST',
		path,
		summary: 'Create custom object',
		params: ofDefinition,
		body: customObjectForm,
		response: customObjectRecord,
		creates: true,
		needs: 'customObject.write',
		run(call) {
			const def = definition(call);
			const id = createCustomObject(call, def, call.body);
			call.wrote([id]);
			return answered(call, def, customObjectOf(call, id), false);
		},
	}),
	operation({
		id: 'customObject.get',
		method: 'GET',
		path: `${path}/{id}`,
		summary: 'Get custom object',
		params: single,
		query: Type.Object({ include_related_objects: oneFlag }),
		response: customObjectRecord,
		run(call) {
			const def = definition(call);
			const row = found(call, def, call.params.id);
			return answered(call, def, row, call.query.include_related_objects === 1);
		},
	}),
	operation({
		id: 'customObject.update',
		method: 'PATCH',
		path: `${path}/{id}`,
		summary: 'Update custom object',
		params: single,
		body: customObjectForm,
		// The response sample is an empty object (v2 §4.11).
		response: Type.Object({}, { additionalProperties: false }),
		needs: 'customObject.write',
		run(call) {
			const def = definition(call);
			const row = found(call, def, call.params.id);
			updateCustomObject(call, def, row, call.body);
			call.wrote([row.id]);
			return {};
		},
	}),
	operation({
		id: 'customObject.delete',
		method: 'DELETE',
		path: `${path}/{id}`,
		summary: 'Delete custom object',
		params: single,
		response: null,
		needs: 'customObject.write',
		run(call) {
			const { id } = found(call, definition(call), call.params.id);
			removeCustomObjects(call, [id]);
			call.wrote([id]);
		},
	}),
	operation({
		id: 'customObject.createMany',
		method: 'POST',
		path: `${path}/bulk`,
		summary: 'Bulk create custom objects',
		params: ofDefinition,
		body: Type.Object({
			customObjects: Type.Array(customObjectForm, { maxItems: mostBulkItems }),
		}),
		response: ids,
		needs: 'customObject.write',
		// v2 §6.
		audit: 'personal',
		run(call) {
			const def = definition(call);
			const created = forEachItem(call.body.customObjects, (form) =>
				createCustomObject(call, def, form as CustomObjectForm),
			);
			call.wrote(created);
			return created;
		},
	}),
	operation({
		id: 'customObject.updateMany',
		method: 'PATCH',
		path: `${path}/bulk`,
		summary: 'Bulk update custom objects',
		params: ofDefinition,
		body: Type.Object({
			customObjects: Type.Array(
				Type.Composite([Type.Object({ id: integer }), customObjectForm], {
					additionalProperties: true,
				}),
				{ maxItems: mostBulkItems },
			),
		}),
		response: ids,
		needs: 'customObject.write',
		// v2 §6.
		audit: 'personal',
		run(call) {
			const def = definition(call);
			const last = lastRows(call.body.customObjects);
			forEachItem(call.body.customObjects, (form, index) => {
				if (last.get(form.id) !== index) return;
				const row = found(call, def, form.id);
				updateCustomObject(call, def, row, form);
			});
			call.wrote([...last.keys()]);
			return [...last.keys()];
		},
	}),
];
