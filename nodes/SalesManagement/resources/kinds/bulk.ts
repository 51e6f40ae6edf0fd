import type { IDataObject } from 'n8n-workflow';
import { sendBulk, type RowResult } from '../../api/bulk';
import { ServiceError } from '../../api/errors';
import type { ServiceRequest } from '../../api/types';
import type { Form, ItemResult, Naming, Operation, OperationOf, Run, Scope } from '../define';
import { isObject, type Field } from '../fields';
import { partsOf, pathFor, type Parts } from '../request';
import { createForm, updateForm } from './single';

/** One input item, read into its row and the request that it belongs to. */
export interface Row {
	readonly scope: Scope;
	readonly parts: Parts;
}

/** What the service's answer to a whole batch says of each of its rows, in order. */
type Answered = (body: unknown, rows: readonly Row[]) => IDataObject[];

export interface BulkRules {
	/** The property of the body that holds the rows. */
	readonly plural: string;
	readonly answered: Answered;
}

/** A bulk request's own part, the same for all of its rows. */
const groupKey = ({ parts: { path, query, group } }: Row) => JSON.stringify([path, query, group]);

/** Rows by a key, groups and rows in the order in which they first came. */
export function groupedBy(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
	const groups = new Map<string, Row[]>();
	for (const row of rows) {
		const group = groups.get(keyOf(row));
		if (group) group.push(row);
		else groups.set(keyOf(row), [row]);
	}
	return groups;
}

const batchRequest = (
	run: Run,
	route: string,
	plural: string,
	rows: readonly Row[],
): ServiceRequest => {
	const { path = {}, query = {}, group = {} } = rows[0]?.parts ?? {};
	return {
		operation: route,
		path: pathFor(run.client, route, path),
		query: query as ServiceRequest['query'],
		body: { ...group, [plural]: rows.map(({ parts }) => parts.body) },
	};
};

/** Reads every item's row first, so that bad input is found before anything is sent. */
export function readRows(run: Run, form: Form): { rows: Row[]; failed: ItemResult[] } {
	const rows: Row[] = [];
	const failed: ItemResult[] = [];
	for (const scope of run.scopes) {
		try {
			rows.push({ scope, parts: partsOf(form, scope) });
		} catch (error) {
			failed.push({ index: scope.index, error });
		}
	}
	return { rows, failed };
}

const resultOf = (
	{ scope: { index } }: Row,
	result: RowResult<IDataObject>,
	group: readonly Row[],
): ItemResult =>
	'error' in result
		? { index, error: inItems(result.error, group) }
		: { index, records: [result.value] };

/** The error with its row indexes counted through the input items instead of the group. */
const inItems = (error: unknown, group: readonly Row[]): unknown =>
	error instanceof ServiceError && error.bulkErrors.length > 0
		? error.with({
				bulkErrors: error.bulkErrors.map(({ index, messages }) => ({
					index: group[index]?.scope.index ?? index,
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
	route: string,
	{ plural, answered }: BulkRules,
	rows: readonly Row[],
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	for (const group of groupedBy(rows, groupKey).values()) {
		const outcomes = await sendBulk<Row, IDataObject>({
			rows: group,
			isolate: run.continueOnFail,
			send: async (batch) => {
				const { body } = await run.client.send(batchRequest(run, route, plural, batch));
				return answered(body, batch);
			},
		});
		outcomes.forEach((outcome, index) =>
			results.push(resultOf(group[index] as Row, outcome, group)),
		);
		if (!run.continueOnFail && outcomes.some((outcome) => 'error' in outcome)) break;
	}
	return results;
}

const bulk = (
	naming: Naming,
	texts: Pick<Operation, 'id' | 'name' | 'action' | 'description' | 'notice'>,
	form: Form,
	rules: BulkRules,
): Operation => {
	const route = `${naming.id}.${texts.id}`;
	return {
		...texts,
		route,
		form,
		writes: true,
		run: async (run) => {
			const { rows, failed } = readRows(run, form);
			if (failed.length > 0 && !run.continueOnFail) return failed;
			const results = [...failed, ...(await writeRows(run, route, rules, rows))];
			return results.sort((a, b) => a.index - b.index);
		},
	};
};

/** An array of ids in the order of the rows (v2 §4). */
const ids: Answered = (body, rows) => {
	const list = Array.isArray(body) ? (body as number[]) : [];
	return rows.map((row, position) => ({
		...(list[position] === undefined ? { success: true } : { id: list[position] }),
		...idOf(row),
	}));
};

const idOf = ({ parts: { body } }: Row): IDataObject => ('id' in body ? { id: body.id } : {});

/** `{<plural>, skipped<Plural>}`: a record that the service skipped is shown as such (v2 §4.6). */
const recordsAndSkipped =
	(plural: string, skippedKey: string): Answered =>
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

/** The rules of a bulk write: ids come back, or records with those that were skipped. */
export const bulkRules = (plural: string, skipped?: string): BulkRules => ({
	plural,
	answered: skipped === undefined ? ids : recordsAndSkipped(plural, skipped),
});

interface BulkForm {
	readonly plural: string;
	readonly path?: readonly Field[];
	readonly fields: readonly Field[];
	readonly top?: readonly Field[];
	readonly extra?: readonly Field[];
	/** The property of the answer that lists what was skipped. */
	readonly skipped?: string;
	readonly notice?: string;
}

export const createMany =
	({ plural, notice, ...form }: BulkForm): OperationOf =>
	(naming) =>
		bulk(
			naming,
			{
				id: 'createMany',
				name: 'Create Many',
				action: `Create many ${naming.many}`,
				description: `Create ${naming.many} from all input items, up to 1,000 in one request`,
				notice,
			},
			createForm(form),
			bulkRules(plural),
		);

export const updateMany =
	({ plural, skipped, notice, ...form }: BulkForm): OperationOf =>
	(naming) =>
		bulk(
			naming,
			{
				id: 'updateMany',
				name: 'Update Many',
				action: `Update many ${naming.many}`,
				description: `Change ${naming.many} from all input items, up to 1,000 in one request`,
				notice,
			},
			updateForm(form),
			bulkRules(plural, skipped),
		);
