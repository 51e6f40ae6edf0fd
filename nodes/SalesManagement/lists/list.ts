import { withNumber, type CustomFieldRef, type Lookup, type ScatteredNames } from '../fields';
import { recordOf } from '../records';
import { distinctBy } from '../values';
import { listedNames, scatteredNames, type NameList, type NameSources } from './directory';
import { definedFields } from './fields';

/** The names of a list that each deal type has entries of its own in. */
export const perDealType = (lookup: Lookup): ScatteredNames | undefined =>
	lookup.kind === 'dropdown' && 'records' in lookup.names && lookup.names.ofDealType
		? lookup.names
		: undefined;

/**
 * A list that is read whole, wherever its names are. The one locator of such a list is that of users;
 * of contacts only the newest can be listed, which are searched instead.
 * @param dealType only the entries of this one, where each has its own.
 */
export async function listOf(
	sources: NameSources,
	lookup: Lookup,
	dealType?: number,
): Promise<NameList> {
	if (lookup.kind === 'locator') return await listedNames(sources, 'user.getMany');
	const { names } = lookup;
	if ('listedBy' in names) return await listedNames(sources, names.listedBy);
	if ('optionsOf' in names) return await optionList(sources, names.optionsOf);
	if (!('records' in names)) return { entries: [], isComplete: true };
	return await scatteredNames(sources, lookup, names, dealType);
}

/** The options of a custom field, each once, which go by their numbers as well. */
async function optionList(
	sources: NameSources,
	{ resource, key }: CustomFieldRef,
): Promise<NameList> {
	const { fields, isComplete } = await definedFields(sources, recordOf(resource) ?? {});
	const options = fields.filter((each) => each.key === key).flatMap((each) => each.options);
	const entries = distinctBy(options, ({ value }) => value).map(({ name, value }) => ({
		...{ id: Number(value), name, dealTypes: [] },
		exact: [String(value), withNumber(name, value), name],
	}));
	return { entries, isComplete, isInSettings: true };
}
