import { isoOf } from '../shared';
import type { Row } from './types';

interface Entry {
	readonly updatedAt: number;
	/** More than one, when the record changed again within the same timestamp. */
	readonly digests: readonly string[];
}

/** By the hour and the id: the rest of the time, then the digests. */
export type SavedLedger = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Version = Pick<Row<unknown>, 'id' | 'updatedAt' | 'digest'>;

/** Characters of a time up to its hour, `2026-11-21T08:`. */
const HOUR_LENGTH = 14;

/**
 * The versions dealt with, as far back as anything may still come to light. It makes it harmless to
 * read a stretch of time again.
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

	/** Whether this version was dealt with, or is older than one that was (a stale replica). */
	knows(row: Version): boolean {
		const known = this.entries.get(row.id);
		if (!known || row.updatedAt > known.updatedAt) return false;
		return row.updatedAt < known.updatedAt || known.digests.includes(row.digest);
	}

	/** Whether this very version was dealt with, and none of a later time. */
	holds({ id, updatedAt, digest }: Version): boolean {
		const known = this.entries.get(id);
		return known?.updatedAt === updatedAt && known.digests.includes(digest);
	}

	/** Whether it holds any version of this time or later. */
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

	/** It becomes the last of `ids`. */
	add({ id, updatedAt, digest }: Version): void {
		const before = this.entries.get(id);
		const earlier = before?.updatedAt === updatedAt ? before.digests : [];
		this.entries.delete(id);
		this.entries.set(id, { updatedAt, digests: [...earlier, digest] });
	}

	/** Drops the versions below a time, and those above another one. */
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
