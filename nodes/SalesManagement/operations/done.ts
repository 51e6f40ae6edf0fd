import { isNotReached } from '../api/bulk/bulk';
import { ServiceError } from '../api/errors/errors';
import { LIMITS } from '../api/limits';
import { textOf } from '../values';
import { isFailure, type Done, type Failed, type ItemResult } from './operation';

/** What was not sent, or did not arrive, may be so because of another failure. */
const isWithheld = ({ error }: Failed) =>
	error instanceof ServiceError && (isNotReached(error) || error.outcome === 'unreachable');

/** The failure that ended a run, or the import of a file: not one that it kept from being sent. */
export function endOf(results: readonly ItemResult[]): Failed | undefined {
	const failed = results.filter(isFailure);
	return (
		failed.find(({ endsRun }) => endsRun) ?? failed.find((each) => !isWithheld(each)) ?? failed[0]
	);
}

const many = (count: number) => count.toLocaleString('en-US');

/** Numbers that follow each other as one run, `7-9`, so that the ids of an import are a few words. */
function runsOf(ids: readonly unknown[]): Array<{ text: string; count: number }> {
	const runs: Array<{ first: unknown; last: unknown; count: number }> = [];
	for (const id of ids) {
		const run = runs[runs.length - 1];
		if (run && typeof run.last === 'number' && id === run.last + 1) {
			run.last = id;
			run.count++;
		} else runs.push({ first: id, last: id, count: 1 });
	}
	return runs.map(({ first, last, count }) => ({
		text: count === 1 ? textOf(first) : `${textOf(first)}-${textOf(last)}`,
		count,
	}));
}

/** A few runs of ids, and how many ids there are beyond them. */
function listed(ids: readonly unknown[], rest: string, most = LIMITS.idsInMessage): string {
	const runs = runsOf(ids);
	const shown = runs.slice(0, most);
	const left = ids.length - shown.reduce((sum, { count }) => sum + count, 0);
	const text = shown.map((run) => run.text).join(', ');
	return left === 0 ? text : `${text} and ${many(left)} more${rest}`;
}

const items = (count: number, which: string) =>
	count === 1 ? `1 ${which}item was` : `${many(count)} ${which}items were`;

/**
 * What other items already did, or may have done, so that a failure halfway loses none of it.
 * n8n keeps no output of a node that fails: these sentences are all that is left of it.
 * @param failure the one whose own message the user reads.
 */
export const doneBefore = (
	results: readonly ItemResult[],
	failure?: ItemResult,
): string | undefined =>
	sentencesOn(results, {
		processed: (count) => `${items(count, 'other ')} processed before this failure`,
		advice: 'Leave them out when you run the rest.',
		isTold: (result) => result === failure,
	});

/** The same of a node that is cancelled, for the log: n8n shows neither its output nor its error. */
export const doneBeforeCancel = (results: readonly ItemResult[]): string | undefined =>
	sentencesOn(results, {
		processed: (count) => `${items(count, '')} processed before the execution was cancelled`,
		isTold: () => false,
	});

const isProcessed = (result: ItemResult): result is Done =>
	!isFailure(result) && result.isPlan !== true;

/** Where the rest begins; the rows behind a gap are among those to leave out. */
function beginning(indexes: readonly number[]): string {
	const first = indexes.findIndex((index, at) => index !== at);
	return first < 0 ? '' : ` The first that is not known to be processed is item ${first}.`;
}

interface Telling {
	readonly processed: (count: number) => string;
	/** What to do about those that were. */
	readonly advice?: string;
	/** Whether the user reads this result anyway. */
	readonly isTold: (result: ItemResult) => boolean;
}

function sentencesOn(
	results: readonly ItemResult[],
	{ processed, advice, isTold }: Telling,
): string | undefined {
	const done = results.filter(isProcessed);
	const doubtful = results.filter(
		(result) => isFailure(result) && result.error instanceof ServiceError && result.error.isInDoubt,
	);
	const sentences: string[] = [];
	if (done.length > 0) {
		const ids = done.flatMap(
			({ records, ids: written }) =>
				written ?? records.map(({ id }) => id).filter((id) => id !== undefined),
		);
		const rest = ' (find them with Get Many, newest first)';
		const names = ids.length > 0 ? `, with the IDs ${listed(ids, rest)}` : '';
		// They need not be the first ones: rows go out in groups, and single items side by side.
		const indexes = done.map(({ index }) => index).sort((a, b) => a - b);
		const which = listed(indexes, rest, LIMITS.itemsInMessage);
		sentences.push(`${processed(done.length)} (counted from 0: ${which})${names}.`);
		if (advice) sentences.push(`${advice}${beginning(indexes)}`);
	}
	if (doubtful.some((result) => !isTold(result))) {
		const indexes = listed(
			doubtful.map(({ index }) => index),
			'',
			LIMITS.itemsInMessage,
		);
		sentences.push(
			`It is not known whether these items were processed, counted from 0: ${indexes}.`,
		);
	}
	return sentences.length > 0 ? sentences.join(' ') : undefined;
}
