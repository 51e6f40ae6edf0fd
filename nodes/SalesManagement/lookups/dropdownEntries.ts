import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Dropdown } from '../fields';
import { dropdowns } from '../records';
import { UsageError } from '../shared';
import { chosenDealType } from './dealTypeScope';
import { sourcesIn, type FormMethod } from './form';
import { nameList, perDealType, type NameList } from './nameList';
import { inTypes, matching, withRest, type NamedEntry } from './namedEntry';

/** An entry that can be read but not chosen. */
const noticeOf = ({ entries, isInSettings }: NameList) => ({
	name: `${entries.length > 0 ? 'Names found' : 'No names'} in the newest records`,
	value: 'notice',
	description: isInSettings
		? 'Enter a V1 API Key and V1 Base URL in the credential for the complete list; specify any other by ID in an expression.'
		: 'There is no list of all of these; specify any other by ID in an expression.',
	disabled: true,
});

/**
 * The entries as a dropdown shows them. If no deal type is chosen, an entry that not every deal type has
 * begins with its deal types.
 */
function toOptions(entries: readonly NamedEntry[], dealType?: number): INodePropertyOptions[] {
	const all = new Set(entries.flatMap(({ dealTypes }) => dealTypes.map(({ id }) => id)));
	return entries.map((entry) => {
		const { id, name, dealTypes, also } = entry;
		const isOfSome = dealType === undefined && dealTypes.length < all.size;
		return { name: withRest(isOfSome ? inTypes(entry) : name, also), value: id };
	});
}

/** The entries of a dropdown, from wherever its names are, and the notice about those that may be missing. */
async function shown(context: ILoadOptionsFunctions, dropdown: Dropdown, onePage: boolean) {
	const sources = { ...(await sourcesIn(context)), onePage };
	const dealType = perDealType(dropdown) ? await chosenDealType(context, sources) : undefined;
	const list = await nameList(sources, dropdown, dealType);
	return {
		options: toOptions(list.entries, dealType),
		notice: list.isComplete ? undefined : noticeOf(list),
	};
}

/**
 * Makes the method that fills a dropdown. n8n calls it on opening the form, so it reads no more than a page.
 */
export const dropdownOptions =
	(dropdown: Dropdown) =>
	async (context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> => {
		const { options, notice } = await shown(context, dropdown, true);
		return notice ? [notice, ...options] : options;
	};

/**
 * Makes the method that fills a searchable list, whose entries can all be chosen. It throws a UsageError if
 * nothing matches in an incomplete list; the error says how to give another entry.
 */
const dropdownResults =
	(dropdown: Dropdown) =>
	async (context: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> => {
		const { options, notice } = await shown(context, dropdown, false);
		const results = options.filter(matching(filter));
		if (results.length > 0 || !notice) return { results };
		const word = filter.trim();
		const found = word === '' ? notice.name : `${notice.name}, none with "${word}"`;
		throw new UsageError(`${found}. ${notice.description}`);
	};

/** A method for each dropdown, under its name. */
const forDropdowns = (
	methodOf: (dropdown: Dropdown) => FormMethod,
): Readonly<Record<string, FormMethod>> =>
	Object.fromEntries(
		Object.values<Dropdown>(dropdowns).map((dropdown) => [dropdown.method, methodOf(dropdown)]),
	);

/** The methods of fields that take one entry, which n8n fills when they are opened. */
export const dropdownSearches = forDropdowns(dropdownResults);

/** The methods of fields that take several entries, which n8n fills at once. */
export const dropdownLists = forDropdowns(dropdownOptions);
