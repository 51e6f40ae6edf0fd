import { CORRECT_INPUT } from '../errors/advice';
import type { ServiceError } from '../errors/errors';

/** Whether the service refused a batch for its content, so that a smaller one may pass. */
export const isForRows = (error: ServiceError): boolean =>
	error.outcome === 'refused' &&
	error.status !== undefined &&
	([400, 404, 409, 410, 422].includes(error.status) || error.status >= 500);

/** A row's number before what is wrong with it: `item 3: name is required`. */
const NUMBER = /^\s*((?:item|row|line|index)s?\s*#?\d+)\s*[:.-]\s*/i;

/**
 * The refusal of some rows, in which no number points at another row: in a text it counts within the
 * request, and an index that is no row of it counts in a way that v2 §4 does not say.
 * @param name how the error names all of the rows: `items 2-3`.
 */
export function withoutStrayNumbers(
	error: ServiceError,
	rows: readonly unknown[],
	name: string,
): ServiceError {
	const { bulkErrors } = error;
	if (bulkErrors.length === 0) return isForRows(error) ? withinBatch(error, rows, name) : error;
	if (bulkErrors.every(({ index }) => index in rows)) return error;
	const details = bulkErrors.flatMap(({ messages }) => messages);
	const advice =
		rows.length === 1
			? CORRECT_INPUT
			: `the service does not say which one it means, so check ${name}`;
	return error.with({
		bulkErrors: [],
		...(details.length > 0 ? { details } : {}),
		...(isForRows(error) ? { advice } : {}),
	});
}

function withinBatch(error: ServiceError, rows: readonly unknown[], name: string): ServiceError {
	const { serviceMessage, details, advice } = error;
	const number = [serviceMessage, ...details].map((text) => NUMBER.exec(text)?.[1]).find(Boolean);
	if (number === undefined) return error;
	if (rows.length > 1) {
		return error.with({ advice: `${advice}; "${number}" counts within ${name}` });
	}
	const bare = (text: string) => text.replace(NUMBER, '');
	return error.with({ serviceMessage: bare(serviceMessage), details: details.map(bare) });
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
