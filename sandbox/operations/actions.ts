import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { invalid } from '../contract/refusal';
import { flag, integer, reference, text } from '../contract/schemas';
import { permitted } from '../domain/permissions';
import type { ActionRow } from '../domain/properties/records';
import {
	customerActions,
	dealActions,
	ownedBy,
	type ActionOwner,
	type ActionRecords,
} from '../domain/records/actions';
import { customers } from '../domain/records/customers';
import { readableRecord } from '../domain/records/kind';
import { rowOf } from '../domain/rules/references';
import type { Scope } from '../domain/scope';
import { and, raw, sql, type Sql } from '../domain/store/sql';
import type { Idiom } from './idiom';
import { idOrAll } from './lists';
import type { Call, Operation } from './operation';
import { operationsOn } from './recordOperations';
import type { BulkCreateOptions, CreateOptions, Resource, UpdateOptions } from './recordOperations';

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
interface ActionResource extends Omit<Resource<ActionRow>, 'owner'> {
	/** The path parameter that names the record whose actions these are. */
	owner?: string;
	/** The parameter that adds the files; the documents write it in two ways. */
	includeFiles: TSchema;
	/** Parameters of the list beside those of every action list. */
	filters: TProperties;
	/** Which actions the list shows, where that is not all of the path's; conditions on the row `t`. */
	listed?: (call: Call) => Sql[];
	create?: CreateOptions;
	update?: UpdateOptions;
	bulk: BulkCreateOptions<ActionRow>;
}

/** All operations on a kind of action, made from its one description. */
export function actionsIn({
	owner,
	...description
}: ActionResource): Record<
	'getMany' | 'create' | 'get' | 'update' | 'delete' | 'createMany',
	Operation
> {
	const { notice, actionList } = description.idiom;
	const withOwner = (schema: TSchema) => (owner === undefined ? {} : { [owner]: schema });
	const action = operationsOn<ActionRow>({ ...description, owner: withOwner(integer) });
	return {
		getMany: action.getMany({
			params: withOwner(idOrAll),
			query: { ...actionList.query, ...description.filters },
			sorting: actionList.sorting,
			where: description.listed,
		}),
		create: action.create({ query: notice, ...description.create }),
		get: action.get({ include_files: description.includeFiles }),
		update: action.update({ query: notice, ...description.update }),
		delete: action.delete(notice),
		createMany: action.createMany({ query: notice, ...description.bulk }),
	};
}

/** The owner's id of a path, or `all`; undefined where the path names none. */
export const ownerIn = ({ params }: Pick<Call, 'params'>, owner: string) =>
	(params as Record<string, number | 'all' | undefined>)[owner];

/** How actions begin: with the owner of the path, or in a bulk request with that of the item. */
export const ofOwner = (
	{ version }: Idiom,
	kind: ActionRecords,
	owner: keyof ActionOwner,
	{ parameter, more = {} }: { parameter: string; more?: TProperties },
) => ({
	start: (call: Call) => {
		const id = ownerIn(call, parameter);
		const ofPath = typeof id === 'number' ? { [owner]: { id } } : undefined;
		return (form: ActionOwner) => ownedBy(call, kind, ofPath ?? form);
	},
	item: Type.Object({ ...kind.schemas(version).create.properties, [owner]: reference, ...more }),
});

/** v2 §4.5, v1 §4. */
export function customerActionsIn(
	idiom: Idiom,
	{ owner, includeFiles, more }: { owner: string; includeFiles: TSchema; more?: TProperties },
	attach: (item: object) => Partial<ActionRow> = () => ({}),
) {
	const kind = customerActions;
	const { start, item } = ofOwner(idiom, kind, 'customer', { parameter: owner, more });
	return actionsIn({
		idiom,
		kind,
		owner,
		includeFiles,
		path: `/customers/{${owner}}/actions`,
		filters: { pattern: Type.Optional(integer) },
		where(call) {
			const id = ownerIn(call, owner);
			const ofPath =
				typeof id === 'number' ? [sql`t.customerId = ${rowOf(call, 'customer', id).id}`] : [];
			return [raw(`t.kind = 'customerAction'`), ...ofPath];
		},
		listed: (call) => ofReadable(call, ownerIn(call, owner)),
		start: (call) => (form) => ({ ...start(call)(form), ...attach(form) }),
		// No audit log entry (v2 §4.5, §6).
		bulk: { path: '/customers/actions/bulk', item, audit: 'none' },
	});
}

/**
 * Whose actions are listed: 403 for a customer that the caller may not read (v2 §4.5); `all` = those of
 * every customer that the caller may read.
 */
function ofReadable(scope: Scope, id?: number | 'all'): Sql[] {
	if (typeof id === 'number') {
		readableRecord(scope, customers, id);
		return [];
	}
	const readable = permitted(scope, 'customer');
	if (readable.length === 0) return [];
	return [sql`t.customerId IN (SELECT t.id FROM customer AS t WHERE ${and(readable)})`];
}

/** v2 §4.8, v1 §4. */
export const dealActionsIn = (
	idiom: Idiom,
	description: { includeFiles: TSchema; update?: UpdateOptions },
) =>
	actionsIn({
		idiom,
		kind: dealActions,
		path: '/actions',
		...description,
		filters: { purpose: Type.Optional(integer), dealId: Type.Optional(integer) },
		where: () => [raw(`t.kind = 'dealAction'`)],
		start(call) {
			const { dealTypeId: asked } = call.body as { dealTypeId?: number };
			const dealType = asked === undefined ? undefined : rowOf(call, 'dealType', asked);
			return ({ deal }) => {
				const { id } = deal as { id: number };
				// One deal type per call (v1 §4).
				if (dealType && rowOf(call, 'deal', id).dealTypeId !== dealType.id) {
					throw invalid(`deal ${id} is not of deal type ${dealType.id}`);
				}
				return { kind: 'dealAction' };
			};
		},
		// The response shows the new action: whoever may not read it gets a 403, and makes none.
		create: { made: (call, id) => void readableRecord(call, dealActions, id) },
		bulk: { beside: { dealTypeId: integer } },
	});
