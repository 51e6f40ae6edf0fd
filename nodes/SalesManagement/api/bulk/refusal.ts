/** What a refused request says of its rows, and what is said of them for it. */
import { CORRECT_INPUT } from '../errors/advice';
import type { ServiceError } from '../errors/errors';
import { LIMITS } from '../limits';

/** A refusal whose indexes count within these rows, which are places in the job. */
export interface Refusal {
	readonly error: ServiceError;
	readonly batch: readonly number[];
}

/** Whether it was refused for its size, so that fewer rows or values at once may pass. */
export const isForSize = ({ outcome, status }: ServiceError): boolean =>
	outcome === 'refused' && (status === 413 || status === 414);

/** Whether the service refused a batch for its content, so that a smaller one may pass. */
export const isForRows = (error: ServiceError): boolean =>
	error.outcome === 'refused' &&
	error.status !== undefined &&
	([400, 404, 409, 410, 422].includes(error.status) || error.status >= 500);

/**
 * The refusal of some rows, in which no index points at another row: one that is no row of the request counts in a
 * way that v2 §4 does not say. So may a number in a text.
 * @param name how the error names all of the rows: `items 2-3`.
 */
export function withoutStrayNumbers(
	error: ServiceError,
	rows: readonly unknown[],
	name: string,
): ServiceError {
	const { bulkErrors } = error;
	if (bulkErrors.length > 0 && bulkErrors.every(({ index }) => index in rows)) return error;
	const details = bulkErrors.flatMap(({ messages }) => messages);
	const advice = bulkErrors.length > 0 ? CORRECT_INPUT : error.advice;
	const where = `the service does not say which one it means, so check ${name}`;
	return error.with({
		bulkErrors: [],
		...(details.length > 0 ? { details } : {}),
		...(isForRows(error) ? { advice: rows.length > 1 ? `${advice}; ${where}` : advice } : {}),
	});
}

/** The error with its row indexes counted across the whole job instead of the batch. */
export const inJob = (error: ServiceError, batch: readonly number[]): ServiceError =>
	error.bulkErrors.length === 0
		? error
		: error.with({
				bulkErrors: error.bulkErrors.map((row) => ({
					...row,
					index: batch[row.index] ?? row.index,
				})),
			});

/** What a refusal says of the row in one of its places. */
export function ownPart(error: ServiceError, place: number): ServiceError {
	const own = error.bulkErrors.filter(({ index }) => index === place);
	const details = own.flatMap(({ messages }) => messages);
	const told = details.length > 0 ? { details, advice: CORRECT_INPUT } : {};
	return error.with({ bulkErrors: [], ...told });
}

/** The rows that a refusal blames. */
export function rowsNamedIn({ error, batch }: Refusal): number[] {
	const places = new Set(error.bulkErrors.map(({ index }) => index));
	return batch.filter((_, place) => places.has(place));
}

const NOT_REACHED = 'Not sent, since other rows failed';

/** Whether rows were kept from being sent by the failure of others. */
export const isNotReached = ({ serviceMessage }: ServiceError): boolean =>
	serviceMessage === NOT_REACHED;

/** What is said of rows behind the failure that ended the job. */
export const notReached = (error: ServiceError): ServiceError =>
	error.with({
		outcome: 'refused',
		status: undefined,
		serviceMessage: NOT_REACHED,
		details: [],
		bulkErrors: [],
		advice: 'correct those rows, or set the node to continue on errors',
	});

/** What is left to be done where even one row is too large, however short. */
const TAKE_LARGER = 'have the service or what stands before it take larger requests';

/** Why rows are left untried: the budget is used up, or so many were refused one by one that all would be. */
export type Left = 'budget' | number;

/** What is said of one that was refused along with others and is left. */
export function leftOut(error: ServiceError, left: Left): ServiceError {
	const size = isForSize(error);
	const [why, advice] =
		left === 'budget'
			? [
					`${LIMITS.splittingRequests} requests of this run were not enough to find all that is refused`,
					`${size ? 'shorten the longest of them' : 'correct those with an error of their own'}, then run all that failed again`,
				]
			: [
					`none of ${left} that were tried one by one was accepted`,
					`${size ? TAKE_LARGER : 'correct what all have in common'}, then run it again`,
				];
	return error.with({
		serviceMessage: `${error.serviceMessage}; this was not tried by itself, since ${why}`,
		bulkErrors: [],
		advice,
	});
}

/** What is said of one that is refused for its size by itself. */
export const tooLargeAlone = (error: ServiceError): ServiceError =>
	error.with({
		advice: `this alone is larger than a request may be, so shorten it if it is long, else ${TAKE_LARGER}`,
	});
