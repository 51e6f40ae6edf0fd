import { packIds, unpackIds } from './idSet';
import type { Row } from './types';

interface Entry {
	readonly updatedAt: number;
	/** More than one, when the record changed again within the same timestamp. */
	readonly digests: readonly string[];
}

type Version = Pick<Row<unknown>, 'id' | 'updatedAt' | 'digest'>;

/**
 * The versions dealt with, as far back as anything may still come to light. It makes it harmless to
 * read a stretch of time again.
 */
export class Ledger {
	private readonly entries: Map<number, Entry>;

	/** The versions dealt with at a time that is final, or within a long run from there on. */
	private settledAt: number;

	private settledUntil: number;

	private readonly settled: Set<number>;

	private size = 0;

	/** How many were settled when their packed length was measured last, and what it was. */
	private measured = { count: 0, length: 0 };

	constructor(watermark: number, packed = '', settled = '', settledUntil = watermark) {
		this.entries = unpackEntries(watermark, packed);
		for (const [id, entry] of this.entries) this.size += cost(id, entry);
		this.settledAt = watermark;
		this.settledUntil = settledUntil;
		this.settled = unpackIds(settled);
	}

	/** Whether this version was dealt with, or is older than one that was (a stale replica). */
	knows(row: Version): boolean {
		if (this.isAmongSettled(row.updatedAt) && this.settled.has(row.id)) return true;
		const known = this.entries.get(row.id);
		if (!known || row.updatedAt > known.updatedAt) return false;
		return row.updatedAt < known.updatedAt || known.digests.includes(row.digest);
	}

	/** Recognises the versions that are settled at this moment. */
	settledNow(): (row: Version) => boolean {
		const [at, until, ids] = [this.settledAt, this.settledUntil, new Set(this.settled)];
		return ({ id, updatedAt }) => updatedAt >= at && updatedAt <= until && ids.has(id);
	}

	/** Whether versions of exactly this time are the last that were settled. */
	endsAt(time: number): boolean {
		return this.settledAt === time && this.settled.size > 0;
	}

	/** Whether any version of the record at or above the watermark was dealt with. */
	has(id: number): boolean {
		return this.entries.has(id) || this.settled.has(id);
	}

	ids(): Iterable<number> {
		return this.entries.keys();
	}

	settledIds(): Iterable<number> {
		return this.settled;
	}

	/** Characters the entries take at most. */
	get length(): number {
		return this.size;
	}

	/** Characters the settled ids take, but for those since this was measured last. */
	get settledLength(): number {
		const { size: count } = this.settled;
		if (Math.abs(count - this.measured.count) >= MEASURED_EVERY) {
			this.measured = { count, length: packIds(this.settled).length };
		}
		return this.measured.length;
	}

	private isAmongSettled(time: number): boolean {
		return time >= this.settledAt && time <= this.settledUntil;
	}

	/** From now on, what is settled is remembered within a long run, not only at its newest time. */
	span(from: number, until: number): void {
		if (from !== this.settledAt) this.settled.clear();
		this.settledAt = from;
		this.settledUntil = until;
	}

	/** Settles a version within the long run that was dealt with before it was final. Says if it was. */
	cover({ id, updatedAt }: Version): boolean {
		const entry = this.entries.get(id);
		if (!entry || !this.isAmongSettled(updatedAt)) return false;
		this.remove(id, entry);
		this.settled.add(id);
		return true;
	}

	private remove(id: number, entry: Entry): void {
		this.entries.delete(id);
		this.size -= cost(id, entry);
	}

	/** Remembers a version that may still be followed by others of the same or an earlier time. */
	add({ id, updatedAt, digest }: Version): void {
		const before = this.entries.get(id);
		if (before) this.size -= cost(id, before);
		const earlier = before?.updatedAt === updatedAt ? before.digests : [];
		const entry = { updatedAt, digests: [...earlier, digest] };
		this.entries.set(id, entry);
		this.size += cost(id, entry);
	}

	/**
	 * Remembers a version of a time that is final (older than the lookback). Only the ids at the
	 * newest such time matter, since a poll may stop among records of one timestamp, or those within
	 * the long run in which it stops.
	 */
	settle(row: Version): void {
		if (!this.isAmongSettled(row.updatedAt)) {
			this.settled.clear();
			this.settledAt = row.updatedAt;
			this.settledUntil = row.updatedAt;
		}
		this.settled.add(row.id);
	}

	/** Drops the versions below the watermark, or below a time before it, and returns their ids. */
	prune(watermark: number, lowest = watermark): number[] {
		const dropped: number[] = [];
		for (const [id, entry] of this.entries) {
			if (entry.updatedAt >= lowest) continue;
			this.remove(id, entry);
			dropped.push(id);
		}
		if (this.settledAt !== watermark) {
			this.settled.clear();
			this.settledAt = watermark;
			this.settledUntil = watermark;
		}
		return dropped;
	}

	/**
	 * Makes it fit into `room`, for a start in the middle of a bulk change: the oldest entries go and
	 * the watermark rises above them, but not beyond `highest`; then the newest go.
	 */
	shrink(room: number, lowest: number, highest: number): number {
		const oldestFirst = [...this.entries].sort((a, b) => a[1].updatedAt - b[1].updatedAt);
		let excess = this.size - room;
		let watermark = lowest;
		for (const [id, entry] of oldestFirst) {
			if (excess <= 0) break;
			if (entry.updatedAt >= highest) return this.dropNewest(room, watermark);
			watermark = entry.updatedAt + 1;
			excess -= cost(id, entry);
		}
		this.prune(watermark);
		return watermark;
	}

	private dropNewest(room: number, watermark: number): number {
		this.prune(watermark);
		for (const [id, entry] of [...this.entries].sort((a, b) => b[1].updatedAt - a[1].updatedAt)) {
			if (this.size <= room) break;
			this.remove(id, entry);
		}
		return watermark;
	}

	pack(watermark: number): { ledger: string; settled: string } {
		return { ledger: packEntries(watermark, this.entries), settled: packIds(this.settled) };
	}
}

/** Packing them takes a while; so many more take a few thousand characters at most. */
const MEASURED_EVERY = 500;

/** Three separators, and a time step of four digits: on average far fewer. */
const cost = (id: number, { digests }: Entry) => String(id).length + digests.join(':').length + 7;

function packEntries(watermark: number, entries: Map<number, Entry>): string {
	let before = watermark;
	return [...entries]
		.sort((a, b) => a[1].updatedAt - b[1].updatedAt)
		.map(([id, { updatedAt, digests }]) => {
			const step = (updatedAt - before).toString(36);
			before = updatedAt;
			return `${id}:${step}:${digests.join(':')}`;
		})
		.join(',');
}

function unpackEntries(watermark: number, packed: string): Map<number, Entry> {
	const entries = new Map<number, Entry>();
	let updatedAt = watermark;
	if (packed === '') return entries;
	for (const entry of packed.split(',')) {
		const [id, step, ...digests] = entry.split(':') as [string, string, ...string[]];
		updatedAt += parseInt(step, 36);
		entries.set(Number(id), { updatedAt, digests });
	}
	return entries;
}
