/** The refusal of a bulk request: which rows it blames, and the error that each row gets for it. */
import { LIMITS, UsageError } from '../../shared';
import { CORRECT_INPUT, isOfKind, ServiceError, type BulkRowError } from '../errors/errors';

/** A refusal whose indexes count within these rows, which are places in the job. */
export interface Refusal {
	readonly error: unknown;
	readonly batch: readonly number[];
}

/** Whether it was refused for its size, so that fewer rows or values at once may pass. */
export const isForSize = (error: unknown): error is ServiceError =>
	isOfKind(error, 'tooLarge', 'tooLong') && error.outcome === 'refused';

/** Whether the service, or the node itself, refused a batch for its content, so that a smaller one may pass. */
export function isForRows(error: unknown): boolean {
	if (error instanceof UsageError) return true;
	const isOfContent = isOfKind(error, 'invalid', 'missing', 'answerTooLarge');
	return isOfContent && error.outcome === 'refused';
}

/** Whether a request was not sent, or never got there. */
export const neverArrived = (error: unknown): boolean =>
	error instanceof ServiceError && error.outcome === 'unreachable';

/**
 * The refusal of some rows without indexes, where one of them is no row of the request: the service counts in a
 * way that v2 §4 does not say then, so that the others may be wrong, too, and numbers in its texts.
 * @param name how the error names all of the rows: `items 2-3`.
 */
export function withoutStrayNumbers(
	error: unknown,
	rows: readonly unknown[],
	name: string,
): unknown {
	if (!(error instanceof ServiceError)) return error;
	const { bulkErrors } = error;
	if (bulkErrors.length > 0 && bulkErrors.every(({ index }) => index in rows)) return error;
	const details = bulkErrors.flatMap(({ messages }) => messages);
	const advice = bulkErrors.length > 0 ? CORRECT_INPUT : error.advice;
	const where = `the service does not say which one it means, so check ${name}`;
	return error.with({
		bulkErrors: [],
		...(details.length > 0 && { details }),
		...(isForRows(error) && {
			advice: rows.length > 1 ? [advice, where].filter(Boolean).join('; ') : advice,
		}),
	});
}

/** The error with its rows named as those of the job, instead of by their places in the batch. */
export const inJob = (
	error: ServiceError,
	named: (place: number) => Pick<BulkRowError, 'index' | 'who'>,
): ServiceError =>
	error.with({
		bulkErrors: error.bulkErrors.map((row) => ({ ...row, ...named(row.index) })),
	});

/** The part of a refusal that is about the row in one place of the batch. */
export function ownPart(error: ServiceError, place: number): ServiceError {
	const own = error.bulkErrors.filter(({ index }) => index === place);
	const details = own.flatMap(({ messages }) => messages);
	return error.with({
		bulkErrors: [],
		...(details.length > 0 && { details, advice: CORRECT_INPUT }),
	});
}

/** The rows that a refusal blames. */
export function rowsNamedIn({ error, batch }: Refusal): number[] {
	const named = error instanceof ServiceError ? error.bulkErrors : [];
	const places = new Set(named.map(({ index }) => index));
	return batch.filter((_, place) => places.has(place));
}

/** Advice where even one row is too large, however short. */
const TAKE_LARGER = 'have the service or what stands before it take larger requests';

/** Why rows are not tried: the budget is used up, or so many were refused one by one that all would be. */
export type UntriedReason = 'budget' | number;

/** The error of a row that was refused along with others and is not tried by itself. */
export function leftOut(error: ServiceError, reason: UntriedReason): ServiceError {
	const isOfBudget = reason === 'budget';
	const why = isOfBudget
		? `${LIMITS.splittingRequests} requests of this run were not enough to find all that is refused`
		: `none of ${reason} that were tried one by one was accepted`;
	const remedy = isOfBudget
		? ['shorten the longest of them', 'correct those with an error of their own']
		: [TAKE_LARGER, 'correct what all have in common'];
	const next = isOfBudget ? 'run all that failed again' : 'run it again';
	return error.with({
		serviceMessage: `${error.serviceMessage}; this was not tried by itself, since ${why}`,
		bulkErrors: [],
		advice: `${remedy[isForSize(error) ? 0 : 1]}, then ${next}`,
	});
}

/** The error of a row that is refused for its size by itself. */
export const tooLargeAlone = (error: ServiceError): ServiceError =>
	error.with({
		advice: `this alone is larger than a request may be, so shorten it if it is long, else ${TAKE_LARGER}`,
	});
