/** The properties that every saved state of a trigger has, whatever the event. */
interface AnyState {
	/** Identifies the question that is asked. */
	readonly fingerprint: string;
	/** Names what was watched: a batch is not emitted again for another event or other filters. */
	readonly view?: string;
}

/** Identifies a poll of a trigger: a number that rises with each poll, and the name of the process. */
export interface Mark {
	readonly poll: number;
	readonly by: string;
}

/**
 * The input that n8n hands to a poll: the state that an earlier one saved, if any, and the object that holds
 * it.
 */
interface Handed<State> {
	readonly state?: State;
	readonly mark?: Mark;
	readonly home: object;
	/** n8n's name for the activation that this poll belongs to. */
	readonly mode?: string;
}

/**
 * How the state from n8n relates to the memory of this process:
 * - `new process`: this process has not polled the trigger yet.
 * - `other process`: another process has polled it since.
 * - `other question`: the memory belongs to other settings.
 * - `saved`: n8n has saved the last batch, or there was none.
 * - `on its way`: n8n may still be saving the last batch, so its state is out of date.
 * - `refused`: n8n did not save the last batch, so its events are emitted again.
 */
export type Relation =
	'new process' | 'other process' | 'other question' | 'saved' | 'on its way' | 'refused';

/** The newest state that a poll can go on from. */
export interface Newest<State> {
	readonly relation: Relation;
	/** Absent if no state answers the present question. */
	readonly state?: State;
}

/** A poll that has ended. */
export interface Polled<State> {
	/** The state from which it read; absent if it began now. */
	readonly before?: State;
	readonly state: State;
	/** The part of this state that the one before a batch has to know, if that is to be repeated. */
	readonly batch?: unknown;
	readonly emitted: boolean;
}

/** The last batch of events that this process emitted. */
interface Batch<State> {
	readonly poll: number;
	/** The poll whose saved state this one began with. */
	readonly basis: number;
	readonly before?: State;
	readonly at: number;
	/** Set once n8n has handed back the state of this poll or a later one. */
	readonly isSaved?: true;
}

interface Known<State> {
	/** The state after the last poll; absent if that poll was undone and had begun anew. */
	readonly state?: State;
	readonly poll: number;
	/** The poll whose saved state this process began with. */
	readonly began: number;
	readonly batch?: Batch<State>;
	/** The object of n8n that the state was last written to. */
	readonly home: object;
	/**
	 * Whether n8n kept that object from one poll to the next: if so, another object means another activation.
	 */
	readonly homeLasts: boolean;
	/** n8n's name for the activation. */
	readonly mode: string;
}

/** The number of a poll that saved nothing. */
const NOTHING = -1;
/** The mode that n8n's durable engine gives a regular poll. */
const REGULAR = 'update';

/** How long n8n may take to save a batch: its durable engine leases a poll for a minute. */
const PATIENCE_MS = 60_000;
/** The age from which a batch is not repeated: n8n has executed it by then, or lists it as crashed. */
const REPEATABLE_MS = 3_600_000;

/**
 * The memory of one process about its triggers, besides what n8n saves. It is needed since n8n's durable
 * engine does not save the state of an activation poll that emits nothing, hands old states to polls that it
 * starts at once, and may refuse to save a batch; and since n8n files the state under the node's name.
 * docs/n8n.md says what each engine does.
 */
export class NewestState<State extends AnyState> {
	private readonly known = new Map<string, Known<State>>();

	/** @param elapsed a clock that is never set back, in milliseconds. */
	constructor(
		private readonly elapsed: () => number = () => performance.now(),
		private readonly name = Math.random().toString(36).slice(2, 8),
	) {}

	/** Chooses the newer of the state that n8n saved and the one in memory. */
	begin(key: string, handed: Handed<State>, fingerprint: string): Newest<State> {
		const known = this.known.get(key);
		const relation = this.relation(handed, known, fingerprint);
		const saved = handed.state?.fingerprint === fingerprint ? handed.state : undefined;
		const at = pollOf(handed);
		const batch = known?.batch;
		if (relation === 'other process') {
			this.remember(key, { state: handed.state, poll: at, began: at, batch: undefined });
		} else if (relation === 'saved') {
			if (batch) this.remember(key, { batch: { ...batch, isSaved: true } });
			return { relation, state: known?.state ?? saved };
		} else if (relation === 'refused') {
			const before = (batch && at >= batch.basis && batch.before) || saved;
			this.remember(key, { state: before, batch: undefined });
			return { relation, state: before };
		}
		return { relation, state: saved };
	}

	/**
	 * Remembers a poll. Returns the mark that n8n has to save, and the state before the last batch if a new process
	 * may repeat that.
	 */
	end(key: string, handed: Handed<State>, { before, state, emitted }: Polled<State>) {
		const known = this.known.get(key);
		const basis = pollOf(handed);
		const poll = Math.max(known?.poll ?? NOTHING, basis) + 1;
		const isSame =
			before !== undefined &&
			state.fingerprint === known?.state?.fingerprint &&
			state.view === known.state.view;
		const earlier = isSame ? known.batch : undefined;
		const batch = emitted ? { poll, basis, before, at: this.elapsed() } : earlier;
		const { home, mode = REGULAR } = handed;
		const homeLasts = known?.home === home;
		const began = known?.began ?? basis;
		this.known.set(key, { state, poll, began, batch, home, homeLasts, mode });
		const isRepeatable = batch && this.elapsed() - batch.at < REPEATABLE_MS;
		return {
			mark: { poll, by: this.name },
			beforeBatch: isRepeatable ? batch.before : undefined,
		};
	}

	/**
	 * Whether this poll is the first one after a later activation of the workflow. n8n does not say so, but it
	 * is if this process has not polled the trigger yet and a state was saved, or if n8n has replaced an object
	 * that it otherwise keeps from poll to poll. The durable engine makes a new object each time, but calls its
	 * regular polls an update, and the one at a new publication something else. In doubt: no.
	 */
	isReactivation(key: string, { home, mode = REGULAR }: Handed<State>, wasSaved: boolean): boolean {
		const known = this.known.get(key);
		if (!known) return wasSaved;
		if (known.home === home) return false;
		return known.homeLasts || (known.mode === REGULAR && mode !== REGULAR);
	}

	private relation(
		handed: Handed<State>,
		known: Known<State> | undefined,
		fingerprint: string,
	): Relation {
		if (!known) return 'new process';
		if (this.isForeign(handed, known)) return 'other process';
		if (known.state && known.state.fingerprint !== fingerprint) return 'other question';
		const { batch } = known;
		if (!batch || this.isSaved(handed, known, batch)) return 'saved';
		return this.elapsed() - batch.at < PATIENCE_MS ? 'on its way' : 'refused';
	}

	private remember(key: string, changes: Partial<Known<State>>): void {
		const known = this.known.get(key);
		if (known) this.known.set(key, { ...known, ...changes });
	}

	/**
	 * Whether n8n has saved the last batch. If the saved state has vanished again, n8n has filed it under a new
	 * node name.
	 */
	private isSaved(
		{ mark, state }: Handed<State>,
		{ homeLasts }: Known<State>,
		batch: Batch<State>,
	): boolean {
		if (mark) return mark.poll >= batch.poll;
		return state === undefined && (homeLasts || batch.isSaved === true);
	}

	/** Whether another process has polled the trigger since, so that this one's memory is out of date. */
	private isForeign({ mark }: Handed<State>, { began }: Known<State>): boolean {
		return mark !== undefined && mark.by !== this.name && mark.poll > began;
	}
}

const pollOf = ({ mark }: Handed<unknown>) => mark?.poll ?? NOTHING;
