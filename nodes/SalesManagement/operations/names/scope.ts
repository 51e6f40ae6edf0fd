import type { IDataObject } from 'n8n-workflow';
import { keyOf, toId, type Item, type Lookup } from '../../fields';
import { deal } from '../../records/deal';
import { dropdowns, locators } from '../../records/names';
import { isObject, own } from '../../values';
import { BY_ID, byId } from '../search/byId';
import { lookUp } from '../search/lookup';
import type { NamingRun } from './load';

/** The parameters that name an item's deal type, and those that name its deal. */
const OF_TYPE = ['dealType', 'dealTypeId'];
const OF_DEAL = ['dealId', 'deal'];
/** Where they are: at the top, or in a collection. */
const WITHIN = [undefined, 'additionalFields', 'updateFields', 'filters'];

/** A parameter; none where the form has no such one, or its expression fails. */
function entered(item: Item, name: string): unknown {
	try {
		return item.get(name);
	} catch {
		return undefined;
	}
}

/** The first ID that one of these parameters holds; names are those that the item can look up. */
function firstId(item: Item, names: readonly string[], lookup: Lookup): number | undefined {
	for (const within of WITHIN) {
		const collection = within === undefined ? undefined : entered(item, within);
		for (const name of names) {
			const given =
				within === undefined ? entered(item, name) : isObject(collection) && own(collection, name);
			const id = idOf(given, item, lookup);
			if (id !== undefined) return id;
		}
	}
	return undefined;
}

function idOf(given: unknown, { names }: Item, lookup: Lookup): number | undefined {
	try {
		return toId(given, '', {
			urlPath: lookup.kind === 'locator' ? lookup.urlPath : undefined,
			...(names && { idOf: (name: string) => names.idOf({ lookup, label: '', name }) }),
		});
	} catch {
		return undefined;
	}
}

const dealTypeIn = (record?: IDataObject): number | undefined => {
	const id = isObject(record?.dealType) ? record.dealType.id : undefined;
	return typeof id === 'number' ? id : undefined;
};

/**
 * The deal type of each item: the one that it gives, else that of its deal; many deals are read with
 * one search.
 */
export async function dealTypesOf(
	run: NamingRun,
	items: readonly Item[],
): Promise<ReadonlyMap<number, number | undefined>> {
	const types = new Map<number, number | undefined>();
	const dealOf = new Map<Item, number>();
	for (const item of items) {
		const type = firstId(item, OF_TYPE, dropdowns.dealTypes);
		types.set(item.index, type);
		const id = type === undefined ? firstId(item, OF_DEAL, locators.deals) : undefined;
		if (id !== undefined) dealOf.set(item, id);
	}
	const sought = [...dealOf].flatMap(([item, value]) => {
		const key = keyOf(value, BY_ID.type);
		return key ? [{ item, value, key }] : [];
	});
	if (sought.length === 0) return types;
	const outcomes = await lookUp({ ...run, continueOnFail: true }, byId(deal, run), sought);
	for (const { item, key } of sought) {
		const outcome = outcomes.get(key.exact);
		const [found] = outcome && 'records' in outcome ? outcome.records : [];
		types.set(item.index, dealTypeIn(found));
	}
	return types;
}
