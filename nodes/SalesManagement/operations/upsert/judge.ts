import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { LIMITS } from '../../api/limits';
import { quoted } from '../../values';
import type { ItemResult } from '../operation';
import { itemName, kindOfItem } from '../rowsTold';
import type { Outcome } from '../search/lookup';
import type { Matching, MatchRow } from './find';
import type { Written, WrittenRows } from './written';

/** What came of looking for a row; `undefined` where it was not looked for. */
export type FoundFor = (row: MatchRow) => Outcome | undefined;

interface Known {
	readonly found: FoundFor;
	readonly written: WrittenRows;
	/** The same for rows whose values the service may take for one. */
	readonly keyOf: (row: MatchRow) => string;
}

/** The rows that can be written, and what keeps the others from it. */
export function judged(
	matching: Matching,
	rows: readonly MatchRow[],
	{ found, written, keyOf }: Known,
) {
	const certain: MatchRow[] = [];
	const problems: ItemResult[] = [];
	/** The first rows of which nothing exists yet. */
	const toCreate = new Map<string, MatchRow>();
	for (const row of rows) {
		const outcome = found(row);
		// Without Continue On Fail those after the first failure were not looked for.
		if (!outcome) continue;
		const key = keyOf(row);
		const before = written.get(key) ?? toCreate.get(key);
		const error = problemOf(matching, row, { outcome, before });
		if (error !== undefined) {
			problems.push({ index: row.item.index, error });
			continue;
		}
		certain.push(row);
		if (idsIn(outcome).length === 0 && !toCreate.has(key)) toCreate.set(key, row);
	}
	return { certain, problems };
}

export const recordsIn = (outcome: Outcome | undefined): readonly IDataObject[] =>
	outcome && 'records' in outcome ? outcome.records : [];

export const idsIn = (outcome: Outcome | undefined): number[] =>
	recordsIn(outcome).map(({ id }) => id as number);

function problemOf(
	{ field: { label } }: Matching,
	{ key, value, item }: MatchRow,
	{ outcome, before }: { readonly outcome: Outcome; readonly before?: Written },
): unknown {
	if ('error' in outcome) return outcome.error;
	const ids = idsIn(outcome).sort((a, b) => a - b);
	if (ids.length > 1) {
		const most = LIMITS.idsInMessage;
		const named = ids.slice(0, most).join(', ');
		const more = ids.length > most ? ` and ${ids.length - most} more` : '';
		return new UsageError(
			`${ids.length} records have this ${label} (IDs ${named}${more}): match by a field that only one record has.`,
		);
	}
	if (ids.length === 1 || !before || before.key.exact === key.exact) return undefined;
	return new UsageError(
		`The ${label} ${quoted(value)} is written with other characters in ${itemName(before.item)} (${quoted(before.value)}), and whether the service takes the two for the same can't be told. Write both alike, or run this ${kindOfItem(item)} again afterwards.`,
	);
}
