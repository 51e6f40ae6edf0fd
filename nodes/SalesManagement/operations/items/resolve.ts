/** Items as if a user had filled in the form, with IDs: columns stand for its fields, and names for IDs. */
import type { Item } from '../../fields';
import type { NameSources } from '../../lookups';
import { filledItems } from './columns';
import { withNames, type SearchedNames } from './names';
import type { Loaded, Run } from '../model/operation';

/**
 * @returns resolves the items of a run; only the first that can't be filled in, where that ends the run: all
 * that is wrong in it is told before anything is sent.
 */
export function resolver(operation: Pick<Loaded, 'form' | 'read'>, sources: NameSources) {
	/** What was looked up for some items is known to those that follow. */
	const searched: SearchedNames = new Map();
	return async (run: Run): Promise<readonly Item[]> => {
		const items = await filledItems(run, operation.form, sources);
		const wrong = run.continueOnFail ? undefined : items.find(({ error }) => error !== undefined);
		return await withNames(
			{ ...run, items: wrong ? [wrong] : items },
			operation,
			sources,
			searched,
		);
	};
}
