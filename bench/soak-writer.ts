/** The second client of the soak: it writes contacts at a steady rate, some of them late to show. */
import { request } from 'undici';
import type { Ready } from '../sandbox';
import { passTime } from '../test/support/timeTravel';
import { steering, type Steer } from './service';
import type { Account } from './soak-account';

const LONGEST_LAG = 50_000;

/** A repeatable source of chance. */
export function chance(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

interface Row {
	readonly id?: number;
	readonly name: string;
	readonly updatedAt: string;
	readonly createdAt?: string;
	readonly visibleAt: string;
}

const iso = (time: number) => new Date(time).toISOString();

export class Writer {
	private readonly alive: number[] = [];

	private count = 0;

	readonly steer: Steer;

	constructor(
		private readonly ready: Ready,
		private readonly account: Account,
		private readonly random: () => number,
	) {
		this.steer = steering(ready);
	}

	async advance(advanceMs: number): Promise<number> {
		passTime(advanceMs);
		const { now } = await this.steer<{ now: string }>('POST', '/clock', { advanceMs });
		return Date.parse(now);
	}

	/** Writes spread over a stretch of time that has just passed, no record twice. */
	async write(from: number, to: number, writes: number, grain: number): Promise<void> {
		const fresh: Array<{ row: Row; times: [number, number] }> = [];
		const changes: typeof fresh = [];
		const touched = new Set<number>();
		for (let i = 0; i < writes; i++) {
			const time = from + ((i + this.random()) / writes) * (to - from);
			const updatedAt = Math.floor(time / grain) * grain;
			const name = `Contact ${++this.count}`;
			const id = this.random() < 0.7 ? this.anyone(touched) : undefined;
			const lag = this.random() < 0.6 ? 0 : Math.floor(this.random() * LONGEST_LAG);
			const visibleAt = Math.max(
				Math.floor(time) + lag,
				id === undefined ? 0 : this.account.visibleFrom(id),
			);
			const row = { name, updatedAt: iso(updatedAt), visibleAt: iso(visibleAt) };
			const times: [number, number] = [updatedAt, visibleAt];
			if (id === undefined) fresh.push({ row: { ...row, createdAt: row.updatedAt }, times });
			else changes.push({ row: { id, ...row }, times });
		}
		const all = [...fresh, ...changes];
		const ids = await this.steer<number[]>(
			'POST',
			'/records/contact',
			all.map(({ row }) => row),
		);
		ids.forEach((id, i) => {
			const { row, times } = all[i] ?? { row: { id }, times: [0, 0] as [number, number] };
			const isNew = row.id === undefined;
			this.account.wrote(id, ...times, isNew);
			if (isNew) this.alive.push(id);
		});
	}

	private anyone(touched: Set<number>): number | undefined {
		const id = this.alive[Math.floor(this.random() * this.alive.length)];
		if (id === undefined || touched.has(id)) return undefined;
		touched.add(id);
		return id;
	}

	/** Deletes a few records through the service itself. */
	async delete(count: number, now: number): Promise<void> {
		for (let i = 0; i < count && this.alive.length > 1_000; i++) {
			const at = Math.floor(this.random() * this.alive.length);
			const id = this.alive[at] ?? 0;
			this.alive[at] = this.alive.at(-1) ?? 0;
			this.alive.pop();
			const { statusCode, body } = await request(`${this.ready.v2}/contacts/${id}`, {
				method: 'DELETE',
				headers: { authorization: `Bearer ${this.ready.credentials.team}` },
			});
			await body.dump();
			if (statusCode !== 200) throw new Error(`DELETE /contacts/${id}: ${statusCode}`);
			this.account.deleted(id, now);
		}
	}
}
