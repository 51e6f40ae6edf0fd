/**
 * Names in the trigger's form. What a name means is looked up once and kept by n8n beside the state, so
 * that the trigger goes on as before, whatever the service renames. The rest of the trigger knows IDs
 * only, so that a name and its ID are one setting.
 */
import type { IPollFunctions } from 'n8n-workflow';
import { SplittingBudget } from '../api/bulk/sendAndSplit';
import type { Item, NameAsked, NameReader } from '../fields';
import { perDealType } from '../lookups/nameList';
import type { NameSources } from '../lookups/source';
import { withNames } from '../operations/items/names';
import { readItem } from '../operations/items/row/row';
import type { Form } from '../operations/model/operation';
import { isObject } from '../shared';
import type { Watched } from './settings';

/** Under this name n8n keeps them: IDs by what was asked. */
const NAMES = 'names';

/**
 * Reads the names that the form gives; one that is new is looked up.
 * @returns what knows their IDs; nothing where the form gives none.
 * @throws UsageError for a name that is not found.
 */
export async function nameMeanings(
	context: IPollFunctions,
	sources: NameSources,
	{ item, form }: Watched,
): Promise<NameReader | undefined> {
	// Phases and their like are those of the deal type that a filter names.
	const filters = item.get('filters');
	const keyOf = ({ lookup, name, means }: NameAsked) =>
		JSON.stringify([lookup.method, name, means ?? 'one', perDealType(lookup) && filters]);
	const asked: NameAsked[] = [];
	// What is returned is any number: nobody uses the IDs yet.
	const noting: NameReader = { idsOf: (each) => [asked.push(each)] };
	readItem({ form }, { ...item, names: noting });
	const home = context.getWorkflowStaticData('node');
	const kept = isObject(home[NAMES]) ? (home[NAMES] as Record<string, readonly number[]>) : {};
	const isKept = asked.every((each) => keyOf(each) in kept);
	const names = isKept ? undefined : await lookUp(sources, item, form);
	const meanings: Record<string, readonly number[]> = {};
	for (const each of asked) {
		const key = keyOf(each);
		meanings[key] = kept[key] ?? names?.idsOf(each) ?? [];
	}
	// n8n saves what was touched, so what is the same is left alone.
	const isChanged = JSON.stringify(meanings) !== JSON.stringify(kept);
	if (isChanged && context.getMode() !== 'manual') home[NAMES] = meanings;
	if (asked.length === 0) return undefined;
	return { idsOf: (each) => meanings[keyOf(each)] ?? [] };
}

async function lookUp(
	sources: NameSources,
	item: Item,
	form: Form,
): Promise<NameReader | undefined> {
	const { client } = sources.own;
	const run = { client, sources, items: [item], splitting: new SplittingBudget() };
	const [named] = await withNames(run, { form });
	return named?.names;
}
