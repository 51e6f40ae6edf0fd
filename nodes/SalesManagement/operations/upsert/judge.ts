import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { LIMITS } from '../../api/limits';
import { quoted } from '../../values';
import type { ItemResult } from '../operation';
import { itemName, kindOfItem } from '../rowsTold';
import type { Outcome } from '../search/lookup';
import { within, type Matching, type MatchRow } from './find';
import type { Earlier, Written, WrittenRows } from './written';

/** What came of looking for a row; `undefined` where it was not looked for. */
export type FoundFor = (row: MatchRow) => Outcome | undefined;

/** What stands for the same record, perhaps: rows whose values the service may take for one. */
export const keyOfRow = (matching: Matching, row: MatchRow): string =>
	JSON.stringify([within(matching, row), row.key.loose]);

/** The rows that can be written, and what keeps the others from it. */
export function judged(
	matching: Matching,
	rows: readonly MatchRow[],
	{ found, written }: { readonly found: FoundFor; readonly written: WrittenRows },
) {
	const certain: MatchRow[] = [];
	const problems: ItemResult[] = [];
	/** The rows of which nothing exists yet, by what the service may take for the same. */
	const toCreate = new Map<string, Earlier>();
	for (const row of rows) {
		const outcome = found(row);
		// Without Continue On Fail those after the first failure were not looked for.
		if (!outcome) continue;
		const key = keyOfRow(matching, row);
		const before = written.get(key) ?? toCreate.get(key);
		const error = problemOf(matching, row, { outcome, before });
		if (error !== undefined) {
			problems.push({ index: row.item.index, error });
			continue;
		}
		certain.push(row);
		if (idsIn(outcome).length === 0) toCreate.set(key, toCreate.get(key) ?? row);
	}
	return { certain, problems };
}

export const recordsIn = (outcome: Outcome | undefined): readonly IDataObject[] =>
	outcome && 'records' in outcome ? outcome.records : [];

export const idsIn = (outcome: Outcome | undefined): number[] =>
	recordsIn(outcome).map(({ id }) => id as number);

function problemOf(
	{ field }: Matching,
	row: MatchRow,
	{ outcome, before }: { readonly outcome: Outcome; readonly before?: Earlier | Written },
): unknown {
	if ('error' in outcome) return outcome.error;
	const ids = idsIn(outcome).sort((a, b) => a - b);
	if (ids.length > 1) {
		const most = LIMITS.idsInMessage;
		const named = ids.slice(0, most).join(', ');
		const more = ids.length > most ? ` and ${ids.length - most} more` : '';
		return new UsageError(
			`${ids.length} records have this ${field.label} (IDs ${named}${more}): match by a field that only one record has.`,
		);
	}
	if (ids.length === 1 || !before || before.key.exact === row.key.exact) return undefined;
	const { value, item } = row;
	return new UsageError(
		`The ${field.label} ${quoted(value)} is written with other characters in ${itemName(before.item, item)} (${quoted(before.value)}), and ${stateOf(before)}: whether the service takes the two for the same can't be told. Write both alike, or run this ${kindOfItem(item)} again afterwards.`,
	);
}

/** What there is of an earlier row. */
function stateOf(before: Earlier | Written): string {
	if (!('id' in before)) return 'neither exists yet';
	return before.id === undefined
		? 'the other may have been created just now'
		: `the other was just written, with the ID ${before.id}`;
}
