/** A published trigger that is watched: how often it has polled, and what it has emitted. */
import { readFileSync } from 'node:fs';
import { comesToRest } from '../killed/moments';
import { finished } from '../../../harness/n8n/execution';
import { eventually, started } from '../polling';
import type { RunningN8n } from '../../../harness/n8n/world';

/** With which n8n's log says it, one line for each poll that has ended. */
export const LOGS_POLLS = { N8N_LOG_LEVEL: 'debug' };
const POLL = /Sales Management Trigger: \{/g;
/** What a poll finds is held back for two seconds; this one is the last that may still say it. */
const LAST_POLL = 4;

interface Event {
	readonly type: string;
	/** Of an event that compares. */
	readonly from?: { readonly id: number } | null;
}

/** How the parts call an emitted record: by its event, its name and the phase in which it was before. */
export const emissionOf = (name: string, { type, from }: Event): string =>
	[type, name, ...(from ? ['from', from.id] : [])].join(' ');

export class Emissions {
	private readonly read = new Set<string>();
	private readonly news: string[] = [];

	/** @param n8n the one that runs now: another after each start. */
	constructor(
		public n8n: RunningN8n,
		private readonly workflowId: string,
	) {}

	get log(): string {
		return readFileSync(this.n8n.settings.log, 'utf8');
	}

	private get polls(): number {
		return this.log.match(POLL)?.length ?? 0;
	}

	/** Waits until so many more polls have ended: the second has begun after this was asked. */
	async polled(times = 2): Promise<void> {
		const before = this.polls;
		await eventually(`${times} polls`, () => this.polls >= before + times || undefined);
	}

	/**
	 * What was emitted since this was asked last, each as its event, name and former phase, in order of these.
	 * Waits for what is expected, and one poll longer, for what is not.
	 */
	async since(trigger: string, expected: readonly string[]): Promise<string[]> {
		for (let polls = 0; polls < LAST_POLL; polls += 1) {
			await this.polled(1);
			await this.collect(trigger);
			if (expected.every((each) => this.news.includes(each))) break;
		}
		await this.polled();
		await this.collect(trigger);
		return this.news.splice(0).sort();
	}

	private async collect(trigger: string): Promise<void> {
		const { rest } = this.n8n;
		await comesToRest(this.n8n);
		for (const id of await started(rest, this.workflowId)) {
			if (this.read.has(id)) continue;
			this.read.add(id);
			const run = await finished(rest, id);
			if (run.error !== undefined) this.news.push(`failed: ${run.error}`);
			for (const { name, _event } of run.items(trigger)) {
				this.news.push(emissionOf(String(name), _event as Event));
			}
		}
	}
}
