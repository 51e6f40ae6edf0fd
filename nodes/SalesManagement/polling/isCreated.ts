import { isoOf, packIds, unpackIds } from '../shared';
import type { Ledger } from './emittedVersions';
import type { Policy, Row } from './types';

/** The saved state of which records are new: times as text, sets of ids as `idSet.ts` packs them. */
export interface SavedNewRecords {
	/** Every record created before it has had its first event. */
	readonly createdWatermark: string;
	/** Set while a backlog spans several polls, and for a lookback after that. */
	readonly backlog?: {
		/** The last poll that ended early. */
		readonly endedEarlyAt: string;
		/**
		 * Records that were handled before the backlog began, and new ones that have had their first event since.
		 */
		readonly seen: string;
	};
}

/** How a poll ended. */
interface Ended {
	readonly now: number;
	readonly watermark: number;
	/** Whether it read to the end of the list. */
	readonly wholePass: boolean;
}

/**
 * Tells a record's first event from later ones. A record is new if it was created since the created watermark
 * and was not handled yet. That watermark follows the update watermark only after a poll that read to the end
 * of the list: a record that is edited while a backlog drains moves ahead of the reading, and must not count
 * as old before it was ever read.
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

	/** Whether no version of this record was handled before. */
	isFirst({ id, createdAt }: Row): boolean {
		return createdAt >= this.since && !this.ledger.has(id) && !this.seen.has(id);
	}

	/** Notes that a version was handled. To be called for every one, after `isFirst`. */
	dealtWith({ id, createdAt }: Row): void {
		if (createdAt >= this.since) this.seen.add(id);
	}

	/** Lowers the created watermark after the service's clock was set back. */
	lower(time: number): void {
		this.since = Math.min(this.since, time);
	}

	/**
	 * The saved form. After a poll that read to the end, no record created below the watermark is unread: the
	 * created watermark follows a guard's width behind, since a record may be stamped as created a little
	 * before its first version. After a poll that ended early it stays where it is, and for one lookback more,
	 * as far as there is room: a stale replica may have hidden records that this poll left for later.
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
