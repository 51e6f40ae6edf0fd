import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/pages';
import { customsProperty, routeOf, type RecordDescription } from '../../records/record';
import { distinctBy, textOf } from '../../values';
import type { Run } from '../operation';
import { groupedBy, type InputRow } from '../rows';
import type { SearchField } from '../search/filter';
import { recordsWith } from '../search/lookup';
import { idsByValue, matchKey, matchValue } from '../search/match';

/** How the records that rows stand for are found. */
export interface Finder {
	/** Rows for which this is the same are looked up together and matched with each other. */
	readonly within: (row: InputRow) => string;
	readonly find: (
		run: Run,
		field: SearchField,
		rows: readonly InputRow[],
	) => AsyncGenerator<IDataObject>;
}

/** The value that a row or a record is matched by. */
export const matchIn =
	(record: RecordDescription, field: SearchField) =>
	(values: IDataObject): unknown =>
		matchValue(values, field, customsProperty(record));

/** The distinct values that rows are matched by. */
function valuesOf(
	record: RecordDescription,
	field: SearchField,
	rows: readonly InputRow[],
): unknown[] {
	const valueIn = matchIn(record, field);
	return distinctBy(
		rows.map(({ parts }) => valueIn(parts.body)),
		matchKey,
	);
}

const bySearch = (record: RecordDescription): Finder => ({
	within: () => '',
	async *find(run, field, rows) {
		const [first] = rows;
		if (!first) return;
		const values = valuesOf(record, field, rows);
		yield* recordsWith(run.client, record, { field, values }, first.item);
	},
});

/** For records without a search: one list for each value, filtered by the item key (v2 §4.11). */
const byEqualityFilter = (record: RecordDescription): Finder => ({
	within: ({ parts }) => JSON.stringify(parts.path),
	async *find(run, field, rows) {
		const operation = routeOf(record, 'getMany');
		if (operation === undefined) return;
		const key = textOf(field.field.itemKey ?? field.field.name);
		for (const value of valuesOf(record, field, rows)) {
			const request = {
				operation,
				path: rows[0]?.parts.path ?? {},
				query: { [key]: textOf(value) },
			};
			for await (const page of pages(run.client, request)) yield* page.records;
		}
	},
});

export const finderOf = (record: RecordDescription): Finder =>
	routeOf(record, 'search') === undefined ? byEqualityFilter(record) : bySearch(record);

/** A look-up of the ids of the records that a row stands for; writing adds to it. */
export async function existing(
	record: RecordDescription,
	run: Run,
	field: SearchField,
	rows: readonly InputRow[],
): Promise<(row: InputRow) => number[]> {
	const { within, find } = finderOf(record);
	const valueIn = matchIn(record, field);
	const ids = new Map<string, Map<string, number[]>>();
	for (const [group, members] of groupedBy(rows, within)) {
		const found: Array<{ id: number; value: unknown }> = [];
		for await (const each of find(run, field, members)) {
			found.push({ id: each.id as number, value: valueIn(each) });
		}
		const wanted = members.map(({ parts }) => valueIn(parts.body));
		ids.set(group, idsByValue(wanted, found));
	}
	return (row) => ids.get(within(row))?.get(matchKey(valueIn(row.parts.body))) ?? [];
}
