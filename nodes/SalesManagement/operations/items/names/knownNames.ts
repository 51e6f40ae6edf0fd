/** What the names of a run mean. */
import { isWithheld } from '../../../api/errors/errors';
import type { ResourceId } from '../../../api/routes/routes';
import {
	readIds,
	type CustomField,
	type Item,
	type Lookup,
	type NameAsked,
	type NameReader,
} from '../../../fields';
import {
	calledSo,
	definedFields,
	firstId,
	givenScope,
	idsCalled,
	nameList,
	perDealType,
	type NameList,
	type NameSources,
} from '../../../lookups';
import { recordOf } from '../../../records';
import { contact } from '../../../records/contact';
import { customer } from '../../../records/customer';
import { deal } from '../../../records/deal';
import { dropdowns, locators } from '../../../records/dropdownSources';
import type { RecordDescription } from '../../../records/record';
import { attempt, groupedBy } from '../../../shared/values';
import { scopesOf, type Scope } from './scope';
import { searchNames, type Asked, type Names, type NamingRun } from './nameSearch';

/** What was searched for already. */
export type SearchedNames = Map<string, Names>;

/** As many names as are remembered from one chunk of a file to the next. */
const MOST_NAMES = 50_000;

/** The lists that are too long to be read whole: their records are searched. */
const SEARCHED: Readonly<Record<string, RecordDescription>> = {
	searchCustomers: customer,
	searchDeals: deal,
	searchContacts: contact,
	getContacts: contact,
};

/** What is known together: a list, of one deal type where each has its own; a name by itself of what is searched. */
function keyOf({ lookup: { method }, name }: NameAsked, { dealType }: Scope): string {
	const searched = SEARCHED[method];
	if (searched) return `${searched.id} ${name}`;
	return dealType === undefined ? method : `${method} of ${dealType}`;
}

/** What nobody knows yet, and the items that may ask for more once it is known. */
const nothing = () => ({
	fields: new Set<ResourceId>(),
	names: new Map<string, Asked>(),
	deals: new Map<number, Item>(),
	again: new Set<Item>(),
});

/** What stands for an ID while that is not known. */
const SOME_ID = [1];

/** Knows what names mean. It takes note of what it does not know, and looks that up for all items together. */
export class KnownNames {
	private readonly fields = new Map<ResourceId, readonly CustomField[]>();
	private readonly lists = new Map<string, Names>();
	private readonly scopes = new Map<number, Scope>();
	private lacking? = nothing();
	/** Whether any item gives a name, be it one that is known already. */
	isAsked = false;

	/** @param searched what was searched for already; more is added. */
	constructor(
		private readonly run: NamingRun,
		private readonly sources: NameSources,
		private readonly searched: SearchedNames,
	) {
		if (searched.size > MOST_NAMES) searched.clear();
	}

	/**
	 * Looks up what was asked for and is not known.
	 * @returns the items that have to be read again, to ask for what depends on it; of none all is known.
	 */
	async lookUp(): Promise<readonly Item[]> {
		const { fields, names, deals, again } = this.lacking ?? nothing();
		this.lacking = again.size > 0 ? nothing() : undefined;
		for (const each of fields) {
			this.fields.set(each, (await definedFields(this.sources, recordOf(each) ?? {})).fields);
		}
		const asked = groupedBy([...names], ([, { lookup }]) => SEARCHED[lookup.method]);
		await Promise.all(
			Array.from(asked, async ([record, some]) => {
				if (record) await this.search(record, some);
				else await Promise.all(some.map(async ([key, each]) => await this.read(key, each)));
			}),
		);
		for (const [id, scope] of await scopesOf(this.run, deals)) this.scopes.set(id, scope);
		return [...again];
	}

	private async read(key: string, { lookup, dealType }: Asked): Promise<void> {
		const fail = (error: unknown) => ({ error });
		this.lists.set(key, await nameList(this.sources, lookup, dealType).catch(fail));
	}

	private async search(
		record: RecordDescription,
		some: ReadonlyArray<[key: string, asked: Asked]>,
	): Promise<void> {
		const found = await searchNames(
			this.run,
			record,
			some.map(([, each]) => each),
		);
		for (const [key, { name }] of some) {
			const names = found.get(name);
			// What failed may go better with the next chunk.
			if (names) ('error' in names ? this.lists : this.searched).set(key, names);
		}
	}

	/** An item with a reader of the names that it gives; those that each deal type has of its own as the item's deal type has them. */
	named(item: Item): Item {
		let scope: Scope | undefined;
		const namesFor = (asked: NameAsked, { dealType, error }: Scope = {}): Names | undefined => {
			this.isAsked = true;
			if (error !== undefined) return { error };
			const key = keyOf(asked, { dealType });
			const known = this.lists.get(key) ?? this.searched.get(key);
			if (!known) this.lacking?.names.set(key, { ...asked, item, dealType });
			return known;
		};
		/** `undefined` while that is not known. */
		const listFor = (asked: NameAsked): NameList | undefined => {
			this.isAsked = true;
			const inType = perDealType(asked.lookup) ? (scope ??= this.scopeOf(item, idsFor)) : {};
			if (!inType) this.lacking?.again.add(named);
			const names = inType && namesFor(asked, inType);
			if (!names && !this.lacking) throw new Error(`${asked.label}: the name was not looked up`);
			if (names && 'error' in names) throw names.error as Error;
			return names;
		};
		const idsFor = (asked: NameAsked): readonly number[] | undefined => {
			const list = listFor(asked);
			return list && idsCalled(asked, list);
		};
		const names: NameReader = {
			idsOf: (asked) => idsFor(asked) ?? SOME_ID,
			// Beside an ID, which is of one deal type, a name may be that of any.
			idsBeside: (asked, ids) => idsBeside(namesFor(asked), asked, ids),
			fieldsOf: (resource) => {
				this.isAsked = true;
				const known = this.fields.get(resource);
				if (!known) {
					this.lacking?.fields.add(resource);
					this.lacking?.again.add(named);
				}
				return known;
			},
		};
		const named: Item = { ...item, names };
		return named;
	}

	/** The deal type that an item gives, else that of its deal; `undefined` while what it takes is not known. */
	private scopeOf(
		item: Item,
		idsFor: (asked: NameAsked) => readonly number[] | undefined,
	): Scope | undefined {
		const unknown: string[] = [];
		const { types, deals } = givenScope((name) => attempt(() => item.get(name)));
		const idsOf: NameReader['idsOf'] = (asked) => {
			const ids = idsFor(asked);
			if (!ids) unknown.push(asked.name);
			return ids ?? SOME_ID;
		};
		const idIn = (given: readonly unknown[], lookup: Lookup) => {
			const one = { lookup, label: '', listIn: (each: unknown) => [each] };
			const read = readIds(one, { ...item, names: { idsOf } });
			return firstId(given, (each) => attempt(() => read(each)[0]));
		};
		const dealType = idIn(types, dropdowns.dealTypes);
		const id = dealType === undefined ? idIn(deals, locators.deals) : undefined;
		if (unknown.length > 0) return undefined;
		if (id === undefined) return { dealType };
		const known = this.scopes.get(id);
		if (!known) this.lacking?.deals.set(id, item);
		return known;
	}
}

/**
 * The IDs of all that have a name; `undefined` where a list that has neither the name nor one of the
 * IDs beside it proves nothing: it may lack both, as that of users lacks those who have left. So does one
 * that the credential may not see.
 */
function idsBeside(
	names: Names | undefined,
	asked: NameAsked,
	ids: readonly number[],
): readonly number[] | undefined {
	if (!names || ('error' in names && isWithheld(names.error))) return undefined;
	if ('error' in names) throw names.error as Error;
	const found = calledSo(names.entries, asked).map(({ id }) => id);
	if (found.length > 0) return found;
	const knowsOne = names.entries.some(({ id }) => ids.includes(id));
	return names.searched !== undefined || knowsOne ? [] : undefined;
}
