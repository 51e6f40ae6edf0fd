import { RECORDS, type OperationSpec, type RecordDescription, type UsualKind } from '../records';
import { createOrUpdate } from './createOrUpdate';
import { get } from './get';
import { getMany, list, search } from './lists';
import type { Operation, Resource } from './model';
import { create, createMany, remove, request, update, updateMany, type Maker } from './writes';

/** The function that makes the operations of each usual kind. */
const makers: Readonly<Record<UsualKind, Maker>> = {
	getMany,
	search,
	get,
	create,
	update,
	delete: remove,
	createMany,
	updateMany,
	createOrUpdate,
};

function operationOf(record: RecordDescription, spec: OperationSpec): Operation {
	if (spec.kind === 'list') return list(record, spec);
	if (spec.kind === 'request') return request(record, spec);
	return makers[spec.kind](record, spec);
}

/** The resource of a record, with its operations. */
const resourceOf = (record: RecordDescription): Resource => ({
	id: record.id,
	name: record.name,
	operations: record.operations.map((spec) => operationOf(record, spec)),
});

/** The resources that the node offers. */
export const RESOURCES: readonly Resource[] = RECORDS.map(resourceOf);

export { formOf } from './form';
