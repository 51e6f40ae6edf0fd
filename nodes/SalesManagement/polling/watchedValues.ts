import {
	packDigests,
	packValues,
	unpackDigests,
	unpackValues,
	type Generations,
	type Valued,
} from './packedValues';
import { Recency } from './recency';
import type { Row, State } from './types';
import { digestOfValue } from './value';

type Kept = Omit<NonNullable<State['watched']>, 'learning'>;

/** About what a digest takes, with its id; values that take little more are not worth one. */
const DIGEST_SIZE = 9;
/** The share of the room that whole values have at least, before others become digests. */
const WHOLE_SHARE = 0.5;

/**
 * What each record looked like last in what an event compares: a deal's phase, or the fields to watch.
 * When not all fit, of those that were learned longest ago only a digest is kept, which still tells
 * that they changed; then they are forgotten, and `partial` says so.
 */
export class WatchedValues {
	private readonly values = new Map<number, string>();

	private readonly whole: Recency;

	private readonly digests: Recency;

	private kept: Kept;

	private isChanged = false;

	constructor(name: string, saved: Partial<Kept> = {}) {
		const { partial = false, parts = [], records = '', digests = '' } = saved;
		this.kept = { name, partial, parts, records, digests };
		this.whole = this.restored(unpackValues({ parts, records }));
		this.digests = this.restored(unpackDigests(digests));
	}

	/** Whether some were forgotten for lack of room. */
	get partial(): boolean {
		return this.kept.partial;
	}

	/** The value that the record had when it was last read, or its digest; `undefined` when not known. */
	of(id: number): string | undefined {
		return this.values.get(id);
	}

	learn({ id, watched }: Row<unknown>): void {
		if (watched === undefined) return;
		this.isChanged = true;
		this.digests.delete(id);
		this.whole.add([id]);
		this.values.set(id, watched);
	}

	/** Learns what was there before all else that is known, unless something newer of it is. */
	learnEarlier({ id, watched }: Row<unknown>): void {
		if (watched === undefined || this.values.has(id)) return;
		this.isChanged = true;
		const isFull = this.digests.size > 0;
		(isFull ? this.digests : this.whole).addEarlier([id]);
		this.values.set(id, isFull ? digestOfValue(watched) : watched);
	}

	/** As the state keeps it. */
	pack(room: number): Kept {
		for (;;) {
			if (this.isChanged) this.kept = this.packed();
			this.isChanged = false;
			const size = JSON.stringify(this.kept).length;
			if (size <= room || this.values.size === 0) return this.kept;
			this.makeRoom(size - room, WHOLE_SHARE * room);
		}
	}

	private makeRoom(excess: number, wholeRoom: number): void {
		this.isChanged = true;
		const { parts, records } = this.kept;
		const size = JSON.stringify(parts).length + records.length;
		const each = size / Math.max(1, this.whole.size);
		if (size > wholeRoom && each > 2 * DIGEST_SIZE) {
			const count = Math.ceil(Math.min(excess, size - wholeRoom) / each);
			for (const ids of this.whole.takeOldest(count)) {
				for (const id of ids) this.values.set(id, digestOfValue(this.values.get(id) ?? ''));
				this.digests.add(ids);
			}
			return;
		}
		const [oldest, of] = this.digests.size > 0 ? [this.digests, DIGEST_SIZE] : [this.whole, each];
		for (const id of oldest.takeOldest(Math.ceil(excess / of)).flat()) this.values.delete(id);
		this.kept = { ...this.kept, partial: true };
	}

	private packed(): Kept {
		const { name, partial } = this.kept;
		const values = packValues(this.valued(this.whole));
		return { name, partial, ...values, digests: packDigests(this.valued(this.digests)) };
	}

	private valued(recency: Recency): Generations {
		return recency
			.generations()
			.map((ids) => [...ids].map((id): Valued => [id, this.values.get(id) ?? '']));
	}

	private restored(generations: Generations): Recency {
		const recency = new Recency();
		for (const valued of generations) {
			for (const [id, value] of valued) this.values.set(id, value);
			recency.add(valued.map(([id]) => id));
		}
		return recency;
	}
}
