/** Watches what a trigger emits, and holds it to the promise. */
import type {
	Event,
	Outcome,
	Policy,
	Row,
	Standing,
	State,
} from '../../../nodes/SalesManagement/polling';
import type { History } from './history';
import { Broken, hold } from './hold';
import { Knowledge, knownIn } from './knowledge';
import { Life, type Memory } from './life';
import { checkNothingLost } from './lost';
import type { Commit, Content, Entity, Service } from './simulatedService';
import { checkStanding } from './standing';

export type { Memory } from './life';

const idOf = ({ row }: Event<Commit>): string => `${row.id} ${row.updatedAt} ${row.digest}`;

const NOTHING: Memory = { events: 0, replays: [] };

/** A poll of the engine. */
interface Polled {
	/** The state with which it was called. */
	readonly before?: State;
	readonly outcome: Outcome<Commit>;
	readonly standing: Standing;
	/** What was visible when it began. */
	readonly visible: ReadonlyMap<number, Commit>;
	/** What Replay From says, where the event can be replayed. */
	readonly replayFrom?: number;
}

export class Witness {
	readonly life: Life;

	/** Event ids that a Remove Duplicates has let through, and the version that each stands for. */
	private readonly passed = new Map<string, number>();

	private knowledge = new Knowledge();

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
		if (!this.life.begun) this.knowledge = new Knowledge();
	}

	/** Must be called with each poll, before what it emitted. */
	polled({ before, outcome, standing, visible, replayFrom }: Polled): void {
		const { life } = this;
		const isReplay = replayFrom !== undefined && replayFrom !== life.replay?.date;
		const wentOnFrom = isReplay || !life.begun ? undefined : before;
		if (!life.begun) this.begin(outcome, visible, replayFrom);
		if (isReplay) {
			const { startFrom } = this.policy;
			const begins = startFrom === 'now' ? Infinity : startFrom;
			const { watermark = begins, createdWatermark = begins } = before ?? {};
			const from = Math.min(replayFrom, watermark, createdWatermark);
			life.replays = [...life.replays, { date: replayFrom, from, at: life.emitted.length }];
		}
		checkStanding(life, { wentOnFrom, outcome, standing });
		this.checkKnowledge(wentOnFrom, outcome);
		const { standstill } = standing;
		if (standstill) checkNothingLost(life, this.knowledge, standstill.at);
	}

	private begin(outcome: Outcome<Commit>, before: ReadonlyMap<number, Commit>, date?: number) {
		const { startFrom: set, tells } = this.policy;
		const startFrom = date === undefined ? set : set === 'now' ? date : Math.min(date, set);
		const fromNow = startFrom === 'now' || tells === 'changed';
		hold(!fromNow || outcome.events.length === 0, 'the first poll from now on emitted');
		const { now: at } = this.service;
		const { serverTime } = outcome;
		const none: ReadonlyMap<number, Commit> = new Map();
		const seen = fromNow ? { before, shown: this.shown() } : { before: none, shown: none };
		this.life.begun = { at, serverTime, startFrom, ...seen };
	}

	/** What is not known is never told wrongly, and what was learned last is known. */
	private checkKnowledge(before: State | undefined, { events, state }: Outcome<Commit>): void {
		if (this.policy.watches === undefined) return;
		const { entities } = this.service;
		if (before) this.knowledge.atStart(before, entities);
		for (const { row, type, from } of events) {
			const isMissing = from === undefined && type === 'updated' && before !== undefined;
			hold(!isMissing || this.knowledge.isUnknown(row.id), 'a known value was not told');
		}
		const last = events.at(-1)?.row;
		const window = this.history.quirks.ordered ? 0 : 2 * this.policy.guardMs + 1;
		const isLatest = !last || this.knowledge.isLatest(state, last, { entities, window });
		hold(isLatest, 'an older value was kept');
	}

	/** What was there when the trigger's life began is known in the end; a replay forgets it. */
	checkLearned(state: State): void {
		const { life } = this;
		const isForgetful = life.hasForgotten() || life.isNarrow() || life.replay !== undefined;
		if (this.policy.watches === undefined || isForgetful) return;
		const isOwed = ({ id, commits }: Entity) =>
			life.begun!.before.has(id) && life.wasThere(id) && !commits.at(-1)!.deleted;
		const there = this.service.entities.filter(isOwed);
		hold(there.every(knownIn(state)), 'a previous value was never learned');
	}

	checkNothingLost(): void {
		checkNothingLost(this.life, this.knowledge);
	}

	/** Whether a last version below a time has not been told yet. */
	owes(below: number): boolean {
		if (!this.life.begun || this.history.watched !== 'createdOrUpdated') return false;
		try {
			checkNothingLost(this.life, this.knowledge, below);
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
		if (event.from !== undefined) this.checkFrom(event, last);
		if (type === 'changed') {
			const fromNothing = event.from === undefined;
			hold(!fromNothing || this.policy.newChanges === true, 'a change from an unknown phase');
			const wasKnown = !life.isNarrow() && life.wasThere(row.id);
			hold(!fromNothing || !wasKnown, 'what was there changed from nothing');
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
		hold(life.isNarrow() || !life.wasThere(id), 'created was said of what was there');
	}

	/** Neither what was there at the start, nor what is older than what is told again. */
	private checkIsNews({ id, updatedAt, record }: Row<Commit>): void {
		const { replay, begun } = this.life;
		hold(!replay || updatedAt >= replay.from, 'told again what is older than the replay');
		if (this.life.isNarrow() || replay) return;
		const wasThere = begun?.before.get(id) === record && begun.shown.get(id) === record;
		hold(!wasThere, 'emitted what was there at the start');
	}

	/** The value before is that of the version that was dealt with last: at least of none before the last event. */
	private checkFrom({ from, row }: Event<Commit>, last: Event<Commit> | undefined): void {
		hold(from !== row.watched, 'emitted though nothing changed');
		const isKept = !this.knowledge.wasEverUnknown(row.id);
		hold(!last || !isKept || last.row.watched === from, 'the chain of changes is broken');
		const commits = this.service.entities[row.id - 1]?.commits ?? [];
		const compared = this.policy.watches as keyof Content;
		const since = last && !this.life.areTwins(last.row, row) ? last.row.record.number : 0;
		const isOne = commits.some(
			(each) => each[compared] === from && each.number >= since && each.number < row.record.number,
		);
		hold(isOne || this.hasTwins(row), 'changed from what it was not');
	}

	private hasTwins({ id, updatedAt }: Row<Commit>): boolean {
		const { commits = [] } = this.service.entities[id - 1] ?? {};
		const twins = commits.filter((each) => each.updatedAt === updatedAt);
		return this.history.quirks.staleness > 0 && twins.length > 1;
	}

	/** The first version of a record that is new to the trigger, whatever its two stamps are. */
	private isCreation({ id, createdAt, record }: Row<Commit>): boolean {
		const { life } = this;
		const wasThere = !life.replay && life.wasThere(id);
		if (life.mayForget() || life.isNarrow() || wasThere) return false;
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
