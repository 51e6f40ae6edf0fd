import { UsageError } from '../../api/errors/errors';
import { LIMITS } from '../../api/limits';
import { quoted, textOf } from '../../values';
import type { ItemResult } from '../operation';
import { itemName } from '../rowsTold';
import type { Outcome } from '../search/lookup';
import { within, type Matching, type MatchRow } from './find';
import type { Earlier, Written, WrittenRows } from './written';

export type FoundFor = (row: MatchRow) => Outcome | undefined;

/**
 * What stands for the same record: rows of one `exact` key for certain, those of one `loose` key
 * perhaps.
 */
export function keyOfRow(matching: Matching, row: MatchRow, kind: 'exact' | 'loose'): string {
	const where = within(matching, row);
	return where === '' ? row.key[kind] : JSON.stringify([where, row.key[kind]]);
}

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
		const key = keyOfRow(matching, row, 'loose');
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

export const idsIn = (outcome: Outcome | undefined): number[] =>
	outcome && 'records' in outcome ? outcome.records.map(({ id }) => id as number) : [];

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
	const again = item.rowOf === undefined ? 'item' : 'row';
	return new UsageError(
		`The ${field.label} ${quoted(value)} ${difference(row, before)}, and ${stateOf(before)}: whether the service takes the two for the same can't be told. Write both alike${isComposition(value, before.value) ? ', such as with .normalize()' : ''}, or run this ${again} again afterwards.`,
	);
}

/** What there is of an earlier row. */
function stateOf(before: Earlier | Written): string {
	if (!('id' in before)) return 'neither exists yet';
	return before.id === undefined
		? 'the other may have been created just now'
		: `the other was just written, with the ID ${before.id}`;
}

/** Whether two texts differ in nothing but how their characters are composed: an accent as part of one, or as one more. */
const isComposition = (one: unknown, other: unknown): boolean =>
	textOf(one).normalize() === textOf(other).normalize();

/** A text as it looks: a reader can't tell one kind of space from another. */
const look = (value: unknown): string => quoted(value).normalize().replace(/\s/g, ' ');

/** How two values differ that may be the same, in words where nobody could see it. */
function difference({ value, item }: MatchRow, { value: other, item: itsItem }: Earlier): string {
	const its = itemName(itsItem, item);
	if (isComposition(value, other))
		return `looks like that of ${its}, but its characters are composed in another Unicode form`;
	if (look(value) !== look(other)) return `is written ${quoted(other)} in ${its}`;
	return look(value).endsWith('…')
		? `begins like that of ${its}, but is written differently further on`
		: `looks like that of ${its}, but is written with other characters`;
}
