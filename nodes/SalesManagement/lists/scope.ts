/** The deal type by which lists go: the one place that says where a form, an item or the trigger gives it. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { isName, unwrap } from '../fields';
import { dropdowns } from '../records/lookups';
import { isBlank, isObject, own } from '../values';
import { scatteredNames, type NameSources } from './directory';
import { calledSo, severalCalled } from './nameMeant';
import { idIn } from './parameters';

/** The parameters that name the deal type, and those that name a deal. */
const OF_TYPE = ['dealType', 'dealTypeId'];
const OF_DEAL = ['dealId', 'deal'];
/** The collections in which they may be, besides at the top. */
const WITHIN = ['additionalFields', 'updateFields', 'filters'];

/** What is given for the deal type, and for a deal that has one: what counts most comes first. */
export interface GivenScope {
	readonly types: readonly unknown[];
	readonly deals: readonly unknown[];
}

/** @param get reads a parameter. */
export function givenScope(get: (name: string) => unknown): GivenScope {
	const collections = WITHIN.map(get).filter(isObject);
	const places = [get, ...collections.map((each) => (name: string) => own(each, name))];
	const given = (names: readonly string[]) =>
		places
			.flatMap((valueOf) => names.map(valueOf))
			.filter((value) => !isBlank(unwrap(value)) && !isFormula(value));
	return { types: given(OF_TYPE), deals: given(OF_DEAL) };
}

/** In the editor an expression has no value yet. */
const isFormula = (value: unknown): boolean => {
	const given = unwrap(value);
	return typeof given === 'string' && given.startsWith('=');
};

/** The first of these that leads to an ID. */
export const firstId = (
	given: readonly unknown[],
	idOf: (each: unknown) => number | undefined = idIn,
): number | undefined => {
	for (const each of given) {
		const id = idOf(each);
		if (id !== undefined) return id;
	}
	return undefined;
};

const scopeOf = (context: ILoadOptionsFunctions): GivenScope =>
	givenScope((name) => context.getCurrentNodeParameter(name));

const nameIn = ({ types }: GivenScope): string | undefined => types.map(unwrap).find(isName);

/**
 * The deal type that the form is about: the chosen one, else that of the chosen deal, which is
 * requested from the service; `undefined` when nothing is chosen yet.
 * @throws UsageError for a name that several deal types have.
 */
export async function chosenDealType(
	context: ILoadOptionsFunctions,
	sources: NameSources,
): Promise<number | undefined> {
	const scope = scopeOf(context);
	const chosen = firstId(scope.types) ?? (await namedDealType(nameIn(scope), sources));
	const deal = firstId(scope.deals);
	if (chosen !== undefined || deal === undefined) return chosen;
	const { own: source } = sources;
	return await source.cached(`deal type of ${deal}`, async () => {
		const { body } = await source.client.send({ operation: 'deal.get', path: { id: deal } });
		return isObject(body)
			? idIn(isObject(body.dealType) ? body.dealType.id : undefined)
			: undefined;
	});
}

/** `undefined` where the form names none, or there is none of this name. */
async function namedDealType(
	name: string | undefined,
	sources: NameSources,
): Promise<number | undefined> {
	if (name === undefined) return undefined;
	const { dealTypes: lookup } = dropdowns;
	if (!('records' in lookup.names)) return undefined;
	const { entries } = await scatteredNames(sources, lookup, lookup.names);
	const [first, ...others] = calledSo(entries, name);
	if (first && others.length > 0) {
		throw severalCalled({ lookup, label: 'Deal Type', name }, [first, ...others]);
	}
	return first?.id;
}
