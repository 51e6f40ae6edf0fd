import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { catalogOf, dealTypesOf, SAMPLE, wholeList } from './catalog';
import { contactName } from './labels';
import { joined, named, Names, toOptions, type Entry } from './names';
import { chosenDealType } from './parameters';
import { recordsOf, recordSource, settingsSource, type Source } from './source';
import { LISTS, RECORDS, type ListName, type NamedList } from './tables';

const newest = (of: NamedList['records']['of']): string =>
	of.length > 1 ? 'actions' : RECORDS[of[0] ?? 'deals'].called;

/** An entry that can be read but not chosen. */
const notice = (name: string, description: string): INodePropertyOptions => ({
	name,
	value: 'notice',
	description,
	disabled: true,
});

function noticeOf({ v1, records }: NamedList, found: number): INodePropertyOptions {
	const where = `in the newest ${newest(records.of)}`;
	return notice(
		found > 0 ? `Names seen ${where}` : `No names ${where}`,
		v1
			? 'Add an API Key (v1) credential to this node for the complete list; any other can be given by its ID in an expression.'
			: 'The service has no list of these; any other can be given by its ID in an expression.',
	);
}

async function fromSettings(
	source: Source,
	list: NamedList,
	place: NonNullable<NamedList['v1']>,
	dealType: number | undefined,
): Promise<Entry[]> {
	const names = new Names(place);
	if (place.operation !== undefined) {
		const all = await wholeList(source, place.operation, { dealTypeId: dealType });
		for (const each of all) names.add(each);
		return names.entries;
	}
	for (const each of await dealTypesOf(source)) {
		names.add(each, list.ofDealType ? named(each) : undefined);
	}
	return names.entries;
}

/** A list of names: from v1 where the node has a key for it, else from the newest records. */
export async function listOptions(
	context: ILoadOptionsFunctions,
	name: ListName,
): Promise<INodePropertyOptions[]> {
	const list: NamedList = LISTS[name];
	const source = await recordSource(context);
	const dealType = list.ofDealType ? await chosenDealType(context, source) : undefined;
	const settings = list.v1 && (await settingsSource(context));
	if (list.v1 && settings) {
		return toOptions(await fromSettings(settings, list, list.v1, dealType), dealType);
	}
	const catalogs = await Promise.all(
		list.records.of.map(
			async (kind) => await catalogOf(source, kind, kind === 'deals' ? dealType : undefined),
		),
	);
	const entries = joined(catalogs.map(({ lists }) => lists[name] ?? []));
	// Ids rise in the order in which the settings were made, records come newest first.
	const options = toOptions(
		entries.sort((a, b) => a.id - b.id),
		dealType,
	);
	return [noticeOf(list, options.length), ...options];
}

/** Users, roles and groups: the service has complete lists of these. */
export async function completeOptions(
	source: Source,
	operation: 'user.getMany' | 'role.getMany' | 'userGroup.getMany',
): Promise<INodePropertyOptions[]> {
	const records = await wholeList(source, operation);
	return records.flatMap((record) => {
		const each = named(record);
		if (!each) return [];
		const description = typeof record.email === 'string' ? { description: record.email } : {};
		return [{ name: each.name, value: each.id, ...description }];
	});
}

/** The newest contacts, for lists of several, which n8n can't search in the service. */
export async function contactOptions(context: ILoadOptionsFunctions) {
	const source = await recordSource(context);
	return await source.cached('contacts by name', async () => {
		const options: INodePropertyOptions[] = [];
		for await (const record of recordsOf(source, { operation: 'contact.getMany' }, SAMPLE)) {
			options.push({ name: contactName(record), value: record.id as number });
		}
		if (options.length < SAMPLE) return options;
		const description = 'Others can be given by their IDs in an expression.';
		return [
			notice(`The newest ${SAMPLE.toLocaleString('en-US')} contacts`, description),
			...options,
		];
	});
}
