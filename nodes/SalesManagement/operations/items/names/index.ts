/**
 * Names are as good as IDs. Before an operation begins, the names that its items give are looked up,
 * each distinct one once; the fields then read them as they read IDs.
 */
import type { Client } from '../../../api/routes/types';
import type { Item } from '../../../fields';
import { rememberingFor, type LookupSource, type NameSources } from '../../../lookups';
import { readItem, type Readable } from '../row/row';
import { inTimeSlices } from '../row/slices';
import { KnownNames, type SearchedNames } from './knownNames';
import type { NamingRun } from './nameSearch';

export type { SearchedNames } from './knownNames';

/**
 * What was looked up may decide what else is asked for, until that is known too: what a field is decides what
 * its values are, and a deal's type which phases there are. Items are read as they are later, so that their
 * readers of names are asked for them; what is wrong is told then.
 * @param before what was searched for already, for a run whose items come in parts; more is added.
 * @returns the items, each with a reader for the names that it gives; as they are where none gives any.
 */
export async function withNames(
	run: NamingRun,
	operation: Readable,
	sources: NameSources,
	before: SearchedNames = new Map(),
): Promise<readonly Item[]> {
	const known = new KnownNames(run, sources, before);
	const items = run.items.map((item) => known.named(item));
	for (let open: readonly Item[] = items; open.length > 0; open = await known.lookUp()) {
		for await (const each of inTimeSlices(open)) readItem(operation, each);
	}
	// The readers of 12,000 rows take 29 MB.
	return known.isAsked ? items : run.items;
}

/**
 * @param settings opens version 1, when a list is only there.
 * @param sourceFor remembers what was read; when absent, each list once a run: what the dropdowns remember is no
 * use here, since a run would write by names as they were before the last one changed them.
 */
export function sourcesOf(
	client: Client,
	settings: () => Promise<Client | undefined>,
	sourceFor: (client: Client) => LookupSource = rememberingFor(Infinity),
): NameSources {
	let opened: Promise<LookupSource | undefined> | undefined;
	return {
		own: sourceFor(client),
		settings: async () => await (opened ??= settings().then((v1) => v1 && sourceFor(v1))),
	};
}
