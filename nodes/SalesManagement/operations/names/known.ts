/** The lists in which a run looks names up, and what reads them. */
import { isWithheld } from '../../api/errors/errors';
import type { Lookup, NameAsked, NameReader } from '../../fields';
import {
	allCalled,
	calledSo,
	nameList,
	oneCalled,
	perDealType,
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

const keyOf = (lookup: Lookup, { dealType }: Scope): string =>
	dealType === undefined || !perDealType(lookup)
		? lookup.method
		: `${lookup.method} of ${dealType}`;

export class KnownLists {
	private readonly lists = new Map<string, Pick<SearchedList, 'namesFor'>>();

	/** @param searched what was searched for already; more is added. */
	constructor(
		private readonly run: NamingRun,
		private readonly sources: NameSources,
		private readonly searched: SearchedNames,
	) {}

	/** Reads or searches the lists of these names, each once. */
	async load(asked: readonly Asked[], scopeOf: (each: Asked) => Scope = () => ({})): Promise<void> {
		const lists = groupedBy(asked, (each) => keyOf(each.lookup, scopeOf(each)));
		await Promise.all(
			Array.from(lists, async ([key, names]) => {
				const [first] = names as [Asked];
				const { lookup } = first;
				const scope = scopeOf(first);
				const record = SEARCHED[lookup.method];
				if (record) this.lists.set(key, await this.search(record, key, names));
				else if (scope.error === undefined) {
					const list = await this.whole(lookup, scope);
					this.lists.set(key, { namesFor: () => list });
				}
			}),
		);
	}

	private async search(record: RecordDescription, key: string, names: readonly Asked[]) {
		const before = this.searched.get(key);
		const list = before?.isFull === false ? before : new SearchedList(record);
		this.searched.set(key, list);
		await list.search(this.run, names);
		return list;
	}

	private async whole(lookup: Lookup, { dealType }: Scope): Promise<Names> {
		try {
			return await nameList(this.sources, lookup, dealType);
		} catch (error) {
			return { error };
		}
	}

	private namesFor({ lookup, name }: NameAsked, scope: Scope): Names | undefined {
		if (scope.error !== undefined && perDealType(lookup)) return { error: scope.error };
		return this.lists.get(keyOf(lookup, scope))?.namesFor(name);
	}

	/** Reads names, those that differ from deal type to deal type as the scope has them. */
	reader(scope: Scope = {}): NameReader {
		const listFor = (asked: NameAsked): NameList => {
			const names = this.namesFor(asked, scope);
			if (!names) throw new Error(`${asked.label}: the name was not looked up`);
			if ('error' in names) throw names.error as Error;
			return names;
		};
		return {
			idsOf: (asked) => allCalled(asked, listFor(asked)).map(({ id }) => id),
			idOf: (asked) => oneCalled(asked, listFor(asked)).id,
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
