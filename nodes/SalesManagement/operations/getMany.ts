import type { Field } from '../fields';
import type { ListSpec, RecordDescription } from '../records';
import {
	filters,
	identityOf,
	options,
	sorting,
	type Form,
	type Operation,
	type Spec,
} from './model';
import { listOperation } from './reading/listOperation';

const listForm = (
	path: readonly Field[],
	filterFields: readonly Field[],
	{ options: extra, sort }: Spec,
): Form => ({
	fields: path,
	collections: [filters(filterFields), options(extra), sorting(sort)],
	controls: [],
});

export const getMany = (record: RecordDescription, spec: Spec): Operation =>
	listOperation(record, {
		...identityOf(spec),
		form: listForm(record.listParentParams, [...record.filters, ...(spec.filters ?? [])], spec),
	});

/**
 * A list besides Get Many, with its own texts and path. Its entries are no records, so it has no fields to
 * simplify.
 */
export const list = (record: RecordDescription, spec: Spec<ListSpec>): Operation =>
	listOperation(
		{ ...record, fields: [], watch: undefined },
		{
			...identityOf(spec),
			form: listForm(spec.path ?? [], spec.filters ?? [], spec),
		},
	);
