import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import {
	customValues,
	fieldsToClear,
	isRequired,
	optional,
	type Field,
	type Item,
} from '../fields';
import { untilUnwanted } from '../api/client';
import type { Client, ServiceRequest } from '../api/types';
import type { RecordDescription, RequestSpec } from '../records/record';
import { isBlank, isObject } from '../values';
import { assertAnswer, hasContent, hasOwnNames, type Expected } from './answer';
import { CUSTOM_FIELDS, FIELDS_TO_CLEAR, withColumns } from './columns/form';
import { mapItems } from './mapItems';
import {
	additionalFields,
	article,
	identityOf,
	options,
	updateFields,
	type Form,
	type Operation,
	type Spec,
} from './operation';
import { addedBy, outputControls, shapeAll, shaper, unshaped } from './output';
import { requestOf } from './request';
import { withoutUnchanged } from './unchanged';

interface PerItem extends Omit<Operation, 'run'> {
	/** What to show when the answer has no body. */
	readonly otherwise?: (sent: IDataObject) => IDataObject;
	/** What comes back, so that anything else is told. */
	readonly returns?: Expected['returns'];
	/** Refuses a request that would do nothing, before it is sent. */
	readonly check?: (body: IDataObject | undefined) => void;
	/** What each write changes, so that writes to one thing keep their order; as in RequestSpec. */
	readonly changes?: RequestSpec['changes'];
	/** Whether columns that give what the record holds anyway are left out where that matters. */
	readonly leavesOut?: true;
}

const succeeded = (sent: IDataObject): IDataObject => ({ success: true, ...sent });

/** An operation that sends one request for each input item. */
export function perItem(record: RecordDescription, definition: PerItem): Operation {
	const {
		otherwise = succeeded,
		check,
		changes = [WHOLE_PATH],
		returns = 'any',
		...rest
	} = definition;
	const shapes = rest.form.controls.includes(outputControls);
	const answerTo = async (client: Client, request: ServiceRequest, item: Item) => {
		if (!rest.leavesOut) return await client.send(request);
		const left = await withoutUnchanged(client, record, item, request);
		return left.unchanged ? { body: left.unchanged } : await client.send(left.request);
	};
	return {
		...rest,
		run: async (run) => {
			const prepare = once((item) => requestOf(rest.route, rest.form, item));
			return await mapItems(
				run,
				async (item, unwanted) => {
					const request = prepare(item);
					const client = untilUnwanted(run.client, unwanted);
					const shape = shapes
						? shaper(record, item, {
								added: addedBy(request.query, record),
								check: run.outputFields,
							})
						: unshaped;
					check?.(request.body);
					const { body } = await answerTo(client, request, item);
					assertAnswer(body, { ...rest, returns, ownNames: hasOwnNames(record) }, run.client);
					const records = hasContent(body)
						? await shapeAll([body], shape, run.customs)
						: [otherwise({ ...request.path })];
					return { records, ids: idsIn(body, request) };
				},
				rest.writes ? (item) => keysOf(prepare(item), changes) : undefined,
			);
		},
	};
}

/** The ID of what was written, by the answer or else by the request: the output may leave it out. */
const idsIn = (body: unknown, { path }: ServiceRequest): unknown[] =>
	[isObject(body) ? body.id : undefined, path?.id].filter((id) => !isBlank(id)).slice(0, 1);

/** Reads an item's form once, although both its order key and its request are made from it. */
function once<Value>(load: (item: Item) => Value): (item: Item) => Value {
	const known = new WeakMap<Item, Value>();
	return (item) => {
		const value = known.get(item) ?? load(item);
		known.set(item, value);
		return value;
	};
}

const WHOLE_PATH = 'path';

/** The things that a request changes, each as a key that is the same for the same thing. */
const keysOf = (
	{ path = {}, body = {} }: ServiceRequest,
	changes: NonNullable<PerItem['changes']>,
): string[] =>
	changes.map((names) => {
		const values: IDataObject = { ...body, ...path };
		return JSON.stringify(names === WHOLE_PATH ? path : names.map((name) => [name, values[name]]));
	});

const takenBy = (operation: 'create' | 'update') => (each: Field) =>
	each.on === undefined || each.on.includes(operation);

/** What a record's form begins with, instead of `within`. */
export interface FormStart {
	readonly path: readonly Field[];
	readonly options?: readonly Field[];
}

const mapperOf = ({ customs }: RecordDescription): Field[] =>
	customs === undefined ? [] : [customValues(customs)];

/** A record's fields, each replaced by the one of `path` that has its name. */
const ownFields = ({ fields }: RecordDescription, { path }: FormStart): Field[] =>
	fields.filter(({ name }) => !path.some((each) => each.name === name && each.place === 'path'));

/** The form of a new record: shared by Create, Create Many and Create or Update. */
export function createForm(record: RecordDescription, start: FormStart): Form {
	const taken = [...start.path, ...ownFields(record, start)].filter(takenBy('create'));
	const form: Form = {
		fields: [...taken.filter(isRequired), ...mapperOf(record)],
		collections: [
			additionalFields(taken.filter((each) => !isRequired(each))),
			options(start.options),
		],
		controls: [],
	};
	return withColumns(form, record);
}

/** A field in the interface in which each update must carry it, and in the one in which it need not. */
const required = ({ alwaysIn, ...each }: Field): Field[] =>
	alwaysIn === undefined ? [] : [{ ...each, only: alwaysIn, is: [...each.is, 'required'] }];
const changeable = ({ alwaysIn, ...each }: Field): Field[] =>
	alwaysIn === undefined ? [each] : [{ ...each, only: alwaysIn === 'v1' ? 'v2' : 'v1' }];

/** The form of a change: every field is optional, and what may be emptied can be cleared. */
export function updateForm(record: RecordDescription, start: FormStart): Form {
	const taken = ownFields(record, start).filter(takenBy('update')).map(optional);
	const always = taken.flatMap(required);
	const clearing = taken.some(({ is }) => is.includes('clearable')) ? [fieldsToClear(taken)] : [];
	const form: Form = {
		fields: [...start.path, ...always, ...mapperOf(record), ...clearing],
		collections: [updateFields(taken.flatMap(changeable)), options(start.options)],
		controls: [],
	};
	return withColumns(form, record);
}

export const keyFields = ({ key }: RecordDescription): Field[] => (key === undefined ? [] : [key]);

/** The path parameters that lead to one record. */
export const pathToOne = (record: RecordDescription): Field[] => [
	...record.within,
	...keyFields(record),
];

export const withOutput = (form: Form): Form => ({
	...form,
	controls: [...form.controls, outputControls],
});

/** The same sentences wherever an update has nothing to send. */
export function nothingToChange({ one }: RecordDescription, { fields }: Form): UsageError {
	const others = fields.filter(({ name }) => CHANGING.includes(name)).map(({ label }) => label);
	const labels = ['Update Fields', ...others].join(', ').replace(/, (?=[^,]*$)/, ' or ');
	return new UsageError(
		`Nothing to change in the ${one}: give at least one field under ${labels}. n8n drops what is given to all of Update Fields by one expression: add the fields one by one, each with its own expression.`,
	);
}

/** The parameters of a change beside Update Fields. */
const CHANGING = [CUSTOM_FIELDS, FIELDS_TO_CLEAR];

export const create = (record: RecordDescription, spec: Spec): Operation =>
	perItem(record, {
		...identityOf(spec),
		name: 'Create',
		action: `Create ${record.one}`,
		description: `Create a new ${record.one}`,
		form: withOutput(createForm(record, { path: record.within, options: spec.options })),
		writes: true,
		// What does not exist yet is nobody else's.
		changes: [],
		returns: 'record',
	});

export function update(record: RecordDescription, spec: Spec): Operation {
	const form = withOutput(updateForm(record, { path: pathToOne(record), options: spec.options }));
	return perItem(record, {
		...identityOf(spec),
		name: 'Update',
		action: `Update ${record.one}`,
		description: `Change the given fields of ${article(record.one)} and leave the others as they are`,
		form,
		writes: true,
		returns: 'record',
		leavesOut: true,
		check: (body) => {
			if (body === undefined) throw nothingToChange(record, form);
		},
	});
}

export function remove(record: RecordDescription, spec: Spec): Operation {
	const { one, deletedWith: others } = record;
	return perItem(record, {
		...identityOf(spec),
		...(others && { notice: `Deleting ${article(one)} also permanently deletes ${others}` }),
		name: 'Delete',
		action: `Delete ${one}`,
		description: `Delete ${article(one)} permanently${others ? `, with ${others}` : ''}`,
		form: {
			fields: pathToOne(record),
			collections: [options(spec.options)],
			controls: [],
		},
		writes: true,
		otherwise: (sent) => ({ deleted: true, ...sent }),
	});
}

/** An operation that fits none of the usual kinds: its data describe its form. */
export function request(record: RecordDescription, spec: Spec<RequestSpec>): Operation {
	const returns = spec.returns ?? (spec.writes ? 'any' : 'record');
	const form: Form = {
		fields: spec.fields ?? [],
		collections: [additionalFields(spec.bodyFields), updateFields(spec.changedFields)],
		controls: [],
	};
	return perItem(record, {
		...identityOf(spec),
		name: spec.name,
		action: spec.action,
		description: spec.description,
		form: returns === 'record' ? withOutput(form) : form,
		writes: spec.writes,
		changes: spec.changes,
		check: (body) => {
			if (spec.changedFields && body === undefined) throw nothingToChange(record, NO_OTHERS);
		},
		returns,
	});
}

const NO_OTHERS: Form = { fields: [], collections: [], controls: [] };
