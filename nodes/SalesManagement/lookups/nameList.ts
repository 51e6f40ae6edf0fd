/** The names of a list, from wherever the service has them: `records/dropdownSources.ts` says where. */
import type { Lookup, ScatteredNames } from '../fields';
import { distinctBy } from '../shared';
import { allRecords, catalogOf, dealTypesOf, listedNames } from './catalog';
import { named, Names, type NamedEntry } from './namedEntry';
import type { NameSources } from './source';

/** The names of a list. */
export interface NameList {
	readonly entries: readonly NamedEntry[];
	/** Whether these are all; else those that the newest records show. */
	readonly isComplete: boolean;
	/** Whether a v1 key would show them all. */
	readonly isInSettings?: boolean;
	/** What was searched for the name; absent for a list that was read whole. */
	readonly searched?: string;
}

/** The entries that a deal type has; all where none is given. */
const ofType = (entries: readonly NamedEntry[], dealType?: number): readonly NamedEntry[] =>
	dealType === undefined
		? entries
		: entries.filter(
				({ dealTypes }) => dealTypes.length === 0 || dealTypes.some(({ id }) => id === dealType),
			);

/** The names of a list that each deal type has entries of its own in. */
export const perDealType = (lookup: Lookup): ScatteredNames | undefined =>
	lookup.kind === 'dropdown' && 'records' in lookup.names && lookup.names.ofDealType
		? lookup.names
		: undefined;

/**
 * The names of a dropdown's list; the long lists are searched instead.
 * @param dealType only the entries of this one, where each has its own.
 */
export async function nameList(
	sources: NameSources,
	lookup: Lookup,
	dealType?: number,
): Promise<NameList> {
	if (lookup.kind === 'locator') return { entries: [], isComplete: false };
	const { method, names } = lookup;
	if ('listedBy' in names) {
		return { entries: await listedNames(sources.own, names.listedBy), isComplete: true };
	}
	const { settings, records, ofDealType } = names;
	const v1 = settings && (await sources.settings());
	if (v1) {
		const { operation } = settings;
		const found = new Names(settings, ofDealType && !operation ? named : undefined);
		const roots = operation
			? await allRecords(v1, operation, { dealTypeId: dealType })
			: await dealTypesOf(v1);
		for (const root of roots) found.add(root);
		return { entries: ofType(found.entries, dealType), isComplete: true };
	}
	const catalogs = await Promise.all(
		records.of.map(async (resource) => await catalogOf(sources, resource, { dealType })),
	);
	const found = catalogs.flatMap(({ lists }) => lists.get(method)?.entries ?? []);
	// Ids rise in the order in which the settings were made, records come newest first.
	const entries = distinctBy(found, ({ id }) => id).sort((a, b) => a.id - b.id);
	const isInSettings = settings !== undefined;
	return { entries: ofType(entries, dealType), isComplete: false, isInSettings };
}
