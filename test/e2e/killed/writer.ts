/**
 * A second client of the service that creates and changes deals all the time, and keeps a journal of
 * each version. It goes on while the service is killed, and finds out what of its last write is there.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxProcess } from '../sandboxProcess';

/** Twenty versions a second. */
const EVERY_MS = 200;
const ROWS = 4;
/** Mostly new deals: what a lost batch held can't be hidden by a later version then. */
const CHANGES = 0.3;
/** One of so many versions is a won deal, which is mailed by itself. */
const WON_OF = 40;

/** Times are milliseconds since 1970. */
export interface Version {
	/** What no other version is called. */
	readonly name: string;
	/** When it had been written. */
	readonly at: number;
	/** When another was about to take its place; the last one of a deal has none. */
	readonly until?: number;
	/** A deal that was won as it was made, and never changes. */
	readonly isWon: boolean;
}
interface Row {
	readonly id?: number;
	readonly name: string;
}
/** What a won deal has beside its name. */
type Won = Readonly<Record<string, unknown>>;
type Written = { -readonly [Key in keyof Version]: Version[Key] };

export class Writer {
	/** Every version that the service has, or had until another took its place. */
	readonly versions: Written[] = [];
	/** The last one of each deal. */
	readonly last = new Map<number, Written>();
	/** Writes of which no answer came. */
	unanswered = 0;
	private readonly ids: number[] = [];
	private names = 0;
	private isStopped = false;
	private readonly work: Promise<void>;

	constructor(
		private readonly service: SandboxProcess,
		private readonly prefix: string,
		private readonly won: Won,
	) {
		this.work = this.writeOn();
	}

	/** Answers when the last of them is written. */
	async stop(): Promise<void> {
		this.isStopped = true;
		await this.work;
	}

	/** What the service itself has in the end, beside what was noted here. */
	async differences(): Promise<string[]> {
		const stored = new Map<number, string>();
		for (const { id, name } of await this.service.all<Required<Row>>('deals')) {
			if (name.startsWith(this.prefix)) stored.set(id, name);
		}
		const ids = new Set([...stored.keys(), ...this.last.keys()]);
		return [...ids]
			.filter((id) => stored.get(id) !== this.last.get(id)?.name)
			.map((id) => `${id}: ${stored.get(id)} is stored, ${this.last.get(id)?.name} was written`);
	}

	/** By the clock: what could not be written while the service was down follows when it is back. */
	private async writeOn(): Promise<void> {
		for (let next = Date.now(); !this.isStopped; next += EVERY_MS) {
			await pause(Math.max(0, next - Date.now()));
			await this.write();
		}
	}

	private async write(): Promise<void> {
		const used = new Set<number>();
		const rows = Array.from({ length: ROWS }, (): Row => {
			const name = `${this.prefix} ${++this.names}`;
			if (this.isWon(name)) return { name, ...this.won };
			const id = this.ids[Math.floor(Math.random() * this.ids.length)];
			if (id === undefined || used.has(id) || Math.random() > CHANGES) return { name };
			used.add(id);
			return { id, name };
		});
		const at = Date.now();
		const ids = await this.service
			.steer<number[]>('POST', '/records/deal', rows)
			.catch(async () => await this.foundOut(rows));
		ids.forEach((id, index) => this.note(id, rows[index]?.name ?? '', at));
	}

	private isWon(name: string): boolean {
		return Number(name.slice(this.prefix.length)) % WON_OF === 0;
	}

	private note(id: number, name: string, at: number): void {
		const before = this.last.get(id);
		const isWon = this.isWon(name);
		if (before) before.until = at;
		else if (!isWon) this.ids.push(id);
		const version = { name, at: Date.now(), isWon };
		this.versions.push(version);
		this.last.set(id, version);
	}

	/** The ids of rows of which no answer came; none, when they were not written. */
	private async foundOut(rows: readonly Row[]): Promise<number[]> {
		this.unanswered += 1;
		for (;;) {
			await pause(EVERY_MS);
			const newest = await this.service
				.read<{ deals: Array<Required<Row>> }>('/deals?sort=-updatedAt&limit=100')
				.catch(() => undefined);
			if (!newest) continue;
			const idOf = new Map(newest.deals.map(({ id, name }) => [name, id]));
			const ids = rows.map(({ name }) => idOf.get(name)).filter((id) => id !== undefined);
			if (ids.length > 0 && ids.length < rows.length) throw new Error('Half of a write is there');
			return ids;
		}
	}
}
