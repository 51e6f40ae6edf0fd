import type { Mark, Outcome, Session, State } from '../../../nodes/SalesManagement/polling';
import type { Fate, History, Poll } from './history';
import type { Commit } from './simulatedService';

/** What lies in n8n's database, and how many of the events that were executed it knows of. */
interface Kept {
	readonly state?: State;
	readonly mark: Mark;
	readonly upTo: number;
}

/** The home object that n8n hands to a poll. */
interface Home {
	kept?: Kept;
}

type Saves = ReturnType<Session['end']>;

export type MakeSession = (elapsed: () => number, name: string) => Session;

/** What the host does not know itself. */
interface World {
	/** A clock that nobody sets. */
	readonly elapsed: () => number;
	readonly call: (state: State | undefined) => Promise<Outcome<Commit>>;
	readonly execute: (outcome: Outcome<Commit>) => void;
	/** A process ended: how many of the executed events its saved state knows, if it saved any. */
	readonly ended: (upTo: number | undefined) => void;
}

const FINGERPRINT = 'question';

/**
 * The engine under the two ways in which n8n keeps state, in front of the simulated service. What n8n
 * executes is handed to `execute`; what it drops is not.
 */
export class Host {
	/** The default engine's one object, as long as its process lives. */
	private memory: Home = {};

	private saved?: Kept;

	private session: Session;

	private processes = 0;

	private activating = true;

	private executed = 0;

	/** How many events had been executed before the last batch. */
	private beforeBatch = 0;

	constructor(
		private readonly history: Pick<History, 'engine' | 'delivery'>,
		private readonly makeSession: MakeSession,
		private readonly world: World,
	) {
		this.session = this.newSession();
	}

	/** One tick, and others at once that n8n hands the same state. Answers whether any was executed. */
	async tick({ fate = 'kept', others = 0 }: Partial<Pick<Poll, 'fate' | 'others'>> = {}) {
		const { kept } = this.home();
		let any = await this.one(kept, fate);
		for (let i = 0; i < others && this.isDurable; i++) any = (await this.one(kept, 'kept')) || any;
		return any;
	}

	/** The process ends: what was not saved is gone. */
	end(): void {
		this.memory = { kept: this.saved };
		this.session = this.newSession();
		this.activating = true;
		this.executed = this.saved?.upTo ?? 0;
		this.world.ended(this.saved?.upTo);
	}

	private home(): Home {
		return this.isDurable ? { kept: this.saved } : this.memory;
	}

	private get isDurable(): boolean {
		return this.history.engine === 'durable';
	}

	private async one(kept: Kept | undefined, fate: Fate): Promise<boolean> {
		return (await this.session.alone('node', async () => await this.poll(kept, fate))) ?? false;
	}

	private async poll(found: Kept | undefined, fate: Fate): Promise<boolean> {
		const home = this.isDurable ? {} : this.memory;
		const handed = { state: found?.state, mark: found?.mark, home };
		const { state: before, isStale } = this.session.begin('node', handed, FINGERPRINT);
		if (isStale) return false;
		const outcome = await this.world.call(before);
		const { state, events } = outcome;
		const emitted = events.length > 0;
		const saves = this.session.end('node', handed, { before, state, emitted });
		if (emitted) this.beforeBatch = this.executed;
		const { keeps, drops, ends } = this.whatBecomes(emitted, fate);
		if (emitted && !drops) {
			this.executed += events.length;
			this.world.execute(outcome);
		}
		this.keep(this.toKeep(state, found, saves), keeps);
		if (ends) this.end();
		return emitted && !drops;
	}

	/** Whether n8n saves the state, drops the events, and whether its process ends. */
	private whatBecomes(emitted: boolean, fate: Fate) {
		if (!emitted || !this.isPossible(fate)) {
			return { keeps: emitted || (this.isDurable && !this.activating) };
		}
		const keeps = fate === 'events dropped';
		return { keeps, drops: fate !== 'state dropped', ends: fate !== 'refused' };
	}

	private isPossible(fate: Fate): boolean {
		if (fate === 'kept' || this.isDurable) return fate === 'refused';
		// Once does not promise anything about an end between the two.
		if (fate === 'refused' || this.history.delivery === 'once') return false;
		// A trigger that has never saved anything begins anew, whatever was delivered.
		return this.saved !== undefined || fate === 'events dropped';
	}

	private toKeep(state: State, found: Kept | undefined, { mark, beforeBatch }: Saves): Kept {
		if (this.history.delivery === 'once' || !beforeBatch) {
			return { state, mark, upTo: this.executed };
		}
		return { state: beforeBatch.state ?? found?.state, mark, upTo: this.beforeBatch };
	}

	private keep(kept: Kept, inDatabase: boolean): void {
		this.memory.kept = kept;
		if (inDatabase) this.saved = kept;
		this.activating = false;
	}

	private newSession(): Session {
		return this.makeSession(this.world.elapsed, `process ${++this.processes}`);
	}
}
