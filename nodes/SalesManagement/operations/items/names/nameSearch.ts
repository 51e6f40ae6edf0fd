/** Names in lists that are too long to be read whole: the service is searched for them. */
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
import { contact } from '../../../records/contact';
import { deal } from '../../../records/deal';
import type { RecordDescription } from '../../../records';
import { groupedBy, isObject, recordIdIn, textOf, trimmed, UsageError } from '../../../shared';
import type { Run } from '../../model';

/** The parts of a run that looking names up takes. The trigger has these, and no whole run. */
export type NamingRun = Pick<Run, 'client' | 'items' | 'sources' | 'splitting'>;

/** What looking for names came to: a list that may hold them, or why there is none. */
export type Names = NameList | { readonly error: unknown };

/** A name that an item gives where an ID could be. */
export interface ItemNameQuery extends NameQuery {
	readonly item: Item;
	/** The only deal type of which the names are wanted. */
	readonly dealType?: number;
}

/** Pages that are read of what ends as some names do. */
const MOST_PAGES = 3;

const nameKey = (name: string): ComparisonKey => ({ exact: name, loose: folded(name) });

const entryOf = (record: IDataObject): NamedEntry => ({
	id: record.id as number,
	name: textOf(record.name),
	dealTypes: [],
	...(typeof record.email === 'string' && { also: record.email }),
});

/** How names are searched, and as what besides their text without blanks at the ends. */
const SPELLED = {
	/** With these blanks an earlier run may have stored it. */
	equals: (name: string) => name,
	/** In characters of the usual width. */
	endsWith: (name: string) => trimmed(name.normalize('NFKC')),
} as const;

type Operator = keyof typeof SPELLED;

/**
 * Searches for the records that have the names: for what equals them, then for what ends as they do, in any
 * case (S3), of which the names themselves are told apart here.
 * @param asked distinct names.
 * @returns what came of each, by the name.
 */
export async function searchNames(
	run: NamingRun,
	record: RecordDescription,
	asked: readonly ItemNameQuery[],
): Promise<ReadonlyMap<string, Names>> {
	const known = new Map<string, Names>();
	const search = async (some: readonly ItemNameQuery[], property: string, operator: Operator) => {
		const sought = some.map(({ item, name }) => {
			const value = trimmed(name);
			return { name, item, value, key: nameKey(value), also: SPELLED[operator](name) };
		});
		const field = { field: { name: property }, label: property, type: textType } as const;
		const finder: Finder = {
			async *find(values) {
				let left = operator === 'equals' ? Infinity : MOST_PAGES;
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
	// A person goes by an email address as well, and only by it where the name looks like one.
	const propertyOf = ({ name }: ItemNameQuery) =>
		record === contact && name.includes('@') ? 'email' : 'name';
	for (const [property, some] of groupedBy(asked, propertyOf)) {
		await search(some, property, 'equals');
		await search(some.filter(isMissed), property, 'endsWith');
	}
	return known;
}

/** A record by each name that it goes by. */
const byEachName = (record: IDataObject) =>
	[record.name, record.email].map((called) => ({ record, key: nameKey(textOf(called)) }));

/** The deal type in which an item's names are looked up; none where it gives neither type nor deal. */
export interface Scope {
	readonly dealType?: number;
	/** Why it is not known. */
	readonly error?: unknown;
}

function scopeIn({ id, dealType: shown }: IDataObject): Scope {
	const dealType = isObject(shown) ? recordIdIn(shown) : undefined;
	if (dealType !== undefined) return { dealType };
	const message = `The service does not show the deal type of deal ${textOf(id)}: give IDs.`;
	return { error: new UsageError(message) };
}

/** A deal that a search does not show: the index may lag behind what was created a moment ago. */
async function scopeAlone({ client }: NamingRun, id: number): Promise<Scope> {
	try {
		const { body } = await client.send({ operation: 'deal.get', path: { id } });
		return scopeIn(isObject(body) ? body : { id });
	} catch (error) {
		return { error };
	}
}

/**
 * The deal types of deals by their IDs; many are read with one search. Without it a name might be taken for
 * that of another type.
 * @param deals one item that gives each.
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
	const outcomes = await lookUp({ ...run, continueOnFail: true }, byId(deal, run.client), sought);
	for (const [{ value }, outcome] of outcomes) {
		if ('error' in outcome) scopes.set(value, outcome);
		else {
			const [found] = outcome.value;
			scopes.set(value, found ? scopeIn(found) : await scopeAlone(run, value));
		}
	}
	return scopes;
}
