/** The two ways in which n8n keeps state (harness/poller.ts), in front of the engine. */
import {
	beginningOf,
	NewestState,
	readState,
	type Mark,
	type Newest,
	type PollOutcome,
	type Policy,
	type State,
} from '../../../../nodes/SalesManagement/polling';
import type { Beginnings } from './engine';
import type { Fate, History, Poll, Spoil } from './histories';
import type { Memory } from './life';
import type { Commit } from './service';

/** What lies in n8n's database, and what the witness knew then of what the state knows. */
interface Kept {
	/** Perhaps damaged. */
	readonly state?: unknown;
	readonly mark: Mark;
	readonly memory: Memory;
	/** The view of a batch that is to be repeated, and what it knew after that. */
	readonly batch?: { readonly view: string; readonly after: Memory };
}

/** What the witness knew where a poll goes on from an earlier life. */
export interface Earlier {
	readonly memory: Memory;
	/** It goes on after the last batch, which is not repeated. */
	readonly isAfterBatch: boolean;
}

/** What the host does not know itself. */
interface World {
	/** A clock that nobody sets. */
	readonly elapsed: () => number;
	/** As it is set just now. */
	readonly policy: () => Policy;
	/**
	 * One poll, given where it begins. Where it goes on from what was saved in an earlier life, `earlier` is what the
	 * witness knew then.
	 */
	readonly call: (from: Beginnings, earlier: Earlier | undefined) => Promise<Called>;
	readonly execute: (outcome: PollOutcome<Commit>) => void;
	/** What the witness knows of the trigger's life so far. */
	readonly memory: () => Memory;
	/** The trigger goes on from where it was then; from nothing, if nothing was ever saved. */
	readonly rewind: (memory: Memory | undefined) => void;
}

interface Called {
	/** What the witness knows where it is to come again. */
	readonly memory: Memory;
	/** What it read from. */
	readonly before?: State;
	readonly saved: State;
	readonly outcome: PollOutcome<Commit>;
	/** It ends with an error, since it has stood still for too long. */
	readonly fails: boolean;
}

/** A poll that was executed or told nothing; one that waited for a batch on its way asked for nothing. */
export type Tick = 'told' | 'silent' | 'waited';

/** What n8n does with a poll: saves its state, drops its events, ends. */
interface Becomes {
	readonly keeps: boolean;
	readonly drops?: boolean;
	readonly ends?: boolean;
}

/** It saves nothing of a poll that fails. */
const FAILED: Becomes = { keeps: false };
/** It ends after the poll of an activation, before it saves. */
const KILLED: Becomes = { keeps: false, ends: true };
/** The default engine's activation whose poll emits nothing; refused: n8n gave it up before the poll ended. */
const ACTIVATED: Readonly<Record<Fate, Becomes>> = {
	kept: { keeps: true },
	refused: { keeps: false },
	'events dropped': KILLED,
	'state dropped': KILLED,
};

const copyOf = <T>(saved: T): T =>
	saved === undefined ? saved : (JSON.parse(JSON.stringify(saved)) as T);

/** What is left of a state. */
const SPOILT: Readonly<Record<Spoil, (state: object) => unknown>> = {
	'without a ledger': (state) => ({ ...state, ledger: null }),
	'without its creations': (state) => ({ ...state, createdWatermark: 'soon' }),
	'without its values': (state) => ({ ...state, values: { records: 5 } }),
	'of another version': (state) => ({ ...state, version: 1 }),
	'without a watermark': (state) => ({ ...state, version: 1, watermark: 'never' }),
	'no state at all': () => 'state',
};

/** What n8n executes is handed to `execute`; what it drops is not. */
export class Host {
	/** The default engine's one object, as long as its process lives. */
	private memory: { kept?: Kept } = {};

	private saved?: Kept;

	private saves: NewestState<State>;

	private processes = 0;

	private activating = true;

	/** What was known before the last batch. */
	private beforeBatch: Memory;

	constructor(
		private readonly history: Pick<History, 'engine'>,
		private readonly world: World,
	) {
		this.saves = this.newSaves();
		this.beforeBatch = world.memory();
	}

	/** One tick, and others at once that n8n hands the same state. Answers how the last of them went. */
	async tick({ fate = 'kept', others = 0 }: Partial<Pick<Poll, 'fate' | 'others'>> = {}) {
		const kept = this.isDurable ? this.saved : this.memory.kept;
		let tick = await this.poll(kept, fate);
		for (let i = 0; i < others && this.isDurable; i++) tick = await this.poll(kept, 'kept');
		return tick;
	}

	/** The process ends: what was not saved is gone. */
	end(): void {
		this.activate();
		this.saves = this.newSaves();
		this.world.rewind(this.saved?.memory);
	}

	/** The workflow is published again, within the same process. */
	activate(): void {
		this.memory = { kept: this.saved };
		this.activating = true;
	}

	/** What is saved is damaged, or comes from another version. */
	spoil(how: Spoil): void {
		const { saved } = this;
		if (saved?.state === undefined) return;
		const state = saved.state as object;
		this.saved = { ...saved, state: typeof state === 'object' ? SPOILT[how](state) : state };
	}

	private get isDurable(): boolean {
		return this.history.engine === 'durable';
	}

	private async poll(found: Kept | undefined, fate: Fate): Promise<Tick> {
		const home = this.isDurable ? {} : this.memory;
		const policy = this.world.policy();
		const { fingerprint, view } = policy;
		const saved = readState(copyOf(found?.state), fingerprint);
		const handed = { state: saved.state, mark: found?.mark, home };
		const newest = this.saves.begin('node', handed, fingerprint);
		const isFirst = found?.state === undefined;
		const facts = { ...saved, isFirst, isReactivation: false, newest };
		const actual = beginningOf(facts, policy);
		const plain = beginningOf(facts, { ...policy, replayFrom: undefined });
		if (!actual || !plain) {
			this.activating = false;
			return 'waited';
		}
		const batch = newest.state === saved.state ? found?.batch : newest.state?.batch;
		const isRepeated = policy.repeatsBatch && batch?.view === view;
		const isAfterBatch = newest.state !== undefined && batch !== undefined && !isRepeated;
		const started = plain.before ? policy.startFrom : 'now';
		const anew = plain.before && newest.state ? undefined : started;
		const earlier = this.earlier(newest, found, isAfterBatch);
		const called = await this.world.call({ actual, plain: { ...plain, anew } }, earlier);
		const { memory, saved: state, outcome, fails } = called;
		const emitted = outcome.events.length > 0;
		const went = { before: called.before, state, emitted };
		const toSave = this.saves.end('node', handed, went);
		if (emitted) this.beforeBatch = memory;
		const { keeps, drops, ends } = fails ? FAILED : this.whatBecomes(emitted, fate);
		// n8n tries an activation again whose poll has failed.
		this.activating &&= fails;
		if (emitted) this.world.execute(outcome);
		// A batch that is dropped is given up where something else is watched before it comes again.
		const after = this.world.memory();
		if (drops) this.world.rewind(memory);
		this.keep(this.toKeep(state, toSave, after), keeps);
		if (ends) this.end();
		return emitted && !drops ? 'told' : 'silent';
	}

	/** Where the settings are again those of what is saved, it goes on from there. */
	private earlier(
		{ relation, state }: Newest<State>,
		found: Kept | undefined,
		isAfterBatch: boolean,
	): Earlier | undefined {
		const isElsewhere = relation === 'other question' && state !== undefined;
		const memory = isAfterBatch ? found?.batch?.after : found?.memory;
		return memory && (isAfterBatch || isElsewhere) ? { memory, isAfterBatch } : undefined;
	}

	private whatBecomes(emitted: boolean, fate: Fate): Becomes {
		if (!emitted && this.isDurable) return { keeps: !this.activating };
		if (!emitted) return this.activating ? ACTIVATED[fate] : { keeps: false };
		if (!this.isPossible(fate)) return { keeps: true };
		const keeps = fate === 'events dropped';
		return { keeps, drops: fate !== 'state dropped', ends: fate !== 'refused' };
	}

	private isPossible(fate: Fate): boolean {
		if (fate === 'kept' || this.isDurable) return fate === 'refused';
		// Once does not promise anything about an end between the two.
		if (fate === 'refused' || !this.world.policy().repeatsBatch) return false;
		// A trigger of which nothing usable was saved begins anew, whatever was delivered.
		return this.isUsable() || fate === 'events dropped';
	}

	private isUsable(): boolean {
		const { fingerprint } = this.world.policy();
		return readState(this.saved?.state, fingerprint).state?.fingerprint === fingerprint;
	}

	private toKeep(
		state: State,
		{ mark, beforeBatch }: ReturnType<NewestState<State>['end']>,
		after: Memory,
	): Kept {
		if (!this.world.policy().repeatsBatch || !beforeBatch) {
			return { state, mark, memory: this.world.memory() };
		}
		const batch = { ...state, values: undefined };
		return {
			state: { ...beforeBatch, batch },
			mark,
			memory: this.beforeBatch,
			batch: { view: state.view, after },
		};
	}

	private keep(kept: Kept, inDatabase: boolean): void {
		this.memory.kept = kept;
		// As it comes back from the database.
		if (inDatabase) this.saved = { ...kept, state: copyOf(kept.state) };
	}

	private newSaves(): NewestState<State> {
		return new NewestState(this.world.elapsed, `process ${++this.processes}`);
	}
}
