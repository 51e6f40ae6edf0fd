/** Writes rows, in bulk where the service has it for their record, else with one request each. */
import type { IDataObject } from 'n8n-workflow';
import { sendBulk } from '../api/bulk/bulk';
import { untilUnwanted } from '../api/client';
import { ServiceError } from '../api/errors/errors';
import { ROUTES } from '../api/routes/routes';
import type { ServiceRequest } from '../api/types';
import { readOnce } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { groupedBy, isBlank, layered } from '../values';
import { answerTo } from './answer';
import { batchControls } from './bulk';
import type { ItemResult, Run } from './operation';
import type { InputRow } from './rows';
import { createdIds, idIn, succeeded, updatedRows } from './rowsRead';
import { kindOfItem, rowName } from './rowsTold';
import { listed } from './tell';

/** The property that holds a record's rows, in lists and in bulk requests alike (v2 §4). */
function pluralOf(record: RecordDescription): string {
	const list = routeOf(record, 'getMany');
	const rules = list && (ROUTES.v2[list] ?? ROUTES.v1[list])?.list;
	return rules?.plural ?? record.many;
}

/** The part of a bulk request that is the same for all of its rows. */
const groupKey = ({ parts: { path, query, group } }: InputRow) =>
	JSON.stringify([path, query, group]);

/** The items of rows that were sent together. */
const itemsOf = (rows: readonly InputRow[]): string =>
	`${kindOfItem(rows[0]?.item)}s ${listed(rows.map(({ index }) => index))}`;

/** The error with its row indexes counted across the input items instead of the rows as sent. */
function inItems(error: unknown, rows: readonly InputRow[]): unknown {
	if (!(error instanceof ServiceError) || error.bulkErrors.length === 0) return error;
	const bulkErrors = error.bulkErrors.map(({ index, messages }) => {
		const item = rows[index]?.item ?? { index };
		return { index: item.index, messages, who: rowName(item) };
	});
	return error.with({ bulkErrors });
}

/** What a row changes: of a new record nobody else's. */
const changed = ({ parts: { body } }: InputRow) => idIn(body);

/** Rows that can share a request one behind the other; of those that change one record the last comes last. */
function asSent(rows: readonly InputRow[]): readonly InputRow[] {
	if (groupedBy(rows, groupKey).size < 2) return rows;
	const turns = layered(rows, (row) => changed(row) ?? row);
	return turns.flatMap((turn) => [...groupedBy(turn, groupKey).values()].flat());
}

/**
 * Gives each row its own result. Rows that change one record keep their order. Without Continue On
 * Fail a row that fails stops those that are not sent yet, and what others wrote is still reported.
 */
export async function write(
	run: Run,
	record: RecordDescription,
	kind: 'create' | 'update',
	given: readonly InputRow[],
): Promise<ItemResult[]> {
	const bulk = routeOf(record, `${kind}Many`);
	const operation = bulk ?? routeOf(record, kind);
	if (operation === undefined) return [];
	const plural = pluralOf(record);
	const { skipped } = record.operations.find((each) => each.kind === 'updateMany') ?? {};
	const read = kind === 'create' ? createdIds(operation) : updatedRows(operation, plural, skipped);
	const rows = asSent(given);
	const outcomes = await sendBulk<InputRow, IDataObject>({
		rows,
		size: bulk ? readOnce(batchControls, run.items)?.batchSize : 1,
		group: groupKey,
		isolate: run.continueOnFail,
		splitting: run.splitting,
		changes: changed,
		nameOf: itemsOf,
		send: async (batch, unwanted) => {
			const { path = {}, query, group, body = {} } = batch[0]?.parts ?? {};
			const { id, ...fields } = body;
			const ofOne = { path: isBlank(id) ? path : { ...path, id: id as number }, body: fields };
			const ofAll = { path, body: { ...group, [plural]: batch.map(({ parts }) => parts.body) } };
			const answer = await answerTo(
				untilUnwanted(run.client, unwanted),
				{ operation, query: query as ServiceRequest['query'], ...(bulk ? ofAll : ofOne) },
				{ writes: true, returns: bulk ? 'rows' : 'record' },
			);
			if (!bulk) return [{ id: idIn(answer) ?? id }];
			return answer === undefined ? batch.map(succeeded) : read(answer, batch);
		},
	});
	return outcomes.map((outcome, at) => {
		const index = rows[at]?.index ?? at;
		return 'error' in outcome
			? { index, error: inItems(outcome.error, rows) }
			: { index, records: [outcome.value] };
	});
}
