import {
	customValues,
	fieldsToClear,
	isRequired,
	optional,
	strictly,
	type Controls,
	type Field,
} from '../fields';
import type { RecordDescription, RequestSpec } from '../records/record';
import type { Expected } from '../api/errors/expectedAnswer';
import { withColumns } from './form/columns';
import {
	additionalFields,
	article,
	identityOf,
	options,
	updateFields,
	type Form,
	type Operation,
	type Spec,
} from './model/operation';
import { outputControls, writeOutputControls } from './form/output';

/** What an operation that sends one request for each input item does, by its data. */
export interface PerItem extends Omit<Operation, 'load'> {
	/** What is shown as true when the answer has no body: `success` when absent. */
	readonly otherwise?: 'deleted';
	/** What comes back, so that anything else is told. */
	readonly returns?: Expected['returns'];
	/** What each write changes, so that writes to one thing keep their order; as in RequestSpec. */
	readonly changes?: RequestSpec['changes'];
}

/** An operation that sends one request for each input item. */
export const perItem = (record: RecordDescription, definition: PerItem): Operation => ({
	...definition,
	load: async () => (await import('./sending/sendEach')).sendEach(record, definition),
});

const takenBy = (operation: 'create' | 'update') => (each: Field) =>
	each.on === undefined || each.on.includes(operation);

/** What a record's form begins with, instead of `within`. */
interface FormStart {
	readonly path: readonly Field[];
	readonly options?: readonly Field[];
	/** Whether its rows can come from a file as well. */
	readonly takesFiles?: boolean;
}

const mapperOf = ({ customs }: RecordDescription): Field[] =>
	customs === undefined ? [] : [customValues(customs)];

/** A record's fields, each replaced by the one of `path` that has its name. */
const ownFields = ({ fields }: RecordDescription, { path }: FormStart): Field[] =>
	fields.filter(({ name }) => !path.some((each) => each.name === name && each.place === 'path'));

/** The form of a new record: shared by Create, Create Many and Create or Update. */
export function createForm(record: RecordDescription, start: FormStart): Form {
	const taken = [...start.path, ...ownFields(record, start)].filter(takenBy('create'));
	return withColumns(
		{
			fields: [...taken.filter(isRequired), ...mapperOf(record)],
			collections: [
				additionalFields(taken.filter((each) => !isRequired(each))),
				options(start.options),
			],
		},
		record,
		start,
	);
}

/** The form of a change: every field is optional, and what may be emptied can be cleared. */
export function updateForm(record: RecordDescription, start: FormStart): Form {
	const taken = ownFields(record, start).filter(takenBy('update')).map(optional);
	const clearing = taken.some(({ is }) => is.includes('clearable')) ? [fieldsToClear(taken)] : [];
	return withColumns(
		{
			fields: [...start.path, ...mapperOf(record), ...clearing],
			collections: [updateFields(taken), options(start.options)],
			changes: record.one,
		},
		record,
		start,
	);
}

export const keyFields = ({ key }: RecordDescription): Field[] => (key === undefined ? [] : [key]);

/** The path parameters that lead to one record. */
export const pathToOne = (record: RecordDescription): Field[] => [
	...record.within,
	...keyFields(record),
];

export const withOutput = (form: Form, controls: Controls = outputControls): Form => ({
	...form,
	controls: [...form.controls, controls],
});

export const create = (record: RecordDescription, spec: Spec): Operation =>
	perItem(record, {
		...identityOf(spec),
		name: 'Create',
		action: `Create ${record.one}`,
		description: `Create a new ${record.one}`,
		form: withOutput(
			createForm(record, { path: record.within, options: spec.options }),
			writeOutputControls,
		),
		writes: true,
		// What does not exist yet is nobody else's.
		changes: [],
		returns: 'record',
	});

export const update = (record: RecordDescription, spec: Spec): Operation =>
	perItem(record, {
		...identityOf(spec),
		name: 'Update',
		action: `Update ${record.one}`,
		description: `Change the given fields of ${article(record.one)} and leave the others as they are`,
		form: withOutput(
			updateForm(record, { path: pathToOne(record), options: spec.options }),
			writeOutputControls,
		),
		writes: true,
		returns: 'record',
	});

export function remove(record: RecordDescription, spec: Spec): Operation {
	const { one, deletedWith: others } = record;
	return perItem(record, {
		...identityOf(spec),
		...(others && { notice: `Deleting ${article(one)} also permanently deletes ${others}` }),
		name: 'Delete',
		action: `Delete ${one}`,
		description: `Delete ${article(one)} permanently${others ? `, with ${others}` : ''}`,
		form: {
			fields: pathToOne(record).map(strictly),
			collections: [options(spec.options)],
			controls: [],
		},
		writes: true,
		otherwise: 'deleted',
	});
}

/** An operation that fits none of the usual kinds: its data describe its form. */
export function request(record: RecordDescription, spec: Spec<RequestSpec>): Operation {
	const returns = spec.returns ?? (spec.writes ? 'any' : 'record');
	const form: Form = {
		fields: spec.fields ?? [],
		collections: [
			additionalFields(spec.bodyFields),
			updateFields(spec.changedFields),
			options(spec.options),
		],
		controls: [],
		...(spec.changedFields && { changes: record.one }),
	};
	return perItem(record, {
		...identityOf(spec),
		name: spec.name,
		action: spec.action,
		description: spec.description,
		form: returns === 'record' ? withOutput(form, outputOf(spec)) : form,
		writes: spec.writes,
		changes: spec.changes,
		returns,
	});
}

/** Of a write few look at what comes out. */
const outputOf = ({ writes }: RequestSpec) => (writes ? writeOutputControls : outputControls);
