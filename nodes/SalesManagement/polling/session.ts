import type { State as PollState } from './types';

/** What a state of a trigger has, whatever it watches for. */
interface AnyState {
	/** Identifies the question that is asked. */
	readonly fingerprint: string;
}

interface Known<State> {
	readonly state: State;
	/** n8n's own object that the state was last put into. */
	readonly home: object;
	/** Whether that object outlived a poll, so that another one means another activation. */
	readonly homeLasts: boolean;
}

/**
 * What one process remembers of its triggers, besides what n8n saves. n8n's durable engine does not
 * save the state of an activation poll that emits nothing, and n8n files the state under the node's
 * name; without this memory the next poll, or the first after a rename, would begin anew.
 */
export class Session<State extends AnyState = PollState> {
	private readonly running = new Set<string>();

	private readonly known = new Map<string, Known<State>>();

	/** Runs the work, or returns `undefined` when work under this key has not ended yet. */
	async alone<R>(key: string, work: () => Promise<R>): Promise<R | undefined> {
		if (this.running.has(key)) return undefined;
		this.running.add(key);
		try {
			return await work();
		} finally {
			this.running.delete(key);
		}
	}

	/** The state to continue from: what n8n saved, else what this process knows, if it fits. */
	stateOf(key: string, saved: State | undefined, fingerprint: string): State | undefined {
		if (saved?.fingerprint === fingerprint) return saved;
		const state = this.known.get(key)?.state;
		return state?.fingerprint === fingerprint ? state : undefined;
	}

	/**
	 * Whether this poll is the first after an activation. n8n does not say, but it is if this process
	 * has not polled the trigger before, or if n8n has replaced an object that it otherwise keeps from
	 * poll to poll. When in doubt (the durable engine makes a new one each time): no.
	 */
	isActivation(key: string, home: object): boolean {
		const known = this.known.get(key);
		return !known || (known.homeLasts && known.home !== home);
	}

	remember(key: string, state: State, home: object): void {
		this.known.set(key, { state, home, homeLasts: this.known.get(key)?.home === home });
	}
}
