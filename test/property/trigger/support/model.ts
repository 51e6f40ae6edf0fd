/** One history: the engine under n8n, a service that is as awkward as it may be, and a witness. */
import {
	poll,
	type Policy,
	type Source,
	type State,
} from '../../../../nodes/SalesManagement/polling';
import { pollOnce, type Beginnings, type Went } from './engine';
import { GUARD, type History, type Poll, type Slow, type Step, type Write } from './histories';
import { hold } from './hold';
import { Host, type Earlier, type Tick } from './host';
import { Fault, rejectedCursor, Service, type Commit, type Content } from './service';
import { ENGINE, isChange, policyOf, shows, wants, type Settings } from './settings';
import { Witness } from './witness';

/** Requests of a poll that has time for all of them. */
const AMPLE = 5_000;
/** So many halves lead from the whole of time to the narrowest window. */
const MOST_CUTS = 40;
/** The trigger fails where it has stood still for so long. */
const FAIL_AFTER_MS = 60_000;
/** Characters of what is left to be learned, beside the values. */
const LEARNING = 200;

const iso = (time: number) => new Date(time).toISOString();

const sizeOf = (state: unknown) => JSON.stringify(state).length;

/**
 * Runs a history and throws `Broken` where the promise does not hold.
 * @param wrong what the engine is told instead of what is right, to see that this is noticed.
 */
export async function runHistory(history: History, wrong: Partial<Policy> = {}): Promise<void> {
	await new Run(history, wrong).whole();
}

class Run {
	private readonly service: Service;

	private settings: Settings;

	private readonly source: Source<Commit>;

	private readonly host: Host;

	private readonly witness: Witness;

	private last?: State;

	private mayAsk = Infinity;

	/** What Replay From says. */
	private replayFrom?: number;

	/** How many polls have told nothing since they are counted, and whether that is told. */
	private silent = 0;

	private isStalled = false;

	private isPermitted = true;

	/** The number of the request with which the current poll began. */
	private began = 0;

	constructor(
		private readonly history: History,
		private readonly wrong: Partial<Policy>,
	) {
		const { watched, quirks, delivery } = history;
		this.service = new Service(quirks);
		const whole = { filter: 'all', credential: 'of all', users: 'any' } as const;
		this.settings = { watched, ...whole, address: 'one', delivery };
		this.service.view = (id, commit) => this.isPermitted && shows(this.settings, id, commit);
		const now = () => this.service.now;
		this.source = this.service.source(() => this.compares);
		this.witness = new Witness(history, this.service, () => this.shown());
		this.host = new Host(history, {
			elapsed: now,
			policy: () => this.policy,
			call: (from, earlier) => this.call(from, earlier),
			execute: ({ events }) => events.forEach((event) => this.witness.receive(event)),
			memory: () => this.witness.life.memory,
			rewind: (memory) => this.witness.rewind(memory),
		});
	}

	private get compares(): keyof Content | undefined {
		return ENGINE[this.settings.watched].compares;
	}

	/** What the engine is told. */
	private get policy(): Policy {
		const { startFrom, lookbackMs, batchLimit, valuesRoom, createdRoom } = this.history;
		return {
			...policyOf(this.settings),
			startFrom,
			replayFrom: this.replayFrom === undefined ? undefined : iso(this.replayFrom),
			lookbackMs,
			batchLimit,
			valuesRoom,
			createdRoom,
			guardMs: GUARD,
			agreeingPasses: 2,
			ownTime: () => this.service.now,
			...this.wrong,
			hasTime: () => {
				hold(this.service.requests < this.began + 3_000, 'a poll does not end');
				return this.service.requests < this.mayAsk;
			},
		};
	}

	async whole(): Promise<void> {
		this.history.before.forEach((write) => this.write(write));
		for (const step of this.history.steps) await this.do(step);
		await this.comeToRest();
		this.witness.checkNothingLost();
		await this.checkCompact();
		if (this.policy.compares !== undefined) await this.checkRemembered();
	}

	private async do(step: Step): Promise<void> {
		if (step.do === 'poll') await this.poll(step);
		else if (step.do === 'restart') this.host.end();
		else if (step.do === 'rest') this.service.now += step.ms;
		else if (step.do === 'replay') this.setReplay(step.ago);
		else if (step.do === 'slow') await this.standStill(step);
		else if (step.do === 'set') this.set(step.to);
		else if (step.do === 'permit') this.isPermitted = step.isPermitted;
		else if (step.do === 'spoil') {
			this.host.spoil(step.how);
			if (step.restart) this.host.end();
		} else this.write(step);
	}

	private set(to: Partial<Settings>): void {
		this.settings = { ...this.settings, ...to };
		if (isChange(this.settings)) this.replayFrom = undefined;
		this.host.activate();
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

	private async poll(step: Poll): Promise<void> {
		const { service } = this;
		const { between, fault, requests, stale } = step;
		const began = service.requests;
		this.mayAsk = began + requests;
		service.staleFor = stale ? service.quirks.staleness : 0;
		service.before = (number) => {
			between[number - began - 1]?.forEach((write) => this.write(write));
			if (fault && number === began + fault.request) {
				throw fault.kind === 'cursor' ? rejectedCursor() : new Fault(fault.kind);
			}
		};
		await this.tick(step);
		hold(
			service.requests - began <= (step.most ?? Infinity),
			'a bulk change takes too many requests',
		);
		service.before = () => {};
		service.staleFor = 0;
		this.mayAsk = Infinity;
	}

	/** A tick of n8n, which survives the failures that the history ordered. */
	private async tick(how?: Pick<Poll, 'fate' | 'others'>): Promise<Tick | 'failed'> {
		try {
			return await this.host.tick(how);
		} catch (error) {
			const ordered = error instanceof Fault || String(error).includes('cursor is not valid');
			const honest = /not enough time|changes too fast|clock says/.test(String(error));
			if (ordered || honest) return 'failed';
			throw error;
		}
	}

	/** What was before can't be replayed, so the form refuses it for events that compare with it. */
	private setReplay(ago: number | undefined): void {
		if (isChange(this.settings)) return;
		this.replayFrom = ago === undefined ? undefined : this.service.now - ago;
	}

	/** A service that gets few requests of each poll done, for many polls. */
	private async standStill({ requests, polls, every }: Slow): Promise<void> {
		const { service, witness, history } = this;
		const overdue = service.now - history.lookbackMs - 2 * GUARD;
		this.silent = 0;
		for (let i = 0; i < polls; i++) {
			service.now += every;
			this.mayAsk = service.requests + requests;
			await this.tick();
		}
		this.mayAsk = Infinity;
		// By then all windows were cut and all records have been read one by one, if it moves at all.
		const enough = MOST_CUTS + service.entities.length;
		const isMoving = this.silent <= enough || this.isStalled;
		hold(isMoving || !witness.owes(overdue), 'it never comes further, and nobody is told');
	}

	private async call(from: Beginnings, earlier: Earlier | undefined) {
		const { service, policy, settings } = this;
		const visible = this.shown();
		this.began = service.requests;
		service.era++;
		const isAmple = this.mayAsk - this.began >= AMPLE;
		const before = JSON.stringify(from);
		const went = await pollOnce(from, this.source, policy);
		hold(JSON.stringify(from) === before, 'the poll changed the state it was given');
		this.checkOutcome(went);
		if (earlier) this.witness.rewind(earlier.memory);
		const isAfterBatch = earlier?.isAfterBatch ?? false;
		const memory = this.witness.polled({ went, settings, visible, isAmple, isAfterBatch });
		const { saved, outcome, before: readFrom } = went;
		const { stalled } = outcome;
		const isSilent = outcome.events.length === 0;
		this.last = outcome.state;
		this.silent = isSilent ? this.silent + 1 : 0;
		this.isStalled = stalled !== undefined;
		const since = stalled?.since ?? Infinity;
		const fails = isSilent && outcome.serverTime - since >= FAIL_AFTER_MS;
		return { memory, saved, before: readFrom, outcome, fails };
	}

	private checkOutcome({ outcome: { events, state, stopped }, watermark }: Went<unknown>): void {
		const times = events.map(({ row }) => row.updatedAt);
		hold(
			times.every((time, i) => time >= (times[i - 1] ?? 0)),
			'events out of order',
		);
		const { values = {}, backlog } = state;
		// While the list is suddenly empty, the trigger waits: its state stays as it is, also amid a backlog.
		const waits = Date.parse(state.watermark) === watermark;
		const isBound =
			stopped !== undefined || waits || (backlog?.seen.length ?? 0) <= this.history.createdRoom;
		hold(
			isBound || this.history.quirks.skew < -60_000,
			'what is known of new records outgrew its room',
		);
		hold(sizeOf(values) <= this.history.valuesRoom + LEARNING, 'the values outgrew their room');
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

	/**
	 * Polls several times within each lookback, as a trigger does: what is only tidied by a poll that
	 * comes late would be there for ever.
	 */
	private async comeToRest(): Promise<void> {
		const { lookbackMs, quirks } = this.history;
		const everyMs = lookbackMs / 4 + 1_000;
		const wanted = Math.ceil((3 * lookbackMs - quirks.skew) / everyMs);
		const enough = 40 + wanted + this.service.entities.length * (this.witness.life.replay ? 5 : 3);
		let quiet = 0;
		for (let i = 0; quiet < wanted; i++) {
			hold(i < enough, 'the system does not come to rest');
			this.service.now += everyMs;
			const tick = await this.tick();
			if (tick === 'told') quiet = 0;
			if (tick === 'silent') quiet += 1;
		}
		hold(!this.isStalled, 'it stays stalled');
	}

	/** Nothing has changed for longer than the lookback: it remembers no more than one that begins now. */
	private async checkCompact(): Promise<void> {
		const { watermark } = this.last!;
		const isShown = ({ updatedAt }: Commit) => updatedAt >= Date.parse(watermark);
		// While all that it knows is hidden, the state stays as it is.
		const isGone = this.service.entities.some((entity) => !this.service.shown(entity));
		if (isGone && ![...this.shown().values()].some(isShown)) return;
		const { state } = await poll(undefined, this.source, { ...this.policy, startFrom: 'now' });
		const values = this.policy.compares === undefined ? 0 : 12 * this.service.entities.length;
		hold(sizeOf(this.last) <= sizeOf(state) + values + 10, 'the state is never tidied');
	}

	/** All at once change to what none was before: each is told with what it was, if that must be known. */
	private async checkRemembered(): Promise<void> {
		const { service, witness } = this;
		const before = this.shown();
		const known = [...before.keys()].filter((id) => witness.knows(id));
		before.forEach((_, id) => this.change(id, 'all'));
		await this.comeToRest();
		for (const id of known) this.checkTold(id, before.get(id)!);
		// However little is remembered, of the one that changed last it is.
		service.create({ phase: '1', field: 'a', part: 'x' }, 0);
		await this.comeToRest();
		const id = [...this.shown().keys()].find((each) => wants(this.settings, each));
		if (id === undefined) return;
		this.change(id, 'last');
		await this.comeToRest();
		const last = service.shown(service.entities[id - 1]!)!;
		this.change(id, 'again');
		await this.comeToRest();
		this.checkTold(id, last);
	}

	private change(id: number, value: string): void {
		const alive = this.service.entities.filter(({ commits }) => !commits.at(-1)!.deleted);
		const index = alive.findIndex((each) => each.id === id);
		this.service.update(index, { phase: value, field: value }, 0);
	}

	private checkTold(id: number, before: Commit): void {
		const compared = this.compares!;
		const { from } = this.witness.life.eventsOf(id, { sinceReplay: true }).at(-1) ?? {};
		hold(from === before[compared], `record ${id}: what it was is not remembered`);
	}
}
