import { RECORDS, type OperationSpec, type RecordDescription } from '../records';
import { createOrUpdate } from './createOrUpdate';
import { get } from './get';
import { getMany, list, search } from './lists';
import type { Maker, Resource } from './model';
import { create, createMany, remove, request, update, updateMany } from './writes';

/** The function that makes the operations of each kind. */
const MAKERS: Readonly<Record<OperationSpec['kind'], Maker>> = {
	getMany,
	search,
	get,
	create,
	update,
	delete: remove,
	createMany,
	updateMany,
	createOrUpdate,
	list,
	request,
};

/** The resource of a record, with its operations. */
const resourceOf = (record: RecordDescription): Resource => ({
	id: record.id,
	name: record.name,
	operations: record.operations.map((spec) => MAKERS[spec.kind](record, spec)),
});

/** The resources that the node offers. */
export const RESOURCES: readonly Resource[] = RECORDS.map(resourceOf);

export { formOf } from './form';
