/**
 * The names of a list, from wherever the service has them, as `records/dropdownSources.ts` says; which of them a
 * name may mean, and what is said where that is not one.
 */
import {
	match,
	NAMES,
	type Called,
	type Lookup,
	type NameAsked,
	type ScatteredNames,
} from '../fields';
import { distinctBy, listed, quoted, trimmed, upTo, UsageError } from '../shared';
import { allRecords, catalogOf, dealTypesOf, listedNames } from './catalog';
import { inTypes, named, Names, type NamedEntry } from './namedEntry';
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
	return {
		entries: ofType(entries, dealType),
		isComplete: false,
		isInSettings: settings !== undefined,
	};
}

/** As many names as a message lists. */
const SHOWN = 10;

const calledOf = (entry: NamedEntry): Called => ({
	names: [entry.name, entry.also ?? '', inTypes(entry)],
});

/** Those of a list that have the name. */
export const calledSo = (
	entries: readonly NamedEntry[],
	{ name, means }: NameAsked,
): readonly NamedEntry[] =>
	match(trimmed(name), entries, calledOf, NAMES).filter(
		(each) => means !== 'exact' || calledOf(each).names.includes(name),
	);

/**
 * The IDs of what a name means.
 * @throws UsageError where nothing has the name, or several have it, unless that means all of them.
 */
export function idsCalled(asked: NameAsked, list: NameList): readonly number[] {
	const { label, name, means } = asked;
	const found = calledSo(list.entries, asked);
	if (found.length === 0) throw unknownName(asked, list);
	if (found.length === 1 || means === 'all') return found.map(({ id }) => id);
	const each = found.map(({ id, name: called, dealTypes }) => {
		const told = [called, ...dealTypes.map((type) => type.name)].filter(Boolean);
		return `${id} (${told.join(', ')})`;
	});
	throw new UsageError(
		`${label} is ${quoted(name)}, which ${found.length} have: ${listed(upTo(SHOWN, each))}. Give the ID.`,
	);
}

function unknownName(
	{ label, name, means }: NameAsked,
	{ entries, isComplete, isInSettings = false, searched }: NameList,
): UsageError {
	if (searched !== undefined) {
		return new UsageError(
			`${label} is ${quoted(name)}, but no ${searched} has ${means === 'exact' ? 'exactly ' : ''}this name: correct it, or give an ID (By ID).`,
		);
	}
	const known = [...new Set(entries.map((each) => each.name))];
	const choices =
		known.length > 0
			? `it knows ${listed(upTo(SHOWN, known))}. Give one of these, or an ID (By ID).`
			: 'the list is empty. Give an ID (By ID).';
	const without = isInSettings ? 'Without a V1 API Key in the credential, only' : 'Only';
	const where = isComplete ? '' : ` ${without} names in the newest records are known.`;
	return new UsageError(
		`${label} is ${quoted(name)}, which is no name in its list: ${choices}${where}`,
	);
}
