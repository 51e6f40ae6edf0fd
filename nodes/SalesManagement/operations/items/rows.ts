/** Items become rows, as if a user had filled in the form with IDs; how rows are sent one by one or together. */
import { sendBulk, type BulkJob } from '../../api/bulk/sendAndSplit';
import { inTimeSlices } from '../../api/http/clock';
import type { Item, NameReader } from '../../fields';
import {
	isFrom,
	type InputRow,
	type ItemOutput,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../model';
import { fillItems } from './columns';
import { withNames, type SearchedNames } from './names';
import { readItem } from './row/row';

const LOST =
	'Some text holds \ufffd: letters were lost when a file was saved or read. Save it as UTF-8, or set Encoding in Extract from File.';

/** A row, or what is wrong with it. */
export interface RowRead extends InputRow {
	readonly error?: unknown;
}

/**
 * Reads the rows of items: their columns where these fill the fields, with names looked up where an item gives one.
 * @param searched what names were searched for already, where the items of a run come in parts; more is added.
 */
export async function readRows(
	run: Run,
	operation: NodeOperation,
	searched?: SearchedNames,
): Promise<readonly RowRead[]> {
	const { form } = operation;
	const filled = isFrom('input', form, run.items[0]) ? await fillItems(run, form) : run.items;
	// Without Continue On Fail the first item that can't be filled in ends the run: all that is wrong in it is told.
	const wrong = run.continueOnFail ? undefined : filled.find(({ error }) => error !== undefined);
	const items = wrong ? [wrong] : filled;
	/** Notes that an item gives a name; what it returns is used by nobody. */
	const asked: unknown[] = [];
	const names: NameReader = {
		idsOf: (each) => [asked.push(each)],
		idsBeside: (each) => void asked.push(each),
		fieldsOf: (each) => void asked.push(each),
	};
	const rows: RowRead[] = [];
	const add = (item: Item, reader = item.names): void => {
		const read = readItem(operation, { ...item, names: reader });
		if (JSON.stringify(read.parts.body).includes('\ufffd')) run.hint(LOST, 'warning');
		rows.push({ settings: undefined, ...read, index: item.index, item });
	};
	for await (const item of inTimeSlices(items)) {
		add(item, names);
		if (asked.length > 0) break;
	}
	if (asked.length === 0) return rows;
	rows.length = 0;
	const named = await withNames({ ...run, items }, operation, searched);
	for await (const item of inTimeSlices(named)) add(item);
	return rows;
}

/** An item of the run, or its row: what is told apart by the number of the item. */
type Numbered = Pick<Item, 'index'>;

/**
 * Carries rows out in requests, overlapping up to the rate limit. Without Continue On Fail the first failure
 * stops what has not begun.
 * @returns what became of those that were begun, in their order.
 */
export async function carryOutRows<Row extends Numbered>(
	{ continueOnFail }: Run,
	job: Omit<BulkJob<Row, ItemOutput>, 'isolate'>,
): Promise<ItemResult[]> {
	const outcomes = await sendBulk({ ...job, isolate: continueOnFail });
	return job.rows.flatMap(({ index }, at) => {
		const outcome = outcomes[at];
		if (outcome === undefined) return [];
		return [{ index, ...('error' in outcome ? outcome : outcome.value) }];
	});
}

/**
 * Runs one function for each input item.
 * @param each gets a signal, which is aborted once its requests that still wait are not to be sent any more.
 * @param keys items that write to the same thing, and so have a key in common, keep their order.
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
