import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import type { Dropdown, ScatteredNames } from '../fields';
import { recordOf } from '../records';
import { sourcesIn } from './directory';
import { nameWithCustomer } from './labels';
import { listOf, perDealType } from './list';
import { matching, toOptions } from './namedEntry';
import { chosenDealType } from './scope';
import { recordsOf, type LookupSource } from './source';

/** What the newest records are called; only actions come in several kinds. */
const newest = ([resource = 'deal', ...others]: ScatteredNames['records']['of']): string =>
	others.length > 0 ? 'actions' : (recordOf(resource)?.many ?? resource);

/** An entry that can be read but not chosen. */
const notice = (name: string, description: string): INodePropertyOptions => ({
	name,
	value: 'notice',
	description,
	disabled: true,
});

function noticeOf({ settings, records }: ScatteredNames, found: number): INodePropertyOptions {
	const where = `in the newest ${newest(records.of)}`;
	return notice(
		found > 0 ? `Names found ${where}` : `No names ${where}`,
		settings
			? 'Enter a V1 API Key and V1 Base URL in the credential for the complete list; specify any other by ID in an expression.'
			: 'The service has no list of these; specify any other by ID in an expression.',
	);
}

/** Three full pages. */
const CONTACTS_READ = 3000;

/** The newest contacts, for fields that take several, which n8n can't search in the service. */
async function contactOptions(source: LookupSource): Promise<INodePropertyOptions[]> {
	return await source.cached('contacts by name', async () => {
		const options: INodePropertyOptions[] = [];
		for await (const record of recordsOf(source, { operation: 'contact.getMany' }, CONTACTS_READ)) {
			options.push({ name: nameWithCustomer(record), value: record.id as number });
		}
		if (options.length < CONTACTS_READ) return options;
		const description = 'Specify any others by ID in an expression.';
		return [
			notice(`The newest ${CONTACTS_READ.toLocaleString('en-US')} contacts`, description),
			...options,
		];
	});
}

/**
 * Fills a dropdown from wherever its names are. n8n does so when it opens the form, so no more than
 * a page is read unless `onePage` says so.
 */
export async function dropdownOptions(
	context: ILoadOptionsFunctions,
	dropdown: Dropdown,
	onePage = true,
): Promise<INodePropertyOptions[]> {
	const { names } = dropdown;
	const sources = { ...(await sourcesIn(context)), onePage };
	if ('newest' in names) return await contactOptions(sources.own);
	const dealType = perDealType(dropdown) ? await chosenDealType(context, sources) : undefined;
	const { entries, isComplete } = await listOf(sources, dropdown, dealType);
	const options = toOptions(entries, dealType);
	return isComplete || !('records' in names)
		? options
		: [noticeOf(names, options.length), ...options];
}

/**
 * The same as a searchable list, whose entries can all be chosen.
 * @throws UsageError where nothing matches in a list that may lack some: says how to give another.
 */
export async function dropdownResults(
	context: ILoadOptionsFunctions,
	dropdown: Dropdown,
	filter = '',
): Promise<INodeListSearchResult> {
	const options = await dropdownOptions(context, dropdown, false);
	const matches = matching(filter);
	const results = options.filter((each) => !each.disabled && matches(each));
	const lacking = options.find(({ disabled }) => disabled);
	if (results.length > 0 || !lacking) return { results };
	const word = filter.trim();
	const found = word === '' ? lacking.name : `${lacking.name}, none with "${word}"`;
	throw new UsageError(`${found}. ${lacking.description ?? ''}`);
}
