import { inTimeSlices } from './row/slices';
import {
	inOrder,
	isFailure,
	type InputRow,
	type ItemResult,
	type Loaded,
	type Parts,
	type Run,
} from '../model/operation';
import { readItem } from './row/row';
import { identifyingValues } from './row/rowIdentity';

/** A program that takes bytes for UTF-8 which are not puts U+FFFD in their place. */
const LOST =
	'Some text holds \ufffd: letters were lost when a file was saved or read. Save it as UTF-8, or set Encoding in Extract from File.';

/**
 * Reads every item's row, and carries out all of them: without Continue On Fail only where each can be read,
 * so that bad input is found before anything is sent.
 * @returns what became of each item; of a failure also whose it is.
 */
export async function resultsOf(run: Run, operation: Loaded): Promise<ItemResult[]> {
	const { items, continueOnFail } = run;
	const rows: InputRow[] = [];
	const failed: ItemResult[] = [];
	const partsAt = new Map<number, Parts>();
	for await (const item of inTimeSlices(items)) {
		const { index } = item;
		const { parts, settings, error } = readItem(operation, item);
		partsAt.set(index, parts);
		if (JSON.stringify(parts.body).includes('\ufffd')) run.hint(LOST, 'warning');
		if (error === undefined) rows.push({ index, item, parts, settings });
		else failed.push({ index, error });
	}
	const isRefused = failed.length > 0 && !continueOnFail;
	const done = isRefused ? [] : await operation.carryOut(run, rows);
	const results = inOrder([...failed, ...done]);
	const { record } = operation.form.filling ?? {};
	if (!record) return results;
	const identify = identifyingValues(record);
	return results.map((result) => {
		const parts = partsAt.get(result.index);
		return isFailure(result) && parts ? { ...result, who: identify(parts) } : result;
	});
}
