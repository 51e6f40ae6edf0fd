/** Watches what a trigger emits, and holds it to the promise. */
import type { Event, Outcome, Policy, Row, State } from '../../../nodes/SalesManagement/polling';
import type { History } from './history';
import { hold } from './hold';
import { Knowledge, knownIn } from './knowledge';
import type { Commit, Content, Entity, Service } from './simulatedService';

const idOf = ({ row }: Event<Commit>): string => `${row.id} ${row.updatedAt} ${row.digest}`;

export class Witness {
	/** The poll that began the trigger's life: when it ended, what was visible before and after. */
	/** The service's time in the first poll, which may take long after it. */
	private beganAt = 0;

	private begun?: { at: number; before: Map<number, Commit>; shown: Map<number, Commit> };

	/** What was executed, as far as the trigger knows. */
	private readonly emitted: Event<Commit>[] = [];

	/** Event ids that a Remove Duplicates has let through, and the version that each stands for. */
	private readonly passed = new Map<string, number>();

	private knowledge = new Knowledge();

	constructor(
		private readonly history: History,
		private readonly policy: Policy,
		private readonly service: Pick<Service, 'now' | 'entities'>,
		private readonly shown: () => Map<number, Commit>,
	) {}

	get hasBegun(): boolean {
		return this.begun !== undefined;
	}

	/** A new process goes on after so many of the events: what came later is to come again. */
	rewind(upTo: number): void {
		this.emitted.length = Math.min(this.emitted.length, upTo);
	}

	/** Nothing was ever saved, so nothing was ever emitted: the trigger's life begins again. */
	beginAgain(): void {
		hold(this.emitted.length === 0, 'events were emitted, yet their state was not kept');
		this.begun = undefined;
		this.knowledge = new Knowledge();
	}

	begin(outcome: Outcome<Commit>, before: Map<number, Commit>): void {
		const fromNow = this.policy.startFrom === 'now' || this.policy.tells === 'changed';
		hold(!fromNow || outcome.events.length === 0, 'the first poll from now on emitted');
		this.beganAt = outcome.serverTime;
		this.begun = fromNow
			? { at: this.service.now, before, shown: this.shown() }
			: { at: this.service.now, before: new Map(), shown: new Map() };
	}

	/** What is not known is never told wrongly, and what was learned last is known. */
	checkKnowledge(
		before: State | undefined,
		events: ReadonlyArray<Event<Commit>>,
		after: State,
	): void {
		if (this.policy.watches === undefined) return;
		const { entities } = this.service;
		if (before) this.knowledge.atStart(before, entities);
		for (const { row, type, from } of events) {
			const isMissing = from === undefined && type === 'updated' && before !== undefined;
			hold(!isMissing || this.knowledge.isUnknown(row.id), 'a known value was not told');
		}
		const last = events.at(-1)?.row;
		const window = this.history.quirks.ordered ? 0 : 2 * this.policy.guardMs + 1;
		const isLatest = !last || this.knowledge.isLatest(after, last, { entities, window });
		hold(isLatest, 'an older value was kept');
	}

	/** What was there when the trigger's life began is known in the end. */
	checkLearned(state: State): void {
		const { before } = this.begun!;
		if (this.policy.watches === undefined || this.hasForgotten() || this.isNarrow()) return;
		const isOwed = ({ id, commits }: Entity) =>
			before.has(id) && this.wasThere(id) && !commits.at(-1)!.deleted;
		const there = this.service.entities.filter(isOwed);
		hold(there.every(knownIn(state)), 'a previous value was never learned');
	}

	receive(event: Event<Commit>): void {
		const { row, type } = event;
		const id = idOf(event);
		hold(!this.emitted.some((other) => idOf(other) === id), `event id twice: ${id}`);
		this.passOn(id, row.record.number);
		const earlier = this.emitted.filter((other) => other.row.id === row.id);
		const last = earlier.at(-1);
		hold(!last || last.row.updatedAt <= row.updatedAt, 'a record went back in time');
		if (last && !this.areTwins(last.row, row)) {
			hold(last.row.record.number < row.record.number, 'an older version came later');
		}
		if (type === 'created') {
			hold(earlier.length === 0, 'created was said after another event of the record');
			hold(row.createdAt >= this.createdFrom(), 'created was said of an old record');
			hold(this.isNarrow() || !this.wasThere(row.id), 'created was said of what was there');
		}
		if (type === 'updated' && earlier.length === 0) {
			// A stale replica may show the creation after its twin.
			hold(!this.isCreation(row) || this.hasTwins(row), 'a creation was told as an update');
		}
		if (event.from !== undefined) this.checkFrom(event, last);
		if (type === 'changed') {
			const fromNothing = event.from === undefined;
			hold(!fromNothing || this.policy.newChanges === true, 'a change from an unknown phase');
			const wasKnown = !this.isNarrow() && this.wasThere(row.id);
			hold(!fromNothing || !wasKnown, 'what was there changed from nothing');
		}
		if (!this.isNarrow()) {
			const { before, shown } = this.begun ?? {};
			const wasThere = before?.get(row.id) === row.record && shown?.get(row.id) === row.record;
			hold(!wasThere, 'emitted what was there at the start');
		}
		this.emitted.push(event);
	}

	/** The value before is that of the version that was dealt with last: at least of none before the last event. */
	private checkFrom({ from, row }: Event<Commit>, last: Event<Commit> | undefined): void {
		hold(from !== row.watched, 'emitted though nothing changed');
		const isKept = !this.knowledge.wasEverUnknown(row.id);
		hold(!last || !isKept || last.row.watched === from, 'the chain of changes is broken');
		const commits = this.service.entities[row.id - 1]?.commits ?? [];
		const compared = this.policy.watches as keyof Content;
		const since = last && !this.areTwins(last.row, row) ? last.row.record.number : 0;
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

	/** Whether the first poll showed the record, in whatever version. */
	private wasThere(id: number): boolean {
		const { before, shown } = this.begun!;
		return before.has(id) && shown.has(id);
	}

	/** The first version of a record that is new to the trigger, whatever its two stamps are. */
	private isCreation({ id, createdAt, record }: Row<Commit>): boolean {
		if (this.mayForget() || this.isNarrow() || this.wasThere(id)) return false;
		const { startFrom } = this.policy;
		if (startFrom !== 'now' && createdAt < startFrom) return false;
		return this.service.entities[id - 1]?.commits[0] === record;
	}

	/** Two versions of one timestamp: which is newer can't be told from a stale replica. */
	private areTwins(a: Row<Commit>, b: Row<Commit>): boolean {
		return this.history.quirks.staleness > 0 && a.updatedAt === b.updatedAt;
	}

	private createdFrom(): number {
		const { startFrom } = this.policy;
		return startFrom === 'now' ? this.beganAt - 2 * this.history.lookbackMs : startFrom;
	}

	/** Behind a Remove Duplicates by event id nothing is doubled, and nothing taken for another. */
	private passOn(id: string, version: number): void {
		const before = this.passed.get(id);
		hold(before === undefined || before === version, `two versions with one event id: ${id}`);
		const isNew = before === undefined && [...this.passed.values()].every((one) => one !== version);
		hold(before !== undefined || isNew, `one version with two event ids: ${id}`);
		this.passed.set(id, version);
	}

	checkNothingLost(): void {
		for (const entity of this.service.entities) {
			const last = entity.commits.at(-1)!;
			if (!last.deleted && this.isOwed(entity, last)) this.checkLastVersion(entity, last);
		}
	}

	/** A change that was not there when the trigger's life began. */
	private isOwed(entity: Entity, last: Commit): boolean {
		const { at, shown } = this.begun!;
		if (this.policy.startFrom !== 'now' && this.policy.tells !== 'changed') {
			return last.updatedAt >= this.policy.startFrom;
		}
		if (last.committedAt > at) return true;
		if (this.isNarrow() || last.updatedAt < at - this.history.lookbackMs) return false;
		return shown.get(entity.id)?.number !== last.number && last.visibleAt > at;
	}

	private checkLastVersion(entity: Entity, last: Commit): void {
		const events = this.emitted.filter(({ row }) => row.id === entity.id);
		const twin = events.find(({ row }) => row.record === last)?.row;
		const newest = events.at(-1)?.row;
		const emitted = twin && newest && this.areTwins(twin, newest) ? twin : newest;
		const what = `record ${entity.id}, commit ${last.number}`;
		const { watched } = this.history;
		if (this.policy.tells === 'changed') {
			const { before, shown } = this.begun!;
			// What moved while the first poll was reading may count as before or after it.
			if (before.get(entity.id) !== shown.get(entity.id)) return;
			const isKept = !this.knowledge.wasEverUnknown(entity.id);
			const start = before.get(entity.id)?.phase;
			if (start === undefined) {
				const mustBeNew = watched === 'entered' && entity.commits[0]!.committedAt > this.begun!.at;
				const isRoomy = !this.mayForget() && !this.isNarrow() && !this.hasForgotten();
				const isCertain = mustBeNew && isRoomy;
				hold(!isCertain || emitted?.watched === last.phase, `a new record’s phase lost: ${what}`);
				return;
			}
			if (!isKept) return;
			hold((emitted?.watched ?? start) === last.phase, `phase lost: ${what}`);
			hold((events[0]?.from ?? start) === start, `wrong first phase: ${what}`);
			return;
		}
		const isNew = this.isNew(entity);
		if (isNew && watched !== 'updated' && !this.mayForget()) {
			const created = events.filter(({ type }) => type === 'created');
			hold(created.length === 1, `created said ${created.length} times: ${what}`);
		}
		if (watched === 'fields') {
			if (emitted) hold(emitted.watched === last.field, `changed fields lost: ${what}`);
		} else if (watched === 'createdOrUpdated') {
			hold(emitted?.record.number === last.number, `last version lost: ${what}`);
		} else if (watched === 'updated' && last.updatedAt > entity.createdAt + this.policy.holdMs) {
			// No poll can have seen it without an edit that came within the hold.
			hold(emitted?.record.number === last.number, `last update lost: ${what}`);
		}
	}

	/** Surely new: created after the start, so that its first event is owed. */
	private isNew(entity: Entity): boolean {
		const { startFrom } = this.policy;
		if (startFrom !== 'now') return entity.createdAt >= startFrom;
		return entity.commits[0]!.committedAt > this.begun!.at;
	}

	/** With so little room the engine keeps its promises on versions, but forgets who was new. */
	private mayForget(): boolean {
		return this.history.room.seen < 100;
	}

	/** With so little room for values some are forgotten. */
	private hasForgotten(): boolean {
		return this.history.room.watched < 1_000;
	}

	/** With so little room a start in the middle of changes is only approximate. */
	private isNarrow(): boolean {
		return this.history.room.ledger < 1_000;
	}
}
