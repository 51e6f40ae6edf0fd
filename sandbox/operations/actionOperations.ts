import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { invalid } from '../contract/refusal';
import { integer, reference } from '../contract/schemas';
import { readableConditions, requireReadable } from '../domain/permissions';
import type { ActionRow } from '../domain/properties/recordFields';
import { actionKinds, dealActions, ownedBy, type ActionOwner } from '../domain/records/actions';
import { rowOf } from '../domain/rules/references';
import { and, raw, sql, when, type Sql } from '../domain/store/sql';
import type { Conventions } from './versions';
import { idOrAll } from './listPages';
import type { Call, Operation } from './operation';
import { operationsOn } from './recordOperations';
import type { BulkCreateOptions, Resource, UpdateOptions } from './recordOperations';

/** A kind of action in one version: the ways in which it differs from the other kinds. */
interface ActionResource extends Resource<ActionRow> {
	/** The schema of include_files, for which the documents have two types. */
	includeFiles: TSchema;
	/** Schemas of parameters of the list's path that take more than ids. */
	params?: TProperties;
	/** Further conditions on the rows `t` of the list. */
	listed?: (call: Call) => Sql[];
	update?: UpdateOptions;
	bulk: BulkCreateOptions<ActionRow>;
}

/** Makes all operations on a kind of action. */
function actionsIn({
	includeFiles,
	params,
	listed: where,
	update,
	bulk,
	...resource
}: ActionResource): Operation[] {
	const { notice, actionList } = resource.conventions;
	const action = operationsOn(resource);
	return [
		action.getMany({ ...actionList, params, where }),
		action.create(notice),
		action.get({ include_files: includeFiles }),
		action.update({ query: notice, ...update }),
		action.delete(notice),
		action.createMany({ query: notice, ...bulk }),
	];
}

/** The owner's id in a path; undefined for `all`, and for a path that names no owner. */
export function ownerIn({ params }: Call, parameter: string): number | undefined {
	const id = params[parameter];
	return typeof id === 'number' ? id : undefined;
}

interface OwnedActions extends Omit<
	ActionResource,
	'conventions' | 'kind' | 'path' | 'bulk' | 'listed'
> {
	/** The parameter of the path that names the owner. */
	parameter: string;
	/** A condition on the row `t`: its owner is one of these ids. */
	ownedByAny: (ids: Sql) => Sql;
	/** Further properties of the items of a bulk request, and the columns that `attach` makes of them. */
	item?: TProperties;
	attach?: ((item: object) => Partial<ActionRow>) | undefined;
	audit?: Operation['audit'];
}

/**
 * The operations on the actions of a customer or a contact, or of all of them. In a bulk request
 * each item names its owner.
 */
export function ownedActionsIn(
	conventions: Conventions,
	owner: keyof ActionOwner,
	{ parameter, ownedByAny, item, attach, audit, ...description }: OwnedActions,
): Operation[] {
	const kind = actionKinds[`${owner}Action`];
	const { properties } = kind.schemas(conventions.version).create;
	return actionsIn({
		conventions,
		kind,
		path: `/${owner}s/{${parameter}}/actions`,
		params: { [parameter]: idOrAll },
		start(call) {
			const id = ownerIn(call, parameter);
			const ofPath = id === undefined ? undefined : { [owner]: { id } };
			return (form) => ({ ...ownedBy(call, kind, ofPath ?? form), ...attach?.(form) });
		},
		// An owner that the caller may not read is a 403 (v2 §4.5, S8); `all` lists the actions of those that it may.
		listed(call) {
			const id = ownerIn(call, parameter);
			if (id !== undefined) requireReadable(call, { name: owner, table: owner }, id);
			const readable = id === undefined ? readableConditions(call, owner) : [];
			if (readable.length === 0) return [];
			return [ownedByAny(sql`(SELECT t.id FROM ${raw(owner)} AS t WHERE ${and(readable)})`)];
		},
		bulk: {
			path: `/${owner}s/actions/bulk`,
			item: Type.Object({ ...properties, [owner]: reference, ...item }),
			audit,
		},
		...description,
	});
}

/** The operations on customer actions (v2 §4.5, v1 §4). */
export const customerActionsIn = (
	conventions: Conventions,
	description: Pick<OwnedActions, 'parameter' | 'includeFiles' | 'item' | 'attach'>,
) =>
	ownedActionsIn(conventions, 'customer', {
		...description,
		ownedByAny: (ids) => sql`t.customerId IN ${ids}`,
		where: (call) => [
			raw(`t.kind = 'customerAction'`),
			...when(
				ownerIn(call, description.parameter),
				(id) => sql`t.customerId = ${rowOf(call, 'customer', id).id}`,
			),
		],
		// The audit log has no entry for the bulk request (v2 §4.5, §6).
		audit: 'none',
	});

/** The operations on deal actions (v2 §4.8, v1 §4). */
export const dealActionsIn = (
	conventions: Conventions,
	description: { includeFiles: TSchema; update?: UpdateOptions },
) =>
	actionsIn({
		conventions,
		kind: dealActions,
		path: '/actions',
		...description,
		where: () => [raw(`t.kind = 'dealAction'`)],
		start(call) {
			const { dealTypeId: asked } = call.body as { dealTypeId?: number };
			const dealType = asked === undefined ? undefined : rowOf(call, 'dealType', asked);
			return ({ deal }) => {
				const { id } = deal as { id: number };
				// A call is for deals of one type (v1 §4).
				if (dealType && rowOf(call, 'deal', id).dealTypeId !== dealType.id) {
					throw invalid(`deal ${id} is not of deal type ${dealType.id}`);
				}
				return { kind: 'dealAction' };
			};
		},
		bulk: { more: { dealTypeId: integer } },
	});
