/** What compact custom values leave out of what a poll emits: shown only, and compared with nothing. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/types';
import { PromiseCache, type LookupSource } from '../lists';
import { CustomsLookup } from '../operations/output';
import { emitsLess, report } from './log';
import { nameSources } from './nameSources';
import type { Poll } from './onePoll';
import type { Settings } from './settings';

const DAY = 86_400_000;

/** Shared by all triggers of the process. What could not be looked up is tried again. */
const cache = new PromiseCache(DAY);

const daily = (client: Client): LookupSource => ({
	client,
	cached: async (key, load) => await cache.get(`${client.fingerprint} ${key}`, load),
});

/** The settings by which these records are shown, after a look-up where their values need one. */
export async function shownWith(
	poll: Pick<Poll, 'context' | 'client' | 'settings' | 'budget'>,
	records: readonly IDataObject[],
): Promise<Settings> {
	const { context, settings, budget } = poll;
	const { shape } = settings;
	const sources = nameSources(poll, () => budget.waitsToShow, daily);
	const lookup = new CustomsLookup(sources, (message) => report(context, [emitsLess(message)]));
	const short = records.flatMap((record) => shape.shortIn(record));
	const known = await lookup.about(shape.customs, short);
	return known ? { ...settings, known } : settings;
}
