/** How names are looked for in one way: what is asked, and what is found of each. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import type { Client } from '../../api/types';
import { keyOf } from '../../fields';
import { contact } from '../../records/contact';
import type { RecordDescription } from '../../records/record';
import { textOf } from '../../values';
import type { Finder, Found, Sought } from '../search/finder';
import { lookUp, searchAny, VALUES_PER_SEARCH } from '../search/lookup';
import type { SearchField } from '../search/searchField';
import type { Asked } from './asked';
import { listOf, type Names } from './known';
import type { NamingRun } from './load';

/** How names are compared, and how accents are written in what is looked for; as given when absent. */
export interface Way {
	readonly operator: 'equals' | 'contains';
	readonly form?: 'NFC' | 'NFD';
}

const PROPERTIES = ['name', 'email'] as const;
type Property = (typeof PROPERTIES)[number];

/** A person goes by an email address as well, and only by it where the name looks like one. */
const propertyFor = (record: RecordDescription, name: string): Property =>
	record === contact && name.includes('@') ? 'email' : 'name';

/** What contains a name goes on for pages where the name is a common word: three are read. */
const MOST_CONTAINING = 3_000;
/** A word that so many of them contain is common; many names together may have as much to read. */
const COMMON = 300;
/** The longest part of a name in which no character means something else to a search (S3). */
export const plainPart = (name: string): string =>
	name.split(/[%_\\]/).reduce((best, part) => (part.length > best.length ? part : best), '');

/** A name as it is looked for. */
interface SoughtName extends Sought {
	readonly name: string;
	readonly value: string;
	readonly property: Property;
}

/** How the records of some names are looked for. */
interface Looking {
	readonly record: RecordDescription;
	readonly way: Way;
}

const looseOf = (text: unknown): string | undefined => keyOf(text, 'text')?.loose;

/** What came of each name that could be looked for. */
export async function lookFor(
	run: NamingRun,
	looking: Looking,
	asked: readonly Asked[],
): Promise<Array<[name: string, Names]>> {
	const { record, way } = looking;
	const sought = asked.flatMap(({ item, name }): SoughtName[] => {
		const written = way.form ? name.normalize(way.form) : name;
		// What contains a name contains it in any spelling.
		const key = way.operator === 'equals' ? name : looseOf(name);
		if (key === undefined) return [];
		const value = way.operator === 'equals' ? written : plainPart(written);
		const property = propertyFor(record, name);
		return [{ item, name, value, property, key: { exact: key, loose: key } }];
	});
	const tooCommon = new Set<string>();
	const finder = finderOf(run, looking, { sought, tooCommon });
	const outcomes = await lookUp({ ...run, continueOnFail: true }, finder, sought);
	return sought.flatMap(({ name, key }) => {
		const outcome = outcomes.get(key.exact);
		if (!outcome) return [];
		if (tooCommon.has(key.exact)) return [[name, { error: tooMany(record) }]] as const;
		const names = 'error' in outcome ? outcome : listOf(record, outcome.records);
		return [[name, names]] as const;
	});
}

const finderOf = (
	{ client }: NamingRun,
	{ record, way: { operator } }: Looking,
	{ sought, tooCommon }: { sought: readonly SoughtName[]; tooCommon: Set<string> },
): Finder<Found> => {
	const byKey = new Map(sought.map((each) => [each.key.exact, each]));
	return {
		size: VALUES_PER_SEARCH,
		async *find(values) {
			let left = values.flatMap(({ key }) => byKey.get(key.exact) ?? []);
			while (left.length > 0) {
				const counts = new Map<SoughtName, number>(left.map((each) => [each, 0]));
				const spellings = bySpelling(left);
				let read = 0;
				let isCut = false;
				for await (const page of pagesFor(client, record, { operator }, left)) {
					yield page.flatMap((each) => foundIn(each, spellings));
					if (operator === 'equals') continue;
					count(page, counts);
					read += page.length;
					isCut = read >= MOST_CONTAINING && Math.max(...counts.values()) >= COMMON;
					if (isCut) break;
				}
				if (!isCut) return;
				// A common word must not keep the other names from being found.
				const common = left.filter((each) => (counts.get(each) ?? 0) >= COMMON);
				for (const { key } of common) tooCommon.add(key.exact);
				left = left.filter((each) => !common.includes(each));
			}
		},
	};
};

async function* pagesFor(
	client: Client,
	record: RecordDescription,
	{ operator }: Pick<Way, 'operator'>,
	names: readonly SoughtName[],
): AsyncGenerator<IDataObject[]> {
	const [first] = names;
	if (!first) return;
	const conditions = names.map(({ property, value }) => {
		const field: SearchField = { field: { name: property }, label: property, type: 'text' };
		return { field, operator, value };
	});
	yield* searchAny(client, record, conditions, first.item);
}

const spelling = (property: Property, loose = '') => `${property} ${loose}`;

function bySpelling(names: readonly SoughtName[]): ReadonlyMap<string, readonly SoughtName[]> {
	const groups = new Map<string, SoughtName[]>();
	for (const each of names) {
		const key = spelling(each.property, looseOf(each.name));
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	return groups;
}

/**
 * The names that a record has. Where several spellings of one are looked for at once, each has only
 * what is spelt so: others may have been found for its neighbour, and not all of them.
 */
const foundIn = (
	record: IDataObject,
	spellings: ReadonlyMap<string, readonly SoughtName[]>,
): Found[] =>
	PROPERTIES.flatMap((property) => {
		const same = spellings.get(spelling(property, looseOf(record[property]))) ?? [];
		const own = same.length > 1 ? same.filter(({ name }) => name === record[property]) : same;
		return own.map(({ key }) => ({ record, key }));
	});

/** How many of the records contain each name. */
function count(page: readonly IDataObject[], counts: Map<SoughtName, number>): void {
	const texts = Object.fromEntries(
		PROPERTIES.map((property) => [
			property,
			page.map((each) => textOf(each[property]).toLowerCase()),
		]),
	);
	for (const [each, before] of counts) {
		const part = each.value.toLowerCase();
		const containing = texts[each.property]?.filter((text) => text.includes(part)) ?? [];
		counts.set(each, before + containing.length);
	}
}

const tooMany = ({ one }: RecordDescription) =>
	new UsageError(
		`No ${one} has exactly the name that was given, and too many contain it to look for other capital letters: correct it, or give an ID.`,
	);
