import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { Call } from '../operations/operation';
import { flag, text } from '../contract/schemas';
import type { CustomsForm } from '../domain/records/customs';
import type { ReadOptions } from '../domain/records/customer/read';
import { anyContains } from '../domain/rules/search/comparison';
import type { SearchKind } from '../domain/rules/search/fields';
import { filterCondition, searchSort } from '../domain/rules/search/filter';
import { filterSchema, sortSchema } from '../domain/rules/search/form';
import { inTokyo } from '../contract/time';
import { windowConditions } from '../domain/rules/windows';
import type { Timed } from '../domain/store/rows';
import { raw, sql, type Sql } from '../domain/store/sql';
import type { Table } from '../domain/store/table';
import { limitQuery, orderBy, sortQuery, tablePage, type Paging } from './lists';

/** What the lists and searches of customers, deals and contacts have in common. */
export interface RecordKind<Row extends Timed> {
	table: Table<Row>;
	search: SearchKind;
	/** The texts of which `searchWord` is a part. */
	words: Sql[];
}

export const listQuery = {
	searchWord: Type.Optional(text),
	...sortQuery,
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
};
type ListQuery = Static<TObject<typeof listQuery>>;

/** One page of the list (v1 §4). @param where further filters */
export function listPage<Row extends Timed>(
	{ service, caller, query }: Call<unknown, ListQuery & Paging>,
	{ table, search, words }: RecordKind<Row>,
	where: Sql[] = [],
) {
	const { sort, searchWord } = query;
	const columns = Object.fromEntries(search.sortable.map((name) => [name, name]));
	const conditions = [
		sql`t.domainId = ${caller.domainId}`,
		...windowConditions(service, query),
		...(searchWord ? [anyContains(words, searchWord)] : []),
		...where,
	];
	const list = { table, view: service.view('list'), where: conditions };
	return tablePage({ ...list, orderBy: orderBy(sort, columns) }, query);
}

/** The search body of customers and deals (v1 §4). */
export const searchBody = Type.Object({
	filter: filterSchema,
	sort: Type.Optional(sortSchema),
	...limitQuery,
	compactCustoms: Type.Optional(flag),
	noCustoms: Type.Optional(flag),
});
type SearchBody = Static<typeof searchBody>;

/** One page of a search (v1 §4). */
export function searchPage<Row extends Timed>(
	call: Call<unknown, unknown, SearchBody>,
	{ table, search }: RecordKind<Row>,
) {
	const { service, caller, body } = call;
	const { column, descending } = searchSort(call, search, body.sort);
	const where = [sql`t.domainId = ${caller.domainId}`, filterCondition(call, search, body.filter)];
	const byColumn = sql`${column} ${raw(descending ? 'DESC' : 'ASC')}, t.id ASC`;
	return tablePage({ table, view: service.view('search'), where, orderBy: byColumn }, body);
}

/** Date-times carry +09:00, as in the samples (v1 §2). */
export const readOptions = (customs: CustomsForm, relatedObjects?: number): ReadOptions => ({
	time: inTokyo,
	customs,
	relatedObjects: relatedObjects === 1,
});

/** noCustoms leaves the values out, compactCustoms shortens them; both are false by default. */
export const searchReadOptions = ({ compactCustoms, noCustoms }: SearchBody): ReadOptions =>
	readOptions({ form: noCustoms ? 'none' : compactCustoms ? 'compact' : 'full' });
