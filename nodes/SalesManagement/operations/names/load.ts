import type { CustomFieldRef, Lookup, ScatteredNames } from '../../fields';
import {
	listedNames,
	optionsOf,
	scatteredNames,
	type NameList,
	type NameSources,
} from '../../lookups';
import { contact } from '../../records/contact';
import { customer } from '../../records/customer';
import { deal } from '../../records/deal';
import type { RecordDescription } from '../../records/record';
import type { Run } from '../operation';
import type { Names } from './match';

/** What a run has for looking names up. */
export type NamingRun = Pick<Run, 'client' | 'items' | 'splitting'>;

/** The lists that are too long to be read whole: their records are searched. */
const SEARCHED: Readonly<Record<string, RecordDescription>> = {
	searchCustomers: customer,
	searchDeals: deal,
	searchContacts: contact,
	getContacts: contact,
};

export const searchedIn = ({ method }: Lookup): RecordDescription | undefined => SEARCHED[method];

/** The list whose names differ from deal type to deal type. */
export const perDealType = (lookup: Lookup): ScatteredNames | undefined =>
	lookup.kind === 'dropdown' && 'records' in lookup.names && lookup.names.ofDealType
		? lookup.names
		: undefined;

/** A list that is read whole, of one deal type where each has its own. */
export async function loadList(
	sources: NameSources,
	lookup: Lookup,
	dealType?: number,
): Promise<Names> {
	try {
		if (lookup.kind === 'locator') return await listedNames(sources, 'user.getMany');
		const { names } = lookup;
		if ('listedBy' in names) return await listedNames(sources, names.listedBy);
		if ('optionsOf' in names) return await optionNames(sources, names.optionsOf);
		if (!('records' in names)) return { entries: [], isComplete: true };
		const list = await scatteredNames(sources, lookup, names, dealType);
		return dealType === undefined ? list : ofType(list, dealType);
	} catch (error) {
		return { error };
	}
}

/** The labels of a custom field's options. */
async function optionNames(sources: NameSources, field: CustomFieldRef): Promise<NameList> {
	const { options, isComplete } = await optionsOf(sources, field);
	const entries = options.map(({ name, value }) => ({ id: Number(value), name, dealTypes: [] }));
	return { entries, isComplete, isInSettings: true };
}

const ofType = ({ entries, ...list }: NameList, dealType: number): NameList => ({
	...list,
	entries: entries.filter(
		({ dealTypes }) => dealTypes.length === 0 || dealTypes.some(({ id }) => id === dealType),
	),
});
