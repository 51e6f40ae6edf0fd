import { RECORDS } from '../records';
import type { OperationSpec, RecordDescription } from '../records/record';
import { createMany, updateMany } from './bulk';
import { get } from './get';
import { getMany, list } from './list';
import type { Operation, Resource } from './operation';
import { create, remove, request, update } from './perItem';
import { search } from './search';
import { createOrUpdate } from './upsert';

type Makers = {
	readonly [Spec in OperationSpec as Spec['kind']]: (
		record: RecordDescription,
		spec: Spec,
	) => Operation;
};

/** What makes the operations of each kind. */
const makers: Makers = {
	getMany,
	list,
	search,
	get,
	create,
	update,
	delete: remove,
	createMany,
	updateMany,
	createOrUpdate,
	request,
};

/** The maker of a kind takes the data of that kind, which the compiler can't follow here. */
const operationOf = (record: RecordDescription, spec: OperationSpec): Operation =>
	(makers[spec.kind] as (record: RecordDescription, spec: OperationSpec) => Operation)(
		record,
		spec,
	);

/** The records with their operations: what the node offers. */
export const RESOURCES: readonly Resource[] = RECORDS.map((record) => ({
	id: record.id,
	name: record.name,
	operations: record.operations.map((spec) => operationOf(record, spec)),
}));

export { formOf } from './form';
export { execute } from './run';
