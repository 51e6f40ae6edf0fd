/**
 * The deal type that decides the entries of lists: the one place that knows where a form, an item or the
 * trigger gives it.
 */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { nameIn } from '../fields';
import { dropdowns } from '../records';
import { isObject, own } from '../shared';
import { enteredId } from './form';
import { findIdsByName, nameList } from './nameList';
import type { NameSources } from './source';

/** The parameters that name the deal type, and those that name a deal. */
const OF_TYPE = ['dealType', 'dealTypeId'];
const OF_DEAL = ['dealId', 'deal', 'id'];
/** The collections that may hold these parameters, which may also be at the top. */
const WITHIN = ['additionalFields', 'updateFields', 'filters'];

/**
 * The values given for the deal type, and for a deal that has one. The first ones take precedence.
 * @param get reads a parameter.
 */
export function givenScope(get: (name: string) => unknown) {
	const collections = WITHIN.map(get).filter(isObject);
	const places = [get, ...collections.map((each) => (name: string) => own(each, name))];
	const given = (names: readonly string[]) => places.flatMap((valueOf) => names.map(valueOf));
	return { types: given(OF_TYPE), deals: given(OF_DEAL) };
}

/** The first of these values that gives an ID. */
export const firstId = (
	given: readonly unknown[],
	idOf: (each: unknown) => number | undefined = enteredId,
): number | undefined => given.map((each) => idOf(each)).find((id) => id !== undefined);

/**
 * The deal type that the form is about: the chosen one, else the one of the chosen deal, which takes a
 * request; `undefined` if nothing is chosen yet.
 * @throws UsageError for a name that no deal type has, or several have.
 */
export async function chosenDealType(
	context: ILoadOptionsFunctions,
	sources: NameSources,
): Promise<number | undefined> {
	const { types, deals } = givenScope((name) => context.getCurrentNodeParameter(name));
	const chosen = firstId(types);
	if (chosen !== undefined) return chosen;
	const { dealTypes: lookup } = dropdowns;
	// An expression has no value yet in the editor.
	const name = types.map(nameIn).find((each) => each?.startsWith('=') === false);
	if (name !== undefined) {
		const asked = { lookup, label: 'Deal Type', name };
		return findIdsByName(asked, await nameList(sources, lookup))[0];
	}
	const deal = firstId(deals);
	if (deal === undefined) return undefined;
	return await sources.own.cached(`deal type of ${deal}`, async () => {
		const { body } = await sources.own.client.send({ operation: 'deal.get', path: { id: deal } });
		return isObject(body) ? enteredId(body.dealType) : undefined;
	});
}
