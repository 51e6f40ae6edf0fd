/** Searches the service for names in lists that are too long to be read whole. */
import type { IDataObject } from 'n8n-workflow';
import {
	folded,
	comparisonKey,
	textType,
	type ComparisonKey,
	type Item,
	type NameQuery,
} from '../../../fields';
import type { NameList } from '../../../lookups/nameList';
import type { NamedEntry } from '../../../lookups/namedEntry';
import { BY_ID, byId, lookUp, searchFor, type Finder } from '../../../lookups/search/batchLookUp';
import { recordOf, type RecordDescription } from '../../../records';
import {
	filledText,
	groupedBy,
	isObject,
	recordIdIn,
	textOf,
	trimmed,
	UsageError,
} from '../../../shared';
import type { Run } from '../../model';

/** The parts of a run that a look-up of names needs. The trigger has these, but no run. */
export type NamingRun = Pick<Run, 'client' | 'items' | 'sources' | 'splitting'>;

/** The list in which a name is looked for, or the error of reading it. */
export type Names = NameList | { readonly error: unknown };

/** A name that an item gives in place of an ID. */
export interface ItemNameQuery extends NameQuery {
	readonly item: Item;
	/** The deal type whose names are wanted; absent for all. */
	readonly dealType?: number;
}

/** The most pages of records that end like the names. */
const MOST_PAGES = 3;

const nameKey = (name: string): ComparisonKey => ({ exact: name, loose: folded(name) });

const entryOf = (record: IDataObject): NamedEntry => ({
	id: record.id as number,
	name: textOf(record.name),
	dealTypes: [],
	also: filledText(record.email),
});

/**
 * Searches for records by their names: first for equal names, then, for names without a match, for records that
 * end like them in any case (S3). The names of the second search are compared here.
 * @param asked distinct names.
 * @returns the list of records for each name.
 */
export async function searchNames(
	run: NamingRun,
	record: RecordDescription,
	asked: readonly ItemNameQuery[],
): Promise<ReadonlyMap<string, Names>> {
	const known = new Map<string, Names>();
	const search = async (some: readonly ItemNameQuery[], property: string, isAgain = false) => {
		const sought = some.map(({ item, name }) => {
			const value = trimmed(name);
			// A record may have the name with its blanks, or in characters of the usual width.
			const also = isAgain ? trimmed(name.normalize('NFKC')) : name;
			return { name, item, value, key: nameKey(value), also };
		});
		const field = { field: { name: property }, label: property, type: textType } as const;
		const finder: Finder = {
			async *find(values) {
				const operator = isAgain ? 'endsWith' : 'equals';
				let left = isAgain ? MOST_PAGES : Infinity;
				for await (const page of searchFor(run.client, record, { field, operator }, values)) {
					if (left-- === 0) {
						throw new UsageError(
							`No ${record.one} has exactly the name that was given, and too many end with it to look for other capital letters: correct it, or give an ID.`,
						);
					}
					yield page.filter(recordIdIn).flatMap(byEachName);
				}
			},
		};
		const outcomes = await lookUp({ ...run, continueOnFail: true }, finder, sought);
		for (const [{ name }, outcome] of outcomes) {
			if ('error' in outcome) known.set(name, outcome);
			else {
				const entries = outcome.value.map(entryOf);
				known.set(name, { entries, isComplete: true, searched: record.one });
			}
		}
	};
	const isMissed = ({ name }: ItemNameQuery) => {
		const names = known.get(name);
		return names && 'entries' in names && names.entries.length === 0;
	};
	// A contact can be given by its email address; a name with an @ is taken for one.
	const propertyOf = ({ name }: ItemNameQuery) =>
		record.id === 'contact' && name.includes('@') ? 'email' : 'name';
	for (const [property, some] of groupedBy(asked, propertyOf)) {
		await search(some, property);
		await search(some.filter(isMissed), property, true);
	}
	return known;
}

/** A record under each of its names. */
const byEachName = (record: IDataObject) =>
	[record.name, record.email].map((called) => ({ record, key: nameKey(textOf(called)) }));

/** The deal type in which an item's names are looked up; empty if the item gives neither a type nor a deal. */
export interface Scope {
	readonly dealType?: number;
	/** The error of finding it. */
	readonly error?: unknown;
}

function scopeIn({ id, dealType: shown }: IDataObject): Scope {
	const dealType = isObject(shown) ? recordIdIn(shown) : undefined;
	if (dealType !== undefined) return { dealType };
	const message = `The service does not show the deal type of deal ${textOf(id)}: give IDs.`;
	return { error: new UsageError(message) };
}

/** The deal type of a deal that the search did not show, since its index may lag behind. */
async function scopeAlone({ client }: NamingRun, id: number): Promise<Scope> {
	try {
		const { body } = await client.send({ operation: 'deal.get', path: { id } });
		return scopeIn(isObject(body) ? body : { id });
	} catch (error) {
		return { error };
	}
}

/**
 * The deal types of deals by their IDs, many read with one search. Without the type a name might be taken for one
 * of another type.
 * @param deals an item that gives each deal.
 */
export async function scopesOf(
	run: NamingRun,
	deals: ReadonlyMap<number, Item>,
): Promise<ReadonlyMap<number, Scope>> {
	const scopes = new Map<number, Scope>();
	const sought = Array.from(deals, ([value, item]) => ({
		value,
		item,
		key: comparisonKey(value, BY_ID.type) as ComparisonKey,
	}));
	const outcomes = await lookUp(
		{ ...run, continueOnFail: true },
		byId(recordOf('deal'), run.client),
		sought,
	);
	for (const [{ value }, outcome] of outcomes) {
		if ('error' in outcome) scopes.set(value, outcome);
		else {
			const [found] = outcome.value;
			scopes.set(value, found ? scopeIn(found) : await scopeAlone(run, value));
		}
	}
	return scopes;
}
