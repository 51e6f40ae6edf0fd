/** The lists in which a run looks names up, and what reads them. */
import { isWithheld } from '../../api/errors/errors';
import type { Lookup, NameAsked, NameReader } from '../../fields';
import {
	calledSo,
	listOf,
	noneCalled,
	perDealType,
	severalCalled,
	type NamedEntry,
	type NameList,
	type NameSources,
} from '../../lists';
import { contact } from '../../records/contact';
import { customer } from '../../records/customer';
import { deal } from '../../records/deal';
import type { RecordDescription } from '../../records/record';
import { groupedBy } from '../../values';
import type { Asked, Names, NamingRun } from './asked';
import type { Scope } from './scope';
import { SearchedList } from './search';

/** The names that were searched for, by their lists. */
export type SearchedNames = Map<string, SearchedList>;

/** As many names as are remembered from one chunk of a file to the next. */
const MOST_NAMES = 50_000;

/** The lists that are too long to be read whole: their records are searched. */
const SEARCHED: Readonly<Record<string, RecordDescription>> = {
	searchCustomers: customer,
	searchDeals: deal,
	searchContacts: contact,
	getContacts: contact,
};

/** Beside an ID, which is of one deal type, a name may be that of any. */
export const isInType = ({ lookup, isBeside }: Asked): boolean =>
	!isBeside && perDealType(lookup) !== undefined;

const keyOf = ({ method }: Lookup, dealType?: number): string =>
	dealType === undefined ? method : `${method} of ${dealType}`;

export class KnownLists {
	private readonly lists = new Map<string, Names>();
	private readonly loads = new Map<string, Promise<unknown>>();

	/** @param searched what was searched for already; more is added. */
	constructor(
		private readonly run: NamingRun,
		private readonly sources: NameSources,
		private readonly searched: SearchedNames,
	) {}

	/** Reads or searches the lists of these names, each once. */
	async load(asked: readonly Asked[], scopeOf: (each: Asked) => Scope = () => ({})): Promise<void> {
		for (const [method, names] of groupedBy(asked, ({ lookup }) => lookup.method)) {
			const record = SEARCHED[method];
			if (record) {
				await this.search(record, method, names);
				continue;
			}
			for (const each of names) {
				const scope = scopeOf(each);
				if ('error' in scope) continue;
				const key = keyOf(each.lookup, scope.dealType);
				const load = async () => this.lists.set(key, await this.whole(each.lookup, scope.dealType));
				if (!this.loads.has(key)) this.loads.set(key, load());
			}
		}
		await Promise.all(this.loads.values());
	}

	private async search(record: RecordDescription, method: string, names: readonly Asked[]) {
		const before = this.searched.get(method);
		const list = before && before.size <= MOST_NAMES ? before : new SearchedList(record);
		this.searched.set(method, list);
		await list.search(this.run, names);
	}

	private async whole(lookup: Lookup, dealType?: number): Promise<Names> {
		try {
			return await listOf(this.sources, lookup, dealType);
		} catch (error) {
			return { error };
		}
	}

	private namesFor({ lookup, name }: NameAsked, scope: Scope): Names | undefined {
		const { method } = lookup;
		if (method in SEARCHED) return this.searched.get(method)?.namesFor(name);
		if (!perDealType(lookup)) return this.lists.get(method);
		return 'error' in scope ? scope : this.lists.get(keyOf(lookup, scope.dealType));
	}

	/** Reads names, those that differ from deal type to deal type as the scope has them. */
	reader(scope: Scope = {}): NameReader {
		const called = (asked: NameAsked): readonly NamedEntry[] => {
			const names = this.namesFor(asked, scope);
			if (!names) throw new Error(`${asked.label}: the name was not looked up`);
			if ('error' in names) throw names.error as Error;
			const found = calledSo(names.entries, asked.name);
			if (found.length === 0) throw noneCalled(asked, names);
			return found;
		};
		return {
			idsOf: (asked) => called(asked).map(({ id }) => id),
			idOf: (asked) => {
				const [first, ...others] = called(asked);
				if (!first || others.length > 0) throw severalCalled(asked, called(asked));
				return first.id;
			},
			idsBeside: (asked, ids) => idsBeside(known(this.namesFor(asked, {})), asked, ids),
		};
	}
}

/** A list that the credential may not see says nothing. */
function known(names: Names | undefined): NameList | undefined {
	if (!names || !('error' in names)) return names;
	if (isWithheld(names.error)) return undefined;
	throw names.error as Error;
}

/**
 * The IDs of all that have a name; `undefined` where a list that has neither the name nor one of the
 * IDs beside it proves nothing: it may lack both, as that of users lacks those who have left.
 */
function idsBeside(
	names: NameList | undefined,
	{ name }: NameAsked,
	ids: readonly number[],
): readonly number[] | undefined {
	if (!names) return undefined;
	const found = calledSo(names.entries, name).map(({ id }) => id);
	if (found.length > 0) return found;
	const knowsOne = names.entries.some(({ id }) => ids.includes(id));
	return names.searched !== undefined || knowsOne ? [] : undefined;
}
