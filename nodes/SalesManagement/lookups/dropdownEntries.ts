import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Dropdown } from '../fields';
import { dropdowns } from '../records/dropdownSources';
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
 * The entries as a dropdown shows them: where no deal type is chosen, each with its deal types in front
 * unless every deal type has it.
 */
function toOptions(entries: readonly NamedEntry[], dealType?: number): INodePropertyOptions[] {
	const all = new Set(entries.flatMap(({ dealTypes }) => dealTypes.map(({ id }) => id)));
	return entries.map((entry) => {
		const { id, name, dealTypes, also } = entry;
		const isOfSome = dealType === undefined && dealTypes.length < all.size;
		return { name: withRest(isOfSome ? inTypes(entry) : name, also), value: id };
	});
}

/** The entries of a dropdown, from wherever its names are, and what is said of those that may be missing. */
async function shown(context: ILoadOptionsFunctions, dropdown: Dropdown, onePage: boolean) {
	const sources = { ...(await sourcesIn(context)), onePage };
	const dealType = perDealType(dropdown) ? await chosenDealType(context, sources) : undefined;
	const list = await nameList(sources, dropdown, dealType);
	return {
		options: toOptions(list.entries, dealType),
		notice: list.isComplete ? undefined : noticeOf(list),
	};
}

/** Makes what fills a dropdown. n8n does so when it opens the form, so no more than a page is read. */
export const dropdownOptions =
	(dropdown: Dropdown) =>
	async (context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> => {
		const { options, notice } = await shown(context, dropdown, true);
		return notice ? [notice, ...options] : options;
	};

/**
 * The same for a searchable list, whose entries can all be chosen. It throws a UsageError where nothing matches in
 * a list that may lack some, which says how to give another.
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

/** For fields that take one, filled when they are opened. */
export const dropdownSearches = forDropdowns(dropdownResults);

/** For fields that take several, which n8n fills at once. */
export const dropdownLists = forDropdowns(dropdownOptions);
