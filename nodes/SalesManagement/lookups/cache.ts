import { systemClock } from '../api/http/clock';
import type { Client } from '../api/routes/types';

/** One credential's client, with a cache of what was loaded through it. */
export interface LookupSource {
	readonly client: Client;
	/** The value under `key`, loaded only when it is not remembered for this credential. */
	cached<Value>(key: string, load: () => Promise<Value>): Promise<Value>;
}

/**
 * Sources that remember for a short while, each for its own credential, so that the dropdowns of one form
 * share their requests. Callers that ask during a load wait for that one. A failure is forgotten at once:
 * the next caller tries again.
 * @param lifetime how long a loaded value is good for, in milliseconds.
 */
export function rememberingFor(lifetime: number): (client: Client) => LookupSource {
	/** When each ends, by the clock that is never set back: not while it is loaded. */
	const known = new Map<string, { readonly promise: Promise<unknown>; until: number }>();
	return (client) => ({
		client,
		cached: async <Value>(name: string, load: () => Promise<Value>): Promise<Value> => {
			const now = systemClock.elapsed();
			for (const [key, { until }] of known) if (until <= now) known.delete(key);
			const key = `${client.fingerprint} ${name}`;
			const before = known.get(key);
			if (before) return (await before.promise) as Value;
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
