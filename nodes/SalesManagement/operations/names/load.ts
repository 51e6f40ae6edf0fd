import type { IDataObject } from 'n8n-workflow';
import { keyOf, type CustomFieldRef, type Lookup, type ScatteredNames } from '../../fields';
import {
	listedNames,
	optionsOf,
	scatteredNames,
	type NameList,
	type NameSources,
} from '../../lookups';
import { contact } from '../../records/contact';
import { customer } from '../../records/customer';
import { deal } from '../../records/deal';
import type { RecordDescription } from '../../records/record';
import { distinctBy, textOf } from '../../values';
import { UsageError } from '../../api/errors';
import type { Run } from '../operation';
import { idIn } from '../rowsRead';
import type { SearchField } from '../search/filter';
import type { Finder, Found } from '../search/finder';
import { lookUp, searchFor, VALUES_PER_SEARCH } from '../search/lookup';
import type { Asked } from './asked';
import type { Names } from './known';

/** What a run has for looking names up. */
export type NamingRun = Pick<Run, 'client' | 'items' | 'splitting'>;

/** The lists that are too long to be read whole: their records are searched. */
const SEARCHED: Readonly<Record<string, RecordDescription>> = {
	searchCustomers: customer,
	searchDeals: deal,
	searchContacts: contact,
	getContacts: contact,
};

export const searchedIn = ({ method }: Lookup): RecordDescription | undefined => SEARCHED[method];

/** The list whose names differ from deal type to deal type. */
export const perDealType = (lookup: Lookup): ScatteredNames | undefined =>
	lookup.kind === 'dropdown' && 'records' in lookup.names && lookup.names.ofDealType
		? lookup.names
		: undefined;

/** A list that is read whole, of one deal type where each has its own. */
export async function loadList(
	sources: NameSources,
	lookup: Lookup,
	dealType?: number,
): Promise<Names> {
	try {
		if (lookup.kind === 'locator') return await listedNames(sources, 'user.getMany');
		const { names } = lookup;
		if ('listedBy' in names) return await listedNames(sources, names.listedBy);
		if ('optionsOf' in names) return await optionNames(sources, names.optionsOf);
		if (!('records' in names)) return { entries: [], isComplete: true };
		const list = await scatteredNames(sources, lookup, names, dealType);
		return dealType === undefined ? list : ofType(list, dealType);
	} catch (error) {
		return { error };
	}
}

/** The labels of a custom field's options. */
async function optionNames(sources: NameSources, field: CustomFieldRef): Promise<NameList> {
	const { options, isComplete } = await optionsOf(sources, field);
	const entries = options.map(({ name, value }) => ({ id: Number(value), name, dealTypes: [] }));
	return { entries, isComplete, isInSettings: true };
}

const ofType = ({ entries, ...list }: NameList, dealType: number): NameList => ({
	...list,
	entries: entries.filter(
		({ dealTypes }) => dealTypes.length === 0 || dealTypes.some(({ id }) => id === dealType),
	),
});

/** How the records of some names are looked for. */
interface Looking {
	readonly record: RecordDescription;
	readonly property: 'name' | 'email';
	readonly operator: 'equals' | 'contains';
}

/** A person goes by an email address as well, and only by it where the name looks like one. */
const propertyFor = (record: RecordDescription, name: string): Looking['property'] =>
	record === contact && name.includes('@') ? 'email' : 'name';

/** What contains a name goes on for pages where the name is a common word. */
const MOST_CONTAINING = 3_000;

/** The longest part of a name in which no character means something else to a search (S3). */
const plainPart = (name: string): string =>
	name.split(/[%_\\]/).reduce((best, part) => (part.length > best.length ? part : best), '');

/**
 * The records that have the names, each distinct name looked for once, up to 299 with one search. A
 * service that tells capital letters apart is asked for the others once more: what contains a name
 * has it in any case (S3).
 */
export async function searchNames(
	run: NamingRun,
	record: RecordDescription,
	asked: readonly Asked[],
): Promise<ReadonlyMap<string, Names>> {
	const found = new Map<string, Names>();
	for (const property of ['name', 'email'] as const) {
		let names = distinctBy(asked, ({ name }) => name).filter(
			({ name }) => propertyFor(record, name) === property,
		);
		for (const operator of ['equals', 'contains'] as const) {
			const outcomes = await lookFor(run, { record, property, operator }, names);
			for (const [name, outcome] of outcomes) found.set(name, outcome);
			names = names.filter(({ name }) => isMissing(found.get(name)) && plainPart(name) !== '');
		}
	}
	return found;
}

const isMissing = (names?: Names): boolean =>
	names !== undefined && 'entries' in names && names.entries.length === 0;

async function lookFor(
	run: NamingRun,
	looking: Looking,
	asked: readonly Asked[],
): Promise<Array<[name: string, Names]>> {
	const sought = asked.flatMap(({ item, name }) => {
		const key = keyOf(name, 'text');
		const value = looking.operator === 'contains' ? plainPart(name) : name;
		return key ? [{ item, value, key, name }] : [];
	});
	const all = { ...run, continueOnFail: true };
	const outcomes = await lookUp(all, finderOf(run, looking), sought);
	return sought.flatMap(({ name, key }) => {
		const outcome = outcomes.get(key.exact);
		if (!outcome) return [];
		const names = 'error' in outcome ? outcome : listOf(looking.record, outcome.records);
		return [[name, names]] as Array<[string, Names]>;
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

const finderOf = (
	{ client }: NamingRun,
	{ record, property, operator }: Looking,
): Finder<Found> => ({
	size: VALUES_PER_SEARCH,
	async *find(sought) {
		const field: SearchField = { field: { name: property }, label: property, type: 'text' };
		let read = 0;
		for await (const page of searchFor(client, record, { field, operator }, sought)) {
			yield page.map((each) => ({ record: each, key: keyOf(each[property], 'text') }));
			read += page.length;
			if (operator === 'contains' && read >= MOST_CONTAINING) throw tooMany(record);
		}
	},
});

const tooMany = ({ one }: RecordDescription) =>
	new UsageError(
		`No ${one} has exactly the name that was given, and too many contain it to look for other capital letters: correct it, or give an ID.`,
	);
