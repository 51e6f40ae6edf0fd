/** Writes rows, in bulk where the service has it for their record, else with one request each. */
import type { IDataObject } from 'n8n-workflow';
import { sendBulk } from '../api/bulk/bulk';
import { ServiceError } from '../api/errors/errors';
import { ROUTES, type OperationId } from '../api/routes/routes';
import type { ServiceRequest } from '../api/types';
import { readOnce } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { answerTo } from './answer';
import { batchControls } from './bulk';
import { mapItems } from './mapItems';
import type { ItemResult, Run } from './operation';
import { groupsInOrder } from './rowOrder';
import type { InputRow } from './rows';
import { createdIds, idIn, succeeded, updatedRows, type RowsRead } from './rowsRead';
import { kindOfItem, rowName } from './rowsTold';
import { listed } from './tell';

/**
 * Gives each row its own result. Rows that change one record keep their order. Without Continue On
 * Fail a row that fails stops those that are not sent yet, and what others wrote is still reported.
 */
export async function write(
	run: Run,
	record: RecordDescription,
	kind: 'create' | 'update',
	rows: readonly InputRow[],
): Promise<ItemResult[]> {
	if (rows.length === 0) return [];
	const bulk = routeOf(record, `${kind}Many`);
	if (bulk !== undefined) return await inBulk(run, { record, kind, route: bulk }, rows);
	const route = routeOf(record, kind);
	return route === undefined ? [] : await oneByOne(run, { record, kind, route }, rows);
}

interface Writing {
	readonly record: RecordDescription;
	readonly kind: 'create' | 'update';
	readonly route: OperationId;
}

/** The property that holds a record's rows, in lists and in bulk requests alike (v2 §4). */
function pluralOf(record: RecordDescription): string {
	const list = routeOf(record, 'getMany');
	const rules = list && (ROUTES.v2[list] ?? ROUTES.v1[list])?.list;
	return rules?.plural ?? record.many;
}

/** How the answer to a bulk request is read. */
function rowsReadOf({ record, kind, route }: Writing): RowsRead {
	if (kind === 'create') return createdIds(route);
	const { skipped } = record.operations.find((each) => each.kind === 'updateMany') ?? {};
	return updatedRows(route, pluralOf(record), skipped);
}

/** The part of a bulk request that is the same for all of its rows. */
const groupKey = ({ parts: { path, query, group } }: InputRow) =>
	JSON.stringify([path, query, group]);

/** The items of rows that were sent together. */
const itemsOf = (rows: readonly InputRow[]): string =>
	`${kindOfItem(rows[0]?.item)}s ${listed(rows.map(({ item }) => item.index))}`;

/** The error with its row indexes counted across the input items instead of the rows as sent. */
function inItems(error: unknown, rows: readonly InputRow[]): unknown {
	if (!(error instanceof ServiceError) || error.bulkErrors.length === 0) return error;
	const bulkErrors = error.bulkErrors.map(({ index, messages }) => {
		const item = rows[index]?.item ?? { index };
		return { index: item.index, messages, who: rowName(item) };
	});
	return error.with({ bulkErrors });
}

async function inBulk(
	run: Run,
	writing: Writing,
	given: readonly InputRow[],
): Promise<ItemResult[]> {
	const { record, route } = writing;
	const changes = ({ parts }: InputRow) => idIn(parts.body);
	const rows = groupsInOrder(given, groupKey, changes).flat();
	const outcomes = await sendBulk<InputRow, IDataObject>({
		rows,
		size: readOnce(batchControls, run.items)?.batchSize,
		group: groupKey,
		isolate: run.continueOnFail,
		splitting: run.splitting,
		changes,
		nameOf: itemsOf,
		send: async (batch, unwanted) => {
			const { path = {}, query = {}, group = {} } = batch[0]?.parts ?? {};
			const body = await answerTo(
				run.client,
				{
					operation: route,
					path,
					query: query as ServiceRequest['query'],
					body: { ...group, [pluralOf(record)]: batch.map(({ parts }) => parts.body) },
				},
				{ writes: true, returns: 'rows', unwanted },
			);
			return body === undefined ? batch.map(succeeded) : rowsReadOf(writing)(body, batch);
		},
	});
	return outcomes.map((outcome, at) => {
		const index = rows[at]?.item.index ?? at;
		return 'error' in outcome
			? { index, error: inItems(outcome.error, rows) }
			: { index, records: [outcome.value] };
	});
}

async function oneByOne(
	run: Run,
	{ kind, route }: Writing,
	rows: readonly InputRow[],
): Promise<ItemResult[]> {
	const isUpdate = kind === 'update';
	return await mapItems(
		{ ...run, items: rows.map(({ item: { index }, parts }) => ({ index, parts })) },
		async ({ parts: { path, query, body } }, unwanted) => {
			const { id, ...rest } = body;
			const request: ServiceRequest = {
				operation: route,
				path: isUpdate ? { ...path, id: id as number } : path,
				query: query as ServiceRequest['query'],
				body: rest,
			};
			const expected = { writes: true, returns: 'record', unwanted } as const;
			return [{ id: idIn(await answerTo(run.client, request, expected)) ?? id }];
		},
		// Two values may lead to one record, whose last update is then the last item's.
		({ parts }) => (isUpdate ? [JSON.stringify(parts.body.id)] : []),
	);
}
