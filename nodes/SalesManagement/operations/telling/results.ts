/** Sentences about a run that ended early: what was done, what may have been, and what failed. */
import type { IDataObject } from 'n8n-workflow';
import { isOfKind, ServiceError } from '../../api/errors/errors';
import { LIMITS, formatCount, runsIn, textOf, UsageError } from '../../shared';
import { rowName } from '../items/row/identity';
import {
	isFailure,
	isInDoubt,
	wasSkipped,
	type Done,
	type Failed,
	type InputRow,
	type ItemResult,
	type NodeOperation,
} from '../model';

/** The failure that ended a run or an import; not one of a request that was cancelled because of it. */
export function endingFailure(results: readonly ItemResult[]): Failed | undefined {
	const failed = results.filter(isFailure);
	return failed.find(({ error }) => !isOfKind(error, 'cancelled')) ?? failed[0];
}

/** Numbers as a few ranges, such as `7-9`, and how many more there are. */
export function numberRanges(
	all: readonly unknown[],
	{ most = LIMITS.idsInMessage, rest = '' } = {},
): string {
	const shown = runsIn(all).slice(0, most);
	const left = all.length - shown.reduce((sum, { count }) => sum + count, 0);
	const texts = shown.map(({ first, last, count }) =>
		count === 1 ? textOf(first) : `${textOf(first)}-${textOf(last)}`,
	);
	return `${texts.join(', ')}${left === 0 ? '' : ` and ${formatCount(left)} more${rest}`}`;
}

export const indexesOf = (results: readonly ItemResult[]): number[] =>
	results.map(({ index }) => index).sort((a, b) => a - b);

/**
 * Sentences about what other items did or may have done. n8n keeps no output of a node that fails, so these
 * sentences are all that is left of it.
 * @param failure the failure whose message the user reads; absent for a cancelled node, of which n8n shows neither
 * output nor error.
 */
export function doneSentences(
	results: readonly ItemResult[],
	failure?: ItemResult,
): string | undefined {
	const done = results.filter((each): each is Done => !isFailure(each));
	const sentences: string[] = [];
	if (done.length > 0) {
		const ids = done.flatMap(
			({ records, ids: written }) => written ?? records.flatMap(({ id }) => id ?? []),
		);
		const rest = ' (find them with Get Many, newest first)';
		const names = ids.length > 0 ? `, with the IDs ${numberRanges(ids, { rest })}` : '';
		// They may not be the first items: rows are sent in groups, and single items at the same time.
		const which = numberRanges(indexesOf(done), { rest, most: LIMITS.itemsInMessage });
		const items = `${failure ? 'other ' : ''}${done.length === 1 ? 'item was' : 'items were'}`;
		const end = failure ? 'this failure' : 'the execution was cancelled';
		sentences.push(
			`${formatCount(done.length)} ${items} processed before ${end} (counted from 0: ${which})${names}.`,
		);
		if (failure) sentences.push('Leave them out when you run the rest.');
	}
	const doubtful = results.filter(isInDoubt);
	if (doubtful.some((result) => result !== failure)) {
		sentences.push(doubtSentence('items were processed, counted from 0', doubtful));
	}
	return sentences.length > 0 ? sentences.join(' ') : undefined;
}

export const doubtSentence = (these: string, doubtful: readonly Failed[]): string => {
	const numbers = numberRanges(indexesOf(doubtful), { most: LIMITS.itemsInMessage });
	return `It is not known whether these ${these}: ${numbers}.`;
};

/**
 * The error that ended a run, beginning with the name of its row, unless it already names its rows.
 * @param rowOf the name of the file with these rows.
 */
export function errorOfRows(
	{ error, index, identity }: Failed,
	results: readonly ItemResult[],
	rowOf?: string,
): unknown {
	const alike = results.filter(isFailure).filter((each) => each.error === error);
	const kind = rowOf === undefined ? 'Items' : 'Rows';
	const name =
		alike.length > 1
			? `${kind} ${numberRanges(indexesOf(alike))}, sent together`
			: rowName({ index, rowOf }, identity);
	if (error instanceof UsageError) {
		return new UsageError(`${name}: ${error.message}`, error.description);
	}
	if (!(error instanceof ServiceError) || error.bulkErrors.length > 0) return error;
	return error.with({ serviceMessage: `${name}: ${error.serviceMessage}` });
}

/**
 * The counters of outcomes. `unknown` counts rows that may or may not have been written, since no clear answer
 * came.
 */
const NONE = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0 };

type RowOutcome = keyof typeof NONE | 'deleted';

function outcomeOf(result: ItemResult, { id }: NodeOperation): RowOutcome {
	if (isFailure(result)) return isInDoubt(result) ? 'unknown' : 'failed';
	if (wasSkipped(result)) return 'skipped';
	const { action = id } = result.records[0] ?? {};
	if (action === 'unchanged' || action === 'left') return 'unchanged';
	if (action === 'delete') return 'deleted';
	// An action is `updated`, a planned `update`, the operation's own `updateMany`, or `restored`.
	return /^(update|restore)/.test(textOf(action)) ? 'updated' : 'created';
}

/** The number of rows with each outcome. */
export class Outcomes {
	readonly counts: typeof NONE & { deleted?: number } = { ...NONE };

	constructor(private readonly operation: NodeOperation) {}

	/** Whether no row has an outcome yet. */
	get isEmpty(): boolean {
		return Object.values(this.counts).every((count) => count === 0);
	}

	/** The counts in words. */
	get text(): string {
		const told = Object.entries(this.counts).filter(([, count]) => count > 0);
		const texts = told.map(([outcome, count]) => `${formatCount(count)} ${outcome}`);
		return texts.join(', ') || 'nothing written';
	}

	count(result: ItemResult): RowOutcome {
		const outcome = outcomeOf(result, this.operation);
		this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
		return outcome;
	}

	/** Adds the counts that the record of a file shows. */
	add(others: IDataObject): void {
		for (const outcome of Object.keys(NONE) as Array<keyof typeof NONE>) {
			this.counts[outcome] += Number(others[outcome]);
		}
	}

	/** The number of rows that are written, or may be. */
	get written(): number {
		const { unchanged, skipped } = this.counts;
		return Object.values(this.counts).reduce((sum, count) => sum + count, -unchanged - skipped);
	}

	/**
	 * A sentence about rows that were not written, since a few are easily missed among many.
	 * @returns `undefined` if all rows were written.
	 */
	lossSentence(all: string, where: string): string | undefined {
		const { failed, unknown, skipped } = this.counts;
		const lost = failed + unknown;
		if (lost + skipped === 0) return undefined;
		const doubt = unknown > 0 ? ' or have no clear answer' : '';
		return `${formatCount(lost)} of ${all} failed${doubt} and ${formatCount(skipped)} were skipped: ${where}.`;
	}
}

/** A row that a dry run shows. */
export interface Previewed extends InputRow {
	/** The changes of its record, for people to read. */
	readonly changes?: IDataObject;
}

/** The result of a row in a dry run. */
export function plannedResult(action: string, { index, parts, changes }: Previewed): ItemResult {
	const { id, ...data } = parts.body;
	const record = { dryRun: true, action, ...(id ? { id } : {}), data, ...(changes && { changes }) };
	return { index, records: [record] };
}
