import { systemClock } from '../api/http/clock';

interface Remembered {
	readonly promise: Promise<unknown>;
	/** A time of the clock that is never set back; no end while it is under way. */
	until: number;
}

/**
 * Remembers what was loaded for a short while, so that the dropdowns of one form share their
 * requests. Callers that ask during a load wait for that one. A failure is forgotten at
 * once: the next caller tries again.
 */
export class PromiseCache {
	private readonly known = new Map<string, Remembered>();

	/** @param lifetime how long a loaded value is good for, in milliseconds. */
	constructor(private readonly lifetime: number) {}

	async get<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
		this.prune();
		const known = this.known.get(key);
		if (known) return (await known.promise) as Value;
		const promise = load();
		const entry: Remembered = { promise, until: Infinity };
		this.known.set(key, entry);
		promise.then(
			() => (entry.until = systemClock.elapsed() + this.lifetime),
			() => this.known.delete(key),
		);
		return await promise;
	}

	private prune(): void {
		const now = systemClock.elapsed();
		for (const [key, { until }] of this.known) if (until <= now) this.known.delete(key);
	}
}
