import { invalid, notFound } from '../../contract/refusal';
import type { ReferencedTable } from '../properties/property';
import type { Row, TableName } from '../properties/recordFields';
import type { Scope } from '../scope';
import type { Table } from '../store/table';

/** The name of a kind in messages: `customer action` for `customerAction`. */
export const wordsFor = (kind: string): string =>
	kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Whether a setting can be chosen for deals of that type: one without a deal type always can. */
export const fitsDealType = (row: object, dealTypeId: number | undefined): boolean =>
	!('dealTypeId' in row) || row.dealTypeId === dealTypeId;

/**
 * The row of that id.
 * @throws Refusal (NOT_FOUND) if it is missing or of another domain (v2 §1, §7)
 */
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

/** All rows of the domain in a small table, in their order. */
export function rowsOf<Name extends TableName>(
	{ service, caller }: Scope,
	name: Name,
): ReadonlyArray<Row<Name>> {
	const table: Table<Row<Name>> = service.store.tables[name];
	return table.list(caller.domainId);
}

/**
 * Returns the id, if the record exists and a setting of a deal fits the deal's type (v2 §4.6).
 * @throws Refusal: NOT_FOUND, or VALIDATION_FAILED for another deal type
 */
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
