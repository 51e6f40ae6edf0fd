import { packIds, unpackIds } from '../idSet';
import type { Ledger } from './ledger';
import type { Policy, Row } from './types';
import { isoOf } from '../values';

/** What a state knows of the records that are new. Times as text, sets of ids as `idSet.ts` packs them. */
export interface SavedNewRecords {
	/** Every record created before it has had its first event. */
	readonly createdWatermark: string;
	/** Set while a backlog spans several polls, and for a lookback after that. */
	readonly backlog?: {
		readonly startedAt: string;
		/** The last poll that ended early. */
		readonly endedEarlyAt: string;
		/** Records that had been dealt with when it began. */
		readonly known: string;
		/** Those created since the created watermark that have had their first event since. */
		readonly seen: string;
		/** None of these was created later. */
		readonly seenTo?: string;
		/** Some more had, which were created until then, and for which there was no room. */
		readonly forgottenTo?: string;
	};
}

/** How a poll went. */
export interface Ended {
	readonly now: number;
	readonly watermark: number;
	/** Whether it read to the end of the list. */
	readonly wholePass: boolean;
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/**
 * Tells a record's first event from later ones. A record is new when it was created since the
 * created watermark and was not dealt with. That watermark follows the update watermark only after a
 * pass that read to the end: a record that is edited while a backlog drains moves ahead of it, and
 * must not count as old before it was ever read.
 */
export class NewRecords {
	private since: number;

	private readonly startedAt?: number;

	private readonly endedEarlyAt?: number;

	private forgottenTo?: number;

	private readonly known: Set<number>;

	private readonly seen: Set<number>;

	private seenTo?: number;

	constructor(
		{ createdWatermark, backlog }: SavedNewRecords,
		/** Of the state that the poll begins with. */
		private readonly watermark: number,
		private readonly ledger: Pick<Ledger, 'has' | 'ids'>,
		private readonly policy: Pick<Policy, 'lookbackMs' | 'guardMs' | 'room'>,
	) {
		this.since = Date.parse(createdWatermark);
		this.startedAt = timeOf(backlog?.startedAt);
		this.endedEarlyAt = timeOf(backlog?.endedEarlyAt);
		this.forgottenTo = timeOf(backlog?.forgottenTo);
		this.known = backlog ? unpackIds(backlog.known) : new Set(ledger.ids());
		this.seen = unpackIds(backlog?.seen ?? '');
		this.seenTo = timeOf(backlog?.seenTo);
	}

	/** Whether no version of this record has been dealt with before. */
	isFirst({ id, createdAt, updatedAt }: Row<unknown>): boolean {
		if (createdAt < this.since) return false;
		if ([this.ledger, this.known, this.seen].some((ids) => ids.has(id))) return false;
		return !this.maybeForgotten(createdAt, updatedAt);
	}

	/** Must be called for every version dealt with, after `isFirst`. */
	dealtWith({ id, createdAt }: Row<unknown>): void {
		if (createdAt < this.since || this.known.has(id)) return;
		this.seen.add(id);
		this.seenTo = Math.max(this.seenTo ?? createdAt, createdAt);
	}

	/** For a clock that was set back. */
	lower(time: number): void {
		this.since = Math.min(this.since, time);
	}

	/**
	 * What the next poll needs. After a pass that read to the end nothing created below the watermark is
	 * unseen: the created watermark can follow, a guard's width behind, since a record may be stamped as
	 * created a little before its first version. After a poll that ended early it stays, and for a
	 * lookback after that: a stale replica may have hidden what that poll left to be read.
	 */
	saved({ now, watermark, wholePass }: Ended): SavedNewRecords {
		const { since, policy } = this;
		const endedEarlyAt = wholePass ? this.endedEarlyAt : now;
		if (endedEarlyAt === undefined || (wholePass && now >= endedEarlyAt + policy.lookbackMs)) {
			return { createdWatermark: isoOf(Math.max(since, watermark - policy.guardMs)) };
		}
		const seen = packIds(this.seen);
		const known = packIds(this.known);
		const fits = known.length + seen.length <= policy.room.seen;
		const forgottenTo = fits ? this.forgottenTo : Math.max(this.seenTo ?? 0, this.forgottenTo ?? 0);
		const seenTo = fits ? this.seenTo : undefined;
		return {
			createdWatermark: isoOf(since),
			backlog: {
				startedAt: isoOf(Math.min(this.startedAt ?? now, now + policy.lookbackMs)),
				endedEarlyAt: isoOf(Math.min(endedEarlyAt, now)),
				known,
				seen: fits ? seen : '',
				...(seenTo !== undefined && { seenTo: isoOf(seenTo) }),
				...(forgottenTo !== undefined && { forgottenTo: isoOf(forgottenTo) }),
			},
		};
	}

	/**
	 * Within a backlog a record is read once, unless it changes meanwhile. So of those created before
	 * others were forgotten, only one that changed since the backlog began can be in doubt; it then counts
	 * as seen.
	 */
	private maybeForgotten(createdAt: number, updatedAt: number): boolean {
		const { forgottenTo = -Infinity, startedAt = Infinity, watermark, policy } = this;
		const mayBe = createdAt <= Math.min(forgottenTo, watermark);
		return mayBe && updatedAt >= startedAt - policy.lookbackMs;
	}
}
