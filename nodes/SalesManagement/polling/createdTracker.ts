import { mostPacked, packIds, unpackIds } from './idSet';
import type { Ledger } from './ledger';
import { SeenIds } from './seenIds';
import type { Policy, Row, State } from './types';

/** Where a poll ended. */
export interface Moment {
	readonly serverTime: number;
	readonly watermark: number;
	/** Whether it read to the end of the list. */
	readonly wholePass: boolean;
}

type Pass = NonNullable<State['pendingPass']>;

/** A wrong clock may have been believed before: no part of the pass was read later than now. */
export const byClock = (pass: Pass, now: number, latestStart = now): Pass => ({
	...pass,
	startedAt: Math.min(pass.startedAt, latestStart),
	partAt: Math.min(pass.partAt, now),
});

/** The share of the room for ids that those owed a first event may take. */
const OWED_SHARE = 0.5;

/** The share that those created ahead of their updates may take besides. */
const AHEAD_SHARE = 0.1;

/**
 * Tells a record's first event from later ones. A record is new when it was created since the
 * created watermark and has not been seen. That watermark follows the update watermark only after a
 * pass that read to the end: a record that is edited while a backlog drains moves ahead of it, and
 * must not count as old before it was ever read.
 */
export class CreatedTracker {
	private readonly since: number;

	private readonly watermark: number;

	/** The ids in the ledger when the pass began: they are no news of it, and so are never forgotten. */
	private readonly known: Set<number>;

	/** Who was dealt with in the pass and could later be taken for new. */
	private readonly seen: SeenIds;

	private readonly owed: Set<number>;

	/** Those of the seen that were created ahead of their own updates, and the latest such time. */
	private readonly ahead: { to: number; readonly ids: Set<number> };

	/** Dealt with in this poll, or in the ledger until now. */
	private readonly handled: Set<number>;

	private readonly pass?: Pass;

	constructor(
		private readonly state: State,
		private readonly ledger: Pick<Ledger, 'has' | 'ids' | 'settledIds'>,
		private readonly policy: Pick<Policy, 'lookbackMs' | 'guardMs'>,
	) {
		this.since = state.createdWatermark;
		this.watermark = state.watermark;
		this.seen = new SeenIds(state.createdSeen);
		this.owed = unpackIds(state.createdOwed?.ids ?? '');
		const { to = -Infinity, ids = '' } = state.createdAhead ?? {};
		this.ahead = { to, ids: unpackIds(ids) };
		this.pass = state.pendingPass;
		this.known = this.pass ? unpackIds(this.pass.known) : new Set(ledger.ids());
		this.handled = new Set(ledger.settledIds());
	}

	/** Whether no version of this record has been dealt with before. */
	isFirst({ id, createdAt, updatedAt }: Row<unknown>): boolean {
		if (this.handled.has(id)) return false;
		if (this.owed.has(id)) return true;
		if (createdAt < this.since || this.ledger.has(id)) return false;
		if ([this.known, this.seen, this.ahead.ids].some((ids) => ids.has(id))) return false;
		return !this.maybeForgotten(createdAt, updatedAt);
	}

	/** Must be called for every version dealt with, after `isFirst`. */
	handle({ id, createdAt, updatedAt }: Row<unknown>): void {
		this.handled.add(id);
		if (createdAt >= this.since) this.seen.add({ id, createdBy: createdAt });
		if (createdAt <= updatedAt) return;
		// It leaves the ledger before the created watermark reaches it.
		this.ahead.ids.add(id);
		this.ahead.to = Math.max(this.ahead.to, createdAt);
	}

	/** Must be called for every id that leaves the ledger. */
	forgotten(id: number): void {
		this.handled.add(id);
	}

	/**
	 * What the next poll needs. After a pass that read to the end, nothing created below the
	 * watermark is unseen but the `held`: the created watermark can follow, a guard's width behind,
	 * since a record may be stamped as created a little before its first version. If an earlier part of the
	 * pass is younger than the lookback, a stale replica may have hidden what that part left to read:
	 * then, as after a pass that ended early, it stays, and the ids dealt with last are kept, as many as fit. It also
	 * stays when too many are held to be owed: then they are new for not being among the seen.
	 */
	next(at: Moment, held: ReadonlyArray<Row<unknown>>, room: Policy['room']) {
		const pass = this.passBy(at);
		const owed = this.owedAfter(at, held);
		const isOwedTooMuch = (owed?.longest ?? 0) > OWED_SHARE * room.seen;
		if (at.wholePass && !isOwedTooMuch && at.serverTime >= pass.partAt + this.policy.lookbackMs) {
			const behind = at.watermark - this.policy.guardMs;
			const createdWatermark = Math.max(this.since, behind);
			const ahead = this.aheadOf(createdWatermark, room);
			return { createdWatermark, createdSeen: [], createdOwed: owed?.kept, ...ahead };
		}
		const createdOwed = (isOwedTooMuch ? this.owedAfter(at, []) : owed)?.kept;
		const ahead = this.aheadOf(this.since, room);
		const known = packIds(this.known);
		const besides = [known, createdOwed?.ids, ahead.createdAhead?.ids];
		const taken = besides.reduce((sum, ids = '') => sum + ids.length, 0);
		const { groups, forgottenTo } = this.seen.pack(room.seen - taken);
		const forgotten = Math.max(pass.forgottenTo ?? -Infinity, forgottenTo);
		const isForgetful = forgotten > -Infinity;
		// All that was dealt with until now is among the seen: only what changes from here on can be in doubt.
		const isSure = at.wholePass && isOwedTooMuch && !isForgetful;
		return {
			createdWatermark: this.since,
			createdSeen: groups,
			createdOwed,
			...ahead,
			pendingPass: {
				startedAt: isSure ? at.serverTime + this.policy.lookbackMs : pass.startedAt,
				partAt: at.wholePass && this.pass ? pass.partAt : at.serverTime,
				known,
				...(isForgetful && { forgottenTo: forgotten }),
			},
		};
	}

	/** Those whom the created watermark has not reached yet, unless a service dates all of its records so. */
	private aheadOf(createdWatermark: number, room: Policy['room']): Pick<State, 'createdAhead'> {
		const { to, ids } = this.ahead;
		if (ids.size === 0 || to < createdWatermark) return {};
		const packed = packIds(ids);
		return packed.length > AHEAD_SHARE * room.seen ? {} : { createdAhead: { to, ids: packed } };
	}

	private owedAfter(
		{ serverTime, watermark, wholePass }: Moment,
		held: ReadonlyArray<Row<unknown>>,
	) {
		const unseen = wholePass
			? held.filter((row) => row.createdAt < watermark && this.isFirst(row))
			: [];
		const at = Math.min(this.state.createdOwed?.at ?? 0, serverTime);
		// A stale replica may hide a record for a while; one that stays hidden was deleted.
		const before =
			!wholePass || serverTime < at + 2 * this.policy.lookbackMs ? this.stillOwed() : [];
		const ids = [...before, ...unseen.map(({ id }) => id)];
		if (ids.length === 0) return undefined;
		const kept = { at: unseen.length > 0 ? serverTime : at, ids: packIds(ids) };
		return { kept, longest: mostPacked(ids) };
	}

	private passBy({ serverTime }: Moment): Pass {
		const pass = this.pass ?? { startedAt: serverTime, partAt: -Infinity, known: '' };
		return byClock(pass, serverTime, serverTime + this.policy.lookbackMs);
	}

	private stillOwed(): number[] {
		return [...this.owed].filter((id) => !this.handled.has(id));
	}

	/**
	 * Within one pass a record is read once, unless it changes meanwhile. So of those created before
	 * others were forgotten, only one that changed since the pass began can be in doubt; it then counts
	 * as seen.
	 */
	private maybeForgotten(createdAt: number, updatedAt: number): boolean {
		const { forgottenTo, startedAt = Infinity } = this.pass ?? {};
		if (forgottenTo === undefined) return false;
		const mayBe = createdAt <= Math.min(forgottenTo, this.watermark);
		return mayBe && updatedAt >= startedAt - this.policy.lookbackMs;
	}
}
