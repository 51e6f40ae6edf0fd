/** What a state of a trigger has, whatever it watches for. */
interface AnyState {
	/** Identifies the question that is asked. */
	readonly fingerprint: string;
	/** What was looked at: a batch is not emitted again for another event or other filters. */
	readonly view?: string;
}

/** Tells the polls of a trigger apart: rises with each of them, and names the process. */
export interface Mark {
	readonly poll: number;
	readonly by: string;
}

/** What n8n handed to a poll: what an earlier one saved, if anything, and the object it lies in. */
interface Handed<State> {
	readonly state?: State;
	readonly mark?: Mark;
	readonly home: object;
	/** What n8n calls the activation that this poll belongs to. */
	readonly mode?: string;
}

/**
 * How what n8n hands over relates to what this process remembers:
 * - `new process`: it remembers nothing of the trigger.
 * - `other process`: another one has gone on since.
 * - `other question`: what it remembers belongs to other settings.
 * - `kept`: n8n has saved the last batch, or there was none.
 * - `on its way`: n8n has not saved the last batch yet, so that its state is no news.
 * - `refused`: n8n did not save the last batch, so that its events come again.
 */
export type Relation =
	'new process' | 'other process' | 'other question' | 'kept' | 'on its way' | 'refused';

/** What a poll can go on from. */
export interface Newest<State> {
	readonly relation: Relation;
	/** Absent where nothing answers the question that is asked. */
	readonly state?: State;
}

/** How a poll went. */
export interface Polled<State> {
	/** What it went on from; absent when it began anew. */
	readonly before?: State;
	readonly state: State;
	readonly emitted: boolean;
}

/** The last batch of a process. */
interface Batch<State> {
	readonly poll: number;
	/** The poll whose state n8n had saved when this one began. */
	readonly basis: number;
	readonly before?: State;
	readonly at: number;
	/** n8n has handed the state of this poll or of a later one back. */
	readonly isKept?: true;
}

interface Known<State> {
	/** After the last poll; absent when that was undone and had begun anew. */
	readonly state?: State;
	readonly poll: number;
	/** The poll whose saved state this process took up. */
	readonly began: number;
	readonly batch?: Batch<State>;
	/** n8n's own object that the state was last put into. */
	readonly home: object;
	/** Whether that object outlived a poll, so that another one means another activation. */
	readonly homeLasts: boolean;
	/** What n8n called the activation. */
	readonly mode: string;
}

/** Stands for nothing saved. */
const NOTHING = -1;
/** What n8n's durable engine calls a regular poll. */
const REGULAR = 'update';

/** How long a batch may be on its way: n8n's durable engine leases a poll for a minute. */
const PATIENCE_MS = 60_000;
/** What n8n has saved for so long was executed, or is listed as crashed. */
const REPEATABLE_MS = 3_600_000;

/**
 * What one process remembers of its triggers, besides what n8n saves: n8n's durable engine does not
 * save the state of an activation poll that emits nothing, hands old states to polls that it starts
 * at once, and may refuse to save a batch; and n8n files the state under the node's name.
 * docs/n8n.md says what each engine does.
 */
export class NewestState<State extends AnyState> {
	private readonly known = new Map<string, Known<State>>();

	/** @param elapsed a clock that nobody sets */
	constructor(
		private readonly elapsed: () => number = () => performance.now(),
		private readonly name = Math.random().toString(36).slice(2, 8),
	) {}

	/** Where to go on from: what n8n saved, or what this process knows, whichever is the newer. */
	begin(key: string, handed: Handed<State>, fingerprint: string): Newest<State> {
		const known = this.known.get(key);
		const relation = this.relation(handed, known, fingerprint);
		const saved = handed.state?.fingerprint === fingerprint ? handed.state : undefined;
		const at = pollOf(handed);
		const batch = known?.batch;
		if (relation === 'other process') {
			this.remember(key, { state: handed.state, poll: at, began: at, batch: undefined });
		} else if (relation === 'kept') {
			if (batch) this.remember(key, { batch: { ...batch, isKept: true } });
			return { relation, state: known?.state ?? saved };
		} else if (relation === 'refused') {
			const before = batch && at >= batch.basis ? batch.before : saved;
			this.remember(key, { state: before, batch: undefined });
			return { relation, state: before };
		}
		return { relation, state: saved };
	}

	/** Remembers a poll. Answers what n8n should save: the mark, and what a new process begins with. */
	end(
		key: string,
		handed: Handed<State>,
		{ before, state, emitted }: Polled<State>,
	): { mark: Mark; beforeBatch: { state?: State } | undefined } {
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
			beforeBatch: isRepeatable ? { state: batch.before } : undefined,
		};
	}

	/**
	 * Whether this poll is the first after an activation that is not the very first. n8n does not say,
	 * but it is if this process has not polled the trigger before and something of it was saved, or if
	 * n8n has replaced an object that it otherwise keeps from poll to poll. The durable engine makes a
	 * new one each time, but calls its regular polls an update, and the one at a new publication
	 * something else. When in doubt: no.
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
		if (!batch || this.isKept(handed, known, batch)) return 'kept';
		return this.elapsed() - batch.at < PATIENCE_MS ? 'on its way' : 'refused';
	}

	private remember(key: string, changes: Partial<Known<State>>): void {
		const known = this.known.get(key);
		if (known) this.known.set(key, { ...known, ...changes });
	}

	/** Whether n8n has saved the last batch. Having nothing again, it files it under a new name. */
	private isKept(
		{ mark, state }: Handed<State>,
		{ homeLasts }: Known<State>,
		batch: Batch<State>,
	): boolean {
		if (mark) return mark.poll >= batch.poll;
		return state === undefined && (homeLasts || batch.isKept === true);
	}

	/** Whether another process has gone on: what this one knows is of the past. */
	private isForeign({ mark }: Handed<State>, { began }: Known<State>): boolean {
		return mark !== undefined && mark.by !== this.name && mark.poll > began;
	}
}

const pollOf = ({ mark }: Handed<unknown>): number => mark?.poll ?? NOTHING;
