import { CORRECT_ITEM } from '../errors/advice';
import type { ServiceError } from '../errors/errors';

/** Whether the service refused a batch for its content, so that a smaller one may pass. */
export const isForRows = (error: ServiceError): boolean =>
	error.outcome === 'refused' &&
	error.status !== undefined &&
	([400, 404, 409, 410, 422].includes(error.status) || error.status >= 500);

/**
 * The refusal of some rows, without indexes where one is no row of them: the service then counts in
 * another way (v2 §4 does not say from what), and any of the rows may be meant.
 * @param name how the error names all of the rows: `items 2-3`.
 */
export function withoutStrayIndexes(
	error: ServiceError,
	rows: readonly unknown[],
	name: string,
): ServiceError {
	if (error.bulkErrors.every(({ index }) => index in rows)) return error;
	const details = error.bulkErrors.flatMap(({ messages }) => messages);
	const advice =
		rows.length === 1
			? CORRECT_ITEM
			: `the service does not say which one it means, so check ${name}`;
	return error.with({
		bulkErrors: [],
		...(details.length > 0 ? { details } : {}),
		...(isForRows(error) ? { advice } : {}),
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
