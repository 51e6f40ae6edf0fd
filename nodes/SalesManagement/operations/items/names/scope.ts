import type { IDataObject } from 'n8n-workflow';
import { type ComparisonKey, type Item, keyOf } from '../../../fields';
import { deal } from '../../../records/deal';
import { isObject, recordIdIn, textOf, UsageError } from '../../../shared';
import { BY_ID, byId, lookUp } from '../../../lookups/search/batchLookUp';
import type { NamingRun } from './nameSearch';

/** The deal type in which an item's names are looked up; none where it gives neither type nor deal. */
export interface Scope {
	readonly dealType?: number;
	/** Why it is not known. */
	readonly error?: unknown;
}

function scopeIn({ id, dealType: shown }: IDataObject): Scope {
	const dealType = isObject(shown) ? recordIdIn(shown) : undefined;
	if (dealType !== undefined) return { dealType };
	const message = `The service does not show the deal type of deal ${textOf(id)}: give IDs.`;
	return { error: new UsageError(message) };
}

/** A deal that a search does not show: the index may lag behind what was created a moment ago. */
async function scopeAlone({ client }: NamingRun, id: number): Promise<Scope> {
	try {
		const { body } = await client.send({ operation: 'deal.get', path: { id } });
		return scopeIn(isObject(body) ? body : { id });
	} catch (error) {
		return { error };
	}
}

/**
 * The deal types of deals by their IDs; many are read with one search. Without it a name might be taken for
 * that of another type.
 * @param deals one item that gives each.
 */
export async function scopesOf(
	run: NamingRun,
	deals: ReadonlyMap<number, Item>,
): Promise<ReadonlyMap<number, Scope>> {
	const scopes = new Map<number, Scope>();
	const sought = Array.from(deals, ([value, item]) => ({
		value,
		item,
		key: keyOf(value, BY_ID.type) as ComparisonKey,
	}));
	const outcomes = await lookUp({ ...run, continueOnFail: true }, byId(deal, run.client), sought);
	for (const { value, key } of sought) {
		const outcome = outcomes.get(key.exact) ?? { value: [] };
		const [found] = 'error' in outcome ? [] : outcome.value;
		if ('error' in outcome) scopes.set(value, outcome);
		else scopes.set(value, found ? scopeIn(found) : await scopeAlone(run, value));
	}
	return scopes;
}
