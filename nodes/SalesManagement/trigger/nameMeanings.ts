/**
 * Names in the trigger's form. Each name is looked up once, and n8n keeps its ID beside the state, so that
 * the trigger goes on unchanged whatever is renamed in the service. The rest of the trigger knows only IDs,
 * so a name and its ID are the same setting.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { SplittingBudget } from '../api/bulk/sendAndSplit';
import type { Item, NameQuery, NameReader } from '../fields';
import { perDealType } from '../lookups/nameList';
import type { NameSources } from '../lookups/source';
import { withNames } from '../operations/items/names';
import { readItem } from '../operations/items/row/row';
import type { Watched } from './settings';

/** The key under which n8n keeps the IDs, each by its question. */
const NAMES = 'names';

/**
 * Reads the names in the form, and looks up the new ones.
 * @returns a reader of their IDs; `undefined` if the form has no name.
 * @throws UsageError for a name that is not found.
 */
export async function nameMeanings(
	context: IPollFunctions,
	sources: NameSources,
	{ item, form }: Watched,
): Promise<NameReader | undefined> {
	// Phases and other lists of a deal type depend on the deal type in the filters.
	const { dealTypeId } = (item.get('filters') ?? {}) as IDataObject;
	const meaningKey = ({ lookup, name, means }: NameQuery) =>
		JSON.stringify([lookup.method, name, means ?? 'one', perDealType(lookup) && dealTypeId]);
	const asked: NameQuery[] = [];
	// The first pass only collects the names; the number that it returns is not used.
	const noting: NameReader = { idsOf: (each) => [asked.push(each)] };
	readItem({ form }, { ...item, names: noting });
	const home = context.getWorkflowStaticData('node');
	const saved = Object.entries((home[NAMES] ?? {}) as Record<string, readonly number[]>);
	const stored = Object.fromEntries(
		saved.filter(([, ids]) => Array.isArray(ids) && ids.every(Number.isSafeInteger)),
	);
	const isStored = asked.every((each) => meaningKey(each) in stored);
	const { client } = sources.own;
	const run = { client, sources, items: [item], splitting: new SplittingBudget() };
	const readNames = (each: Item) => {
		readItem({ form }, each);
		return each.names;
	};
	const [names] = isStored ? [] : await withNames(run, readNames);
	const meanings: Record<string, readonly number[]> = {};
	for (const each of asked) {
		const key = meaningKey(each);
		meanings[key] = stored[key] ?? names?.idsOf(each) ?? [];
	}
	// n8n saves whatever was assigned, so unchanged meanings are not assigned.
	const isChanged = JSON.stringify(meanings) !== JSON.stringify(stored);
	if (isChanged && context.getMode() !== 'manual') home[NAMES] = meanings;
	if (asked.length === 0) return undefined;
	return { idsOf: (each) => meanings[meaningKey(each)] ?? [] };
}
