/** What an import says of its rows. */
import { ServiceError } from '../../api/errors/errors';
import { isFailure, type Failed, type ItemResult } from '../operation';
import { ofRow, rowName } from '../rowsTold';
import { OUTCOMES, type RowOutcome } from './resultFile';

export type Counts = Record<RowOutcome, number>;

export const many = (count: number): string => count.toLocaleString('en-US');

export const countsText = (counts: Counts): string =>
	OUTCOMES.filter((each) => counts[each] > 0)
		.map((each) => `${many(counts[each])} ${each}`)
		.join(', ') || 'nothing written';

/** Rows that follow each other as one run: `7-9`. */
function runsIn(rows: readonly number[], most = 20): string {
	const runs: Array<[number, number]> = [];
	for (const row of rows) {
		const last = runs.at(-1);
		if (last && row === last[1] + 1) last[1] = row;
		else runs.push([row, row]);
	}
	const shown = runs
		.slice(0, most)
		.map(([first, last]) => (first === last ? many(first) : `${many(first)}-${many(last)}`));
	const rest = runs.slice(most);
	if (rest.length === 0) return shown.join(', ');
	return `${shown.join(', ')} and others up to ${many(rest.at(-1)?.[1] ?? 0)}`;
}

/** Rows that were given to be written together, and what became of those that were reached. */
export interface Written {
	readonly rows: readonly number[];
	readonly results: readonly ItemResult[];
}

/** The first row that is not known to be written, and what is known of those behind it. */
export function standing(parts: readonly Written[], next: number) {
	const done = new Set<number>();
	const doubtful: number[] = [];
	for (const { results } of parts) {
		for (const each of results) {
			if (!isFailure(each)) done.add(each.index);
			else if (each.error instanceof ServiceError && each.error.isInDoubt)
				doubtful.push(each.index);
		}
	}
	const open = parts.flatMap(({ rows }) => rows).find((row) => !done.has(row)) ?? next;
	return { open, beyond: [...done].filter((row) => row > open).sort((a, b) => a - b), doubtful };
}

/** How to go on after an import that stopped. */
export function goOn(
	counts: Counts,
	{ open, beyond, doubtful }: ReturnType<typeof standing>,
): string {
	const sentences = [
		`Before this failure: ${countsText(counts)}. To go on, set Start Row (an option) to ${open}: it is the first row that is not known to be written.`,
	];
	if (beyond.length > 0) {
		sentences.push(
			`Of the rows behind it ${runsIn(beyond)} ${beyond.length === 1 ? 'is' : 'are'} written already: take them out of the file first, or use Create or Update, which writes nothing twice.`,
		);
	}
	if (doubtful.length > 0) {
		sentences.push(
			`It is not known whether ${doubtful.length === 1 ? 'this row was' : 'these rows were'} written: ${runsIn(doubtful)}. Look into the service before you go on.`,
		);
	}
	return sentences.join(' ');
}

/** The error that rows have in common, with the numbers of rows instead of items. */
export function ofRows(failed: readonly Failed[], error: unknown): unknown {
	if (error instanceof ServiceError && error.bulkErrors.length > 0) {
		const details = error.bulkErrors.map(
			({ index, messages, who = '' }) => `Row ${many(index)}${who}: ${messages.join('; ')}`,
		);
		return error.with({ bulkErrors: [], details });
	}
	const [first, ...others] = failed;
	if (!first) return error;
	const rows = failed.map(({ index }) => index);
	const name = others.length === 0 ? rowName(`Row ${many(first.index)}`, first.who) : '';
	return ofRow(error, name || `Rows ${runsIn(rows)}, sent together`);
}
