import { Type } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { badRequest, notFound } from '../contract/refusal';
import { closed, ids, integer, oneOf, text } from '../contract/schemas';
import type { Form } from '../domain/properties/property';
import type { customObject as properties, CustomObjectRow } from '../domain/properties/records';
import { customObjects, definitionOf, readCustomObjects } from '../domain/records/customObjects';
import { readable } from '../domain/records/kind';
import { update } from '../domain/records/writing';
import { forEachItem } from '../domain/rules/bulk';
import { objectFilters } from '../domain/rules/objectFilters';
import { customObjectOf } from '../domain/rules/references';
import { sql } from '../domain/store/sql';
import { oneFlag } from '../operations/lists';
import { operation, type Call } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { recordList, v2Idiom } from './idiom';

const path = '/custom_object_defs/{custom_object_def_key}/custom_objects';
const owner = { custom_object_def_key: text };

const definition = (call: Call) =>
	definitionOf(call, (call.params as { custom_object_def_key: string }).custom_object_def_key);

/** The object, if it is of the path's definition. */
function found(call: Call, id: number): CustomObjectRow {
	const { id: defId } = definition(call);
	const row = customObjectOf(call, id);
	if (row.defId !== defId) throw notFound('custom object', id);
	return readable(call, customObjects, row);
}

const kind = customObjects;
const { create: form } = kind.schemas('v2');
const customObject = operationsOn<CustomObjectRow>({
	...{ idiom: v2Idiom, kind, path, owner },
	found: (call) => found(call, call.params.id),
	read(call, rows, { include_related_objects: related }) {
		return readCustomObjects(call, definition(call), rows, related === 1);
	},
});
const start = (call: Call) => ({ defId: definition(call).id });

const listQuery = {
	cursor: Type.Optional(text),
	createdAtFrom: Type.Optional(text),
	createdAtTo: Type.Optional(text),
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
	// Ascending only.
	sort: Type.Optional(oneOf(['createdAt', 'updatedAt'])),
};

const needs = 'customObject.write';

/** v2 §4.11. */
export const customObjectOperations = [
	customObject.getMany({
		params: owner,
		query: listQuery,
		isOpen: true,
		sorting: { ...recordList.sorting, usual: 'createdAt' },
		where(call) {
			const query = call.query as Record<string, unknown>;
			const def = definition(call);
			if ('limit' in query && !def.items.some(({ itemKey }) => itemKey === 'limit')) {
				throw badRequest('limit cannot be given');
			}
			return [sql`t.defId = ${def.id}`, ...objectFilters(call.service, def, query)];
		},
	}),
	customObject.create({ start }),
	customObject.get({ include_related_objects: oneFlag }),
	// The response sample is an empty object (v2 §4.11).
	customObject.update({ body: form, response: closed({}) }),
	customObject.delete(),
	// v2 §6.
	customObject.createMany({
		...{ params: owner, audit: 'personal' },
		start(call) {
			const begun = start(call);
			return () => begun;
		},
	}),
	operation({
		id: 'customObject.updateMany',
		method: 'PATCH',
		path: `${path}/bulk`,
		summary: 'Bulk update custom objects',
		params: Type.Object(owner),
		body: Type.Object({
			customObjects: Type.Array(
				Type.Object({ id: integer, ...form.properties }, { additionalProperties: true }),
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
			const items = call.body.customObjects as Array<{ id: number } & Form<typeof properties>>;
			// If an id repeats, the last row wins (v2 §4.11): the others are not looked at.
			const last = new Map(items.map(({ id }, index) => [id, index]));
			forEachItem(items, (item, index) => {
				if (last.get(item.id) !== index) return;
				update(call, kind, found(call, item.id), { form: item });
			});
			call.wrote([...last.keys()]);
			return [...last.keys()];
		},
	}),
];
