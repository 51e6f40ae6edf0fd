import { badRequest } from '../contract/refusal';
import { closed, ids, oneOf, text } from '../contract/schemas';
import type { CustomObjectRow } from '../domain/properties/recordFields';
import { customObjects, definitionOf } from '../domain/records/customObjects';
import { objectFilters } from '../domain/rules/objectFilters';
import { sql } from '../domain/store/sql';
import { oneFlag, timeFilters } from '../operations/listPages';
import type { Call } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { recordList, v2Conventions } from './v2Conventions';

const path = '/custom_object_defs/{custom_object_def_key}/custom_objects';

const definition = (call: Call) => definitionOf(call, String(call.params.custom_object_def_key));

const kind = customObjects;
const { create: form } = kind.schemas('v2');
const customObject = operationsOn<CustomObjectRow>({
	conventions: v2Conventions,
	kind,
	path,
	where: (call) => [sql`t.defId = ${definition(call).id}`],
	start(call) {
		const begun = { defId: definition(call).id };
		return () => begun;
	},
});

const listQuery = {
	cursor: text,
	...timeFilters('createdAtFrom', 'createdAtTo', 'updatedAtFrom', 'updatedAtTo'),
	// Ascending only.
	sort: oneOf(['createdAt', 'updatedAt']),
};

/** The operations on custom objects (v2 §4.11). */
export const customObjectOperations = [
	customObject.getMany({
		query: listQuery,
		// Any item key is a filter.
		moreQuery: (call) => definition(call).items.map(({ itemKey }) => itemKey),
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
	// The audit log holds bulk requests of personal tokens only (v2 §6).
	customObject.createMany({ audit: 'personal' }),
	// If an id repeats, the last row wins (v2 §4.11).
	customObject.updateMany({
		audit: 'personal',
		lastWins: true,
		response: ids,
		respond: (updated) => updated.map(({ id }) => id),
	}),
];
