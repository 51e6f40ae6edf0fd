import { Session, type Outcome, type State } from '../../../nodes/SalesManagement/polling';
import type { History } from './history';
import type { Commit } from './simulatedService';

/** The engine under the two ways in which n8n keeps state, in front of the simulated service. */
export class Host {
	private inMemory?: State;

	private saved?: State;

	private session = new Session();

	private activating = true;

	constructor(
		private readonly history: History,
		private readonly call: (state: State | undefined) => Promise<Outcome<Commit>>,
		private readonly fingerprint: string,
	) {}

	/** One tick: null when nothing is emitted, as n8n wants it. */
	async tick(): Promise<Outcome<Commit> | null> {
		const result = await this.session.alone('node', async () => {
			const durable = this.history.engine === 'durable';
			const outcome = await this.call(this.session.stateOf('node', this.state, this.fingerprint));
			this.session.remember('node', outcome.state, this);
			this.inMemory = outcome.state;
			if (outcome.events.length > 0 || (durable && !this.activating)) this.saved = outcome.state;
			this.activating = false;
			return outcome;
		});
		return result && result.events.length > 0 ? result : null;
	}

	/** What the next tick goes on from. */
	get state(): State | undefined {
		return this.history.engine === 'durable' ? this.saved : this.inMemory;
	}

	/** A crash: what was not saved is gone. Returns whether anything was. */
	restart(): boolean {
		this.inMemory = this.saved;
		this.session = new Session();
		this.activating = true;
		return this.saved !== undefined;
	}
}
