import { Type, type Static, type TProperties, type TSchema } from '@sinclair/typebox';
import { invalid, notFound } from '../contract/refusal';
import { flag, integer, text } from '../contract/schemas';
import { readActions, type ActionReadOptions } from '../domain/records/action/read';
import {
	createAction,
	dealActionChanges,
	dealActionForm,
	patternActionChanges,
	patternActionForm,
	updateAction,
	type ActionChanges,
} from '../domain/records/action/write';
import { readable, readableRecord, wordsFor, type RecordKind } from '../domain/records/kind';
import { customerActions, customers, dealActions } from '../domain/records/kinds';
import { customerOf, dealOf, settingOf } from '../domain/rules/references';
import type { Scope } from '../domain/scope';
import type { ActionRow } from '../domain/store/rows';
import { and, raw, sql, type Sql } from '../domain/store/sql';
import type { Idiom } from './idiom';
import { idOrAll } from './lists';
import { idIn, type Call, type Operation } from './operation';
import { operationsOn } from './recordOperations';
import { readOptions } from './resource';
import type { BulkCreateOptions } from './writes';

/** What every action list is narrowed by, in both versions (v2 §4.5, v1 §4). */
export const actionFilters = {
	startDatetime: Type.Optional(text),
	endDatetime: Type.Optional(text),
	createdAtFrom: Type.Optional(text),
	createdAtTo: Type.Optional(text),
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
	'users[][id]': Type.Optional(Type.Array(integer)),
	active: Type.Optional(flag),
};

/** A kind of action in one version: what it adds to what all kinds of action have in common. */
interface ActionResource<Form extends TSchema, Item extends TSchema> {
	idiom: Idiom;
	kind: RecordKind<ActionRow>;
	path: string;
	/** The path parameter that names the record whose actions these are. */
	owner?: string;
	shape: TSchema;
	/** The parameter that adds the files; the documents write it in two ways. */
	includeFiles: TSchema;
	/** Parameters of the list beside those of every action list. */
	filters: TProperties;
	/** Which actions a list shows, before any filter. */
	where(call: Call): Sql[];
	/** Whether this is an action of the path; a missing owner is NOT_FOUND. */
	belongs(call: Call): (row: ActionRow) => boolean;
	isWritable?: (row: ActionRow) => boolean;
	form: Form;
	changes: TSchema;
	make(call: Call<unknown, unknown, Static<Form>>): number;
	bulk: BulkCreateOptions<Item>;
	read?(call: Call): Partial<ActionReadOptions>;
}

/** All operations on a kind of action, made from its one description. */
export function actionsIn<Form extends TSchema, Item extends TSchema>(
	description: ActionResource<Form, Item>,
): Record<'getMany' | 'create' | 'get' | 'update' | 'delete' | 'createMany', Operation> {
	const { idiom, kind, owner, isWritable } = description;
	const { query, sorting } = idiom.actionList;
	const options = { time: idiom.time, as: kind.name as ActionRow['kind'] };
	const action = operationsOn<ActionRow>({
		idiom,
		kind,
		path: description.path,
		plural: 'actions',
		shape: description.shape,
		isWritable,
		owner: owner === undefined ? {} : { [owner]: integer },
		found(call) {
			const belongs = description.belongs(call);
			const row = call.service.store.actions.find(call.params.id);
			if (row?.domainId !== call.caller.domainId || !belongs(row)) {
				throw notFound(wordsFor(kind), call.params.id);
			}
			return readable(call, kind, row);
		},
		read: (call, rows, { include_files: files }) =>
			readActions(call, rows, {
				...{ ...options, files: String(files) === '1' },
				contactCustoms: readOptions(idiom, {}, idiom.contactCustoms).customs,
				...description.read?.(call),
			}),
	});
	return {
		getMany: action.getMany({
			params: owner === undefined ? {} : { [owner]: idOrAll },
			query: { ...query, ...description.filters },
			sorting,
			where: (call) => description.where(call),
		}),
		create: action.create({
			query: idiom.notice,
			body: description.form,
			make: (call) => description.make(call),
		}),
		get: action.get({ include_files: description.includeFiles }),
		update: action.update({
			query: idiom.notice,
			body: description.changes,
			change: (call, row) => updateAction(call, row, call.body as ActionChanges),
		}),
		delete: action.delete(idiom.notice),
		createMany: action.createMany({ query: idiom.notice, ...description.bulk }),
	};
}

/** The owner's id of a path, or `all`. */
export const ownerId = ({ params }: Pick<Call, 'params'>, owner: string): number | 'all' =>
	(params as Record<string, number | 'all'>)[owner] ?? 'all';

/** What each version writes its own way about customer actions. */
interface CustomerActions<Item extends TSchema> {
	/** The path parameter that names the customer. */
	owner: string;
	shape: TSchema;
	includeFiles: TSchema;
	bulk: BulkCreateOptions<Item>;
}

/** v2 §4.5, v1 §4. */
export const customerActionsIn = <Item extends TSchema>(
	idiom: Idiom,
	{ owner, bulk, ...description }: CustomerActions<Item>,
) =>
	actionsIn({
		...{ ...description, idiom, owner, kind: customerActions },
		path: `/customers/{${owner}}/actions`,
		filters: { pattern: Type.Optional(integer) },
		where: (call) => [raw(`t.kind = 'customerAction'`), ...ofCustomers(call, ownerId(call, owner))],
		belongs(call) {
			const customer = customerOf(call, idIn(call, owner));
			return (row) => row.kind === 'customerAction' && row.customerId === customer.id;
		},
		form: patternActionForm,
		changes: patternActionChanges,
		make: (call) =>
			createAction(call, { kind: 'customerAction', customerId: idIn(call, owner) }, call.body),
		// No audit log entry (v2 §4.5, §6).
		bulk: { path: '/customers/actions/bulk', audit: 'none', ...bulk },
	});

/**
 * Whose actions are listed: 404 for a missing customer, 403 for one that the caller may not read
 * (v2 §4.5); `all` = those of every customer that the caller may read.
 */
function ofCustomers(scope: Scope, id: number | 'all'): Sql[] {
	if (id !== 'all') return [sql`t.customerId = ${readableRecord(scope, customers, id).id}`];
	const readable = scope.service.permissions.conditions(scope.caller, 'customer');
	if (readable.length === 0) return [];
	return [sql`t.customerId IN (SELECT t.id FROM customer AS t WHERE ${and(readable)})`];
}

/** What each version writes its own way about deal actions. */
interface DealActions {
	shape: TSchema;
	includeFiles: TSchema;
	changes?: TSchema;
}

/** v2 §4.8, v1 §4. */
export const dealActionsIn = (idiom: Idiom, description: DealActions) =>
	actionsIn({
		...{ idiom, kind: dealActions, path: '/actions', changes: dealActionChanges, ...description },
		filters: { purpose: Type.Optional(integer), dealId: Type.Optional(integer) },
		where: () => [raw(`t.kind = 'dealAction'`)],
		belongs: () => (row) => row.kind === 'dealAction',
		form: dealActionForm,
		// The response shows the new action: whoever may not read it gets a 403, and makes none.
		make: (call) =>
			readableRecord(call, dealActions, createAction(call, { kind: 'dealAction' }, call.body)).id,
		bulk: {
			beside: { dealTypeId: integer },
			item: dealActionForm,
			make(call: Call<unknown, unknown, { dealTypeId: number }>) {
				const { id: dealTypeId } = settingOf(call, 'dealType', call.body.dealTypeId);
				return (form) => {
					// One deal type per call (v1 §4).
					if (dealOf(call, form.deal.id).dealTypeId !== dealTypeId) {
						throw invalid(`deal ${form.deal.id} is not of deal type ${dealTypeId}`);
					}
					return createAction(call, { kind: 'dealAction' }, form);
				};
			},
		},
	});
