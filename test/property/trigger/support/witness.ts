/** Watches what a trigger emits, and holds it to the promise. */
import type { Event, Policy, Row } from '../../../../nodes/SalesManagement/polling';
import type { Went } from './engine';
import type { History } from './histories';
import { Broken, hold } from './hold';
import { Life, NOTHING, type Memory } from './life';
import { checkNothingLost } from './lost';
import type { Commit, Content, Service } from './service';

const idOf = ({ row }: Event<Commit>): string => `${row.id} ${row.updatedAt} ${row.digest}`;

/** A poll of the engine. */
interface Polled {
	readonly went: Went<Commit>;
	/** What was visible when it began. */
	readonly visible: ReadonlyMap<number, Commit>;
	/** What Replay From says, where the event can be replayed. */
	readonly replayFrom?: number;
	/** Whether nothing kept it from reading all that it wanted to. */
	readonly isAmple: boolean;
}

export class Witness {
	readonly life: Life;

	/** Event ids that a Remove Duplicates has let through, and the version that each stands for. */
	private readonly passed = new Map<string, number>();

	constructor(
		private readonly history: History,
		private readonly policy: Policy,
		private readonly service: Pick<Service, 'now' | 'entities' | 'shown'>,
		private readonly shown: () => Map<number, Commit>,
	) {
		this.life = new Life(history, policy, service);
	}

	/** A new process goes on from there: what came later is to come again. */
	rewind(memory: Memory | undefined): void {
		const isAnew = memory === undefined;
		const { emitted } = this.life;
		hold(!isAnew || emitted.length === 0, 'events were emitted, yet their state was not kept');
		this.life.rewind(memory ?? NOTHING);
	}

	/** Must be called with each poll, before what it emitted. */
	polled(polled: Polled): void {
		const { life } = this;
		const { went, visible, replayFrom: date = 0 } = polled;
		const hasBegun = life.begun !== undefined && went.replayedFrom === undefined;
		if (!life.begun) this.begin(polled);
		if (went.replayedFrom !== undefined) {
			const { length } = life.emitted;
			life.replays = [...life.replays, { date, from: went.replayedFrom, at: length, visible }];
		}
		const { stopped, events, serverTime } = went.outcome;
		const moves = stopped === undefined || events.length > 0;
		if (moves || !hasBegun) life.movedAt = serverTime;
		this.checkStalled(went, moves);
	}

	/**
	 * Who can't move says so: not while it moves, not since earlier than that, and nothing below is owed.
	 */
	private checkStalled({ outcome: { stalled } }: Went<Commit>, moves: boolean): void {
		if (!stalled) return;
		const { since, at } = stalled;
		hold(!moves, 'one that moves is told to have stalled');
		// Two responses may tell the time by clocks that differ; far behind, a lone wrong one is believed.
		const isRight = this.history.quirks.jump >= 0;
		hold(!isRight || since >= this.life.movedAt - 3_000, 'it stalled before it moved last');
		checkNothingLost(this.life, at);
	}

	private begin({ went: { outcome }, visible, replayFrom, isAmple }: Polled): void {
		const { startFrom: set, tells } = this.policy;
		const date = replayFrom;
		const startFrom = date === undefined ? set : set === 'now' ? date : Math.min(date, set);
		const fromNow = startFrom === 'now' || tells === 'changed';
		hold(!fromNow || outcome.events.length === 0, 'the first poll from now on emitted');
		const { now: at } = this.service;
		const { serverTime } = outcome;
		const none: ReadonlyMap<number, Commit> = new Map();
		const seen = fromNow ? { before: visible, shown: this.shown() } : { before: none, shown: none };
		const hasLearned = isAmple && outcome.learningFailure === undefined;
		this.life.begun = { at, serverTime, startFrom, ...seen, hasLearned };
	}

	/** Whose value is surely known once all is at rest. */
	knows(id: number): boolean {
		const { life } = this;
		if (life.hasForgotten() || life.replay) return false;
		if (life.isBack(this.service.entities[id - 1]!)) return false;
		return life.wasThere(id) || life.eventsOf(id, { sinceReplay: false }).length > 0;
	}

	checkNothingLost(): void {
		checkNothingLost(this.life);
	}

	/** Whether a last version below a time has not been told yet. */
	owes(below: number): boolean {
		if (!this.life.begun || this.history.watched !== 'createdOrUpdated') return false;
		try {
			checkNothingLost(this.life, below);
			return false;
		} catch (error) {
			if (error instanceof Broken) return true;
			throw error;
		}
	}

	receive(event: Event<Commit>): void {
		const { row, type } = event;
		const { life } = this;
		const id = idOf(event);
		const earlier = life.eventsOf(row.id, { sinceReplay: true });
		hold(!earlier.some((other) => idOf(other) === id), `event id twice: ${id}`);
		this.passOn(id, row.record.number);
		const last = earlier.at(-1);
		hold(!last || last.row.updatedAt <= row.updatedAt, 'a record went back in time');
		if (last && !life.areTwins(last.row, row)) {
			hold(last.row.record.number < row.record.number, 'an older version came later');
		}
		if (type === 'created') this.checkCreated(row, earlier);
		if (type === 'updated' && earlier.length === 0) {
			// A stale replica may show the creation after its twin.
			hold(!this.isCreation(row) || this.hasTwins(row), 'a creation was told as an update');
		}
		if (this.policy.compares !== undefined) this.checkFrom(event, last);
		if (type === 'changed') {
			const fromNothing = event.from === undefined;
			hold(!fromNothing || this.policy.newChanges === true, 'a change from an unknown phase');
			hold(!fromNothing || !life.wasThere(row.id), 'what was there changed from nothing');
		}
		this.checkIsNews(row);
		life.emitted.push(event);
	}

	private checkCreated({ id, createdAt }: Row<Commit>, earlier: readonly unknown[]): void {
		const { life } = this;
		hold(earlier.length === 0, 'created was said after another event of the record');
		const isSilentSince = (at: number) => life.emitted.slice(at).every(({ row }) => row.id !== id);
		// A replay before the last one may still owe it.
		if (life.replays.some(({ from, at }) => createdAt >= from && isSilentSince(at))) return;
		const isNew = createdAt >= this.createdFrom() && isSilentSince(0);
		hold(isNew, 'created was said of an old record');
		hold(!life.wasThere(id), 'created was said of what was there');
	}

	/** Neither what was there at the start, nor what is older than what is told again. */
	private checkIsNews({ id, updatedAt, record }: Row<Commit>): void {
		const { replay, begun } = this.life;
		hold(!replay || updatedAt >= replay.from, 'told again what is older than the replay');
		if (replay) return;
		const wasThere = begun?.before.get(id) === record && begun.shown.get(id) === record;
		hold(!wasThere, 'emitted what was there at the start');
	}

	/** The value before is that of the version that was dealt with last: none before the last event. */
	private checkFrom({ from, row, type }: Event<Commit>, last: Event<Commit> | undefined): void {
		const { life } = this;
		const isKept = last !== undefined && !life.hasForgotten();
		hold(
			!isKept || type === 'created' || last.row.compared === from,
			'the chain of changes is broken',
		);
		if (from === undefined) return;
		hold(from !== row.compared, 'emitted though nothing changed');
		const commits = this.service.entities[row.id - 1]?.commits ?? [];
		const compared = this.policy.compares as keyof Content;
		const since = last && !life.areTwins(last.row, row) ? last.row.record.number : 0;
		const isOne = commits.some(
			(each) => each[compared] === from && each.number >= since && each.number < row.record.number,
		);
		hold(isOne || this.hasTwins(row), 'changed from what it was not');
	}

	private hasTwins({ id, updatedAt }: Row<Commit>): boolean {
		const { commits = [] } = this.service.entities[id - 1] ?? {};
		const twins = commits.filter((each) => each.updatedAt === updatedAt);
		const { staleness, digestsContent } = this.history.quirks;
		return (staleness > 0 || digestsContent) && twins.length > 1;
	}

	/** The first version of a record that is new to the trigger, whatever its two stamps are. */
	private isCreation({ id, createdAt, record }: Row<Commit>): boolean {
		const { life } = this;
		const wasThere = !life.replay && life.wasThere(id);
		if (wasThere) return false;
		const startFrom = life.replay?.from ?? life.begun!.startFrom;
		if (startFrom !== 'now' && createdAt < startFrom) return false;
		return this.service.entities[id - 1]?.commits[0] === record;
	}

	private createdFrom(): number {
		const { startFrom, serverTime } = this.life.begun!;
		return startFrom === 'now' ? serverTime - 2 * this.history.lookbackMs : startFrom;
	}

	/** Behind a Remove Duplicates by event id nothing is doubled, and nothing taken for another. */
	private passOn(id: string, version: number): void {
		const before = this.passed.get(id);
		hold(before === undefined || before === version, `two versions with one event id: ${id}`);
		const isNew = before === undefined && [...this.passed.values()].every((one) => one !== version);
		hold(before !== undefined || isNew, `one version with two event ids: ${id}`);
		this.passed.set(id, version);
	}
}
