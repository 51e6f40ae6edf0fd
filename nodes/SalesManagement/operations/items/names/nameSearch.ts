/** Names in lists that are too long to be read whole: the service is searched for them. */
import type { IDataObject } from 'n8n-workflow';
import { type ComparisonKey, folded, type Item, type NameAsked } from '../../../fields';
import type { NameList } from '../../../lookups/nameList';
import type { NamedEntry } from '../../../lookups/namedEntry';
import { contact } from '../../../records/contact';
import type { RecordDescription } from '../../../records/record';
import { groupedBy, recordIdIn, textOf, trimmed, UsageError } from '../../../shared';
import type { Run } from '../../model/operation';
import { type Finder, lookUp, searchFor } from '../../../lookups/search/batchLookUp';

/** What a run has for looking names up. */
export type NamingRun = Pick<Run, 'client' | 'items' | 'sources' | 'splitting'>;

/** What looking for names came to: a list that may hold them, or why there is none. */
export type Names = NameList | { readonly error: unknown };

/** A name that an item gives where an ID could be. */
export interface Asked extends NameAsked {
	readonly item: Item;
	/** The only deal type of which the names are wanted. */
	readonly dealType?: number;
}

/** Pages that are read of what ends as some names do. */
const MOST_PAGES = 3;

const keyOf = (name: string): ComparisonKey => ({ exact: name, loose: folded(name) });

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
	asked: readonly Asked[],
): Promise<ReadonlyMap<string, Names>> {
	const known = new Map<string, Names>();
	const look = async (some: readonly Asked[], property: string, operator: Operator) => {
		const sought = some.map(({ item, name }) => {
			const value = trimmed(name);
			return { name, item, value, key: keyOf(value), also: SPELLED[operator](name) };
		});
		const field = { field: { name: property }, label: property, type: 'text' } as const;
		const finder: Finder = {
			async *find(values) {
				let left = operator === 'equals' ? Infinity : MOST_PAGES;
				for await (const page of searchFor(run.client, record, { field, operator }, values)) {
					if (left-- === 0) throw tooMany(record);
					yield page.filter(recordIdIn).flatMap(calledIn);
				}
			},
		};
		const outcomes = await lookUp({ ...run, continueOnFail: true }, finder, sought);
		for (const { name, key } of sought) {
			const outcome = outcomes.get(key.exact);
			if (outcome && 'error' in outcome) known.set(name, outcome);
			else if (outcome) {
				const entries = outcome.value.map(entryOf);
				known.set(name, { entries, isComplete: true, searched: record.one });
			}
		}
	};
	const isMissed = ({ name }: Asked) => {
		const names = known.get(name);
		return names && 'entries' in names && names.entries.length === 0;
	};
	// A person goes by an email address as well, and only by it where the name looks like one.
	const propertyOf = ({ name }: Asked) =>
		record === contact && name.includes('@') ? 'email' : 'name';
	for (const [property, some] of groupedBy(asked, propertyOf)) {
		await look(some, property, 'equals');
		await look(some.filter(isMissed), property, 'endsWith');
	}
	return known;
}

/** A record by each name that it goes by. */
const calledIn = (record: IDataObject) =>
	[record.name, record.email].map((called) => ({ record, key: keyOf(textOf(called)) }));

const tooMany = ({ one }: RecordDescription): UsageError =>
	new UsageError(
		`No ${one} has exactly the name that was given, and too many end with it to look for other capital letters: correct it, or give an ID.`,
	);
