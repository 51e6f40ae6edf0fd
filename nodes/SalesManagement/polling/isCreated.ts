import { isoOf, packIds, unpackIds } from '../shared';
import type { Ledger } from './emittedVersions';
import type { Policy, Row } from './types';

/** What a state knows of the records that are new. Times as text, sets of ids as `idSet.ts` packs them. */
export interface SavedNewRecords {
	/** Every record created before it has had its first event. */
	readonly createdWatermark: string;
	/** Set while a backlog spans several polls, and for a lookback after that. */
	readonly backlog?: {
		/** The last poll that ended early. */
		readonly endedEarlyAt: string;
		/** Records that had been dealt with when it began, and new ones that have had their first event since. */
		readonly seen: string;
	};
}

/** How a poll went. */
interface Ended {
	readonly now: number;
	readonly watermark: number;
	/** Whether it read to the end of the list. */
	readonly wholePass: boolean;
}

/**
 * Tells a record's first event from later ones. A record is new when it was created since the
 * created watermark and was not dealt with. That watermark follows the update watermark only after a
 * pass that read to the end: a record that is edited while a backlog drains moves ahead of it, and
 * must not count as old before it was ever read.
 */
export class NewRecords {
	private since: number;

	private readonly endedEarlyAt?: number;

	private readonly seen: Set<number>;

	constructor(
		{ createdWatermark, backlog }: SavedNewRecords,
		private readonly ledger: Ledger,
		private readonly policy: Pick<Policy, 'lookbackMs' | 'guardMs' | 'createdRoom'>,
	) {
		this.since = Date.parse(createdWatermark);
		this.endedEarlyAt = backlog && Date.parse(backlog.endedEarlyAt);
		this.seen = backlog ? unpackIds(backlog.seen) : new Set(ledger.ids());
	}

	/** Whether no version of this record has been dealt with before. */
	isFirst({ id, createdAt }: Row<unknown>): boolean {
		return createdAt >= this.since && !this.ledger.has(id) && !this.seen.has(id);
	}

	/** Must be called for every version dealt with, after `isFirst`. */
	dealtWith({ id, createdAt }: Row<unknown>): void {
		if (createdAt >= this.since) this.seen.add(id);
	}

	/** For a clock that was set back. */
	lower(time: number): void {
		this.since = Math.min(this.since, time);
	}

	/**
	 * What the next poll needs. After a pass that read to the end nothing created below the watermark is
	 * unseen: the created watermark can follow, a guard's width behind, since a record may be stamped as
	 * created a little before its first version. After a poll that ended early it stays, and for a
	 * lookback after that, as far as there is room: a stale replica may have hidden what that poll left to be
	 * read.
	 */
	saved({ now, watermark, wholePass }: Ended): SavedNewRecords {
		const { since, policy } = this;
		const followed = { createdWatermark: isoOf(Math.max(since, watermark - policy.guardMs)) };
		const endedEarlyAt = wholePass ? this.endedEarlyAt : now;
		if (endedEarlyAt === undefined) return followed;
		const seen = packIds(this.seen);
		const isPast = now >= endedEarlyAt + policy.lookbackMs;
		if (wholePass && (isPast || seen.length > policy.createdRoom)) return followed;
		return {
			createdWatermark: isoOf(since),
			backlog: { endedEarlyAt: isoOf(Math.min(endedEarlyAt, now)), seen },
		};
	}
}
