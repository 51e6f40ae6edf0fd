import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { Call } from '../operations/operation';
import { flag, integer, text } from '../contract/schemas';
import { personConditions } from '../domain/rules/persons';
import { windowConditions } from '../domain/rules/windows';
import type { ActionKind, ActionRow } from '../domain/store/rows';
import { sql, type Sql } from '../domain/store/sql';
import { cursorPage, cursorQuery, orderOf, type CursorPage } from './lists';

export { peopleOf } from '../domain/rules/persons';

const sortKeys = ['startDatetime', 'start_datetime'].flatMap((key) => [key, `-${key}`]);

/** The query parameters that all three action lists take (v2 §4.5, §4.8, §4.10). */
export const actionListQuery = {
	...cursorQuery,
	sort: Type.Optional(Type.Union(sortKeys.map((key) => Type.Literal(key)))),
	startDatetime: Type.Optional(text),
	endDatetime: Type.Optional(text),
	createdAtFrom: Type.Optional(text),
	createdAtTo: Type.Optional(text),
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
	'users[][id]': Type.Optional(Type.Array(integer)),
	active: Type.Optional(flag),
};
type ListQuery = Static<TObject<typeof actionListQuery>>;

/** One page of an action list. @param where which actions of the domain the list is about */
export function actionPage(
	{ service, caller, params, query }: Call<unknown, ListQuery>,
	kind: ActionKind,
	where: Sql[],
): CursorPage<ActionRow> {
	const { limit, cursor, sort = '-startDatetime', ...filters } = query;
	return cursorPage({
		service,
		table: service.store.actions,
		view: service.view('list'),
		where: [
			sql`t.domainId = ${caller.domainId}`,
			...where,
			...service.permissions.readable(caller, kind),
			...windowConditions(service, filters),
			...personConditions(filters['users[][id]']),
			...(filters.active === undefined ? [] : [sql`t.active = ${filters.active ? 1 : 0}`]),
		],
		order: orderOf(sort, { startDatetime: 't.startAt' }),
		question: [`${kind}.getMany`, params, filters],
		...{ limit, cursor },
	});
}
