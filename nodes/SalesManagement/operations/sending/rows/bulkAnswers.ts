/** Reads the response to a bulk request into a result for each of its rows. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../api/errors/errors';
import type { OperationId } from '../../../api/routes';
import { isObject, recordIdIn } from '../../../shared';
import type { InputRow } from '../../model';

/** Reads the result of each row, in order; an error if the response does not tell it. */
type RowsRead = (body: unknown, rows: readonly InputRow[]) => Array<IDataObject | ServiceError>;

/** An empty response is success without data (S2). */
export const succeeded = ({ parts: { body } }: InputRow): IDataObject => ({
	success: true,
	...('id' in body && { id: body.id }),
});

/** The service took the batch, but its response does not say what became of this row. */
const inDoubt = (operation: OperationId) =>
	new ServiceError({
		operation,
		outcome: 'unknown',
		serviceMessage: 'The response does not say what became of it',
	});

/**
 * Reads an array of IDs in the order of the rows (v2 §4). If IDs are missing or repeated, it is unknown which row
 * each belongs to.
 */
export const createdIds =
	(operation: OperationId): RowsRead =>
	(body, rows) => {
		const shown = Array.isArray(body) ? body.map(recordIdIn) : [];
		const counts = [shown.length, new Set(shown).size];
		const ids = counts.every((count) => count === rows.length) ? shown : [];
		return rows.map((_, at) => (ids[at] === undefined ? inDoubt(operation) : { id: ids[at] }));
	};

/**
 * Reads an array of the changed IDs (v2 §4.11), or `{<plural>, skipped<Plural>}` with the records that the service
 * skipped (v2 §4.6). v1 documents no response to an update, so an empty one there means that all rows succeeded.
 */
export const updatedRows =
	(operation: OperationId, plural: string, skippedKey = ''): RowsRead =>
	(body, rows) => {
		const lists = isObject(body) ? body : { [plural]: body };
		const changed = byId(lists[plural]);
		const skipped = byId(lists[skippedKey]);
		const isSilent = [lists[plural] ?? [], lists[skippedKey] ?? []].flat().length === 0;
		return rows.map((row) => {
			const id = recordIdIn(row.parts.body);
			const skippedRecord = skipped.get(id);
			if (skippedRecord) {
				// The service may not say why (v2 §3).
				const error = 'The service skipped it: a won or lost deal is locked for personal tokens.';
				return { error, ...skippedRecord, skipped: true };
			}
			const isUnshown = row.item.version === 'v1' && isSilent;
			return changed.get(id) ?? (isUnshown ? succeeded(row) : inDoubt(operation));
		});
	};

const byId = (records: unknown): Map<number | undefined, IDataObject> =>
	new Map(
		(Array.isArray(records) ? records : [])
			.filter((each) => recordIdIn(each) !== undefined)
			.map((each) => [recordIdIn(each), isObject(each) ? each : { id: recordIdIn(each) }]),
	);
