import {
	poll,
	Session,
	SteadyClock,
	type Policy,
	type State,
} from '../../../nodes/SalesManagement/polling';
import { STEPS, type Steps } from '../../../nodes/SalesManagement/polling/steps';
import type { Outcome, Source } from '../../../nodes/SalesManagement/polling';
import { GUARD, type Poll, type History, type Watched, type Write } from './history';
import { hold } from './hold';
import { Host, type MakeSession } from './host';
import { Fault, rejectedCursor, Service, type Commit, type Content } from './simulatedService';
import { Witness } from './witness';

/** What a mutant changes: a step, the policy, the source, or the state between two polls. */
export interface Mutation {
	steps?: Partial<Steps>;
	policy?: Partial<Policy>;
	source?: (source: Source<Commit>) => Source<Commit>;
	state?: (state: State) => State;
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
		this.source = this.steady(mutation.source?.(source) ?? source);
		this.witness = new Witness(history, this.policy, this.service, () => this.shown());
		this.host = new Host(history, mutation.session ?? makeSession, {
			elapsed: () => this.service.now,
			call: (state) => this.call(state),
			execute: ({ events }) => events.forEach((event) => this.witness.receive(event)),
			ended: (upTo) => {
				if (upTo === undefined) this.witness.beginAgain();
				else this.witness.rewind(upTo);
			},
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
			else this.write(step);
		}
		await this.comeToRest();
		this.checkCompact();
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
		if (!this.witness.hasBegun) this.witness.begin(outcome, shown);
		const kept = this.mutation.state?.(outcome.state) ?? outcome.state;
		this.witness.checkKnowledge(state, outcome.events, kept);
		this.last = { ...outcome, state: kept };
		return this.last;
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
		if (!this.last) return;
		const { state } = this.last;
		const { watermark, createdWatermark, createdSeen, createdOwed, ledger } = state;
		hold(state.pendingPass === undefined, 'a pass over the list is never over');
		hold(state.window === undefined, 'the width of a window is remembered without need');
		const { guardMs } = this.policy;
		hold(createdWatermark >= watermark - guardMs, 'the created watermark stays behind');
		hold(createdSeen === '' && createdOwed === undefined, 'created records are kept for ever');
		hold(ledger === '', 'the ledger is never emptied');
		hold(state.watched?.learning === undefined, 'previous values are learned for ever');
		this.witness.checkLearned(state);
	}
}
