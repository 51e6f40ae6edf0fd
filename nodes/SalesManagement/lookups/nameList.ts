/**
 * Reads the names of a list, wherever `records/data/lookups.json` says they are, and finds the entry that a
 * name means, or says why there is none.
 */
import {
	match,
	NAMES,
	type Aliases,
	type Lookup,
	type NameQuery,
	type ScatteredNames,
} from '../fields';
import { distinctBy, quoted, trimmed, listedUpTo, unknownName, UsageError } from '../shared';
import { allRecords, catalogOf, dealTypesOf, listedNames } from './catalog';
import { inTypes, idAndName, NameCollector, type NamedEntry } from './namedEntry';
import type { NameSources } from './source';

/** The names of a list. */
export interface NameList {
	readonly entries: readonly NamedEntry[];
	/** Whether the list is complete; else it has what the newest records show. */
	readonly isComplete: boolean;
	/** Whether a v1 key would complete it. */
	readonly isInSettings?: boolean;
	/**
	 * The kind of record that was searched for the name, such as `customer`; absent for a list that was read
	 * whole.
	 */
	readonly searched?: string;
}

/** The entries that a deal type has; all where none is given. */
const ofType = (entries: readonly NamedEntry[], dealType?: number): readonly NamedEntry[] =>
	dealType === undefined
		? entries
		: entries.filter(
				({ dealTypes }) => dealTypes.length === 0 || dealTypes.some(({ id }) => id === dealType),
			);

/** The names of a list in which each deal type has entries of its own; `undefined` for other lists. */
export const perDealType = (lookup: Lookup): ScatteredNames | undefined =>
	lookup.kind === 'dropdown' && 'records' in lookup.names && lookup.names.ofDealType
		? lookup.names
		: undefined;

/**
 * The names of a dropdown's list. Long lists, which have a locator, are searched instead.
 * @param dealType only the entries of this type, if each type has its own.
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
	const v1 = settings && sources.settings;
	if (v1) {
		const { operation } = settings;
		const found = new NameCollector(settings, ofDealType && !operation ? idAndName : undefined);
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
	// Ids rise in the order in which settings were made, while records come newest first.
	const entries = distinctBy(found, ({ id }) => id).sort((a, b) => a.id - b.id);
	return {
		entries: ofType(entries, dealType),
		isComplete: false,
		isInSettings: settings !== undefined,
	};
}

/** The most names in a message. */
const SHOWN = 10;

const aliasesOf = (entry: NamedEntry): Aliases => ({
	names: [entry.name, entry.also ?? '', inTypes(entry)],
});

/** A model can't choose By ID, nor can a row; a record given whole is meant in every mode. */
const anId = (id = 12) =>
	`an ID (By ID, as {"id": ${id}}, or in a column that is called like the field with Id behind it, such as customerId)`;

/** The entries of a list with a name. */
export const findByName = (
	entries: readonly NamedEntry[],
	{ name, means }: NameQuery,
): readonly NamedEntry[] =>
	match(trimmed(name), entries, aliasesOf, NAMES).filter(
		(each) => means !== 'exact' || aliasesOf(each).names.includes(name),
	);

/**
 * The IDs of the entries that a name means.
 * @throws UsageError if no entry has the name, or if several have it and the name may not mean all of them.
 */
export function findIdsByName(asked: NameQuery, list: NameList): readonly number[] {
	const { label, name, means } = asked;
	const found = findByName(list.entries, asked);
	if (found.length === 0) throw nothingNamed(asked, list);
	if (found.length === 1 || means === 'all') return found.map(({ id }) => id);
	const each = found.map(({ id, name: called, dealTypes }) => {
		const told = [called, ...dealTypes.map((type) => type.name)].filter(Boolean);
		return `${id} (${told.join(', ')})`;
	});
	throw new UsageError(
		`${label} is ${quoted(name)}, which ${found.length} have: ${listedUpTo(SHOWN, each)}. Give ${anId(found[0]?.id)}.`,
	);
}

function nothingNamed(asked: NameQuery, list: NameList): UsageError {
	const { label, name } = asked;
	return unknownName(`${label} is ${quoted(name)}, ${whyUnknown(asked, list)}`, label, name);
}

function whyUnknown(
	{ means }: NameQuery,
	{ entries, isComplete, isInSettings = false, searched }: NameList,
): string {
	if (searched !== undefined) {
		return `but no ${searched} that the credential sees has ${means === 'exact' ? 'exactly ' : ''}this name: correct it, create it first, or give ${anId()}.`;
	}
	const known = [...new Set(entries.map((each) => each.name))];
	const choices =
		known.length > 0
			? `it knows ${listedUpTo(SHOWN, known)}. Give one of these, or ${anId()}.`
			: `the list is empty. Give ${anId()}.`;
	const without = isInSettings ? 'Without a V1 API Key in the credential, only' : 'Only';
	const where = isComplete ? '' : ` ${without} names in the newest records are known.`;
	return `which is no name in its list: ${choices}${where}`;
}
