import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { invalid, notFound } from '../contract/refusal';
import { flag, integer, reference, text } from '../contract/schemas';
import type { ActionRow } from '../domain/properties/records';
import {
	customerActions,
	dealActions,
	ownedBy,
	type ActionOwner,
	type ActionRecords,
} from '../domain/records/actions';
import { customers } from '../domain/records/customers';
import { readable, readableRecord } from '../domain/records/kind';
import type { ReadOptions } from '../domain/records/reading';
import { customerOf, dealOf, settingOf, wordsFor } from '../domain/rules/references';
import type { Scope } from '../domain/scope';
import { and, raw, sql, type Sql } from '../domain/store/sql';
import type { Idiom } from './idiom';
import { idOrAll } from './lists';
import { idIn, type Call, type Operation } from './operation';
import { operationsOn } from './recordOperations';
import type { BulkCreateOptions, CreateOptions, UpdateOptions } from './recordOperations';

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
interface ActionResource {
	idiom: Idiom;
	kind: ActionRecords;
	path: string;
	/** The path parameter that names the record whose actions these are. */
	owner?: string;
	/** The parameter that adds the files; the documents write it in two ways. */
	includeFiles: TSchema;
	/** Parameters of the list beside those of every action list. */
	filters: TProperties;
	/** Which actions a list shows, before any filter. */
	where(call: Call): Sql[];
	/** Whether this is an action of the path; a missing owner is NOT_FOUND. */
	belongs: (call: Call) => (row: ActionRow) => boolean;
	isWritable?: (row: ActionRow) => boolean;
	create: CreateOptions<ActionRow>;
	update?: UpdateOptions;
	bulk: BulkCreateOptions<ActionRow>;
	readOptions?(call: Call): Partial<ReadOptions>;
}

/** All operations on a kind of action, made from its one description. */
export function actionsIn({
	owner,
	belongs,
	...description
}: ActionResource): Record<
	'getMany' | 'create' | 'get' | 'update' | 'delete' | 'createMany',
	Operation
> {
	const { idiom, kind } = description;
	const { query, sorting } = idiom.actionList;
	const action = operationsOn<ActionRow>({
		...description,
		owner: owner === undefined ? {} : { [owner]: integer },
		found(call) {
			const isOfPath = belongs(call);
			const row = call.service.store.actions.find(call.params.id);
			if (row?.domainId !== call.caller.domainId || !isOfPath(row)) {
				throw notFound(wordsFor(kind.name), call.params.id);
			}
			return readable(call, kind, row);
		},
	});
	return {
		getMany: action.getMany({
			params: owner === undefined ? {} : { [owner]: idOrAll },
			query: { ...query, ...description.filters },
			sorting,
			where: (call) => description.where(call),
		}),
		create: action.create({ query: idiom.notice, ...description.create }),
		get: action.get({ include_files: description.includeFiles }),
		update: action.update({ query: idiom.notice, ...description.update }),
		delete: action.delete(idiom.notice),
		createMany: action.createMany({ query: idiom.notice, ...description.bulk }),
	};
}

/** The owner's id of a path, or `all`. */
export const ownerId = ({ params }: Pick<Call, 'params'>, owner: string): number | 'all' =>
	(params as Record<string, number | 'all'>)[owner] ?? 'all';

/** How single actions and those of a bulk request begin: with the owner of the path, or of the item. */
export const ofOwner = (
	{ version }: Idiom,
	kind: ActionRecords,
	owner: keyof ActionOwner,
	{ parameter, more = {} }: { parameter: string; more?: TProperties },
) => ({
	create: {
		start: (call: Call) => ownedBy(call, kind, { [owner]: { id: idIn(call, parameter) } }),
	},
	bulk: {
		item: Type.Object({ ...kind.schemas(version).create.properties, [owner]: reference, ...more }),
		start: (call: Call) => (item: ActionOwner) => ownedBy(call, kind, item),
	},
});

/** v2 §4.5, v1 §4. */
export function customerActionsIn(
	idiom: Idiom,
	{ owner, includeFiles, more }: { owner: string; includeFiles: TSchema; more?: TProperties },
	attach: (item: object) => Partial<ActionRow> = () => ({}),
) {
	const kind = customerActions;
	const { create, bulk } = ofOwner(idiom, kind, 'customer', { parameter: owner, more });
	return actionsIn({
		...{ idiom, kind, owner, includeFiles, create, path: `/customers/{${owner}}/actions` },
		filters: { pattern: Type.Optional(integer) },
		where: (call) => [raw(`t.kind = 'customerAction'`), ...ofCustomers(call, ownerId(call, owner))],
		belongs(call) {
			const customer = customerOf(call, idIn(call, owner));
			return (row) => row.kind === 'customerAction' && row.customerId === customer.id;
		},
		bulk: {
			...{ path: '/customers/actions/bulk', item: bulk.item },
			start: (call) => (item) => ({ ...bulk.start(call)(item), ...attach(item) }),
			// No audit log entry (v2 §4.5, §6).
			audit: 'none',
		},
	});
}

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

/** v2 §4.8, v1 §4. */
export const dealActionsIn = (
	idiom: Idiom,
	description: { includeFiles: TSchema; update?: UpdateOptions },
) =>
	actionsIn({
		...{ idiom, kind: dealActions, path: '/actions', ...description },
		filters: { purpose: Type.Optional(integer), dealId: Type.Optional(integer) },
		where: () => [raw(`t.kind = 'dealAction'`)],
		belongs: () => (row) => row.kind === 'dealAction',
		create: {
			start: () => ({ kind: 'dealAction' }),
			// The response shows the new action: whoever may not read it gets a 403, and makes none.
			made: (call, id) => void readableRecord(call, dealActions, id),
		},
		bulk: {
			beside: { dealTypeId: integer },
			start(call) {
				const { dealTypeId: asked } = call.body as { dealTypeId: number };
				const { id: dealTypeId } = settingOf(call, 'dealType', asked);
				return (form) => {
					const { id } = form.deal as { id: number };
					// One deal type per call (v1 §4).
					if (dealOf(call, id).dealTypeId !== dealTypeId) {
						throw invalid(`deal ${id} is not of deal type ${dealTypeId}`);
					}
					return { kind: 'dealAction' };
				};
			},
		},
	});
