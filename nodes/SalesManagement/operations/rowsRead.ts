/** What the response to a bulk request says about each of its rows. */
import type { IDataObject } from 'n8n-workflow';
import { reportedError } from '../api/errors/errorBody';
import { ServiceError, type ServiceErrorParts } from '../api/errors/errors';
import type { OperationId } from '../api/routes/routes';
import { isObject } from '../values';
import type { InputRow } from './rows';

/** What became of a row, by the response to its batch; an error where that does not say. */
export type RowRead = IDataObject | ServiceError;

/** What the response to a whole batch says about each of its rows, in order. */
export type RowsRead = (body: unknown, rows: readonly InputRow[]) => RowRead[];

/** An empty response is success without data (S2). */
export const succeeded = ({ parts: { body } }: InputRow): IDataObject => ({
	success: true,
	...('id' in body ? { id: body.id } : {}),
});

const UNCLEAR = 'The response does not say what became of it';

/** The service took the batch, but its response does not say what became of this row. */
const inDoubt = (operation: OperationId, said: Partial<ServiceErrorParts> = {}) =>
	new ServiceError({
		...{ operation, outcome: 'unknown', serviceMessage: UNCLEAR, ...said },
	});

/** What an entry of a response says went wrong with its row, if anything. */
function errorIn(operation: OperationId, entry: unknown): ServiceError | undefined {
	const error = reportedError(entry);
	if (!error) return undefined;
	const { message, details, code } = error;
	const serviceMessage = message ?? details[0] ?? UNCLEAR;
	return inDoubt(operation, { serviceMessage, details, code });
}

/** An id as the service shows it: by itself, as text, or in its record. */
export function idIn(value: unknown): number | undefined {
	const id = isObject(value) ? value.id : value;
	const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
	return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
		? number
		: undefined;
}

/** An array of ids in the order of the rows (v2 §4); with fewer, none can be told to be of a row. */
export const createdIds =
	(operation: OperationId): RowsRead =>
	(body, rows) => {
		const entries: unknown[] = Array.isArray(body) && body.length === rows.length ? body : [];
		const ids = entries.map(idIn);
		const known = ids.filter((id) => id !== undefined);
		const isAmbiguous = new Set(known).size < known.length;
		return rows.map((_, at) => {
			const id = isAmbiguous ? undefined : ids[at];
			const error = errorIn(operation, entries[at]);
			return error ?? (id === undefined ? inDoubt(operation) : { id });
		});
	};

/** v1 shows no response to an update: any is success of its rows but a value, or a list without them. */
const isUnshown = ({ item }: InputRow, body: unknown, lists: readonly unknown[]): boolean =>
	item.version === 'v1' &&
	(isObject(body) || (Array.isArray(body) && body.length === 0)) &&
	!lists.some(Array.isArray);

/** An array of the ids that were changed: of equal ones the last row wins (v2 §4.11). */
export const updatedIds =
	(operation: OperationId): RowsRead =>
	(body, rows) => {
		const entries = new Map(
			(Array.isArray(body) ? body : []).map((entry: unknown) => [idIn(entry), entry]),
		);
		return rows.map((row) => {
			const id = idIn(row.parts.body);
			const entry = id === undefined ? undefined : entries.get(id);
			if (id !== undefined && entry !== undefined) {
				return errorIn(operation, entry) ?? { id };
			}
			return isUnshown(row, body, []) ? succeeded(row) : inDoubt(operation);
		});
	};

/**
 * `{<plural>, skipped<Plural>}`: a record that the service skipped is shown as such (v2 §4.6). Where
 * one of several rows of a record was skipped, nothing says which. A changed record with an error is
 * none: no documented field of the records that are read so has such a name.
 */
export const recordsAndSkipped =
	(operation: OperationId, plural: string, skippedKey: string): RowsRead =>
	(body, rows) => {
		const { [plural]: changed, [skippedKey]: skipped } = isObject(body) ? body : {};
		const changedById = byId(Array.isArray(body) ? body : changed);
		const skippedById = byId(skipped);
		const ids = rows.map(({ parts }) => idIn(parts.body));
		const isRepeated = (id: number | undefined) => ids.indexOf(id) !== ids.lastIndexOf(id);
		return rows.map((row, at) => {
			const id = ids[at];
			const skippedRecord = skippedById.get(id);
			const changedRecord = changedById.get(id);
			if (skippedRecord && changedRecord && isRepeated(id)) {
				return inDoubt(operation, {
					serviceMessage: 'The response shows this record as changed and as skipped',
				});
			}
			if (skippedRecord) return { ...skippedRecord, skipped: true };
			if (changedRecord) return errorIn(operation, changedRecord) ?? changedRecord;
			const isSuccess = isUnshown(row, body, [changed, skipped]);
			return isSuccess ? succeeded(row) : inDoubt(operation);
		});
	};

const byId = (records: unknown): Map<number | undefined, IDataObject> =>
	new Map(
		(Array.isArray(records) ? records : [])
			.filter((each: unknown) => idIn(each) !== undefined)
			.map((each: unknown) => [idIn(each), isObject(each) ? each : { id: idIn(each) }]),
	);
