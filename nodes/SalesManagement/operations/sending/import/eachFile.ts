import type { Item } from '../../../fields';
import { isFailure, type ItemResult, type Run } from '../../model';

/**
 * Carries out the files of items, one after the other; without Continue On Fail none after the first failure.
 * @returns the results, with an error for a file that could not be carried out.
 */
export async function eachFile<Each extends Pick<Item, 'index'>>(
	{ continueOnFail }: Run,
	all: readonly Each[],
	carryOut: (each: Each) => Promise<readonly ItemResult[]>,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	for (const each of all) {
		try {
			results.push(...(await carryOut(each)));
		} catch (error) {
			results.push({ index: each.index, error });
		}
		if (!continueOnFail && results.some(isFailure)) break;
	}
	return results;
}
