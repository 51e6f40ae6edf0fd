/** Watches what a trigger emits, and holds it to the promise. */
import type { Event, Row } from '../../../../nodes/SalesManagement/polling';
import type { Went } from './engine';
import type { History } from './histories';
import { Broken, hold } from './hold';
import { Life, NOTHING, type Memory } from './life';
import { checkNothingLost } from './lost';
import type { Commit, Service } from './service';
import { wants, type Settings } from './settings';

const idOf = ({ row }: Event<Commit>): string => `${row.id} ${row.updatedAt} ${row.digest}`;

/** By how much a version may be ahead of the service's clock and surely be dealt with. */
const SURELY_MS = 50_000;

/** Records of which none is shown. */
const NONE: ReadonlyMap<number, Commit> = new Map();

/** A poll of the engine. */
interface Polled {
	readonly went: Went<Commit>;
	readonly settings: Settings;
	/** What was visible when it began. */
	readonly visible: ReadonlyMap<number, Commit>;
	/** Whether nothing kept it from reading all that it wanted to. */
	readonly isAmple: boolean;
	/** Whether it went on after the last batch, which is not repeated, with the values before it. */
	readonly isAfterBatch: boolean;
}

export class Witness {
	readonly life: Life;

	/** Event ids that a Remove Duplicates has let through, and the version that each stands for. */
	private readonly passed = new Map<string, number>();

	/** What had been dealt with before the last poll. */
	private dealtWith: ReadonlySet<number> = new Set();

	/** The service's time of the last whole pass before a state was lost. */
	private lostAt = -Infinity;

	constructor(
		private readonly history: History,
		private readonly service: Pick<Service, 'now' | 'entities' | 'shown' | 'isReadable'>,
		private readonly shown: () => Map<number, Commit>,
	) {
		this.life = new Life(history, service);
	}

	/** A new process goes on from there: what came later is to come again. */
	rewind(memory: Memory | undefined): void {
		const { emitted, begun } = this.life;
		const isSilent = emitted.length === (begun?.events ?? 0);
		hold(isSilent || memory?.begun === begun, 'events were emitted, yet their state was not kept');
		this.life.rewind(memory ?? NOTHING);
	}

	/**
	 * Must be called with each poll, before what it emitted.
	 * @returns what is known where that is to be emitted again.
	 */
	polled(polled: Polled): Memory {
		const { life } = this;
		const { went, settings, isAfterBatch } = polled;
		const { beginning, replayedFrom, outcome } = went;
		const { stopped, events, serverTime, state } = outcome;
		const isLoss = beginning.because === 'unusable';
		const last = life.chapters.at(-1);
		const before = (last ?? life.begun)?.settings;
		const isElsewhere = before !== undefined && before.address !== settings.address;
		const begins = beginning.anew !== undefined;
		hold(!begins || !life.begun || isElsewhere || isLoss, 'it began anew');
		hold(begins || (life.begun !== undefined && !isElsewhere), 'it went on');
		if (begins) this.begin(polled);
		const { chapters } = life;
		const watermark = Date.parse(state.watermark);
		// A damaged state does not tell that a time ahead of the service's was chosen: a lookback is read again.
		const isAhead = isLoss && serverTime < went.watermark;
		const floor = isAhead ? serverTime - this.history.lookbackMs : went.watermark;
		hold(replayedFrom !== undefined || watermark >= floor, 'the watermark fell');
		hold(
			events.every(({ row }) => row.updatedAt >= floor),
			'emitted what was final',
		);
		const chapter = { settings, endedAt: this.service.now };
		const isSame = JSON.stringify(before) === JSON.stringify(settings) && !begins;
		life.chapters = [...(isSame ? life.chapters.slice(0, -1) : life.chapters), chapter];
		const again = replayedFrom ?? (isLoss && !begins ? floor : undefined);
		if (again !== undefined) this.again(polled, again, last?.endedAt);
		life.isOlder ||= isAfterBatch;
		const memory = { ...life.memory, chapters, ...(isLoss && { comparing: undefined }) };
		this.compare(polled, begins || isLoss);
		life.isOlder = false;
		this.dealtWith = life.dealtWith;
		if (stopped === undefined) {
			// What the service had not reached yet is told later.
			if (!isAhead) life.dealtWith = this.nowDealtWith(polled);
			life.wholeAt = serverTime;
		}
		const moves = stopped === undefined || events.length > 0;
		if (moves || begins || replayedFrom !== undefined) life.movedAt = serverTime;
		this.checkStalled(went, moves);
		return memory;
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

	/** Another life: Start From counts for the first one only. */
	private begin({ went, settings, visible }: Polled): void {
		const { life } = this;
		const { outcome, beginning, replayedFrom } = went;
		const startFrom = replayedFrom ?? beginning.anew!;
		const fromNow = startFrom === 'now';
		hold(!life.begun || beginning.anew === 'now', 'began otherwise than now for a second time');
		hold(!fromNow || outcome.events.length === 0, 'the first poll from now on emitted');
		const { now: at } = this.service;
		const { serverTime, state } = outcome;
		const floor = serverTime - this.history.lookbackMs;
		hold(!fromNow || Date.parse(state.watermark) >= floor, 'began with what is long past');
		const seen = fromNow ? { before: visible, shown: this.shown() } : { before: NONE, shown: NONE };
		const events = life.emitted.length;
		const begun = { at, serverTime, startFrom, settings, events, ...seen };
		life.rewind({ ...NOTHING, emitted: [...life.emitted], begun });
	}

	/** All from a time on comes again: as set under Replay From, or since what was dealt with is forgotten. */
	private again({ went, visible }: Polled, from: number, readAt?: number): void {
		const { life } = this;
		const isLoss = went.replayedFrom === undefined;
		const date = isLoss ? from : Date.parse(went.saved.replayed!);
		const place = { at: life.emitted.length, chapters: life.chapters.length - 1 };
		const repeatsFrom = went.repeatsFrom ?? from;
		const replay = { date, from, repeatsFrom, ...place, visible, isLoss, readAt };
		life.replays = [...life.replays, replay];
		life.dealtWith = NOTHING.dealtWith;
		this.lostAt = isLoss ? life.wholeAt : -Infinity;
	}

	private compare({ went, visible, isAmple }: Polled, isAnew: boolean): void {
		const { life } = this;
		const { isOlder } = life;
		// A poll to which everything is hidden leaves the state as it is, with its values.
		if (went.outcome.state.values === undefined) life.comparing = undefined;
		const isSame = life.comparing?.what === life.compares && !isAnew && !isOlder;
		if (life.compares === undefined || isSame) return;
		const { learningFailure, stopped } = went.outcome;
		const fromNow = life.begun!.startFrom === 'now' || life.chapters.length > 1 || life.replay;
		life.comparing = {
			what: life.compares,
			events: life.emitted.length,
			chapters: life.chapters.length - 1,
			at: this.service.now,
			before: fromNow ? this.dealtWithOrIn(visible) : NONE,
			shown: fromNow ? this.shown() : NONE,
			hasLearned: isAmple && !isOlder && learningFailure === undefined && stopped === undefined,
			isOlder,
		};
	}

	/** What each record was to the trigger: a stale replica shows older versions than were dealt with before. */
	private dealtWithOrIn(shown: ReadonlyMap<number, Commit>): ReadonlyMap<number, Commit> {
		const { life, service } = this;
		const newest = (id: number, commit: Commit) =>
			service.entities[id - 1]!.commits.findLast(
				(each) =>
					each.number > commit.number &&
					(life.dealtWith.has(each.number) || life.emitted.some(({ row }) => row.record === each)),
			) ?? commit;
		return new Map([...shown].map(([id, commit]) => [id, newest(id, commit)]));
	}

	/** Versions that were shown all the time of a whole pass. */
	private nowDealtWith({ went: { outcome }, visible }: Polled): ReadonlySet<number> {
		const shown = this.shown();
		const surely = [...visible].filter(
			([id, commit]) =>
				shown.get(id) === commit && commit.updatedAt <= outcome.serverTime + SURELY_MS,
		);
		return new Set([...this.life.dealtWith, ...surely.map(([, { number }]) => number)]);
	}

	/** Whose value is surely known once all is at rest. */
	knows(id: number): boolean {
		const { life } = this;
		if (life.hasForgotten() || life.replay) return false;
		const entity = this.service.entities[id - 1]!;
		if (!wants(life.settings, id)) return false;
		if (life.isBack(entity) || this.hasTwins({ id, ...entity.commits.at(-1)! })) return false;
		if (life.chapters.length > 1) return true;
		return life.wasThere(id) || life.eventsOf(id, { sinceReplay: false }).length > 0;
	}

	checkNothingLost(): void {
		checkNothingLost(this.life);
	}

	/** Whether a last version below a time has not been told yet. */
	owes(below: number): boolean {
		if (!this.life.begun || this.life.settings.watched !== 'createdOrUpdated') return false;
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
		hold(!this.dealtWith.has(row.record.number), `emitted what was dealt with: ${id}`);
		this.checkIsLate(event);
		this.passOn(id, row.record.number);
		const last = earlier.at(-1);
		hold(!last || last.row.updatedAt <= row.updatedAt, 'a record went back in time');
		if (last && !life.areTwins(last.row, row)) {
			hold(last.row.record.number < row.record.number, 'an older version came later');
		}
		if (type === 'created') this.checkCreated(row, earlier);
		if (type === 'updated' && earlier.length === 0) {
			// A stale replica may show the creation after its twin, and what is left of a state that was lost tells by
			// times alone which records are new.
			const { isLoss, readAt = 0 } = life.replay ?? {};
			const mayBeKnown = isLoss === true && row.createdAt <= readAt;
			const isRight = !this.isCreation(row) || this.hasTwins(row) || mayBeKnown;
			hold(isRight, 'a creation was told as an update');
		}
		if (life.compares !== undefined) this.checkFrom(event, last);
		if (type === 'changed') {
			const fromNothing = event.from === undefined;
			const isEntered = life.settings.watched === 'entered';
			hold(!fromNothing || isEntered, 'a change from an unknown phase');
			const wasThere = life.wasThere(row.id) && !life.replay;
			hold(!fromNothing || !wasThere, 'what was there changed from nothing');
		}
		this.checkIsNews(row);
		life.emitted.push(event);
	}

	/** Where a state was lost, at most a lookback comes twice. */
	private checkIsLate({ row }: Event<Commit>): void {
		const { life, history } = this;
		const isTwice = this.wasEmitted(row);
		const isLate = row.updatedAt >= this.lostAt - history.lookbackMs;
		hold(!isTwice || !life.replay?.isLoss || isLate, 'more than a lookback came twice');
	}

	private wasEmitted(row: Row<Commit>, since = 0): boolean {
		return this.life
			.eventsSince(since, row.id)
			.some((it) => idOf(it) === idOf({ row, type: 'updated' }));
	}

	private checkCreated({ id, createdAt }: Row<Commit>, earlier: readonly unknown[]): void {
		const { life } = this;
		hold(earlier.length === 0, 'created was said after another event of the record');
		const isSilentSince = (at: number) => life.eventsSince(at, id).length === 0;
		// A replay before the last one may still owe it.
		if (life.replays.some(({ from, at }) => createdAt >= from && isSilentSince(at))) return;
		const isNew = createdAt >= this.createdFrom() && isSilentSince(life.begun!.events);
		hold(isNew, 'created was said of an old record');
		hold(!life.wasThere(id), 'created was said of what was there');
	}

	/** Neither what was there at the start, nor what is older than what is told again. */
	private checkIsNews(row: Row<Commit>): void {
		const { id, updatedAt, record } = row;
		const { replay, begun } = this.life;
		if (replay) {
			// A replay before the last one may still owe it.
			const isOwed = this.life.replays.some(
				({ repeatsFrom, at }) => updatedAt >= repeatsFrom && !this.wasEmitted(row, at),
			);
			// Of a record the trigger knows the last version alone: where that is told again, a stale replica may
			// show the one before.
			const mayBeStale = this.history.quirks.staleness > 0;
			const isNews = isOwed || mayBeStale || !this.wasEmitted(row);
			hold(updatedAt >= replay.from && isNews, 'told again what is older than the replay');
			return;
		}
		const wasThere = begun?.before.get(id) === record && begun.shown.get(id) === record;
		hold(!wasThere, 'emitted what was there at the start');
	}

	/** The value before is that of the version that was dealt with last: none before the last event. */
	private checkFrom({ from, row, type }: Event<Commit>, last: Event<Commit> | undefined): void {
		const { life } = this;
		const compares = life.compares!;
		const { events, chapters, isOlder } = life.comparing!;
		const isSince = last !== undefined && life.emitted.indexOf(last) >= events;
		const entity = this.service.entities[row.id - 1]!;
		const isCertain = isSince && !life.hasForgotten() && !this.hasTwins(last.row);
		const isKept = isCertain && life.isAlwaysShown(entity, chapters);
		hold(
			!isKept || type === 'created' || last.row.record[compares] === from,
			'the chain of changes is broken',
		);
		if (from === undefined) return;
		hold(from !== row.compared, 'emitted though nothing changed');
		// A change back within one timestamp is the version that it was before.
		const isAfter = last && !this.hasTwins(last.row) && (isSince || !isOlder);
		const since = isAfter ? last.row.record.number : 0;
		const isOne = entity.commits.some(
			(each) => each[compares] === from && each.number >= since && each.number < row.record.number,
		);
		hold(isOne || this.hasTwins(row), 'changed from what it was not');
	}

	private hasTwins({ id, updatedAt }: Pick<Row<Commit>, 'id' | 'updatedAt'>): boolean {
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
