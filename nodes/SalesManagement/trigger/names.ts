import type { IPollFunctions } from 'n8n-workflow';
import { SplittingBudget } from '../api/boundedSearch';
import { systemClock } from '../api/clock';
import { connectToV1 } from '../api/connect';
import type { Client } from '../api/types';
import type { NameReader } from '../fields';
import { sourcesOf, withNames } from '../operations/names';
import { namingOf } from './settings';

/** A poll that finds nothing is one request, so names are not looked up each time. */
const LIFETIME_MS = 3_600_000;

interface Known {
	readonly names?: NameReader;
	/** What was asked, and with which credential. */
	readonly of: string;
	readonly until: number;
}

/** By trigger, within this process. */
const known = new Map<string, Known>();

/**
 * Reads what the form gives, with the names in it looked up once an hour. While they can't be, what
 * was known before still holds.
 * @param key names the trigger within this process.
 */
export async function withNamesOf<Read>(
	{ context, client, key }: { context: IPollFunctions; client: Client; key: string },
	read: (names?: NameReader) => Read,
): Promise<Read> {
	const of = JSON.stringify([client.fingerprint, context.getNode().parameters]);
	const now = systemClock.elapsed();
	const before = known.get(key)?.of === of ? known.get(key) : undefined;
	if (before && now < before.until) return read(before.names);
	const names = await lookedUp(context, client);
	try {
		const value = read(names);
		known.set(key, { names, of, until: now + LIFETIME_MS });
		return value;
	} catch (error) {
		if (before) return read(before.names);
		throw error as Error;
	}
}

async function lookedUp(context: IPollFunctions, client: Client): Promise<NameReader | undefined> {
	const { kind, item, form } = namingOf(context);
	const run = { client, items: [item], splitting: new SplittingBudget() };
	const sources = sourcesOf(client, async () => await connectToV1(context, kind));
	const [named] = await withNames(run, { form }, sources);
	return named?.names;
}
