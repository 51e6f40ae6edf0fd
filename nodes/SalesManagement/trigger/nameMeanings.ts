/**
 * Names in the trigger's form. Each name is looked up once, and n8n keeps its ID beside the state, so that
 * the trigger goes on unchanged whatever is renamed in the service. The rest of the trigger knows only IDs,
 * so a name and its ID are the same setting.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { SplittingBudget } from '../api/bulk/sendAndSplit';
import { read, type Item, type NameQuery, type NameReader } from '../fields';
import { perDealType } from '../lookups/nameList';
import type { NameSources } from '../lookups/source';
import { withNames } from '../operations/items/names';
import { readItem } from '../operations/items/row/row';
import { CONTROLS } from '../records';
import type { Watched } from './settings';

/** The key under which n8n keeps the IDs, each by its question. */
const NAMES = 'names';

/**
 * Reads the names in the form, and looks up the new ones.
 * @returns a reader of their IDs.
 * @throws UsageError for a name that is not found.
 */
export async function nameMeanings(
	context: IPollFunctions,
	sources: NameSources,
	{ item, form }: Watched,
): Promise<NameReader> {
	// Phases and other lists of a deal type depend on the deal type in the filters.
	const { dealTypeId } = (item.get('filters') ?? {}) as IDataObject;
	const meaningKey = ({ lookup, name, means }: NameQuery) =>
		JSON.stringify([lookup.method, name, means ?? 'one', perDealType(lookup) && dealTypeId]);
	const asked: NameQuery[] = [];
	// The first pass only collects the names; the number that it returns is not used.
	const noting: NameReader = { idsOf: (each) => [asked.push(each)] };
	const readable = { form, read: (each: Item) => read(CONTROLS.trigger, each) };
	readItem(readable, { ...item, names: noting });
	const home = context.getWorkflowStaticData('node');
	const stored = (home[NAMES] ?? {}) as Readonly<Record<string, unknown>>;
	const storedIds = (each: NameQuery): readonly number[] | undefined => {
		const ids = stored[meaningKey(each)];
		return Array.isArray(ids) && ids.every(Number.isSafeInteger) ? ids : undefined;
	};
	const { client } = sources.own;
	const run = { client, sources, items: [item], splitting: new SplittingBudget() };
	const readNames = (each: Item) => {
		readItem(readable, each);
		return each.names;
	};
	const [names] = asked.every(storedIds) ? [] : await withNames(run, readNames);
	const meanings: Record<string, readonly number[]> = {};
	for (const each of asked) {
		meanings[meaningKey(each)] = storedIds(each) ?? names?.idsOf(each) ?? [];
	}
	// n8n saves the state of any poll that assigns something, even one with an old state that waits for a newer one.
	const isChanged = JSON.stringify(meanings) !== JSON.stringify(stored);
	if (isChanged && context.getMode() !== 'manual') home[NAMES] = meanings;
	return { idsOf: (each) => meanings[meaningKey(each)] ?? [] };
}
