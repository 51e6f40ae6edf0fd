/** A service with one list that others change while it is read; in memory, without time or HTTP. */
import type { IDataObject } from 'n8n-workflow';
import {
	createClient,
	Pacer,
	ROUTES,
	type Client,
	type Transport,
} from '../../../nodes/SalesManagement/api';
import { pageOf } from '../../support/memoryService';
import { TestClock } from './client';

/** However many are asked for. */
const PAGE = 10;
/** In the past of every clock that runs the tests. */
export const NOON = Date.parse('2026-11-20T12:00:00Z');

/** What the documents leave open. */
export interface Habits {
	readonly exclusiveEnds: boolean;
	/** Steps in which update times are kept. */
	readonly granularityMs: number;
	/** Steps in which they are shown. */
	readonly shownMs: number;
	/** How late a change may become visible. */
	readonly lagMs: number;
	readonly cursors: 'keyset' | 'offset';
	/** By how much its windows are off, in either direction. */
	readonly offMs: number;
}

/** What others do when so many requests were answered; 0: before the first one, as late as the lag. */
export interface Write {
	readonly after: number;
	readonly kind: 'update' | 'delete' | 'create';
	/** The first record, from 0, and how many one after another. */
	readonly which: number;
	readonly many: number;
	/** Part of the lag after which it is visible. */
	readonly late: number;
}

interface Version {
	readonly updatedAt: number;
	readonly visibleAt: number;
	readonly isDeleted?: true;
}

interface Stored {
	readonly id: number;
	readonly createdAt: number;
	readonly versions: Version[];
}

interface Row {
	readonly id: number;
	readonly updatedAt: number;
	readonly createdAt: number;
}

type Query = Readonly<Record<string, string | number | undefined>>;

export class ChangingList {
	private readonly stored: Stored[] = [];
	private now = NOON;
	private answered = 0;
	/** The ids that were in the list at every moment so far. */
	private always?: Set<number>;
	readonly requests: Query[] = [];

	constructor(
		times: readonly number[],
		private readonly writes: readonly Write[],
		/** How many turns each answer takes: who asks first is not always answered first. */
		private readonly turns: readonly number[],
		private readonly stepMs: number,
		private readonly habits: Habits,
	) {
		for (const time of times) this.create(time, 0);
		this.writeLately();
	}

	/** What is written before the first request, and may become visible behind it. */
	private writeLately(): void {
		const before = Math.floor(this.habits.lagMs / 2);
		this.now -= before;
		this.writeAll();
		this.now += before;
	}

	get alwaysThere(): ReadonlySet<number> {
		return this.always ?? new Set();
	}

	get client(): Client {
		const transport: Transport = async ({ query }) => {
			const turns = this.turns[this.requests.push(query as Query) % this.turns.length];
			for (let turn = 0; turn < 20 * (turns ?? 1); turn++) await Promise.resolve();
			const body = this.answer(query as Query);
			const headers = { date: new Date(this.secondsOf(this.now)).toUTCString() };
			return { status: 200, headers, body };
		};
		const clock = new TestClock();
		return createClient({
			kind: 'personalToken',
			baseUrl: 'https://service.example/v2',
			secret: 'token',
			routes: ROUTES.v2,
			transport,
			clock,
			pacer: new Pacer(1e6, clock),
		});
	}

	private secondsOf(time: number): number {
		return time - (time % 1000);
	}

	private create(time: number, visibleAt: number): void {
		const updatedAt = time - (time % this.habits.granularityMs);
		const id = this.stored.length + 1;
		// Older ones first here, and by creation the other way round.
		this.stored.push({ id, createdAt: NOON - id * 1000, versions: [{ updatedAt, visibleAt }] });
	}

	private writeAll(): void {
		for (const write of this.writes.filter(({ after }) => after === this.answered)) {
			for (let next = 0; next < write.many; next++) {
				this.write({ ...write, which: write.which + next });
			}
		}
	}

	private write({ kind, which, late }: Omit<Write, 'after'>): void {
		const visibleAt = this.now + late * this.habits.lagMs;
		if (kind === 'create') {
			this.create(this.now, visibleAt);
			return;
		}
		const versions = this.stored[which % this.stored.length]?.versions;
		const last = versions?.at(-1);
		if (!versions || !last || last.isDeleted || last.visibleAt > this.now) return;
		const updatedAt = this.now - (this.now % this.habits.granularityMs);
		versions.push({ updatedAt, visibleAt, ...(kind === 'delete' && { isDeleted: true }) });
	}

	private view(): Row[] {
		const rows: Row[] = [];
		for (const { id, createdAt, versions } of this.stored) {
			const shown = versions.findLast(({ visibleAt }) => visibleAt <= this.now);
			if (shown && !shown.isDeleted) rows.push({ id, createdAt, updatedAt: shown.updatedAt });
		}
		return rows;
	}

	/** Answers at one moment; then time passes, and others write. */
	private answer(query: Query): IDataObject {
		const rows = this.view();
		this.note(rows);
		const { exclusiveEnds, offMs, cursors } = this.habits;
		const { records, ...paging } = pageOf(rows, query, {
			most: PAGE,
			isKeyset: cursors === 'keyset',
			exclusiveEnds,
			filteredAs: ({ id, updatedAt }) =>
				updatedAt - ((id + this.answered) % 2 === 0 ? offMs : -offMs),
		});
		this.pass();
		const deals = records.map(({ id, createdAt, updatedAt }) => ({
			id,
			createdAt: new Date(createdAt).toISOString(),
			updatedAt: new Date(updatedAt - (updatedAt % this.habits.shownMs)).toISOString(),
		}));
		return { deals, ...paging };
	}

	private note(rows: readonly Row[]): void {
		const there = new Set(rows.map(({ id }) => id));
		this.always ??= there;
		for (const id of this.always) if (!there.has(id)) this.always.delete(id);
	}

	private pass(): void {
		this.answered++;
		this.now += this.stepMs;
		this.writeAll();
	}
}
