/** Items as if a user had filled in the form, with IDs: columns stand for its fields, and names for IDs. */
import type { Item } from '../fields';
import type { NameSources } from '../lists';
import { filledItems } from './columns';
import { withNames, type SearchedNames } from './names';
import type { Loaded, Run } from './operation';

type Resolving = Pick<Run, 'client' | 'items' | 'splitting' | 'continueOnFail' | 'hint'>;

/** What was looked up for some items is known to those that follow. */
export class Resolver {
	private readonly names: SearchedNames = new Map();
	private readonly warnings = new Set<string>();

	constructor(
		private readonly operation: Pick<Loaded, 'form' | 'alsoNames'>,
		private readonly sources: NameSources,
	) {}

	/**
	 * @returns the items; only the first that can't be filled in, where that ends the run: all that is
	 * wrong in it is told before anything is sent.
	 */
	async resolve(run: Resolving): Promise<readonly Item[]> {
		const { operation, sources, names } = this;
		const { items, hint } = await filledItems(run.items, operation.form, sources);
		if (hint !== undefined && !this.warnings.has(hint)) {
			this.warnings.add(hint);
			run.hint(hint, 'warning');
		}
		const wrong = run.continueOnFail ? undefined : items.find(({ error }) => error !== undefined);
		const open = wrong ? [wrong] : items;
		return await withNames({ ...run, items: open }, operation, sources, names);
	}
}
