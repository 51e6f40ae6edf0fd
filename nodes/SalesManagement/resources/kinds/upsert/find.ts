import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../../api/pages';
import type { Naming, Run } from '../../define';
import { textOf } from '../../fields';
import { pathFor } from '../../request';
import type { SearchField } from '../../search/filter';
import { recordsWith } from '../../search/lookup';
import { idsByValue, matchKey, matchValue } from '../../search/match';
import { groupedBy, type Row } from '../bulk';

/** How the records that rows stand for are found. */
export interface Finder {
	/** Rows are looked up together, and matched among each other, where this is the same. */
	readonly within: (row: Row) => string;
	readonly find: (
		run: Run,
		naming: Naming,
		field: SearchField,
		rows: readonly Row[],
	) => AsyncGenerator<IDataObject>;
}

/** The distinct values that rows are matched by. */
const valuesOf = (naming: Naming, field: SearchField, rows: readonly Row[]): unknown[] => [
	...new Map(
		rows.map(({ parts }) => {
			const value = matchValue(parts.body, field, naming.customs);
			return [matchKey(value), value];
		}),
	).values(),
];

export const bySearch: Finder = {
	within: () => '',
	async *find(run, naming, field, rows) {
		const [first] = rows;
		if (!first) return;
		yield* recordsWith(run.client, naming, field, valuesOf(naming, field, rows), first.scope);
	},
};

/** For records without a search: one list for each value, filtered by the item key (v2 §4.11). */
export const byEqualityFilter: Finder = {
	within: ({ parts }) => JSON.stringify(parts.path),
	async *find(run, naming, field, rows) {
		const key = textOf(field.field.itemKey ?? field.field.name);
		const operation = `${naming.id}.getMany`;
		for (const value of valuesOf(naming, field, rows)) {
			const request = {
				operation,
				path: pathFor(run.client, operation, rows[0]?.parts.path ?? {}),
				query: { [key]: String(value) },
			};
			for await (const page of pages(run.client, request, {})) yield* page.records;
		}
	},
};

/** A look-up of the ids of the records that a row stands for; writing adds to it. */
export async function existing(
	naming: Naming,
	run: Run,
	{ within, find }: Finder,
	field: SearchField,
	rows: readonly Row[],
): Promise<(row: Row) => number[]> {
	const valueOf = (record: IDataObject) => matchValue(record, field, naming.customs);
	const ids = new Map<string, Map<string, number[]>>();
	for (const [group, members] of groupedBy(rows, within)) {
		const found: Array<{ id: number; value: unknown }> = [];
		for await (const record of find(run, naming, field, members)) {
			found.push({ id: record.id as number, value: valueOf(record) });
		}
		const wanted = members.map(({ parts }) => valueOf(parts.body));
		ids.set(group, idsByValue(wanted, found));
	}
	return (row) => ids.get(within(row))?.get(matchKey(valueOf(row.parts.body))) ?? [];
}
