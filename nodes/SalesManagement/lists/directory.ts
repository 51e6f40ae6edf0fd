import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Dropdown, ScatteredNames } from '../fields';
import { distinctBy } from '../values';
import { allRecords, catalogOf, dealTypesOf } from './catalog';
import { named, Names, ofType, type NamedEntry } from './namedEntry';
import { recordSource, settingsSource, type LookupSource } from './source';

/** Where names are read from. */
export interface NameSources {
	/** What the node's credential reaches. */
	readonly own: LookupSource;
	/** Whether no more than a page of the newest records is read, since n8n waits for it. */
	readonly onePage?: boolean;
	/** Version 1, which has the domain settings; `undefined` without a key for it. */
	readonly settings: () => Promise<LookupSource | undefined>;
}

/** Where a form reads names from, which n8n waits for to open it. */
export const sourcesIn = async (context: ILoadOptionsFunctions): Promise<NameSources> => ({
	own: await recordSource(context),
	onePage: true,
	settings: async () => await settingsSource(context),
});

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

/** The names in v1's settings, or in the v1 list that has them all. */
async function fromSettings(
	source: LookupSource,
	{ settings, ofDealType }: ScatteredNames,
	dealType: number | undefined,
): Promise<NamedEntry[]> {
	if (!settings) return [];
	const names = new Names(settings);
	if (settings.operation !== undefined) {
		const all = await allRecords(source, settings.operation, { dealTypeId: dealType });
		for (const each of all) names.add(each);
		return names.entries;
	}
	for (const each of await dealTypesOf(source))
		names.add(each, ofDealType ? named(each) : undefined);
	return names.entries;
}

/**
 * Names that no list returns: from v1's settings, else from the newest records.
 * @param dealType reads only the deals of this type, where each deal type has names of its own.
 */
export async function scatteredNames(
	{ own, settings, onePage }: NameSources,
	{ method }: Pick<Dropdown, 'method'>,
	names: ScatteredNames,
	dealType?: number,
): Promise<NameList> {
	const isInSettings = names.settings !== undefined;
	const source = isInSettings ? await settings() : undefined;
	if (source) {
		const entries = await fromSettings(source, names, dealType);
		return { entries: ofType(entries, dealType), isComplete: true };
	}
	const catalogs = await Promise.all(
		names.records.of.map(
			async (resource) =>
				await catalogOf(own, resource, { onePage, ...(resource === 'deal' && { dealType }) }),
		),
	);
	const found = catalogs.flatMap(({ lists }) => lists.get(method) ?? []);
	// Ids rise in the order in which the settings were made, records come newest first.
	const entries = distinctBy(found, ({ id }) => id).sort((a, b) => a.id - b.id);
	return { entries: ofType(entries, dealType), isComplete: false, isInSettings };
}

/** All users, roles or groups; a user goes by the email address as well. */
export async function listedNames(
	{ own }: Pick<NameSources, 'own'>,
	operation: 'user.getMany' | 'role.getMany' | 'userGroup.getMany',
	query: Readonly<Record<string, number>> = {},
): Promise<NameList> {
	const records = await allRecords(own, operation, query);
	const entries = records.flatMap((record) => {
		const each = named(record);
		const also = typeof record.email === 'string' ? { also: record.email } : {};
		return each ? [{ ...each, ...also, dealTypes: [] }] : [];
	});
	// Pages may shift while they are read.
	return { entries: distinctBy(entries, ({ id }) => id), isComplete: true };
}
