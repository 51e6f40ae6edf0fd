import type { IPollFunctions } from 'n8n-workflow';
import { SplittingBudget } from '../api/boundedSearch';
import { systemClock } from '../api/clock';
import { connectToV1 } from '../api/connect';
import type { Client } from '../api/types';
import type { NameReader } from '../fields';
import { sourceOf } from '../lookups';
import { withNames } from '../operations/names';
import { namingOf } from './settings';

/** A poll that finds nothing is one request, so names are not looked up each time. */
const LIFETIME_MS = 3_600_000;

interface Known {
	readonly names: NameReader;
	/** What was asked, and with which credential. */
	readonly of: string;
	readonly until: number;
}

/** By trigger; names that are not found are looked up again by the next poll. */
const known = new Map<string, Known>();

/**
 * The names that the trigger's form gives instead of IDs, looked up once an hour.
 * @param key names the trigger within this process.
 */
export async function namesIn(
	context: IPollFunctions,
	client: Client,
	key: string,
): Promise<NameReader | undefined> {
	const of = JSON.stringify([client.fingerprint, context.getNode().parameters]);
	const now = systemClock.elapsed();
	const before = known.get(key);
	if (before?.of === of && now < before.until) return before.names;
	const { kind, item, form } = namingOf(context);
	const run = { client, items: [item], splitting: new SplittingBudget() };
	const [named] = await withNames(run, { form }, async () => {
		const settings = await connectToV1(context, kind);
		return { own: sourceOf(client), ...(settings && { settings: sourceOf(settings) }) };
	});
	const names = named?.names;
	if (names) known.set(key, { names, of, until: now + LIFETIME_MS });
	else known.delete(key);
	return names;
}

/** What was looked up led to an error, which may be put right in the service. */
export const forgetNames = (key: string): boolean => known.delete(key);
