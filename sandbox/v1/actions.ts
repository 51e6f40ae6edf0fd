import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { Call } from '../operations/operation';
import { flag, integer, text } from '../contract/schemas';
import { readActions } from '../domain/records/action/read';
import type { Scope } from '../domain/scope';
import { personConditions } from '../domain/rules/persons';
import { inTokyo } from '../contract/time';
import { windowConditions } from '../domain/rules/windows';
import type { ActionRow } from '../domain/store/rows';
import { sql, type Sql } from '../domain/store/sql';
import { orderBy, pageQuery, sortQuery, tablePage } from './lists';

type Kind = 'customerAction' | 'dealAction';

/** The query parameters of both action lists (v1 §4). */
export const actionListQuery = {
	...sortQuery,
	startDatetime: Type.Optional(text),
	endDatetime: Type.Optional(text),
	createdAtFrom: Type.Optional(text),
	createdAtTo: Type.Optional(text),
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
	'users[][id]': Type.Optional(Type.Array(integer)),
	active: Type.Optional(flag),
	...pageQuery,
};
type ListQuery = Static<TObject<typeof actionListQuery>>;

const sortColumns = {
	id: 'id',
	startDatetime: 'startAt',
	endDatetime: 'endAt',
	createdAt: 'createdAt',
	updatedAt: 'updatedAt',
};

/** One page of an action list, the newest update first. @param where further filters */
export function actionPage(
	{ service, caller, query }: Call<unknown, ListQuery>,
	kind: Kind,
	where: Sql[],
) {
	const { active, page, sort } = query;
	const conditions = [
		sql`t.domainId = ${caller.domainId}`,
		sql`t.kind = ${kind}`,
		...windowConditions(service, query),
		...personConditions(query['users[][id]']),
		...(active === undefined ? [] : [sql`t.active = ${active ? 1 : 0}`]),
		...where,
	];
	const list = { table: service.store.actions, view: service.view('list'), where: conditions };
	return tablePage({ ...list, orderBy: orderBy(sort, sortColumns) }, { page });
}

/** Actions in the record shape of v1 §2.6, their contacts in that of v1 §2.5. */
export const readActionsOf = (scope: Scope, as: Kind, rows: ActionRow[], includeFiles?: number) =>
	readActions(scope, rows, {
		...{ time: inTokyo, as, files: includeFiles === 1 },
		contactCustoms: { form: 'full' },
	});
