/** The service of the trigger's histories behind a client: a list that others change while it is read. */
import {
	createClient,
	Pacer,
	ROUTES,
	type Client,
	type HttpRequest,
} from '../../../nodes/SalesManagement/api';
import { EXACT, Service, type Content, type Quirks } from '../../property/trigger/support/service';
import { TestClock } from './client';

/** However many are asked for. */
const PAGE = 10;
/** In the past of every clock that runs the tests. */
export const NOON = Date.parse('2026-11-20T12:00:00Z');
const CONTENT: Content = { phase: '1', field: 'a', part: 'x' };

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

const timeIn = (time: unknown) => (time === undefined ? undefined : Date.parse(time as string));
const iso = (time: number) => new Date(time).toISOString();

export class ChangingList {
	private readonly service: Service;
	private answered = 0;
	private asked = 0;
	/** The ids that were in the list at every moment so far. */
	alwaysThere?: readonly number[];

	constructor(
		times: readonly number[],
		private readonly writes: readonly Write[],
		/** How many turns each answer takes: who asks first is not always answered first. */
		private readonly turns: readonly number[],
		private readonly stepMs: number,
		habits: Partial<Quirks>,
	) {
		const quirks = { ...EXACT, dateUnit: 1_000, ...habits, pageSize: PAGE };
		this.service = new Service(quirks);
		for (const time of times) {
			this.service.now = time;
			this.service.create(CONTENT, 0);
		}
		// What is written before the first request may become visible behind it.
		this.service.now = NOON - Math.floor(quirks.lag / 2);
		this.writeAll();
		this.service.now = NOON;
	}

	get client(): Client {
		const clock = new TestClock();
		return createClient({
			kind: 'personalToken',
			baseUrl: 'https://service.example/v2',
			secret: 'token',
			routes: ROUTES.v2,
			transport: async ({ query }) => {
				const turns = this.turns[++this.asked % this.turns.length];
				for (let turn = 0; turn < 20 * (turns ?? 1); turn++) await Promise.resolve();
				return this.answer(query);
			},
			clock,
			pacer: new Pacer(1e6, clock),
		});
	}

	private writeAll(): void {
		const { service } = this;
		for (const { kind, which, many, late } of this.writes.filter(
			({ after }) => after === this.answered,
		)) {
			for (let at = which; at < which + many; at++) {
				if (kind === 'create') service.create(CONTENT, late);
				else service.update(at, {}, late, kind === 'delete');
			}
		}
	}

	/** Answers at one moment; then time passes, and others write. */
	private answer({ updatedAtFrom, updatedAtTo, cursor }: HttpRequest['query']) {
		const { service } = this;
		const window = { from: timeIn(updatedAtFrom), to: timeIn(updatedAtTo) };
		const { rows, total, serverTime, ...page } = service.answer({
			...window,
			cursor: cursor as string | undefined,
		});
		const there = service.entities.filter((entity) => service.shown(entity));
		const ids = new Set(there.map(({ id }) => id));
		this.alwaysThere = [...(this.alwaysThere ?? ids)].filter((id) => ids.has(id));
		this.answered++;
		service.now += this.stepMs;
		this.writeAll();
		const deals = rows.map(({ id, createdAt, updatedAt }) => ({
			id,
			createdAt: iso(createdAt),
			updatedAt: iso(updatedAt),
		}));
		const nextCursor = page.cursor ?? null;
		return {
			status: 200,
			headers: { date: new Date(serverTime).toUTCString() },
			body: { deals, nextCursor, hasMore: nextCursor !== null, totalCount: total },
		};
	}
}
