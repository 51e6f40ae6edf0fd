/** A second client of the service that creates and changes deals all the time. */
import { setTimeout as pause } from 'node:timers/promises';

type Steer = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const EVERY_MS = 400;
const ROWS = 3;
/** Mostly new deals: what a lost batch held can't be hidden by a later version then. */
const CHANGES = 0.3;

export class Writer {
	/** The last version of each deal, by its name, which no other version has. */
	readonly last = new Map<number, string>();
	written = 0;
	private isStopped = false;
	private readonly work: Promise<void>;

	constructor(
		private readonly steer: Steer,
		private readonly prefix: string,
	) {
		this.work = this.writeOn();
	}

	/** Answers when the last of them is written. */
	async stop(): Promise<void> {
		this.isStopped = true;
		await this.work;
	}

	private async writeOn(): Promise<void> {
		while (!this.isStopped) {
			await this.write();
			await pause(EVERY_MS);
		}
	}

	private async write(): Promise<void> {
		const known = [...this.last.keys()];
		const used = new Set<number>();
		const rows = Array.from({ length: ROWS }, () => {
			const name = `${this.prefix} ${++this.written}`;
			const id = known[Math.floor(Math.random() * known.length)];
			if (id === undefined || used.has(id) || Math.random() > CHANGES) return { name };
			used.add(id);
			return { id, name };
		});
		const ids = await this.steer<number[]>('POST', '/records/deal', rows);
		ids.forEach((id, index) => this.last.set(id, rows[index]?.name ?? ''));
	}
}
