import { isoOf } from '../shared';
import type { Row } from './types';

interface Entry {
	readonly updatedAt: number;
	/** Several if the record changed more than once within one timestamp. */
	readonly digests: readonly string[];
}

/** The saved ledger, by the hour and then by the id: the rest of the time, and the digests. */
export type SavedLedger = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Version = Pick<Row, 'id' | 'updatedAt' | 'digest'>;

/** The length of a time up to its hour, `2026-11-21T08:`. */
const HOUR_LENGTH = 14;

/**
 * The ledger of versions that were handled, as far back as late commits may still appear. With it, reading a
 * stretch of time twice does no harm.
 */
export class Ledger {
	private readonly entries = new Map<number, Entry>();

	constructor(saved: SavedLedger = {}) {
		for (const [hour, ids] of Object.entries(saved)) {
			for (const [id, text] of Object.entries(ids)) {
				const [rest = '', ...digests] = text.split(' ');
				this.entries.set(Number(id), { updatedAt: Date.parse(hour + rest), digests });
			}
		}
	}

	/**
	 * Whether this version, or a later one of its record, was handled before. The latter comes from a stale
	 * replica.
	 */
	knows(row: Version): boolean {
		const known = this.entries.get(row.id);
		if (!known || row.updatedAt > known.updatedAt) return false;
		return row.updatedAt < known.updatedAt || known.digests.includes(row.digest);
	}

	/** Whether exactly this version was handled, and none with a later time. */
	holds({ id, updatedAt, digest }: Version): boolean {
		const known = this.entries.get(id);
		return known?.updatedAt === updatedAt && known.digests.includes(digest);
	}

	/** Whether the ledger has a version of this time or later. */
	reaches(time: number): boolean {
		return [...this.entries.values()].some(({ updatedAt }) => updatedAt >= time);
	}

	has(id: number): boolean {
		return this.entries.has(id);
	}

	/** @param from the time of the earliest version that counts. */
	ids(from = -Infinity): number[] {
		return [...this.entries].flatMap(([id, { updatedAt }]) => (updatedAt >= from ? [id] : []));
	}

	/** Enters a version; its record becomes the last one of `ids`. */
	add({ id, updatedAt, digest }: Version): void {
		const before = this.entries.get(id);
		const earlier = before?.updatedAt === updatedAt ? before.digests : [];
		this.entries.delete(id);
		this.entries.set(id, { updatedAt, digests: [...earlier, digest] });
	}

	/** Forgets versions before `lowest` and after `highest`. */
	prune(lowest: number, highest = Infinity): void {
		for (const [id, { updatedAt }] of this.entries) {
			if (updatedAt < lowest || updatedAt > highest) this.entries.delete(id);
		}
	}

	saved(): SavedLedger {
		const hours: Record<string, Record<string, string>> = {};
		for (const [id, { updatedAt, digests }] of this.entries) {
			const time = isoOf(updatedAt);
			const hour = (hours[time.slice(0, HOUR_LENGTH)] ??= {});
			hour[id] = [time.slice(HOUR_LENGTH), ...digests].join(' ');
		}
		return hours;
	}
}
