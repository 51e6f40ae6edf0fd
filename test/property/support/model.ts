import {
	poll,
	Session,
	SteadyClock,
	type Begin,
	type Policy,
	type Standing,
	type State,
} from '../../../nodes/SalesManagement/polling';
import { STEPS, type Steps } from '../../../nodes/SalesManagement/polling/steps';
import type { Outcome, Source } from '../../../nodes/SalesManagement/polling';
import { pollFrom } from '../../../nodes/SalesManagement/trigger/pollFrom';
import {
	ownParts,
	withReplay,
	type Replayable,
} from '../../../nodes/SalesManagement/trigger/replay';
import type { History, Poll, Slow, Write } from './history';
import { hold } from './hold';
import { Host, type MakeSession } from './host';
import { Fault, rejectedCursor, Service, type Commit } from './simulatedService';
import { checkCompact, checkOutcome } from './soundness';
import { fails } from './standing';
import { ENGINE, policyOf } from './told';
import { Witness } from './witness';

/** What a mutant changes: a step, the policy, the source, or the state between two polls. */
export interface Mutation {
	steps?: Partial<Steps>;
	policy?: Partial<Policy>;
	source?: (source: Source<Commit>) => Source<Commit>;
	state?: (state: State) => State;
	/** Where a poll begins, given what Replay From says. */
	replay?: (beginning: Replayable, date: number | undefined) => Replayable;
	standing?: (standing: Standing, before: State | undefined, after: State) => Standing;
	session?: MakeSession;
	/** Whether it believes the time of each response. */
	believes?: boolean;
	/** Makes histories in which it matters more frequent. */
	given?: (history: History) => History;
}

/** Runs a history and throws `Broken` where the promise does not hold. */
export async function runHistory(history: History, mutation: Mutation = {}): Promise<void> {
	await new Run(mutation.given?.(history) ?? history, mutation).whole();
}

/** A batch is repeated for less than a history takes, so that there are polls after that as well. */
class Hurried extends Session {
	protected override readonly repeatableMs = 45_000;
}

const makeSession: MakeSession = (...given) => new Hurried(...given);

class Run {
	private readonly service: Service;

	private readonly policy: Policy;

	private readonly steps: Steps;

	private readonly source: Source<Commit>;

	private readonly host: Host;

	private readonly witness: Witness;

	private last?: Outcome<Commit>;

	private mayAsk = Infinity;

	/** What Replay From says. */
	private replayFrom?: number;

	/** How many polls have told nothing since they are counted, and since when they stand still. */
	private silent = 0;

	private stuckSince?: number;

	/** The number of the request with which the current poll began. */
	private began = 0;

	constructor(
		private readonly history: History,
		private readonly mutation: Mutation,
	) {
		const { watched } = history;
		this.service = new Service(history.quirks);
		const hasTime = () => {
			hold(this.service.requests < this.began + 3_000, 'a poll does not end');
			return this.service.requests < this.mayAsk;
		};
		this.policy = { ...policyOf(history, hasTime), ...mutation.policy };
		this.steps = { ...STEPS, ...mutation.steps };
		const source = this.service.source({ compared: ENGINE[watched].watches });
		this.source = this.steady(mutation.source?.(source) ?? source);
		this.witness = new Witness(history, this.policy, this.service, () => this.shown());
		this.host = new Host(history, mutation.session ?? makeSession, {
			elapsed: () => this.service.now,
			call: (begin, saved) => this.call(begin, saved),
			execute: ({ events }) => events.forEach((event) => this.witness.receive(event)),
			memory: () => this.witness.life.memory,
			rewind: (memory) => this.witness.rewind(memory),
		});
	}

	/** As the trigger reads: a lone response with a wrong time is not believed. */
	private steady(source: Source<Commit>): Source<Commit> {
		if (this.mutation.believes) return source;
		const now = () => this.service.now;
		const sleep = async (ms: number) => (this.service.now += ms);
		return new SteadyClock({ now, elapsed: now, sleep }).over(source);
	}

	async whole(): Promise<void> {
		this.history.before.forEach((write) => this.write(write));
		for (const step of this.history.steps) {
			if (step.do === 'poll') await this.poll(step);
			else if (step.do === 'restart') this.host.end();
			else if (step.do === 'rest') this.service.now += step.ms;
			else if (step.do === 'replay') this.setReplay(step.ago);
			else if (step.do === 'slow') await this.standStill(step);
			else this.write(step);
		}
		await this.comeToRest();
		if (this.last) {
			checkCompact(this.last.state, this.policy);
			this.witness.checkLearned(this.last.state);
		}
		this.witness.checkNothingLost();
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
		const { between, fault, requests, stale, overlapped } = step;
		const began = service.requests;
		this.mayAsk = began + requests;
		service.staleFor = stale ? service.quirks.staleness : 0;
		const others: Promise<unknown>[] = [];
		service.before = (number) => {
			if (overlapped && number === began + 1) {
				others.push(this.host.tick().then((any) => hold(!any, 'overlapping polls')));
			}
			between[number - began - 1]?.forEach((write) => this.write(write));
			if (fault && number === began + fault.request) {
				throw fault.kind === 'cursor' ? rejectedCursor() : new Fault(fault.kind);
			}
		};
		await this.tick(step);
		await Promise.all(others);
		service.before = () => {};
		service.staleFor = 0;
		this.mayAsk = Infinity;
	}

	/** A tick of n8n, which survives the failures that the history ordered. */
	private async tick(how?: Pick<Poll, 'fate' | 'others'>): Promise<boolean> {
		try {
			return await this.host.tick(how);
		} catch (error) {
			const ordered = error instanceof Fault || String(error).includes('cursor is not valid');
			const honest = /not enough time|changes too fast/.test(String(error));
			if (ordered || honest) return false;
			throw error;
		}
	}

	/** What was before can't be replayed, so the form refuses it for events that compare with it. */
	private setReplay(ago: number | undefined): void {
		if (this.policy.tells === 'changed') return;
		this.replayFrom = ago === undefined ? undefined : this.service.now - ago;
	}

	/** A service that gets few requests of each poll done, for many polls. */
	private async standStill({ requests, polls, every }: Slow): Promise<void> {
		const { service, policy, witness } = this;
		const overdue = service.now - policy.lookbackMs - 2 * policy.guardMs;
		this.silent = 0;
		for (let i = 0; i < polls; i++) {
			service.now += every;
			this.mayAsk = service.requests + requests;
			await this.tick();
		}
		this.mayAsk = Infinity;
		// By then all windows were cut and all records have been read one by one, if it moves at all.
		const enough = MOST_CUTS + service.entities.length;
		const isMoving = this.silent <= enough || this.stuckSince !== undefined;
		hold(isMoving || !witness.owes(overdue), 'it never comes further, and nobody is told');
	}

	/** As the trigger polls, from what the session answers to the state to save. */
	private async call(begin: Begin<State>, saved: State | undefined) {
		const { replayFrom, mutation } = this;
		const visible = this.shown();
		const given = withReplay(begin, saved, { replayFrom }, this.policy);
		const beginning = mutation.replay?.(given, replayFrom) ?? given;
		this.began = this.service.requests;
		this.service.era++;
		const went = await pollFrom(beginning, this.policy, async (from, policy) => ({
			outcome: await this.engine(from, policy),
		}));
		const { wentOnFrom, outcome: found } = went;
		const standing = mutation.standing?.(went.standing, wentOnFrom, found.state) ?? went.standing;
		const { stuckSince } = standing;
		const own = ownParts({ stuckSince, replayed: beginning.replayed });
		const state = { ...went.outcome.state, ...own };
		const outcome = { ...went.outcome, state: mutation.state?.(state) ?? state };
		this.witness.polled({ before: begin.state, outcome, standing, visible, replayFrom });
		this.last = outcome;
		this.silent = outcome.events.length > 0 ? 0 : this.silent + 1;
		this.stuckSince = stuckSince;
		return { outcome, fails: fails(outcome, standing) };
	}

	private async engine(state: State | undefined, policy: Policy): Promise<Outcome<Commit>> {
		const before = JSON.stringify(state);
		const outcome = await poll(state, this.source, policy, this.steps);
		hold(JSON.stringify(state) === before, 'the poll changed the state it was given');
		checkOutcome(state, outcome, policy);
		return outcome;
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
		const perLookback = 4;
		const wanted = 3 * perLookback;
		const enough = 10 + wanted + this.service.entities.length * (this.replayFrom ? 5 : 3);
		let quiet = 0;
		for (let i = 0; quiet < wanted; i++) {
			hold(i < enough, 'the system does not come to rest');
			this.service.now += this.history.lookbackMs / perLookback + 1_000;
			quiet = (await this.tick()) ? 0 : quiet + 1;
		}
	}
}

/** So many halves lead from the whole of time to the narrowest window. */
const MOST_CUTS = 40;
