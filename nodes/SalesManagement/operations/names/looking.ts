/** How names are looked for in one way: what is asked, and what is found of each. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/lists/pages';
import { keyOf } from '../../fields';
import { contact } from '../../records/contact';
import { routeOf, type RecordDescription } from '../../records/record';
import { textOf } from '../../values';
import { FILTER_NODES, filterTree, type Group } from '../search/filter';
import type { Finder, Found, Sought } from '../search/finder';
import { lookUp, VALUES_PER_SEARCH } from '../search/lookup';
import type { Asked } from './asked';
import { listOf, type Names } from './known';
import type { NamingRun } from './load';
import { likeBoth, likeEnd, meetsOne, type Pattern, type Writings } from './patterns';

/**
 * How names are compared: `equals`, as the service takes it; `ends`, what ends as one of them;
 * `both`, what begins as one of them and ends as one of them.
 */
export type Way =
	{ readonly by: 'equals' } | { readonly by: 'ends' | 'both'; readonly writings: Writings };

/** What came of names that were looked for in one way. */
export interface Looked {
	readonly outcomes: ReadonlyArray<readonly [name: string, names: Names]>;
	/** Those that more would have to be read for. */
	readonly unsettled: readonly Asked[];
}

/** How much is read for one search, and how often one is repeated without what is too common. */
const READING = {
	equals: { pages: Infinity, tries: 1 },
	ends: { pages: 1, tries: 1 },
	both: { pages: 3, tries: 2 },
} as const;

const PROPERTIES = ['name', 'email'] as const;
type Property = (typeof PROPERTIES)[number];

/** A person goes by an email address as well, and only by it where the name looks like one. */
const propertyFor = (record: RecordDescription, name: string): Property =>
	record === contact && name.includes('@') ? 'email' : 'name';

/** A name as it is looked for. */
interface SoughtName extends Sought {
	readonly asked: Asked;
	readonly value: string;
	readonly patterns: readonly Pattern[];
	readonly property: Property;
}

const looseOf = (text: unknown): string | undefined => keyOf(text, 'text')?.loose;

function patternsOf(way: Way, name: string): readonly Pattern[] {
	if (way.by === 'equals') return [{ operator: 'equals', value: name }];
	return way.writings(name).flatMap(way.by === 'ends' ? likeEnd : likeBoth);
}

/** How many of the names one search can look for; the two groups of `both` count as well. */
export function namesPerSearch(way: Way, asked: readonly Asked[]): number {
	const most = Math.max(1, ...asked.map(({ name }) => patternsOf(way, name).length));
	return Math.floor((way.by === 'both' ? FILTER_NODES - 2 : VALUES_PER_SEARCH) / most);
}

/** Looks for names in one way; those that it can't look for have no outcome. */
export async function lookFor(
	run: NamingRun,
	{ record, way }: { readonly record: RecordDescription; readonly way: Way },
	names: readonly Asked[],
): Promise<Looked> {
	const all = names.flatMap((asked): SoughtName[] => {
		const { item, name } = asked;
		// Capital letters make no other name to what ends or begins so.
		const key = way.by === 'equals' ? name : looseOf(name);
		if (key === undefined) return [];
		const [patterns, property] = [patternsOf(way, name), propertyFor(record, name)];
		return [{ asked, item, value: name, patterns, property, key: { exact: key, loose: key } }];
	});
	const sought = all.filter(({ patterns }) => patterns.length > 0);
	const unsettled = new Set<string>();
	const finder: Finder<Found> = {
		size: namesPerSearch(way, names),
		find: finding(run, { record, way, unsettled }, sought),
	};
	const outcomes = await lookUp({ ...run, continueOnFail: true }, finder, sought);
	return {
		unsettled: all
			.filter(({ key, patterns }) => unsettled.has(key.exact) || patterns.length === 0)
			.map(({ asked }) => asked),
		outcomes: sought.flatMap(({ asked: { name }, key }) => {
			const outcome = outcomes.get(key.exact);
			if (!outcome || unsettled.has(key.exact)) return [];
			return [[name, 'error' in outcome ? outcome : listOf(record, outcome.records)] as const];
		}),
	};
}

interface Finding {
	readonly record: RecordDescription;
	readonly way: Way;
	/** The keys of names that were not read to the end. */
	readonly unsettled: Set<string>;
}

function finding(run: NamingRun, { record, way, unsettled }: Finding, all: readonly SoughtName[]) {
	const byKey = new Map(all.map((each) => [each.key.exact, each]));
	return async function* find(values: readonly Sought[]): AsyncGenerator<readonly Found[]> {
		let left = values.flatMap(({ key }) => byKey.get(key.exact) ?? []);
		for (let tries = READING[way.by].tries; tries > 0 && left.length > 0; tries--) {
			const { records, isCut } = await read(run, { record, way }, left);
			const spellings = bySpelling(left);
			// Of a name nothing may be known before all that have it are.
			if (!isCut) {
				yield records.flatMap((each) => foundIn(each, spellings));
				return;
			}
			// A common word must not keep the other names from being found.
			const common = tries > 1 ? commonIn(records, left) : left;
			for (const { key } of common) unsettled.add(key.exact);
			left = left.filter((each) => !common.includes(each));
		}
	};
}

/** The records that one search finds, or the first of them. */
async function read(
	{ client }: NamingRun,
	{ record, way }: Pick<Finding, 'record' | 'way'>,
	names: readonly SoughtName[],
): Promise<{ records: IDataObject[]; isCut: boolean }> {
	const records: IDataObject[] = [];
	const operation = routeOf(record, 'search');
	const [first] = names;
	if (operation === undefined || !first) return { records, isCut: false };
	const body = { filter: filterTree(groupOf(way, names), first.item) };
	let left: number = READING[way.by].pages;
	for await (const page of pages(client, { operation, body }, { isLookUp: true })) {
		records.push(...page.records);
		if (--left === 0) return { records, isCut: page.nextCursor !== undefined };
	}
	return { records, isCut: false };
}

function groupOf({ by }: Way, names: readonly SoughtName[]): Group {
	const conditions = names.flatMap(({ property, patterns }) => {
		const field = { field: { name: property }, label: property, type: 'text' as const };
		return patterns.map((each) => ({ field, ...each }));
	});
	if (by !== 'both') return { match: 'any', conditions };
	const groups = (['startsWith', 'endsWith'] as const).map((wanted) => ({
		match: 'any' as const,
		conditions: conditions.filter(({ operator }) => operator === wanted),
	}));
	return { match: 'all', conditions: [], groups };
}

const spelling = (property: Property, loose = '') => `${property} ${loose}`;

function bySpelling(names: readonly SoughtName[]): ReadonlyMap<string, readonly SoughtName[]> {
	const groups = new Map<string, SoughtName[]>();
	for (const each of names) {
		const key = spelling(each.property, looseOf(each.value));
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
		const own = same.length > 1 ? same.filter(({ value }) => value === record[property]) : same;
		return own.map(({ key }) => ({ record, key }));
	});

/** The names for which most of the records were found: at least one of them has its share. */
const commonIn = (records: readonly IDataObject[], names: readonly SoughtName[]): SoughtName[] =>
	names.filter(({ property, patterns }) => {
		const met = records.filter((record) => meetsOne(patterns, textOf(record[property])));
		return met.length >= records.length / names.length;
	});
