import { UsageError } from '../../api/errors/errors';
import { LIMITS } from '../../api/limits';
import { quoted, textOf } from '../../values';
import type { ItemResult } from '../operation';
import type { Outcome } from '../search/lookup';
import { within, type Matching, type MatchRow } from './find';
import type { Earlier } from './recent';

type FoundFor = (row: MatchRow) => Outcome | undefined;

interface Judging {
	readonly found: FoundFor;
	/** What other parts of the run wrote, by its loose key. */
	readonly recent?: Pick<ReadonlyMap<string, Earlier>, 'get'>;
}

/**
 * What stands for the same record: rows of one `exact` key for certain, those of one `loose` key
 * perhaps.
 */
export function keyOfRow(matching: Matching, row: MatchRow, kind: 'exact' | 'loose'): string {
	const where = within(matching, row);
	return where === '' ? row.key[kind] : JSON.stringify([where, row.key[kind]]);
}

/** The rows that can be written, and what keeps the others from it. */
export function judged(matching: Matching, rows: readonly MatchRow[], { found, recent }: Judging) {
	const certain: MatchRow[] = [];
	const problems: ItemResult[] = [];
	/** The rows of which nothing exists yet, by what the service may take for the same. */
	const toCreate = new Map<string, Earlier>();
	for (const row of rows) {
		const outcome = found(row);
		// Without Continue On Fail those after the first failure were not looked for.
		if (!outcome) continue;
		const key = keyOfRow(matching, row, 'loose');
		const before = toCreate.get(key) ?? recent?.get(key);
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

const idsIn = (outcome: Outcome): number[] =>
	'records' in outcome ? outcome.records.map(({ id }) => id as number) : [];

function problemOf(
	{ field }: Matching,
	row: MatchRow,
	{ outcome, before }: { outcome: Outcome; before?: Earlier },
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
	return new UsageError(
		`The ${field.label} ${quoted(row.value)} ${difference(row.value, before)}, and neither exists yet: whether the service takes the two for the same can't be told. Write both alike${isComposition(row.value, before.value) ? ', such as with .normalize()' : ''}, or run this item again afterwards.`,
	);
}

/** Whether two texts differ in nothing but how their characters are composed: an accent as part of one, or as one more. */
const isComposition = (one: unknown, other: unknown): boolean =>
	textOf(one).normalize() === textOf(other).normalize();

/** A text as it looks: a reader can't tell one kind of space from another. */
const look = (value: unknown): string => quoted(value).normalize().replace(/\s/g, ' ');

/** How two values differ that may be the same, in words where nobody could see it. */
function difference(value: unknown, { value: other, item }: Earlier): string {
	const itsItem = `${item.isRow ? 'row' : 'item'} ${item.index}`;
	const alike = `looks like that of ${itsItem}, but`;
	if (isComposition(value, other))
		return `${alike} its characters are composed in another Unicode form`;
	if (look(value) !== look(other)) return `is written ${quoted(other)} in ${itsItem}`;
	return look(value).endsWith('…')
		? `begins like that of item ${item.index}, but is written differently further on`
		: `${alike} is written with other characters`;
}

/** The ids of the records that each row stands for; writing adds to them. */
export function idsOf(
	matching: Matching,
	rows: readonly MatchRow[],
	found: FoundFor,
): (row: MatchRow) => number[] {
	const byKey = new Map<string, number[]>();
	const none: Outcome = { records: [] };
	for (const row of rows) byKey.set(keyOfRow(matching, row, 'exact'), idsIn(found(row) ?? none));
	return (row) => byKey.get(keyOfRow(matching, row, 'exact')) ?? [];
}
