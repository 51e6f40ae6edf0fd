/** Looks up the names that items give in place of IDs. */
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
import { dropdowns, locators, recordOf } from '../../../records';
import { PHASE_STATUS } from '../../../records/events';
import { attempt, followUp, groupedBy, UsageError } from '../../../shared';
import {
	scopesOf,
	searchNames,
	type ItemNameQuery,
	type Names,
	type NamingRun,
	type Scope,
} from './nameSearch';
import searched from './searchedRecords.json';

/** The names that were looked up so far. */
export type RememberedNames = Map<string, Names>;

/** The most names that are remembered from one chunk of a file to the next; if there are more, all are forgotten. */
const MOST_NAMES = 50_000;

/** The records whose lists are too long to be read whole, by the method of the list: their names are searched. */
const SEARCHED_RECORDS = searched as Readonly<Record<string, ResourceId>>;

/**
 * The key under which names are known: one for a whole list, or for its entries of one deal type, if each type has
 * its own; one for each name that is searched.
 */
function keyOf({ lookup: { method }, name }: NameQuery, { dealType }: Scope): string {
	const record = SEARCHED_RECORDS[method];
	if (record) return `${record} ${name}`;
	return dealType === undefined ? method : `${method} of ${dealType}`;
}

/** The queries of one reading, none at its beginning. */
const noQueries = () => ({
	fields: new Set<ResourceId>(),
	names: new Map<string, ItemNameQuery>(),
	deals: new Map<number, Item>(),
});

/** Stands for an ID that is not known yet. What is read with it is not used. */
const SOME_ID = [1];

/** The names that a run knows. It notes the unknown ones, which are then looked up for all items together. */
class KnownNames {
	private open = noQueries();
	private readonly fields = new Map<ResourceId, readonly CustomField[]>();
	private readonly failed = new Map<string, Names>();
	private readonly scopes = new Map<number, Scope>();

	constructor(
		private readonly run: NamingRun,
		private readonly remembered: RememberedNames,
	) {
		if (remembered.size > MOST_NAMES) remembered.clear();
	}

	readonly fieldsOf = (resource: ResourceId): readonly CustomField[] | undefined => {
		const known = this.fields.get(resource);
		if (!known) this.open.fields.add(resource);
		return known;
	};

	/** The entries among which a name is looked for: those of the item's deal type, if each type has its own. */
	namesFor(item: Item, asked: NameQuery, { dealType, error }: Scope = {}): Names | undefined {
		if (error !== undefined) return { error };
		const key = keyOf(asked, { dealType });
		const known = this.remembered.get(key) ?? this.failed.get(key);
		if (!known) this.open.names.set(key, { ...asked, item, dealType });
		return known;
	}

	/** The deal type of a deal; `undefined` if it still has to be looked up. */
	scopeOfDeal(id: number, item: Item): Scope | undefined {
		const known = this.scopes.get(id);
		if (!known) this.open.deals.set(id, item);
		return known;
	}

	/** Looks up all open queries, and returns whether there were any. */
	async lookUp(): Promise<boolean> {
		const { fields, names, deals } = this.open;
		this.open = noQueries();
		const { sources } = this.run;
		for (const each of fields) {
			this.fields.set(each, (await loadCustomFields(sources, recordOf(each))).fields);
		}
		const asked = groupedBy([...names], ([, { lookup }]) => SEARCHED_RECORDS[lookup.method]);
		await Promise.all(
			Array.from(asked, async ([record, some]) => {
				if (record) await this.search(record, some);
				else await Promise.all(some.map(async ([key, each]) => await this.read(key, each)));
			}),
		);
		for (const [id, scope] of await scopesOf(this.run, deals)) this.scopes.set(id, scope);
		return fields.size + names.size + deals.size > 0;
	}

	private async read(key: string, { lookup, dealType }: ItemNameQuery): Promise<void> {
		const fail = (error: unknown) => ({ error });
		this.add(key, await nameList(this.run.sources, lookup, dealType).catch(fail));
	}

	/** A failed look-up is not remembered for the next chunk, where it may succeed. */
	private add(key: string, names: Names): void {
		('error' in names ? this.failed : this.remembered).set(key, names);
	}

	private async search(
		record: ResourceId,
		some: ReadonlyArray<[key: string, asked: ItemNameQuery]>,
	): Promise<void> {
		const found = await searchNames(
			this.run,
			recordOf(record),
			some.map(([, each]) => each),
		);
		for (const [key, { name }] of some) {
			this.add(key, found.get(name) ?? { error: new Error(`${name} was not looked up`) });
		}
	}
}

/** Reads the names that one item gives. */
class ItemNames implements NameReader {
	readonly fieldsOf: NameReader['fieldsOf'];
	/** The deal type of the item, once it is known. */
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

	/**
	 * The IDs of all records with a name, for a name that is given beside IDs. `undefined` proves nothing: a list
	 * without the name and the IDs may lack both, as the list of users lacks former users; so may one that the
	 * credential must not see. The deal type is not asked for: the ID beside the name already belongs to one.
	 */
	idsBeside(asked: NameQuery, ids: readonly number[]): readonly number[] | undefined {
		const names = this.known.namesFor(this.item, asked);
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

	isInProgress(phase: unknown): boolean {
		const names = this.known.namesFor(this.item, { lookup: dropdowns.phases, name: '', label: '' });
		return (
			names !== undefined &&
			'entries' in names &&
			names.entries.some(({ id, status }) => id === phase && status === PHASE_STATUS.inProgress)
		);
	}

	/** The IDs of a name; `undefined` while they are not known. */
	private idsIn(asked: NameQuery): readonly number[] | undefined {
		const { known, item } = this;
		const scope = perDealType(asked.lookup) ? (this.scope ??= this.readScope()) : {};
		const names = scope && known.namesFor(item, asked, scope);
		if (!names) return undefined;
		if ('error' in names) throw names.error as Error;
		try {
			return findIdsByName(asked, names);
		} catch (error) {
			// If the deal type itself could not be read, that is the problem to report, not that a phase has no such name.
			const isOpen = perDealType(asked.lookup) && scope.dealType === undefined;
			throw isOpen && error instanceof UsageError ? followUp(error) : (error as Error);
		}
	}

	/**
	 * The deal type that the item gives, or that of the deal that it gives; `undefined` while names in these are
	 * unknown.
	 */
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

/** An item with the reader of its names. Its properties are named one by one: a spread takes ten times as long. */
const withReader = (item: Item, names: NameReader): Item => ({
	index: item.index,
	rowOf: item.rowOf,
	input: item.input,
	version: item.version,
	timezone: item.timezone,
	get: item.get,
	saved: item.saved,
	error: item.error,
	unused: item.unused,
	constants: item.constants,
	skipped: item.skipped,
	dateOrder: item.dateOrder,
	names,
});

/**
 * Reads the items of a run, in which names may stand for IDs. Names that are not known yet are noted, and looked up
 * for all items together; then the items are read again, until nothing is unknown. An answer may lead to further
 * queries: the type of a field decides what its values are, and the type of a deal decides which phases there are.
 * @param read reads one item. What it returns while a name is unknown is not used.
 * @param remembered the names that earlier chunks of a file looked up; further ones are added.
 */
export async function withNames<Read>(
	run: NamingRun,
	read: (item: Item) => Read,
	remembered: RememberedNames = new Map(),
): Promise<Read[]> {
	const known = new KnownNames(run, remembered);
	const items = run.items.map((item) => withReader(item, new ItemNames(known, item)));
	let all: Read[];
	do {
		all = [];
		for await (const item of inTimeSlices(items)) all.push(read(item));
	} while (await known.lookUp());
	return all;
}
