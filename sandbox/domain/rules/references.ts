import { invalid, notFound } from '../../contract/refusal';
import type { ReferencedTable } from '../properties/property';
import type { Row, TableName } from '../properties/recordFields';
import type { Scope } from '../scope';
import type { Table } from '../store/table';

/** The words for a kind in messages: `customer action`. */
export const wordsFor = (kind: string): string =>
	kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Whether it can be chosen for deals of that type. */
export const fitsDealType = (row: object, dealTypeId: number | undefined): boolean =>
	!('dealTypeId' in row) || row.dealTypeId === dealTypeId;

/** The row of that id; NOT_FOUND when it is missing or of another domain (v2 §1, §7). */
export function rowOf<Name extends TableName>(
	{ service, caller }: Scope,
	name: Name,
	id: number,
): Row<Name> {
	const table: Table<Row<Name>> = service.store.tables[name];
	const row = table.find(id);
	if (row?.domainId !== caller.domainId) throw notFound(wordsFor(name), id);
	return row;
}

/** The domain's rows of a table of few, in their order. */
export function rowsOf<Name extends TableName>(
	{ service, caller }: Scope,
	name: Name,
): ReadonlyArray<Row<Name>> {
	const table: Table<Row<Name>> = service.store.tables[name];
	return table.list(caller.domainId);
}

/** The id itself, if there is what it refers to: of a deal, a choice of its type (v2 §4.6). */
export function checkedId(
	scope: Scope,
	to: ReferencedTable,
	id: number,
	dealTypeId: number | undefined,
): number {
	const row = rowOf(scope, to, id);
	if (dealTypeId !== undefined && !fitsDealType(row, dealTypeId)) {
		throw invalid(`${wordsFor(to)} ${id} does not belong to deal type ${dealTypeId}`);
	}
	return row.id;
}
