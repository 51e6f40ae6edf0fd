/** What the response to a bulk request says about each of its rows. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../api/errors/errors';
import type { OperationId } from '../../../api/routes';
import { isObject, recordIdIn } from '../../../shared';
import type { InputRow } from '../../model';

/** What the response to a whole batch says about each of its rows, in order; an error where it doesn't. */
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

/** An array of ids in the order of the rows (v2 §4); with fewer or repeated ones, none can be told to be of a row. */
export const createdIds =
	(operation: OperationId): RowsRead =>
	(body, rows) => {
		const shown = Array.isArray(body) ? body.map(recordIdIn) : [];
		const counts = [shown.length, new Set(shown).size];
		const ids = counts.every((count) => count === rows.length) ? shown : [];
		return rows.map((_, at) => (ids[at] === undefined ? inDoubt(operation) : { id: ids[at] }));
	};

/**
 * An array of the ids that were changed, of equal ones the last row wins (v2 §4.11); or
 * `{<plural>, skipped<Plural>}`, where a record that the service skipped is shown as such (v2 §4.6).
 * v1 shows no response to an update: one that lists nothing is success of all.
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
