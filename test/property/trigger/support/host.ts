/** The two ways in which n8n keeps state, in front of the engine. */
import { NewestState, type Outcome } from '../../../../nodes/SalesManagement/polling';
import type { Saved } from './engine';
import type { Fate, History, Poll } from './histories';
import type { Memory } from './life';
import type { Commit } from './service';

/** What lies in n8n's database, and what the witness knew then of what the state knows. */
interface Kept {
	readonly state?: Saved;
	readonly mark: ReturnType<NewestState<Saved>['end']>['mark'];
	readonly memory: Memory;
}

/** What the host does not know itself. */
interface World {
	/** A clock that nobody sets. */
	readonly elapsed: () => number;
	/** One poll, given where it begins. */
	readonly call: (from: Saved | undefined) => Promise<Called>;
	readonly execute: (outcome: Outcome<Commit>) => void;
	/** What the witness knows of the trigger's life so far. */
	readonly memory: () => Memory;
	/** The trigger goes on from where it was then; from nothing, if nothing was ever saved. */
	readonly rewind: (memory: Memory | undefined) => void;
}

interface Called {
	readonly saved: Saved;
	readonly outcome: Outcome<Commit>;
	/** It ends with an error, since it has stood still for too long. */
	readonly fails: boolean;
}

export const FINGERPRINT = 'question';

/** What n8n does with a poll: saves its state, drops its events, ends. */
interface Becomes {
	readonly keeps: boolean;
	readonly drops?: boolean;
	readonly ends?: boolean;
}

/** It saves nothing of a poll that fails. */
const FAILED: Becomes = { keeps: false };

/** What n8n executes is handed to `execute`; what it drops is not. */
export class Host {
	/** The default engine's one object, as long as its process lives. */
	private memory: { kept?: Kept } = {};

	private saved?: Kept;

	private saves: NewestState<Saved>;

	private processes = 0;

	private activating = true;

	/** What was known before the last batch. */
	private beforeBatch: Memory;

	constructor(
		private readonly history: Pick<History, 'engine' | 'delivery'>,
		private readonly world: World,
	) {
		this.saves = this.newSaves();
		this.beforeBatch = world.memory();
	}

	/** One tick, and others at once that n8n hands the same state. Answers whether any was executed. */
	async tick({ fate = 'kept', others = 0 }: Partial<Pick<Poll, 'fate' | 'others'>> = {}) {
		const kept = this.isDurable ? this.saved : this.memory.kept;
		let any = await this.poll(kept, fate);
		for (let i = 0; i < others && this.isDurable; i++) any = (await this.poll(kept, 'kept')) || any;
		return any;
	}

	/** The process ends: what was not saved is gone. */
	end(): void {
		this.memory = { kept: this.saved };
		this.saves = this.newSaves();
		this.activating = true;
		this.world.rewind(this.saved?.memory);
	}

	private get isDurable(): boolean {
		return this.history.engine === 'durable';
	}

	private async poll(found: Kept | undefined, fate: Fate): Promise<boolean> {
		const home = this.isDurable ? {} : this.memory;
		const handed = { state: found?.state, mark: found?.mark, home };
		const begin = this.saves.begin('node', handed, FINGERPRINT);
		if (begin.relation === 'on its way') return false;
		const memory = this.world.memory();
		const { saved, outcome, fails } = await this.world.call(begin.state);
		const emitted = outcome.events.length > 0;
		const went = { before: begin.state, state: saved, emitted };
		const toSave = this.saves.end('node', handed, went);
		if (emitted) this.beforeBatch = memory;
		const { keeps, drops, ends } = fails ? FAILED : this.whatBecomes(emitted, fate);
		if (emitted && !drops) this.world.execute(outcome);
		this.keep(this.toKeep(saved, found, toSave), keeps);
		if (ends) this.end();
		else if (drops) this.world.rewind(memory);
		return emitted && !drops;
	}

	private whatBecomes(emitted: boolean, fate: Fate): Becomes {
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

	private toKeep(
		state: Saved,
		found: Kept | undefined,
		{ mark, beforeBatch }: ReturnType<NewestState<Saved>['end']>,
	): Kept {
		if (this.history.delivery === 'once' || !beforeBatch) {
			return { state, mark, memory: this.world.memory() };
		}
		return { state: beforeBatch.state ?? found?.state, mark, memory: this.beforeBatch };
	}

	private keep(kept: Kept, inDatabase: boolean): void {
		this.memory.kept = kept;
		const { state } = kept;
		// As it comes back from the database.
		if (inDatabase) {
			this.saved = { ...kept, ...(state && { state: JSON.parse(JSON.stringify(state)) as Saved }) };
		}
		this.activating = false;
	}

	private newSaves(): NewestState<Saved> {
		return new NewestState(this.world.elapsed, `process ${++this.processes}`);
	}
}
