/** In which order rows are sent, so that two for one record keep theirs. */
import { groupedBy } from '../values';
import type { InputRow } from './rows';

/**
 * The groups in the order in which they are sent. Where rows of several groups change the same thing,
 * a group is cut, so that the last of those rows comes last.
 * @param changed what a row changes; `undefined` when that is nobody else's.
 */
export function groupsInOrder<Row extends InputRow>(
	rows: readonly Row[],
	keyOf: (row: Row) => string,
	changed: (row: Row) => unknown,
): Row[][] {
	const latest = new Map<unknown, { key: string; turn: number }>();
	const turns: Row[][] = [];
	for (const row of rows) {
		const [what, key] = [changed(row), keyOf(row)];
		const before = what === undefined ? undefined : latest.get(what);
		const turn = before ? before.turn + Number(before.key !== key) : 0;
		latest.set(what, { key, turn });
		(turns[turn] ??= []).push(row);
	}
	return turns.flatMap((turn) => [...groupedBy(turn, keyOf).values()]);
}
