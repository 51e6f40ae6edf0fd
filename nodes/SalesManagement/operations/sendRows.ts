/** Operations that write rows in as few requests as the service allows. */
import type { IDataObject } from 'n8n-workflow';
import { sendBulk, type RowResult } from '../api/bulk/bulk';
import { ServiceError } from '../api/errors/errors';
import { ROUTES, type OperationId } from '../api/routes/routes';
import type { ServiceRequest } from '../api/types';
import { readOnce, type Item } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { assertAnswer } from './answer';
import { inBreaths } from './breath';
import { batchControls, type Bulk } from './bulk';
import {
	inOrder,
	inSteps,
	notWritten,
	type ItemResult,
	type Prepared,
	type Run,
	type Steps,
} from './operation';
import { groupsInOrder, readRows, type InputRow, type RowsOfRun } from './rows';
import { identified, whoIs } from './rowsTold';
import {
	briefly,
	createdIds,
	idIn,
	recordsAndSkipped,
	succeeded,
	updatedIds,
	type RowsRead,
} from './rowsRead';

/** How the service takes rows of one kind. */
export interface BulkRules {
	readonly operation: OperationId;
	/** The property of the body that holds the rows. */
	readonly plural: string;
	readonly read: RowsRead;
}

/** The part of a bulk request that is the same for all of its rows. */
const groupKey = ({ parts: { path, query, group } }: InputRow) =>
	JSON.stringify([path, query, group]);

function batchRequest({ operation, plural }: BulkRules, rows: readonly InputRow[]): ServiceRequest {
	const { path = {}, query = {}, group = {} } = rows[0]?.parts ?? {};
	return {
		operation,
		path,
		query: query as ServiceRequest['query'],
		body: { ...group, [plural]: rows.map(({ parts }) => parts.body) },
	};
}

const resultOf = (
	{ item: { index } }: InputRow,
	result: RowResult<IDataObject>,
	rows: readonly InputRow[],
): ItemResult =>
	'error' in result
		? { index, error: inItems(result.error, rows) }
		: { index, records: [result.value] };

/** The error with its row indexes counted across the input items instead of the rows as sent. */
const inItems = (error: unknown, rows: readonly InputRow[]): unknown =>
	error instanceof ServiceError && error.bulkErrors.length > 0
		? error.with({
				bulkErrors: error.bulkErrors.map(({ index, messages }) => ({
					index: rows[index]?.item.index ?? index,
					messages,
				})),
			})
		: error;

/** The items of rows that were sent together. */
function itemsOf(rows: readonly InputRow[]): string {
	const first = rows[0]?.item.index ?? 0;
	const last = rows[rows.length - 1]?.item.index ?? first;
	const areAll = last - first === rows.length - 1;
	const items = rows[0]?.item.isRow ? 'rows' : 'items';
	return areAll ? `${items} ${first}-${last}` : `${rows.length} ${items} from ${first} to ${last}`;
}

/**
 * Writes rows in as few requests as the service allows, and gives each input item its own result.
 * Without Continue On Fail a bad row stops the run before or at its batch, and what other batches
 * wrote is still reported.
 */
export async function writeRows(
	run: Run,
	rules: BulkRules,
	rows: readonly InputRow[],
): Promise<ItemResult[]> {
	const changes = ({ parts }: InputRow) => idIn(parts.body);
	const inOrderOfSending = groupsInOrder(rows, groupKey, changes).flat();
	const outcomes = await sendBulk<InputRow, IDataObject>({
		rows: inOrderOfSending,
		size: readOnce(batchControls, run.items)?.batchSize,
		group: groupKey,
		isolate: run.continueOnFail,
		splitting: run.splitting,
		changes,
		nameOf: itemsOf,
		send: async (batch, unwanted) => {
			const { body } = await run.client.send(batchRequest(rules, batch), { unwanted });
			assertAnswer(body, { route: rules.operation, writes: true, returns: 'rows' }, run.client);
			const read = body === undefined ? batch.map(succeeded) : rules.read(body, batch);
			return run.released ? read.map(briefly) : read;
		},
	});
	return outcomes.map((outcome, at) =>
		resultOf(inOrderOfSending[at] as InputRow, outcome, inOrderOfSending),
	);
}

/** The property that holds a record's rows, in lists and in bulk requests alike (v2 §4). */
function pluralOf(record: RecordDescription): string {
	const list = routeOf(record, 'getMany');
	const rules = list && (ROUTES.v2[list] ?? ROUTES.v1[list])?.list;
	return rules?.plural ?? record.many;
}

/** The rules of a record's bulk write; `undefined` where the service has none. */
export function bulkRules(
	record: RecordDescription,
	operation: 'createMany' | 'updateMany',
): BulkRules | undefined {
	const route = routeOf(record, operation);
	if (route === undefined) return undefined;
	const plural = pluralOf(record);
	const skipped = record.operations.find(({ kind }) => kind === operation)?.skipped;
	return {
		operation: route,
		plural,
		read:
			operation === 'createMany'
				? createdIds(route)
				: skipped === undefined
					? updatedIds(route)
					: recordsAndSkipped(route, plural, skipped),
	};
}

/** Rows in as few requests as the service allows. */
export function sendRows(
	record: RecordDescription,
	kind: 'createMany' | 'updateMany',
	{ form, check }: Bulk,
): Steps {
	const whoIn = (item: Item) => whoIs(record, form, item);
	return inSteps((run) => {
		const rules = bulkRules(record, kind);
		const read: RowsOfRun = { rows: [], failed: [] };
		return {
			add: async (items) => {
				for await (const some of inBreaths(items)) {
					const { rows, failed } = readRows({ ...run, items: some }, form, { check, whoIn });
					read.rows.push(...rows);
					read.failed.push(...failed);
				}
			},
			lookUp: async () => {
				const isOver = read.failed.length > 0 && !run.continueOnFail;
				const isWritten = rules && !isOver;
				return await Promise.resolve(
					isWritten ? bulkWrite(run, record, rules, read) : notWritten(read.failed),
				);
			},
		};
	});
}

/** Rows that are written as they are: nothing has to be looked up for them. */
function bulkWrite(
	run: Run,
	record: RecordDescription,
	rules: BulkRules,
	{ rows, failed }: RowsOfRun,
): Prepared {
	const write = async () => {
		const written = await writeRows(run, rules, rows);
		const told = identified(record, written, rows, { onlyFailed: run.released !== undefined });
		return inOrder([...failed, ...told]);
	};
	const ids = rows.map(({ parts }) => idIn(parts.body)).filter((id) => id !== undefined);
	return { keys: new Set(ids), write };
}
