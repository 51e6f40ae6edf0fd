/** Names in lists that are too long for a dropdown: searched for, or found in the list read whole. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import { pages } from '../../api/pages';
import { keyOf } from '../../fields';
import type { NameList } from '../../lookups';
import { contact } from '../../records/contact';
import { routeOf, type RecordDescription } from '../../records/record';
import { distinctBy, textOf } from '../../values';
import { idIn } from '../rowsRead';
import type { Finder, Found, Sought } from '../search/finder';
import { lookUp, searchFor, VALUES_PER_SEARCH } from '../search/lookup';
import type { SearchField } from '../search/searchField';
import type { Asked } from './asked';
import type { Names } from './known';
import type { NamingRun } from './load';

/** How the records of some names are looked for. */
interface Looking {
	readonly record: RecordDescription;
	readonly property: 'name' | 'email';
	readonly operator: 'equals' | 'contains';
	/** How accents are written in what is looked for; as they were given when absent. */
	readonly form?: 'NFC' | 'NFD';
}

/** A person goes by an email address as well, and only by it where the name looks like one. */
const propertyFor = (record: RecordDescription, name: string): Looking['property'] =>
	record === contact && name.includes('@') ? 'email' : 'name';

/** What contains a name goes on for pages where the name is a common word: three are read. */
const MOST_CONTAINING = 3_000;
/** A word that so many of them contain is common; many names together may have as much to read. */
const COMMON = 300;

/** The longest part of a name in which no character means something else to a search (S3). */
const plainPart = (name: string): string =>
	name.split(/[%_\\]/).reduce((best, part) => (part.length > best.length ? part : best), '');

/**
 * One way after the other, each for what the ways before it did not find. A service that tells
 * capital letters apart is asked once more: what contains a name has it in any case (S3). And an
 * accent may be a character of its own.
 */
const WAYS: ReadonlyArray<Pick<Looking, 'operator' | 'form'>> = [
	{ operator: 'equals' },
	{ operator: 'contains', form: 'NFC' },
	{ operator: 'contains', form: 'NFD' },
];

/** Whether a way can find more of a name than those before it. */
const isWorth = (name: string, { operator, form }: Pick<Looking, 'operator' | 'form'>): boolean =>
	operator === 'equals' ||
	(plainPart(name) !== '' && (form === 'NFC' || name.normalize('NFC') !== name.normalize('NFD')));

/**
 * The records that have the names. Each distinct name is looked for once, up to 299 with one search;
 * or all of them in the list, where that has fewer pages.
 */
export async function searchNames(
	run: NamingRun,
	record: RecordDescription,
	asked: readonly Asked[],
): Promise<ReadonlyMap<string, Names>> {
	const distinct = distinctBy(asked, ({ name }) => name);
	const whole = await wholeList(run, record, Math.ceil(distinct.length / VALUES_PER_SEARCH));
	if (whole) return new Map(distinct.map(({ name }) => [name, whole]));
	const found = new Map<string, Names>();
	for (const property of ['name', 'email'] as const) {
		let names = distinct.filter(({ name }) => propertyFor(record, name) === property);
		for (const way of WAYS) {
			names = names.filter(({ name }) => isMissing(found.get(name)) && isWorth(name, way));
			const outcomes = await lookFor(run, { record, property, ...way }, names);
			for (const [name, outcome] of outcomes) found.set(name, outcome);
		}
	}
	return found;
}

const isMissing = (names?: Names): boolean =>
	names === undefined || ('entries' in names && names.entries.length === 0);

/**
 * The list, if it has no more pages than there would be searches. Its first page tells how long it is;
 * where a single search would do, not even that is asked. Nothing for a list that can't be read.
 */
async function wholeList(
	{ client }: NamingRun,
	record: RecordDescription,
	searches: number,
): Promise<NameList | undefined> {
	const operation = routeOf(record, 'getMany');
	if (searches < 2 || operation === undefined) return undefined;
	const { pageSize = 1 } = client.route(operation).list ?? {};
	const entries: NameList['entries'][number][] = [];
	let read = 0;
	try {
		for await (const page of pages(client, { operation }, { isLookUp: true })) {
			const total = page.totalCount ?? (page.nextCursor === undefined ? 0 : Infinity);
			// The total is advisory, so the pages are counted as well.
			if (total > searches * pageSize || ++read > searches) return undefined;
			entries.push(...listOf(record, page.records).entries);
		}
	} catch {
		return undefined;
	}
	// Pages may shift while they are read.
	const once = distinctBy(entries, ({ id, name }) => id || name);
	return { entries: once, isComplete: true, searched: record.one };
}

async function lookFor(
	run: NamingRun,
	looking: Looking,
	asked: readonly Asked[],
): Promise<Array<[name: string, Names]>> {
	const { record, operator, form } = looking;
	const sought = asked.flatMap(({ item, name }) => {
		const key = keyOf(name, 'text');
		const written = form ? name.normalize(form) : name;
		const value = operator === 'contains' ? plainPart(written) : written;
		return key ? [{ item, value, key, name }] : [];
	});
	const tooCommon = new Set<string>();
	const all = { ...run, continueOnFail: true };
	const outcomes = await lookUp(all, finderOf(run, looking, tooCommon), sought);
	return sought.flatMap(({ name, key }) => {
		const outcome = outcomes.get(key.exact);
		if (!outcome) return [];
		if (tooCommon.has(key.exact)) return [[name, { error: tooMany(record) }]] as const;
		const names = 'error' in outcome ? outcome : listOf(record, outcome.records);
		return [[name, names]] as const;
	});
}

const listOf = ({ one }: RecordDescription, records: readonly IDataObject[]): NameList => ({
	...{ isComplete: true, searched: one },
	entries: records.map((each) => ({
		id: idIn(each) ?? Number.NaN,
		name: textOf(each.name),
		dealTypes: [],
		...(typeof each.email === 'string' && { also: each.email }),
	})),
});

/** @param tooCommon takes note of the names that too much contains to be read. */
const finderOf = (
	{ client }: NamingRun,
	{ record, property, operator }: Looking,
	tooCommon: Set<string>,
): Finder<Found> => ({
	size: VALUES_PER_SEARCH,
	async *find(sought) {
		const field: SearchField = { field: { name: property }, label: property, type: 'text' };
		let left = sought;
		while (left.length > 0) {
			const counts = new Map<Sought, number>(left.map((each) => [each, 0]));
			let read = 0;
			let isCut = false;
			for await (const page of searchFor(client, record, { field, operator }, left)) {
				yield page.map((each) => ({ record: each, key: keyOf(each[property], 'text') }));
				if (operator === 'equals') continue;
				count(page, property, counts);
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
});

/** How many of the records contain each value. */
function count(
	page: readonly IDataObject[],
	property: Looking['property'],
	counts: Map<Sought, number>,
): void {
	const texts = page.map((each) => textOf(each[property]).toLowerCase());
	for (const [each, before] of counts) {
		const part = textOf(each.value).toLowerCase();
		counts.set(each, before + texts.filter((text) => text.includes(part)).length);
	}
}

const tooMany = ({ one }: RecordDescription) =>
	new UsageError(
		`No ${one} has exactly the name that was given, and too many contain it to look for other capital letters: correct it, or give an ID.`,
	);
