import { poll, type Policy, type State } from '../../../nodes/SalesManagement/polling';
import { STEPS, type Steps } from '../../../nodes/SalesManagement/polling/steps';
import type { Event, Outcome, Row, Source } from '../../../nodes/SalesManagement/polling';
import { GUARD, type Poll, type History, type Watched, type Write } from './history';
import { Host } from './host';
import { Knowledge, knownIn } from './knowledge';
import {
	Fault,
	rejectedCursor,
	Service,
	type Commit,
	type Content,
	type Entity,
} from './simulatedService';

/** What a mutant changes: a step, the policy, the source, or the state between two polls. */
export interface Mutation {
	steps?: Partial<Steps>;
	policy?: Partial<Policy>;
	source?: (source: Source<Commit>) => Source<Commit>;
	state?: (state: State) => State;
	/** Makes histories in which it matters more frequent. */
	given?: (history: History) => History;
}

export class Broken extends Error {}

function hold(rule: boolean, text: string): asserts rule {
	if (!rule) throw new Broken(text);
}

/** Runs a history and throws `Broken` where the promise does not hold. */
export async function runHistory(history: History, mutation: Mutation = {}): Promise<void> {
	await new Run(mutation.given?.(history) ?? history, mutation).whole();
}

interface Told extends Pick<Policy, 'tells' | 'newChanges'> {
	readonly watches?: keyof Content;
}

/** What the engine is told of each kind of event. */
const ENGINE: Readonly<Record<Watched, Told>> = {
	created: { tells: 'created' },
	updated: { tells: 'updated' },
	createdOrUpdated: { tells: 'createdOrUpdated' },
	changed: { tells: 'changed', watches: 'phase' },
	entered: { tells: 'changed', watches: 'phase', newChanges: true },
	fields: { tells: 'createdOrUpdated', watches: 'field' },
};

class Run {
	private readonly service: Service;

	private readonly policy: Policy;

	private readonly steps: Steps;

	private readonly source: Source<Commit>;

	private readonly host: Host;

	/** The poll that began the trigger's life: when it ended, what was visible before and after. */
	private begun?: { at: number; before: Map<number, Commit>; shown: Map<number, Commit> };

	private readonly emitted: Event<Commit>[] = [];

	private readonly ids = new Set<string>();

	private mayAsk = Infinity;

	private knowledge = new Knowledge();

	/** The number of the request with which the current poll began. */
	private began = 0;

	constructor(
		private readonly history: History,
		private readonly mutation: Mutation,
	) {
		const { watched } = history;
		this.service = new Service(history.quirks);
		this.policy = {
			...ENGINE[watched],
			fingerprint: 'question',
			startFrom: history.startFrom,
			lookbackMs: history.lookbackMs,
			guardMs: GUARD,
			holdMs: 2_000,
			batchLimit: history.batchLimit,
			agreeingPasses: 2,
			room: history.room,
			hasTime: () => {
				hold(this.service.requests < this.began + 3_000, 'a poll does not end');
				return this.service.requests < this.mayAsk;
			},
			...mutation.policy,
		};
		this.steps = { ...STEPS, ...mutation.steps };
		const source = this.service.source({ compared: ENGINE[watched].watches });
		this.source = mutation.source?.(source) ?? source;
		this.host = new Host(history, (state) => this.call(state), this.policy.fingerprint);
	}

	async whole(): Promise<void> {
		this.history.before.forEach((write) => this.write(write));
		for (const step of this.history.steps) {
			if (step.do === 'poll') await this.poll(step);
			else if (step.do === 'restart') this.restart();
			else if (step.do === 'rest') this.service.now += step.ms;
			else this.write(step);
		}
		await this.comeToRest();
		this.checkCompact();
		this.checkNothingLost();
	}

	private write(write: Write): void {
		const { service } = this;
		if (write.do === 'wait') service.now += write.ms;
		else if (write.do === 'create') service.create(write.content, write.lag);
		else if (write.do === 'update') service.update(write.index, write.content, write.lag);
		else if (write.do === 'delete') service.update(write.index, {}, write.lag, true);
		else {
			for (let i = 0; i < write.count; i++) {
				if (write.create) service.create(write.content, write.lag);
				else service.update(i, write.content, write.lag);
			}
		}
	}

	private restart(): void {
		if (this.host.restart()) return;
		// Nothing was ever saved, so nothing was ever emitted: the trigger's life begins again.
		hold(this.emitted.length === 0, 'events were emitted, yet their state was not kept');
		this.begun = undefined;
		this.knowledge = new Knowledge();
	}

	private async poll({ between, fault, requests, stale, overlapped }: Poll): Promise<void> {
		const { service } = this;
		const began = service.requests;
		this.mayAsk = began + requests;
		service.staleFor = stale ? service.quirks.staleness : 0;
		const others: Promise<unknown>[] = [];
		service.before = (number) => {
			if (overlapped && number === began + 1) {
				others.push(this.host.tick().then((events) => hold(events === null, 'overlapping polls')));
			}
			between[number - began - 1]?.forEach((write) => this.write(write));
			if (fault && number === began + fault.request) {
				throw fault.kind === 'cursor' ? rejectedCursor() : new Fault(fault.kind);
			}
		};
		await this.tick();
		await Promise.all(others);
		service.before = () => {};
		service.staleFor = 0;
		this.mayAsk = Infinity;
	}

	/** A tick of n8n, which survives the failures that the history ordered. */
	private async tick(): Promise<boolean> {
		try {
			const outcome = await this.host.tick();
			outcome?.events.forEach((event) => this.receive(event));
			return outcome !== null;
		} catch (error) {
			const ordered = error instanceof Fault || String(error).includes('cursor is not valid');
			const honest = /not enough time|changes too fast/.test(String(error));
			if (ordered || honest) return false;
			throw error;
		}
	}

	private async call(state: State | undefined): Promise<Outcome<Commit>> {
		const before = JSON.stringify(state);
		const shown = this.shown();
		this.began = this.service.requests;
		const outcome = await poll(state, this.source, this.policy, this.steps);
		hold(JSON.stringify(state) === before, 'the poll changed the state it was given');
		const times = outcome.events.map(({ row }) => row.updatedAt);
		hold(
			times.every((time, i) => time >= (times[i - 1] ?? 0)),
			'events out of order',
		);
		hold(outcome.state.watermark >= (state?.watermark ?? 0), 'the watermark fell');
		const { ledger, seen: seenRoom, watched } = this.history.room;
		const most = ledger + seenRoom + watched + 1_000;
		hold(JSON.stringify(outcome.state).length <= most, 'the state outgrew its room');
		if (!this.begun) this.begin(outcome, shown);
		const kept = this.mutation.state?.(outcome.state) ?? outcome.state;
		if (this.policy.watches !== undefined) this.checkKnowledge(state, [...outcome.events], kept);
		return { ...outcome, state: kept };
	}

	/** What is not known is never told wrongly, and what was learned last is known. */
	private checkKnowledge(before: State | undefined, events: Event<Commit>[], after: State): void {
		const { entities } = this.service;
		if (before) this.knowledge.atStart(before, entities);
		for (const { row, type, from } of events) {
			const isMissing = from === undefined && type === 'updated' && before !== undefined;
			hold(!isMissing || this.knowledge.isUnknown(row.id), 'a known value was not told');
		}
		const last = events.at(-1)?.row;
		if (last) hold(this.knowledge.isLatest(after, last, entities), 'an older value was kept');
	}

	private shown(): Map<number, Commit> {
		const { now, entities, staleFor } = this.service;
		const shown = new Map<number, Commit>();
		for (const entity of entities) {
			const commit = this.service.shown(entity, now - staleFor);
			if (commit) shown.set(entity.id, commit);
		}
		return shown;
	}

	private begin(outcome: Outcome<Commit>, before: Map<number, Commit>): void {
		const fromNow = this.policy.startFrom === 'now' || this.policy.tells === 'changed';
		hold(!fromNow || outcome.events.length === 0, 'the first poll from now on emitted');
		this.begun = fromNow
			? { at: this.service.now, before, shown: this.shown() }
			: { at: this.service.now, before: new Map(), shown: new Map() };
	}

	private receive(event: Event<Commit>): void {
		const { row, type } = event;
		const id = `${row.id} ${row.updatedAt} ${row.digest}`;
		hold(!this.ids.has(id), `event id twice: ${id}`);
		this.ids.add(id);
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
		const compared = ENGINE[this.history.watched].watches!;
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
		return startFrom === 'now' ? this.begun!.at - 2 * this.history.lookbackMs : startFrom;
	}

	/**
	 * Polls several times within each lookback, as a trigger does: what is only tidied by a poll that
	 * comes late would be there for ever.
	 */
	private async comeToRest(): Promise<void> {
		const perLookback = 4;
		const wanted = 3 * perLookback;
		const enough = 10 + wanted + this.service.entities.length * 3;
		let quiet = 0;
		for (let i = 0; quiet < wanted; i++) {
			hold(i < enough, 'the system does not come to rest');
			this.service.now += this.history.lookbackMs / perLookback + 1_000;
			quiet = (await this.tick()) ? 0 : quiet + 1;
		}
	}

	/** Nothing has changed for longer than the lookback, so there is nothing left to remember. */
	private checkCompact(): void {
		const { state } = this.host;
		if (!state) return;
		const { watermark, createdWatermark, createdSeen, createdOwed, ledger } = state;
		hold(state.pendingPass === undefined, 'a pass over the list is never over');
		hold(state.window === undefined, 'the width of a window is remembered without need');
		const { guardMs } = this.policy;
		hold(createdWatermark >= watermark - guardMs, 'the created watermark stays behind');
		hold(createdSeen === '' && createdOwed === undefined, 'created records are kept for ever');
		hold(ledger === '', 'the ledger is never emptied');
		hold(state.watched?.learning === undefined, 'previous values are learned for ever');
		this.checkLearned(state);
	}

	/** What was there when the trigger's life began is known in the end. */
	private checkLearned(state: State): void {
		const { before } = this.begun!;
		if (this.policy.watches === undefined || this.hasForgotten() || this.isNarrow()) return;
		const isOwed = ({ id, commits }: Entity) =>
			before.has(id) && this.wasThere(id) && !commits.at(-1)!.deleted;
		const there = this.service.entities.filter(isOwed);
		hold(there.every(knownIn(state)), 'a previous value was never learned');
	}

	private checkNothingLost(): void {
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
