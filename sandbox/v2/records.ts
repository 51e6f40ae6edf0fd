import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { Call } from '../operations/operation';
import { text } from '../contract/schemas';
import type { ReadOptions } from '../domain/records/customer/read';
import type { SearchKind } from '../domain/rules/search/fields';
import { filterCondition, searchSort } from '../domain/rules/search/filter';
import { filterSchema, sortSchema } from '../domain/rules/search/form';
import { anyContains } from '../domain/rules/search/comparison';
import { inUtc } from '../contract/time';
import { windowConditions } from '../domain/rules/windows';
import type { Timed } from '../domain/store/rows';
import { sql, type Sql } from '../domain/store/sql';
import type { Table } from '../domain/store/table';
import {
	byTime,
	cursorPage,
	cursorQuery,
	orderOf,
	textFlag,
	timeSort,
	type CursorPage,
} from './lists';

/** What the lists and searches of customers, deals and contacts have in common. */
export interface RecordKind<Row extends Timed> {
	kind: 'customer' | 'deal' | 'contact';
	table: Table<Row>;
	search: SearchKind;
	/** The texts of which `searchWord` is a part. */
	words: Sql[];
}

export const listQuery = {
	...cursorQuery,
	searchWord: Type.Optional(text),
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
	sort: timeSort,
	itemKeyAsPropertyKey: textFlag,
};
type ListQuery = Static<TObject<typeof listQuery>>;

/** One page of the list (v2 §4.4, §4.6, §4.9). @param where further filters */
export function listPage<Row extends Timed>(
	{ service, caller, query }: Call<unknown, ListQuery>,
	{ kind, table, words }: RecordKind<Row>,
	where: Sql[] = [],
): CursorPage<Row> {
	const { limit, cursor, sort = '-updated_at', itemKeyAsPropertyKey: _, ...filters } = query;
	return cursorPage({
		service,
		table,
		view: service.view('list'),
		where: [
			sql`t.domainId = ${caller.domainId}`,
			...service.permissions.readable(caller, kind),
			...windowConditions(service, filters),
			...(filters.searchWord ? [anyContains(words, filters.searchWord)] : []),
			...where,
		],
		order: orderOf(sort, byTime),
		question: [`${kind}.getMany`, filters],
		...{ limit, cursor },
	});
}

export const searchBody = { filter: filterSchema, sort: Type.Optional(sortSchema) };
type SearchBody = Static<TObject<typeof searchBody>>;
type Paging = { limit?: number; cursor?: string };

/** One page of a search (v2 §4.4, §4.6, §4.9). */
export function searchPage<Row extends Timed>(
	call: Call<unknown, unknown, SearchBody>,
	{ kind, table, search }: RecordKind<Row>,
	{ limit, cursor }: Paging,
): CursorPage<Row> {
	const { service, caller, body } = call;
	return cursorPage({
		service,
		table,
		view: service.view('search'),
		where: [
			sql`t.domainId = ${caller.domainId}`,
			...service.permissions.readable(caller, kind),
			filterCondition(call, search, body.filter),
		],
		order: { ...searchSort(call, search, body.sort), nullable: true },
		question: [`${kind}.search`, body.filter],
		...{ limit, cursor },
	});
}

/** How one record, or a list of them, is read. */
export const readOptions = (
	form: 'full' | 'compact',
	query: { itemKeyAsPropertyKey?: unknown; include_related_objects?: number },
): ReadOptions => ({
	time: inUtc,
	customs: { form, keyed: String(query.itemKeyAsPropertyKey) === 'true' },
	relatedObjects: query.include_related_objects === 1,
});
