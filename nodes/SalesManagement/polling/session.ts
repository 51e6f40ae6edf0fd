import type { State } from './types';

/**
 * What one process remembers of its triggers, beside what n8n saves. n8n's durable engine does not
 * save the state of an activation poll that emits nothing, and n8n files the state under the node's
 * name; without this memory the next poll, or the first after a rename, would begin anew.
 */
export class Session {
	private readonly running = new Set<string>();

	private readonly last = new Map<string, State>();

	/** Runs the work, or answers `undefined` when work under this key has not ended yet. */
	async alone<R>(key: string, work: () => Promise<R>): Promise<R | undefined> {
		if (this.running.has(key)) return undefined;
		this.running.add(key);
		try {
			return await work();
		} finally {
			this.running.delete(key);
		}
	}

	/** The state to go on from: what n8n saved, else what this process knows, if it fits. */
	stateOf(key: string, saved: State | undefined, fingerprint: string): State | undefined {
		if (saved?.fingerprint === fingerprint) return saved;
		const last = this.last.get(key);
		return last?.fingerprint === fingerprint ? last : undefined;
	}

	remember(key: string, state: State): void {
		this.last.set(key, state);
	}
}
