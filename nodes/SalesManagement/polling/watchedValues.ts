import { packIds, unpackIds } from './idSet';
import type { Row, State } from './types';

type Kept = NonNullable<State['watched']>;

/**
 * What each record looked like last in the one respect that an event compares: a deal's phase, or
 * the fields to watch. Packed by value, as most records share few values; bounded, and when not all
 * fit, the highest ids stay and `partial` says so.
 */
export class WatchedValues {
	private readonly values = new Map<number, string>();

	private partial: boolean;

	constructor(
		private readonly name: string,
		kept?: Kept,
	) {
		this.partial = kept?.partial ?? false;
		for (const [value, ids] of Object.entries(kept?.ids ?? {})) {
			for (const id of unpackIds(ids)) this.values.set(id, value);
		}
	}

	/** The value that the record had when it was last read; `undefined` when that is not known. */
	of(id: number): string | undefined {
		return this.values.get(id);
	}

	learn({ id, watched }: Row<unknown>): void {
		if (watched !== undefined) this.values.set(id, watched);
	}

	/** Gives up on what was there before the trigger: there is more than could be kept. */
	startEmpty(): void {
		this.values.clear();
		this.partial = true;
	}

	pack(room: number): Kept {
		let ids = packByValue(this.values);
		const kept = [...this.values].sort(([a], [b]) => b - a);
		for (let size = JSON.stringify(ids).length; size > room; size = JSON.stringify(ids).length) {
			this.partial = true;
			kept.length = Math.floor(kept.length * Math.min(0.9, room / size));
			ids = packByValue(kept);
		}
		return { name: this.name, partial: this.partial, ids };
	}
}

function packByValue(values: Iterable<readonly [number, string]>): Record<string, string> {
	const byValue = new Map<string, number[]>();
	for (const [id, value] of values) {
		const ids = byValue.get(value);
		if (ids) ids.push(id);
		else byValue.set(value, [id]);
	}
	return Object.fromEntries([...byValue].map(([value, ids]) => [value, packIds(ids)]));
}
