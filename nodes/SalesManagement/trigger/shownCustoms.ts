/** What compact custom values leave out of what a poll emits: shown only, and compared with nothing. */
import type { IDataObject } from 'n8n-workflow';
import { connectToV1 } from '../api/http/connect';
import type { Client } from '../api/types';
import { PromiseCache } from '../lists';
import { sourcesOf } from '../operations/names';
import { CustomsLookup, customsSources, type CustomsSources } from '../operations/output';
import { withinBudget } from './budget';
import type { Poll } from './onePoll';
import { emitsLess, report } from './log';
import type { Settings } from './settings';

const DAY = 86_400_000;

/** Shared by all triggers of the process. What could not be looked up is tried again. */
const cache = new PromiseCache(DAY);

/** The settings by which these records are shown, after a look-up where their values need one. */
export async function shownWith(
	poll: Pick<Poll, 'context' | 'client' | 'settings' | 'budget'>,
	records: readonly IDataObject[],
): Promise<Settings> {
	const { context, settings } = poll;
	const { shape } = settings;
	const tell = (message: string) => report(context, [emitsLess(message)]);
	const lookup = new CustomsLookup(rememberedFor(poll), tell);
	const short = records.flatMap((record) => shape.shortIn(record));
	const known = await lookup.about(shape.customs, short);
	return known ? { ...settings, known } : settings;
}

/** Requests that keep to the poll's time, and are repeated after a day. */
function rememberedFor({
	context,
	client,
	budget,
}: Pick<Poll, 'context' | 'client' | 'budget'>): CustomsSources {
	const waits = () => ({ maxWaitMs: budget.leftMs, timeLeftMs: budget.leftMs });
	const within = (each: Client) => withinBudget(each, waits);
	const sources = sourcesOf(within(client), async () => {
		const v1 = await connectToV1(context, client.kind);
		return v1 && within(v1);
	});
	const loads = customsSources(sources);
	return {
		hasDefinitions: async () => await loads.hasDefinitions(),
		fields: async (customs) => {
			const v1 = await sources.settings();
			const key = [client.fingerprint, v1?.client.fingerprint, customs.property];
			return await cache.get(key.join(' '), async () => await loads.fields(customs));
		},
		users: async () =>
			await cache.get(`${client.fingerprint} users`, async () => await loads.users()),
	};
}
