import type { IDataObject } from 'n8n-workflow';
import { keyOf, toId, type Item, type Lookup } from '../../fields';
import { firstId, givenScope } from '../../lists';
import { deal } from '../../records/deal';
import { dropdowns, locators } from '../../records/dropdowns';
import { attempt, isObject, textOf } from '../../values';
import { idIn } from '../rowsRead';
import { UsageError } from '../../api/errors/errors';
import { BY_ID, byId, lookUp, type Sought } from '../search/lookup';
import type { NamingRun } from './asked';

const idOf =
	({ names }: Item, lookup: Lookup) =>
	(given: unknown): number | undefined =>
		attempt(() =>
			toId(given, '', {
				urlPath: lookup.kind === 'locator' ? lookup.urlPath : undefined,
				...(names && { idOf: (name: string) => names.idOf({ lookup, label: '', name }) }),
			}),
		);

/**
 * The deal type that an item gives, else its deal; names are those that the item can look up. A parameter whose
 * expression fails gives none.
 */
function scopeGiven(item: Item): { readonly dealType?: number; readonly deal?: number } {
	const { types, deals } = givenScope((name) => attempt(() => item.get(name)));
	const dealType = firstId(types, idOf(item, dropdowns.dealTypes));
	return dealType === undefined
		? { deal: firstId(deals, idOf(item, locators.deals)) }
		: { dealType };
}

/** The deal type in which an item's names are looked up; none where it gives neither type nor deal. */
export interface Scope {
	readonly dealType?: number;
	/** Why it is not known. */
	readonly error?: unknown;
}

function scopeIn({ id, dealType: shown }: IDataObject): Scope {
	const dealType = isObject(shown) ? idIn(shown) : undefined;
	if (dealType !== undefined) return { dealType };
	const message = `The service does not show the deal type of deal ${textOf(id)}: give IDs.`;
	return { error: new UsageError(message) };
}

/** A deal that a search does not show: the index may lag behind what was created a moment ago. */
async function scopeAlone({ client }: NamingRun, id: string): Promise<Scope> {
	try {
		const { body } = await client.send({ operation: 'deal.get', path: { id } });
		return scopeIn(isObject(body) ? body : { id });
	} catch (error) {
		return { error };
	}
}

/**
 * The scope of each item, by its index: the deal type that it gives, else that of its deal; many
 * deals are read with one search. Without it a name might be taken for that of another type.
 */
export async function scopesOf(
	run: NamingRun,
	items: readonly Item[],
): Promise<ReadonlyMap<number, Scope>> {
	const scopes = new Map<number, Scope>();
	const sought: Sought[] = [];
	for (const item of items) {
		const { dealType, deal: value } = scopeGiven(item);
		scopes.set(item.index, { dealType });
		const key = keyOf(value, BY_ID.type);
		if (key) sought.push({ item, value, key });
	}
	const outcomes = await lookUp({ ...run, continueOnFail: true }, byId(deal, run), sought);
	const deals = new Map<string, Scope>();
	for (const [id, outcome] of outcomes) {
		const [found] = 'error' in outcome ? [] : outcome.records;
		if ('error' in outcome) deals.set(id, outcome);
		else deals.set(id, found ? scopeIn(found) : await scopeAlone(run, id));
	}
	for (const { item, key } of sought) scopes.set(item.index, deals.get(key.exact) ?? {});
	return scopes;
}
