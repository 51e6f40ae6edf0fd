/**
 * Reads items into rows, as if a user had filled in the form with IDs, and carries rows out one by one or
 * together.
 */
import type { IDataObject } from 'n8n-workflow';
import { sendBulk, type BulkJob } from '../../api/bulk/sendAndSplit';
import type { Item } from '../../fields';
import { isObject, UsageError } from '../../shared';
import {
	fieldsFrom,
	type Form,
	type ItemOutput,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../model';
import { fillItems } from './columns';
import { withNames, type RememberedNames } from './names';
import { readItem, type RowRead } from './row/row';

/**
 * Reads the rows of items, from their columns if these fill the fields. Names are looked up if an item gives one.
 * @param remembered the names that earlier chunks of a file looked up; further ones are added.
 */
export async function readRows(
	run: Run,
	operation: NodeOperation,
	remembered?: RememberedNames,
): Promise<readonly RowRead[]> {
	const { form } = operation;
	const items = fieldsFrom(form, run.items[0]) === 'input' ? await fillItems(run, form) : run.items;
	const readRow = (item: Item): RowRead => {
		// Columns that people chose in the mapper stand there beside their fields.
		const read = readItem(operation, item, item.skipped && run.columns.told);
		leaveOutReasons(read.parts.body, item, form.filling);
		return read;
	};
	const rows = await withNames({ ...run, items }, readRow, remembered);
	for (const { item, skipped, error, parts } of rows) {
		if (hasLostLetters(parts.body)) {
			run.hint(
				'Some text holds \ufffd: letters were lost when a file was saved or read. Save it as UTF-8, or set Encoding in Extract from File.',
				'warning',
			);
		}
		run.columns.skipped.add(skipped);
		// Only columns that fill the field of their name have rules that could help.
		if (item.skipped && error instanceof UsageError) run.columns.refused.add(error.unknownNames);
	}
	return rows;
}

/** Whether a text in a value holds the sign for a letter that could not be read. */
const hasLostLetters = (value: unknown) =>
	typeof value === 'string'
		? value.includes('\ufffd')
		: Object.values(value ?? {}).some(hasLostLetters);

/** A reason for all rows is that of closed deals alone (v2 §2.6, Rule D-R). */
function leaveOutReasons(
	body: IDataObject,
	{ constants = [], names }: Item,
	filling: Form['filling'],
): void {
	const { phase } = body;
	const reasons = filling?.record.rule?.names.filter((name) => constants.includes(name)) ?? [];
	if (reasons.length === 0 || !isObject(phase) || !names?.isInProgress?.(phase.id)) return;
	for (const each of reasons) delete body[each];
}

/** An item or a row, which is identified by the index of the item. */
type Numbered = Pick<Item, 'index'>;

/**
 * Carries rows out in requests, several at a time as far as the rate limit allows. Without Continue On Fail the
 * first failure stops all requests that have not begun.
 * @returns the results of the rows that were begun, in their order.
 */
export async function carryOutRows<Row extends Numbered>(
	{ continueOnFail }: Run,
	job: Omit<BulkJob<Row, ItemOutput>, 'isolate'>,
): Promise<ItemResult[]> {
	const outcomes = await sendBulk({ ...job, isolate: continueOnFail });
	return job.rows.flatMap(({ index }, at): ItemResult[] => {
		const outcome = outcomes[at];
		if (outcome === undefined) return [];
		if ('error' in outcome) return [{ index, error: outcome.error }];
		const { records, files, ids } = outcome.value;
		return [{ index, records, files, ids }];
	});
}

/**
 * Runs one function for each input item.
 * @param each gets a signal that is aborted when requests that still wait must not be sent any more.
 * @param keys the things that an item writes to: items with a key in common keep their order.
 */
export const mapItems = async <Each extends Numbered>(
	run: Run,
	items: readonly Each[],
	each: (item: Each, signal: AbortSignal) => Promise<ItemOutput>,
	keys?: (item: Each) => readonly string[],
): Promise<ItemResult[]> =>
	await carryOutRows(run, {
		rows: items,
		size: 1,
		keys,
		send: async ([item], signal) => [await each(item as Each, signal)],
	});
