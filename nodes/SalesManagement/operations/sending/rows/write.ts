/** Writes rows in bulk if the service offers that for their record, else with one request for each. */
import type { IDataObject } from 'n8n-workflow';
import { untilAborted } from '../../../api/client';
import { ServiceError } from '../../../api/errors/errors';
import { answerTo } from '../../../api/expectedAnswer';
import { listRules, type OperationId } from '../../../api/routes';
import { readOnce } from '../../../fields';
import { CONTROLS, routeOf, type RecordDescription } from '../../../records';
import { isBlank, isObject, recordIdIn } from '../../../shared';
import { kindOfItem, rowName } from '../../items/row/identity';
import { carryOutRows } from '../../items/rows';
import type { InputRow, ItemResult, Operation, Run } from '../../model';
import { numberRanges } from '../../telling/results';

/** Reads the result of each row, in order; an error if the response does not tell it. */
type RowsRead = (body: unknown, rows: readonly InputRow[]) => Array<IDataObject | ServiceError>;

/** An empty response is success without data (S2). */
const succeeded = ({ parts: { body } }: InputRow): IDataObject => ({
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
const createdIds =
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
const updatedRows =
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

interface Writing {
	readonly kind: 'create' | 'update';
	readonly rows: readonly InputRow[];
	/** Whether each row is sent by itself, although the service takes many at once. */
	readonly oneByOne?: boolean;
}

/**
 * Writes rows and gives each its own result. Rows that change the same record keep their order. Without Continue
 * On Fail a failure stops the rows that are not sent yet; the results of the others are still returned.
 */
export async function write(
	run: Run,
	record: RecordDescription,
	{ kind, rows, oneByOne = false }: Writing,
): Promise<ItemResult[]> {
	const bulk = oneByOne ? undefined : routeOf(record, `${kind}Many`);
	const operation = bulk ?? routeOf(record, kind);
	if (operation === undefined) return [];
	const list = routeOf(record, 'getMany');
	// Lists and bulk requests hold a record's rows in the same property (v2 §4).
	const plural = (list && listRules(list)?.plural) ?? record.many;
	const { skipped } = record.operations.find((each) => each.kind === 'updateMany') ?? {};
	const read = kind === 'create' ? createdIds(operation) : updatedRows(operation, plural, skipped);
	return await carryOutRows(run, {
		rows,
		size: bulk ? readOnce(CONTROLS.batches, run.items)?.batchSize : 1,
		group: ({ parts: { path, query, group } }) => JSON.stringify([path, query, group]),
		splitting: run.splitting,
		// A create has no ID yet, so it waits for no other row.
		keys: ({ parts: { body } }) => [recordIdIn(body)].filter((id) => id !== undefined),
		nameOf: (batch) =>
			`${kindOfItem(batch[0]?.item)}s ${numberRanges(batch.map(({ index }) => index))}`,
		rowLabel: ({ index, item }) => ({ index, who: rowName(item) }),
		send: async (batch, signal) => {
			const { path = {}, query, group, body = {} } = batch[0]?.parts ?? {};
			const { id, ...fields } = body;
			const ofOne = { path: isBlank(id) ? path : { ...path, id: id as number }, body: fields };
			const ofAll = { path, body: { ...group, [plural]: batch.map(({ parts }) => parts.body) } };
			const answer = await answerTo(
				untilAborted(run.client, signal),
				{ operation, query, ...(bulk ? ofAll : ofOne) },
				bulk ? 'rows' : 'record',
				record.rule,
			);
			if (!bulk) return [{ records: [{ id: recordIdIn(answer) ?? id }] }];
			const done = answer === undefined ? batch.map(succeeded) : read(answer, batch);
			return done.map((each) => (each instanceof ServiceError ? each : { records: [each] }));
		},
	});
}

/** Makes an operation that writes rows in as few requests as the service allows. */
export const sendRows = (
	record: RecordDescription,
	kind: 'create' | 'update',
	operation: Omit<Operation, 'carryOut' | 'writes'>,
): Operation => ({
	...operation,
	writes: true,
	carryOut: async (run, rows) => {
		// New records need not wait for the chunk before.
		if (kind === 'update') await run.chunk?.turn();
		return await write(run, record, { kind, rows });
	},
});
