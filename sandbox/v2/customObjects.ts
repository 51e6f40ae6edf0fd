import { Type } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { closed, ids, oneOf, text } from '../contract/schemas';
import type { CustomObjectRow } from '../domain/properties/records';
import { customObjects, definitionOf } from '../domain/records/customObjects';
import { objectFilters } from '../domain/rules/objectFilters';
import { sql } from '../domain/store/sql';
import { oneFlag } from '../operations/lists';
import type { Call } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { recordList, v2Idiom } from './idiom';

const path = '/custom_object_defs/{custom_object_def_key}/custom_objects';
const owner = { custom_object_def_key: text };

const definition = (call: Call) =>
	definitionOf(call, (call.params as { custom_object_def_key: string }).custom_object_def_key);

const kind = customObjects;
const { create: form } = kind.schemas('v2');
const customObject = operationsOn<CustomObjectRow>({
	idiom: v2Idiom,
	kind,
	path,
	owner,
	where: (call) => [sql`t.defId = ${definition(call).id}`],
	start(call) {
		const begun = { defId: definition(call).id };
		return () => begun;
	},
});

const listQuery = {
	cursor: Type.Optional(text),
	createdAtFrom: Type.Optional(text),
	createdAtTo: Type.Optional(text),
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
	// Ascending only.
	sort: Type.Optional(oneOf(['createdAt', 'updatedAt'])),
};

/** v2 §4.11. */
export const customObjectOperations = [
	customObject.getMany({
		params: owner,
		query: listQuery,
		// The filters: item keys.
		isOpen: true,
		sorting: { ...recordList.sorting, usual: 'createdAt' },
		where(call) {
			const query = call.query as Record<string, unknown>;
			const def = definition(call);
			if ('limit' in query && !def.items.some(({ itemKey }) => itemKey === 'limit')) {
				throw badRequest('limit cannot be given');
			}
			return objectFilters(call.service, def, query, listQuery);
		},
	}),
	customObject.create(),
	customObject.get({ include_related_objects: oneFlag }),
	// The response sample is an empty object (v2 §4.11).
	customObject.update({ body: form, empty: closed({}) }),
	customObject.delete(),
	// v2 §6.
	customObject.createMany({ params: owner, audit: 'personal' }),
	// If an id repeats, the last row wins (v2 §4.11).
	customObject.updateMany({
		params: owner,
		audit: 'personal',
		lastWins: true,
		response: ids,
		respond: (updated) => updated.map(({ id }) => id),
	}),
];
