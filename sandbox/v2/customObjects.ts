import { Type } from '@sinclair/typebox';
import { most, pageSize } from '../contract/limits';
import { badRequest, notFound } from '../contract/refusal';
import { closed, ids, integer, text } from '../contract/schemas';
import { inUtc } from '../contract/time';
import { readCustomObjects } from '../domain/records/customObject/read';
import {
	createCustomObject,
	customObjectForm,
	definitionOf,
	updateCustomObject,
	type CustomObjectForm,
} from '../domain/records/customObject/write';
import { readable, shownBy } from '../domain/records/kind';
import { customObjects } from '../domain/records/kinds';
import { forEachItem } from '../domain/rules/bulk';
import { objectFilters } from '../domain/rules/objectFilters';
import { customObjectOf } from '../domain/rules/references';
import type { CustomObjectRow } from '../domain/store/rows';
import { sql } from '../domain/store/sql';
import { oneFlag } from '../operations/lists';
import { operation, type Call } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { cursorEnvelope, cursorPage, orderOf } from './cursorLists';
import { recordList, v2Idiom } from './idiom';
import { customObjectRecord } from './shapes';

const path = '/custom_object_defs/{custom_object_def_key}/custom_objects';
const owner = { custom_object_def_key: text };
type OfDefinition = Call<{ custom_object_def_key: string }>;

const definition = (call: OfDefinition) => definitionOf(call, call.params.custom_object_def_key);

/** The object, if it is of the path's definition. */
function found(call: OfDefinition, id: number): CustomObjectRow {
	const { id: defId } = definition(call);
	const row = customObjectOf(call, id);
	if (row.defId !== defId) throw notFound('custom object', id);
	return readable(call, customObjects, row);
}

const customObject = operationsOn({
	...{ idiom: v2Idiom, kind: customObjects, path, owner, plural: 'customObjects' },
	shape: customObjectRecord,
	found: (call: OfDefinition & Call<{ id: number }>) => found(call, call.params.id),
	read: (call: OfDefinition, rows, asked) =>
		readCustomObjects(call, definition(call), rows, {
			time: inUtc,
			relatedObjects: asked.include_related_objects === 1,
		}),
});

const listQuery = Type.Object(
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
);

const needs = 'customObject.write';

/** v2 §4.11. */
export const customObjectOperations = [
	operation({
		id: 'customObject.getMany',
		method: 'GET',
		path,
		summary: 'List custom objects',
		params: Type.Object(owner),
		query: listQuery,
		response: cursorEnvelope('customObjects', customObjectRecord),
		run(call) {
			const { service, query } = call;
			const def = definition(call);
			const { cursor, sort = 'createdAt', ...filters } = query;
			if ('limit' in filters && !def.items.some(({ itemKey }) => itemKey === 'limit')) {
				throw badRequest('limit cannot be given');
			}
			const { rows, envelope } = cursorPage({
				...{ service, table: service.store.customObjects, view: service.view('list') },
				where: [
					sql`t.defId = ${def.id}`,
					...shownBy(call, customObjects, filters),
					...objectFilters(service, def, query),
				],
				order: orderOf(sort, recordList.sorting.columns),
				question: ['customObject.getMany', def.id, filters],
				...{ count: pageSize, cursor },
			});
			return { customObjects: readCustomObjects(call, def, rows, { time: inUtc }), ...envelope };
		},
	}),
	customObject.create({
		body: customObjectForm,
		make: (call: OfDefinition & Call<unknown, unknown, CustomObjectForm>) =>
			createCustomObject(call, definition(call), call.body),
	}),
	customObject.get({ include_related_objects: oneFlag }),
	operation({
		id: 'customObject.update',
		method: 'PATCH',
		path: `${path}/{id}`,
		summary: 'Update custom object',
		params: Type.Object({ ...owner, id: integer }),
		body: customObjectForm,
		// The response sample is an empty object (v2 §4.11).
		response: closed({}),
		needs,
		run(call) {
			const row = found(call, call.params.id);
			updateCustomObject(call, row, call.body);
			call.wrote([row.id]);
			return {};
		},
	}),
	customObject.delete(),
	customObject.createMany({
		params: owner,
		item: customObjectForm,
		make(call: OfDefinition) {
			const def = definition(call);
			return (form) => createCustomObject(call, def, form);
		},
		// v2 §6.
		audit: 'personal',
	}),
	operation({
		id: 'customObject.updateMany',
		method: 'PATCH',
		path: `${path}/bulk`,
		summary: 'Bulk update custom objects',
		params: Type.Object(owner),
		body: Type.Object({
			customObjects: Type.Array(
				Type.Composite([Type.Object({ id: integer }), customObjectForm], {
					additionalProperties: true,
				}),
				{ maxItems: most.bulkItems },
			),
		}),
		response: ids,
		needs,
		// v2 §6.
		audit: 'personal',
		run(call) {
			// A missing definition is a 404, whatever the items are.
			definition(call);
			const { customObjects: items } = call.body;
			// If an id repeats, the last row wins (v2 §4.11): the others are not looked at.
			const last = new Map(items.map(({ id }, index) => [id, index]));
			forEachItem(items, (form, index) => {
				if (last.get(form.id) !== index) return;
				updateCustomObject(call, found(call, form.id), form);
			});
			call.wrote([...last.keys()]);
			return [...last.keys()];
		},
	}),
];
