import { Type } from '@sinclair/typebox';
import { pageSize } from '../contract/limits';
import { badRequest } from '../contract/refusal';
import { closed, ids, oneOf, text } from '../contract/schemas';
import { inUtc } from '../contract/time';
import type { CustomObjectRow } from '../domain/properties/records';
import { customObjects, definitionOf } from '../domain/records/customObjects';
import { shownBy } from '../domain/records/kind';
import { readRecords } from '../domain/records/reading';
import { objectFilters } from '../domain/rules/objectFilters';
import { sql } from '../domain/store/sql';
import { oneFlag } from '../operations/lists';
import { operation, type Call } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { cursorEnvelope, cursorPage, orderOf } from './cursorLists';
import { recordList, v2Idiom } from './idiom';

const path = '/custom_object_defs/{custom_object_def_key}/custom_objects';
const owner = { custom_object_def_key: text };

const definition = (call: Call) =>
	definitionOf(call, (call.params as { custom_object_def_key: string }).custom_object_def_key);

const kind = customObjects;
const { create: form, shape } = kind.schemas('v2');
const customObject = operationsOn<CustomObjectRow>({
	...{ idiom: v2Idiom, kind, path, owner },
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
	operation({
		id: 'customObject.getMany',
		method: 'GET',
		path,
		summary: 'List custom objects',
		params: owner,
		query: listQuery,
		// The filters: item keys.
		isOpen: true,
		response: cursorEnvelope('customObjects', shape),
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
					...objectFilters(service, def, query, listQuery.properties),
				],
				order: orderOf(sort, recordList.sorting.columns),
				question: ['customObject.getMany', def.id, filters],
				...{ count: pageSize, cursor },
			});
			const objects = readRecords(call, kind, rows, { version: 'v2', time: inUtc });
			return { customObjects: objects, ...envelope };
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
		...{ params: owner, audit: 'personal', lastWins: true },
		response: ids,
		respond: (updated) => updated.map(({ id }) => id),
	}),
];
