import { inBreaths } from './slices';
import {
	inOrder,
	isFailure,
	type InputRow,
	type ItemResult,
	type Loaded,
	type Run,
} from './operation';
import { partsOf } from './request';
import { whoIs } from './rowIdentity';

/**
 * Reads every item's row, and carries out all of them: without Continue On Fail only where each can be read,
 * so that bad input is found before anything is sent.
 * @returns what became of each item; of a failure also whose it is.
 */
export async function resultsOf(run: Run, { form, carryOut }: Loaded): Promise<ItemResult[]> {
	const { items, continueOnFail } = run;
	const rows: InputRow[] = [];
	const failed: ItemResult[] = [];
	for await (const some of inBreaths(items)) {
		for (const item of some) {
			const { index } = item;
			try {
				rows.push({ index, item, parts: partsOf(form, item) });
			} catch (error) {
				failed.push({ index, error });
			}
		}
	}
	const isRefused = failed.length > 0 && !continueOnFail;
	const results = inOrder([...failed, ...(isRefused ? [] : await carryOut(run, rows))]);
	const itemOf = new Map(items.map((item) => [item.index, item]));
	return results.map((result) => {
		const item = itemOf.get(result.index);
		return isFailure(result) && item ? { ...result, who: whoIs(form, item) } : result;
	});
}
