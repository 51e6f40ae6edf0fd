import { RECORDS } from '../records';
import type { OperationSpec, RecordDescription } from '../records/record';
import { createMany, updateMany } from './bulk';
import { get } from './get';
import { getMany, list } from './list';
import type { Operation, Resource } from './operation';
import { create, remove, request, update } from './perItem';
import { search } from './search';
import { createOrUpdate } from './upsert';

/** Makes a record's operation from its data. */
function operationOf(record: RecordDescription, spec: OperationSpec): Operation {
	switch (spec.kind) {
		case 'getMany':
			return getMany(record, spec);
		case 'list':
			return list(record, spec);
		case 'search':
			return search(record, spec);
		case 'get':
			return get(record, spec);
		case 'create':
			return create(record, spec);
		case 'update':
			return update(record, spec);
		case 'delete':
			return remove(record, spec);
		case 'createMany':
			return createMany(record, spec);
		case 'updateMany':
			return updateMany(record, spec);
		case 'createOrUpdate':
			return createOrUpdate(record, spec);
		case 'request':
			return request(record, spec);
	}
}

/** The records with their operations: what the node offers. */
export const RESOURCES: readonly Resource[] = RECORDS.map((record) => ({
	id: record.id,
	name: record.name,
	operations: record.operations.map((spec) => operationOf(record, spec)),
}));

export { formOf } from './form';
export { execute } from './run';
