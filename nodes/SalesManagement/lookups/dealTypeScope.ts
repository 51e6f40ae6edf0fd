/** The deal type by which lists go: the one place that says where a form, an item or the trigger gives it. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { nameIn } from '../fields';
import { dropdowns } from '../records/dropdownSources';
import { isObject, own } from '../shared';
import { idIn } from './form';
import { idsCalled, nameList } from './nameList';
import type { NameSources } from './source';

/** The parameters that name the deal type, and those that name a deal. */
const OF_TYPE = ['dealType', 'dealTypeId'];
const OF_DEAL = ['dealId', 'deal'];
/** The collections in which they may be, besides at the top. */
const WITHIN = ['additionalFields', 'updateFields', 'filters'];

/**
 * The values given for the deal type, and for a deal that has one: those that count most come first.
 * @param get reads a parameter.
 */
export function givenScope(get: (name: string) => unknown) {
	const collections = WITHIN.map(get).filter(isObject);
	const places = [get, ...collections.map((each) => (name: string) => own(each, name))];
	const given = (names: readonly string[]) => places.flatMap((valueOf) => names.map(valueOf));
	return { types: given(OF_TYPE), deals: given(OF_DEAL) };
}

/** The first of these that leads to an ID. */
export const firstId = (
	given: readonly unknown[],
	idOf: (each: unknown) => number | undefined = idIn,
): number | undefined => given.map((each) => idOf(each)).find((id) => id !== undefined);

/**
 * The deal type that the form is about: the chosen one, else that of the chosen deal, which is
 * requested from the service; `undefined` when nothing is chosen yet.
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
	// In the editor an expression has no value yet.
	const name = types.map(nameIn).find((each) => each?.startsWith('=') === false);
	if (name !== undefined) {
		const asked = { lookup, label: 'Deal Type', name };
		return idsCalled(asked, await nameList(sources, lookup))[0];
	}
	const deal = firstId(deals);
	if (deal === undefined) return undefined;
	return await sources.own.cached(`deal type of ${deal}`, async () => {
		const { body } = await sources.own.client.send({ operation: 'deal.get', path: { id: deal } });
		return isObject(body) ? idIn(body.dealType) : undefined;
	});
}
