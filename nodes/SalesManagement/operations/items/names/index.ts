/** Names are as good as IDs: what the names of a run mean. */
import { isOfKind } from '../../../api/errors/errors';
import { inTimeSlices } from '../../../api/http/clock';
import type { ResourceId } from '../../../api/routes';
import {
	readIds,
	type CustomField,
	type Item,
	type Lookup,
	type NameQuery,
	type NameReader,
} from '../../../fields';
import { loadCustomFields } from '../../../lookups/catalog';
import { firstId, givenScope } from '../../../lookups/dealTypeScope';
import { findByName, findIdsByName, nameList, perDealType } from '../../../lookups/nameList';
import { dropdowns, locators, recordOf, type RecordDescription } from '../../../records';
import { contact } from '../../../records/contact';
import { customer } from '../../../records/customer';
import { deal } from '../../../records/deal';
import { attempt, FollowUp, groupedBy } from '../../../shared';
import { readItem, type Readable } from '../row/row';
import {
	scopesOf,
	searchNames,
	type ItemNameQuery,
	type Names,
	type NamingRun,
	type Scope,
} from './nameSearch';

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
function keyOf({ lookup: { method }, name }: NameQuery, { dealType }: Scope): string {
	const searched = SEARCHED[method];
	if (searched) return `${searched.id} ${name}`;
	return dealType === undefined ? method : `${method} of ${dealType}`;
}

/** What items ask for and nobody knows yet. */
const noQueries = () => ({
	fields: new Set<ResourceId>(),
	names: new Map<string, ItemNameQuery>(),
	deals: new Map<number, Item>(),
	/** Whether more may be asked for once this is known. */
	opensMore: false,
});

/** Stands for an ID while that is not known. */
const SOME_ID = [1];

/** What the names of a run mean. While it asks it notes what is not known, to be looked up for all items together. */
class KnownNames {
	phase: 'asking' | 'answering' = 'asking';
	private open = noQueries();
	private readonly fields = new Map<ResourceId, readonly CustomField[]>();
	private readonly lists = new Map<string, Names>();
	private readonly scopes = new Map<number, Scope>();

	constructor(
		private readonly run: NamingRun,
		private readonly searched: SearchedNames,
	) {
		if (searched.size > MOST_NAMES) searched.clear();
	}

	readonly fieldsOf = (resource: ResourceId): readonly CustomField[] | undefined => {
		const known = this.fields.get(resource);
		if (!known) {
			this.open.fields.add(resource);
			this.opensMore();
		}
		return known;
	};

	/** The names among which one is, of the item's deal type where each has its own. */
	namesFor(item: Item, asked: NameQuery, { dealType, error }: Scope = {}): Names | undefined {
		if (error !== undefined) return { error };
		const key = keyOf(asked, { dealType });
		const known = this.lists.get(key) ?? this.searched.get(key);
		if (!known) this.open.names.set(key, { ...asked, item, dealType });
		return known;
	}

	/** The deal type of a deal. */
	scopeOfDeal(id: number, item: Item): Scope | undefined {
		const known = this.scopes.get(id);
		if (!known) this.open.deals.set(id, item);
		return known;
	}

	opensMore(): void {
		this.open.opensMore = true;
	}

	/** Looks up what was asked for. Once nothing depends on it any more, all names can be answered. */
	async lookUp(): Promise<void> {
		const { fields, names, deals, opensMore } = this.open;
		this.open = noQueries();
		if (!opensMore) this.phase = 'answering';
		const { sources } = this.run;
		for (const each of fields) {
			this.fields.set(each, (await loadCustomFields(sources, recordOf(each) ?? {})).fields);
		}
		const asked = groupedBy([...names], ([, { lookup }]) => SEARCHED[lookup.method]);
		await Promise.all(
			Array.from(asked, async ([record, some]) => {
				if (record) await this.search(record, some);
				else await Promise.all(some.map(async ([key, each]) => await this.read(key, each)));
			}),
		);
		for (const [id, scope] of await scopesOf(this.run, deals)) this.scopes.set(id, scope);
	}

	private async read(key: string, { lookup, dealType }: ItemNameQuery): Promise<void> {
		const fail = (error: unknown) => ({ error });
		this.lists.set(key, await nameList(this.run.sources, lookup, dealType).catch(fail));
	}

	private async search(
		record: RecordDescription,
		some: ReadonlyArray<[key: string, asked: ItemNameQuery]>,
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
}

/** The reader of the names that one item gives. */
class ItemNames implements NameReader {
	readonly fieldsOf: NameReader['fieldsOf'];
	/** The deal type by which names are told apart, once it is known. */
	private scope?: Scope;

	constructor(
		private readonly known: KnownNames,
		private readonly item: Item,
	) {
		this.fieldsOf = known.fieldsOf;
	}

	idsOf(asked: NameQuery): readonly number[] {
		return this.idsIn(asked) ?? SOME_ID;
	}

	/** Beside an ID, which is of one deal type, a name may be that of any. */
	idsBeside(asked: NameQuery, ids: readonly number[]): readonly number[] | undefined {
		return idsBeside(this.known.namesFor(this.item, asked), asked, ids);
	}

	/** `undefined` while they are not known. */
	private idsIn(asked: NameQuery): readonly number[] | undefined {
		const { known, item } = this;
		const scope = perDealType(asked.lookup) ? (this.scope ??= this.readScope()) : {};
		if (!scope) known.opensMore();
		const names = scope && known.namesFor(item, asked, scope);
		if (names && 'error' in names) throw names.error as Error;
		if (names) {
			try {
				return findIdsByName(asked, names);
			} catch (error) {
				// Without the deal type nobody knows which phases and the like there are.
				const isOpen = perDealType(asked.lookup) && scope.dealType === undefined;
				throw isOpen ? new FollowUp((error as Error).message) : (error as Error);
			}
		}
		if (known.phase === 'asking') return undefined;
		throw new Error(`${asked.label}: the name was not looked up`);
	}

	/** The deal type that the item gives, else that of its deal; `undefined` while what it takes is not known. */
	private readScope(): Scope | undefined {
		const { known, item } = this;
		const { types, deals } = givenScope((name) => attempt(() => item.get(name)));
		const unknown: NameQuery[] = [];
		const names: NameReader = {
			idsOf: (asked) => {
				const ids = this.idsIn(asked);
				if (!ids) unknown.push(asked);
				return ids ?? SOME_ID;
			},
		};
		const firstIn = (given: readonly unknown[], lookup: Lookup) => {
			const one = { lookup, label: '', isOne: true } as const;
			return firstId(given, (each) => attempt(() => readIds(each, one, { names })[0]));
		};
		const dealType = firstIn(types, dropdowns.dealTypes);
		const deal = dealType === undefined ? firstIn(deals, locators.deals) : undefined;
		if (unknown.length > 0) return undefined;
		return deal === undefined ? { dealType } : known.scopeOfDeal(deal, item);
	}
}

/**
 * The IDs of all that have a name; `undefined` where a list that has neither the name nor one of the
 * IDs beside it proves nothing: it may lack both, as that of users lacks those who have left. So does one
 * that the credential may not see.
 */
function idsBeside(
	names: Names | undefined,
	asked: NameQuery,
	ids: readonly number[],
): readonly number[] | undefined {
	if (!names) return undefined;
	if ('error' in names) {
		if (isOfKind(names.error, 'missing', 'credential', 'permission')) return undefined;
		throw names.error as Error;
	}
	const found = findByName(names.entries, asked).map(({ id }) => id);
	if (found.length > 0) return found;
	const knowsOne = names.entries.some(({ id }) => ids.includes(id));
	return names.searched !== undefined || knowsOne ? [] : undefined;
}

/**
 * Gives items readers for the names that they give. Before an operation begins, names are looked up, each
 * distinct one once; its fields then read them as they read IDs. What was looked up may decide what else is
 * asked for: what a field is decides what its values are, and a deal's type which phases there are. So items are
 * read as they are later until nothing is open; what is wrong is told then.
 * @param searched what was searched for already, for a run whose items come in parts; more is added.
 */
export async function withNames(
	run: NamingRun,
	operation: Readable,
	searched: SearchedNames = new Map(),
): Promise<readonly Item[]> {
	const known = new KnownNames(run, searched);
	const items = run.items.map((item) => ({ ...item, names: new ItemNames(known, item) }));
	while (known.phase === 'asking') {
		for await (const each of inTimeSlices(items)) readItem(operation, each);
		await known.lookUp();
	}
	return items;
}
