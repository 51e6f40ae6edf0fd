/**
 * All of a long cursor list in parallel stretches of update time. What promises that none is missed:
 *
 * - A page is asked for by time, not by the cursor of the page before it. So each is one moment of the
 *   list (A3), and no record moves across a seam between two requests unseen.
 * - Windows overlap by the guard (A2). Who takes the records drops what comes twice.
 * - What is changed meanwhile moves to the newest end (A4). That end, from a lookback before the
 *   beginning (A1), is read last of all, oldest first: what is changed even then moves ahead.
 *
 * Only where more records than a page holds have about one time does a cursor lead on, as in any list.
 */
import { ServiceError } from '../errors';
import { readCrowd } from './crowd';
import { OddList } from './odd';
import { PageReader, type LongList } from './pageReader';
import { Plan, type Task } from './plan';
import { GUARD_MS, isCrowd, spanOf, type Window } from './shown';

/** A change is visible at most this long after its update time (A1), as the trigger has it. */
export const LOOKBACK_MS = 5 * 60_000;
/** Dividing narrower than this would read the overlaps more than anything else. */
export const NARROWEST_MS = 10 * GUARD_MS;
/** What the service takes (v2 §8); the pacing sets the speed. */
const REQUESTS_A_SECOND = 5;
/** Enough to keep that going at almost two seconds of latency; it bounds the memory. */
const MOST_UNDER_WAY = 10;

/**
 * Reads the list behind its first page.
 * @returns false for a list that can only be read page after page; what was taken is then in vain.
 * @throws ServiceError of the first request that failed for good.
 */
export async function readInStretches(list: LongList): Promise<boolean> {
	const reading = new Reading(list);
	try {
		await reading.all();
		return true;
	} catch (error) {
		if (error instanceof OddList || isNotTaken(error)) return false;
		throw error as Error;
	} finally {
		reading.stop();
	}
}

/**
 * How many pages to have under way, to keep the pace.
 * @param shortestMs how long the fastest page took, in milliseconds.
 * @param sharing how many lists share what may be under way.
 */
export function mostUnderWay(shortestMs: number, sharing: number): number {
	const busy = Math.ceil((REQUESTS_A_SECOND * shortestMs) / 1000) + 1;
	return Math.min(busy, Math.max(1, Math.floor(MOST_UNDER_WAY / sharing)));
}

/** Whether the service does not take the request as it is: the plain list may be another matter. */
export const isNotTaken = (error: unknown): boolean =>
	error instanceof ServiceError && (error.status === 400 || error.status === 422);

class Reading {
	private readonly reader: PageReader;
	constructor(private readonly list: LongList) {
		this.reader = new PageReader(list);
	}

	stop(): void {
		this.reader.stop();
	}

	async all(): Promise<void> {
		const { first, take } = this.list;
		const { serverTime } = first;
		if (serverTime === undefined) throw new OddList();
		const settled = Math.min(serverTime, Date.now()) - LOOKBACK_MS;
		const plan = this.planUpTo(settled);
		await take(first.records);
		await this.readParallel(plan);
		await this.readUpwards(settled);
	}

	/** @throws OddList where so much is new that the newest end is most of what there is to read. */
	private planUpTo(settled: number): Plan {
		const { first, begins } = this.list;
		const { totalCount: rank = 0 } = first;
		const { pageSize } = this.reader;
		const rest = { pageSize, narrowest: NARROWEST_MS };
		if (begins === undefined) return new Plan({ top: settled, rank, ...rest });
		const span = spanOf(first.records, { newestFirst: begins === 'newest' });
		if (!span || span.last >= settled) throw new OddList();
		if (begins === 'oldest') {
			const plan = new Plan({ top: settled, rank, ...rest });
			plan.covered(-Infinity, span.last - 1, pageSize);
			return plan;
		}
		const left = rank - pageSize;
		// The rest of the list is taken for as dense as its first page until more is known.
		const oldest = span.last - ((span.first - span.last) * left) / pageSize;
		return new Plan({ top: span.last, rank: left, oldest, ...rest });
	}

	private async readParallel(plan: Plan): Promise<void> {
		const underWay = new Set<Promise<void>>();
		const begin = (work: Promise<void>) => {
			const ended = work.finally(() => underWay.delete(ended));
			underWay.add(ended);
		};
		if (this.list.begins !== 'oldest') begin(this.readOldest(plan));
		for (;;) {
			while (underWay.size < mostUnderWay(this.reader.shortestMs, this.list.sharing)) {
				const task = plan.next();
				if (!task) break;
				begin(this.readDownwards(plan, task));
			}
			if (underWay.size === 0) return;
			await Promise.race(underWay);
		}
	}

	/** The page at the oldest end, which tells where the list begins. */
	private async readOldest(plan: Plan): Promise<void> {
		const { span, next, count } = await this.reader.page({ newestFirst: false });
		// Others of its last time may be on the next page.
		const upTo = next === undefined || !span ? Infinity : span.last - 1;
		plan.covered(-Infinity, upTo, count);
	}

	/** One page from the task's top, or as many as it takes through a crowd. */
	private async readDownwards(plan: Plan, task: Task): Promise<void> {
		const window = { to: task.top + GUARD_MS, newestFirst: true };
		const page = await this.reader.page(window);
		let { count } = page;
		let last = page.next === undefined ? undefined : page.span?.last;
		if (last !== undefined && page.span && isCrowd(page.span)) {
			plan.crowded(task);
			const isFar = (time: number) => time <= plan.endOf(task);
			({ last, count } = await readCrowd(this.reader, page, window, isFar));
		}
		const { total } = page;
		plan.read(task, { last, topRank: total, lastRank: total && total - count });
	}

	/** The newest end, from a time on: each page shows where the next one begins. */
	private async readUpwards(from: number): Promise<void> {
		for (let at: number | undefined = from; at !== undefined;) {
			const window: Window = { from: at - GUARD_MS, newestFirst: false };
			const page = await this.reader.page(window);
			at = page.next === undefined ? undefined : page.span?.last;
			if (at === undefined || !page.span || !isCrowd(page.span)) continue;
			({ last: at } = await readCrowd(this.reader, page, window));
		}
	}
}
