import type { IDataObject } from 'n8n-workflow';
import { sendBulk, type RowResult } from '../api/bulk';
import { ServiceError } from '../api/errors';
import { ROUTES, type OperationId } from '../api/routes';
import type { ServiceRequest } from '../api/types';
import type { Field } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { isObject } from '../values';
import {
	identityOf,
	inOrder,
	type ItemResult,
	type Operation,
	type Run,
	type Spec,
} from './operation';
import { createForm, keyFields, nothingToChange, updateForm } from './perItem';
import type { Parts } from './request';
import { groupedBy, readRows, type InputRow } from './rows';

/** What the response to a whole batch says about each of its rows, in order. */
type RowsRead = (body: unknown, rows: readonly InputRow[]) => IDataObject[];

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
	group: readonly InputRow[],
): ItemResult =>
	'error' in result
		? { index, error: inItems(result.error, group) }
		: { index, records: [result.value] };

/** The error with its row indexes counted across the input items instead of the group. */
const inItems = (error: unknown, group: readonly InputRow[]): unknown =>
	error instanceof ServiceError && error.bulkErrors.length > 0
		? error.with({
				bulkErrors: error.bulkErrors.map(({ index, messages }) => ({
					index: group[index]?.item.index ?? index,
					messages,
				})),
			})
		: error;

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
	const results: ItemResult[] = [];
	for (const group of groupedBy(rows, groupKey).values()) {
		const outcomes = await sendBulk<InputRow, IDataObject>({
			rows: group,
			isolate: run.continueOnFail,
			send: async (batch) => {
				const { body } = await run.client.send(batchRequest(rules, batch));
				return rules.read(body, batch);
			},
		});
		outcomes.forEach((outcome, index) =>
			results.push(resultOf(group[index] as InputRow, outcome, group)),
		);
		if (!run.continueOnFail && outcomes.some((outcome) => 'error' in outcome)) break;
	}
	return results;
}

/** An array of ids in the order of the rows (v2 §4). */
const idsRead: RowsRead = (body, rows) => {
	const list = Array.isArray(body) ? (body as number[]) : [];
	return rows.map((row, position) => ({
		...(list[position] === undefined ? { success: true } : { id: list[position] }),
		...idOf(row),
	}));
};

const idOf = ({ parts: { body } }: InputRow): IDataObject => ('id' in body ? { id: body.id } : {});

/** `{<plural>, skipped<Plural>}`: a record that the service skipped is shown as such (v2 §4.6). */
const recordsAndSkipped =
	(plural: string, skippedKey: string): RowsRead =>
	(body, rows) => {
		const { [plural]: changed, [skippedKey]: skipped } = isObject(body) ? body : {};
		const changedById = byId(changed);
		const skippedById = byId(skipped);
		return rows.map(({ parts }) => {
			const id = parts.body.id as number;
			const skippedRecord = skippedById.get(id);
			if (skippedRecord) return { ...skippedRecord, skipped: true };
			return changedById.get(id) ?? { success: true, id };
		});
	};

const byId = (records: unknown): Map<number, IDataObject> =>
	new Map(
		(Array.isArray(records) ? records : [])
			.map((each: unknown) => (isObject(each) ? each : { id: each as number }))
			.map((each) => [each.id as number, each]),
	);

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
		read: skipped === undefined ? idsRead : recordsAndSkipped(plural, skipped),
	};
}

type BulkDefinition = Omit<Operation, 'run' | 'writes'> & {
	readonly check?: (parts: Parts) => void;
};

function bulkOperation(
	record: RecordDescription,
	kind: 'createMany' | 'updateMany',
	{ check, ...definition }: BulkDefinition,
): Operation {
	return {
		...definition,
		writes: true,
		run: async (run) => {
			const rules = bulkRules(record, kind);
			const { rows, failed } = readRows(run, definition.form, check);
			if (!rules || (failed.length > 0 && !run.continueOnFail)) return failed;
			return inOrder([...failed, ...(await writeRows(run, rules, rows))]);
		},
	};
}

export const createMany = (record: RecordDescription, spec: Spec): Operation =>
	bulkOperation(record, 'createMany', {
		...identityOf(spec),
		name: 'Create Many',
		action: `Create many ${record.many}`,
		description: `Create ${record.many} from all input items, up to 1,000 per request`,
		form: createForm(record, { path: record.bulk, options: spec.options }),
	});

/** In a bulk request the row itself says which record it changes. */
const keyInRow = (record: RecordDescription): Field[] =>
	keyFields(record).map((key) => ({ ...key, place: 'body' }));

export function updateMany(record: RecordDescription, spec: Spec): Operation {
	const form = updateForm(record, {
		path: [...record.bulk, ...keyInRow(record)],
		options: spec.options,
	});
	return bulkOperation(record, 'updateMany', {
		...identityOf(spec),
		name: 'Update Many',
		action: `Update many ${record.many}`,
		description: `Change ${record.many} from all input items, up to 1,000 per request`,
		form,
		check: ({ body }) => {
			if (Object.keys(body).every((name) => name === 'id')) throw nothingToChange(record, form);
		},
	});
}
