/** At which row an import goes on that stopped before its end. */
import { LIMITS } from '../../../shared/ownLimits';
import { isFailure, isInDoubt, type ItemResult } from '../../model/operation';
import type { RowResults } from './resultFile';
import { doubtOf, numberRanges, sorted } from '../../telling/results';

/** Rows that were given to be written together, and what became of those that were reached. */
export interface RowsGiven {
	readonly rows: readonly number[];
	readonly results: readonly ItemResult[];
}

/** The first row that is not known to be written. */
export function firstOpen(given: readonly RowsGiven[], next: number): number {
	const done = new Set(
		given.flatMap(({ results }) => sorted(results.filter((each) => !isFailure(each)))),
	);
	return given.flatMap(({ rows }) => rows).find((row) => !done.has(row)) ?? next;
}

/**
 * How to go on after an import that stopped. Where it wrote nothing, it begins again as it began.
 * @param before what became of the rows before.
 */
export function goOn(
	before: Pick<RowResults, 'text' | 'isEmpty'>,
	given: readonly RowsGiven[],
	next: number,
): string {
	const open = firstOpen(given, next);
	const results = given.flatMap((each) => each.results);
	const beyond = sorted(results.filter((each) => !isFailure(each) && each.index > open));
	const doubtful = results.filter(isInDoubt);
	const sentences = [`Before this failure: ${before.text}.`];
	if (!before.isEmpty || doubtful.length > 0) {
		sentences.push(
			`To go on, set Start Row (an option) to ${open}: it is the first row that is not known to be written.`,
		);
	}
	if (beyond.length > 0) {
		sentences.push(
			`Of the rows behind it ${numberRanges(beyond, { most: LIMITS.itemsInMessage })} ${beyond.length === 1 ? 'is' : 'are'} written already: take them out of the file first, or use Create or Update, which writes nothing twice.`,
		);
	}
	if (doubtful.length > 0) {
		sentences.push(
			doubtOf('rows were written', doubtful),
			'Look into the service before you go on.',
		);
	}
	return sentences.join(' ');
}
