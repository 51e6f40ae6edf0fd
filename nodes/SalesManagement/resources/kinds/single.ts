import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import {
	additionalFields,
	article,
	options,
	updateFields,
	type Form,
	type Naming,
	type Operation,
	type OperationOf,
	type Scope,
} from '../define';
import { fieldsToClear, isObject, type Field } from '../fields';
import { outputOptions, shaper } from '../output';
import { overlapped } from '../overlap';
import { requestOf } from '../request';

/** Whether an operation answered anything; an empty body or object is success without data (S2). */
const hasContent = (body: unknown): body is IDataObject =>
	isObject(body) && Object.keys(body).length > 0;

interface SingleOptions {
	readonly id: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly form: Form;
	readonly writes: boolean;
	readonly notice?: string;
	/** What to show when the answer has no body. */
	readonly otherwise?: (sent: IDataObject) => IDataObject;
	/** Refuses a request that would do nothing, before it is sent. */
	readonly check?: (body: IDataObject | undefined) => void;
}

const succeeded = (sent: IDataObject): IDataObject => ({ success: true, ...sent });

/** An operation that sends one request for each input item. */
export function single(naming: Naming, definition: SingleOptions): Operation {
	const { otherwise = succeeded, check, ...rest } = definition;
	const route = `${naming.id}.${rest.id}`;
	return {
		...rest,
		route,
		run: async (run) => {
			const prepare = once((scope) => requestOf(run.client, route, rest.form, scope));
			return await overlapped(
				run,
				async (scope) => {
					const request = prepare(scope);
					check?.(request.body);
					const { body } = await run.client.send(request);
					return [
						hasContent(body) ? shaper(naming, scope, run)(body) : otherwise({ ...request.path }),
					];
				},
				rest.writes ? { key: (scope) => recordKey(prepare(scope).path) } : {},
			);
		},
	};
}

/** Reads an item's form once, although both its turn and its request are made of it. */
function once<Value>(read: (scope: Scope) => Value): (scope: Scope) => Value {
	const known = new WeakMap<Scope, Value>();
	return (scope) => {
		const value = known.get(scope) ?? read(scope);
		known.set(scope, value);
		return value;
	};
}

/** Writes to one record keep their order; creations have no record yet. */
const recordKey = (path: Readonly<Record<string, unknown>> = {}) =>
	'id' in path || 'item_key' in path ? JSON.stringify(path) : undefined;

export interface RecordForm {
	/** Path parameters that name the record or its owner. */
	readonly path?: readonly Field[];
	/** The record's own fields: required ones stand at the top, the rest in a collection. */
	readonly fields: readonly Field[];
	/** Fields that always stand at the top, such as the custom-field mapper. */
	readonly top?: readonly Field[];
	readonly extra?: readonly Field[];
}

const takenBy = (operation: 'create' | 'update') => (each: Field) =>
	each.on === undefined || each.on.includes(operation);

/** The form of a new record: shared by Create, Create Many and Create or Update. */
export function createForm({ path = [], fields, top = [], extra = [] }: RecordForm): Form {
	const taken = fields.filter(takenBy('create'));
	return {
		fields: [...path, ...taken.filter((each) => each.required), ...top],
		collections: [additionalFields(taken.filter((each) => !each.required)), options(extra)],
	};
}

/** The form of a change: every field is optional, and what may be emptied can be cleared. */
export function updateForm({ path = [], fields, top = [], extra = [] }: RecordForm): Form {
	const taken = fields.filter(takenBy('update')).map((each) => ({ ...each, required: false }));
	const clearable = taken.some((each) => each.clearable) ? [fieldsToClear(taken)] : [];
	return {
		fields: [...path, ...top, ...clearable],
		collections: [updateFields(taken), options(extra)],
	};
}

export const create =
	({ extra = [], ...form }: RecordForm): OperationOf =>
	(naming) =>
		single(naming, {
			id: 'create',
			name: 'Create',
			action: `Create ${article(naming.one)}`,
			description: `Create a new ${naming.one}`,
			form: createForm({ ...form, extra: [...extra, ...outputOptions] }),
			writes: true,
		});

export const update =
	({ extra = [], ...form }: RecordForm): OperationOf =>
	(naming) =>
		single(naming, {
			id: 'update',
			name: 'Update',
			action: `Update ${article(naming.one)}`,
			description: `Change the given fields of ${article(naming.one)} and leave the others as they are`,
			form: updateForm({ ...form, extra: [...extra, ...outputOptions] }),
			writes: true,
			check: (body) => {
				if (body !== undefined) return;
				throw new UsageError(
					`Nothing to change in the ${naming.one}: give at least one field under Update Fields, Custom Fields or Fields to Clear.`,
				);
			},
		});

export const remove =
	({
		id,
		extra = [],
		notice,
	}: {
		id: readonly Field[];
		extra?: readonly Field[];
		notice?: string;
	}): OperationOf =>
	(naming) =>
		single(naming, {
			id: 'delete',
			name: 'Delete',
			action: `Delete ${article(naming.one)}`,
			description: `Delete ${article(naming.one)} for good`,
			form: { fields: id, collections: [options(extra)] },
			writes: true,
			notice,
			otherwise: (sent) => ({ deleted: true, ...sent }),
		});

interface ActOptions extends Omit<SingleOptions, 'form' | 'writes'> {
	readonly fields: readonly Field[];
	/** Optional fields of the body, under Additional Fields. */
	readonly bodyFields?: readonly Field[];
	/** Optional fields of the body, under Update Fields. */
	readonly changedFields?: readonly Field[];
}

/** A write that fits none of the usual kinds, such as linking two records. */
export const act =
	({ fields, bodyFields = [], changedFields = [], ...rest }: ActOptions): OperationOf =>
	(naming) =>
		single(naming, {
			writes: true,
			form: { fields, collections: [additionalFields(bodyFields), updateFields(changedFields)] },
			...rest,
		});
