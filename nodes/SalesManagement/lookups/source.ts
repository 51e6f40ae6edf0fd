import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../api/http/clock';
import type { PagesOptions } from '../api/paging/page';
import { pages } from '../api/paging/pages';
import type { Client, ServiceRequest } from '../api/routes';

/** One credential's client, with a cache of what was loaded through it. */
export interface LookupSource {
	readonly client: Client;
	/** The value under `key`, loaded only when it is not remembered for this credential. */
	cached<Value>(key: string, load: () => Promise<Value>): Promise<Value>;
}

/**
 * Makes sources that remember what they loaded, each for its own credential, so that the dropdowns of one
 * form share their requests. Callers that ask during a load wait for that one. A failure is forgotten at
 * once: the next caller tries again.
 * @param lifetime how long a loaded value is good for, in milliseconds.
 * @returns makes a source, which loads everything anew if wanted.
 */
export function rememberingFor(
	lifetime: number,
): (client: Client, isAnew?: boolean) => LookupSource {
	/**
	 * Each value with the time until which it is good, by the clock that is never set back; Infinity while it
	 * is loaded.
	 */
	const known = new Map<string, { readonly promise: Promise<unknown>; until: number }>();
	return (client, isAnew) => ({
		client,
		cached: async <Value>(name: string, load: () => Promise<Value>): Promise<Value> => {
			const now = systemClock.elapsed();
			for (const [key, { until }] of known) if (until <= now) known.delete(key);
			const key = `${client.fingerprint} ${name}`;
			const before = known.get(key);
			if (before && !isAnew) return (await before.promise) as Value;
			const promise = load();
			const entry = { promise, until: Infinity };
			known.set(key, entry);
			promise.then(
				() => (entry.until = systemClock.elapsed() + lifetime),
				() => known.delete(key),
			);
			return await promise;
		},
	});
}

/** The sources of names. */
export interface NameSources {
	/** The interface of the node's credential. */
	readonly own: LookupSource;
	/** Whether no more than a page of the newest records is read, since n8n waits for it. */
	readonly onePage?: boolean;
	/** Version 1, which has the domain settings; `undefined` without a key for it. */
	readonly settings?: LookupSource;
}

/** Reads the records of a list into memory. */
export async function readRecords(
	client: Client,
	request: ServiceRequest,
	options?: PagesOptions,
): Promise<IDataObject[]> {
	const all: IDataObject[] = [];
	for await (const { records } of pages(client, request, options)) all.push(...records);
	return all;
}

/**
 * Makes the sources in which a run or a poll looks up names and custom fields.
 * @param sourceFor remembers what was read; if absent, each list is read once a run: what the dropdowns
 * remember may date from before the last run changed it.
 */
export function sourcesOf(
	client: Client,
	sourceFor: (client: Client) => LookupSource = rememberingFor(Infinity),
): NameSources {
	const v1 = client.version === 'v1' ? client : client.v1;
	return { own: sourceFor(client), settings: v1 && sourceFor(v1) };
}
