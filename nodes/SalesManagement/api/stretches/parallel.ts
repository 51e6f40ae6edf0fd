import { readCrowd } from './crowd';
import { PageReader, type LongList, type PageShown } from './pageReader';
import type { Plan, Task } from './plan';
import { SERVICE_RATE } from '../window';
import { GUARD_MS, isCrowd, type Window } from './shown';

/** A change is visible at most this long after its update time (A1), as the trigger has it. */
export const LOOKBACK_MS = 5 * 60_000;
/** Dividing narrower than this would read the overlaps more than anything else. */
export const NARROWEST_MS = 10 * GUARD_MS;
/** Enough to keep that going at almost two seconds of latency; it bounds the memory. */
const MOST_UNDER_WAY = 10;

/**
 * The others are slower than the fastest page: by a quarter, and each is worked on. So many more under
 * way keep the pace all the same, and cost nothing where parts end with a page.
 */
const SLOWER = 1.25;

/**
 * How many pages to have under way, to keep the pace.
 * @param shortestMs how long the fastest page took, in milliseconds.
 * @param sharing how many lists share what may be under way.
 * @param knowsPages whether it is known where pages begin; else each part ends in one that is not full.
 */
export function mostUnderWay(shortestMs: number, sharing: number, knowsPages = false): number {
	const fast = (SERVICE_RATE * shortestMs) / 1000;
	const busy = knowsPages ? Math.ceil(SLOWER * fast) + 2 : Math.ceil(fast) + 1;
	return Math.min(busy, Math.max(1, Math.floor(MOST_UNDER_WAY / sharing)));
}

/** The ways in which pages of a long list are read. */
export class Reading {
	readonly reader: PageReader;

	constructor(private readonly list: LongList) {
		this.reader = new PageReader(list);
	}

	/**
	 * All that the plan has, several pages at once.
	 * @param first a page that is asked for before those of the plan, and may add to it.
	 */
	async parallel(plan: Plan, first?: Promise<void>): Promise<void> {
		const underWay = new Set<Promise<void>>();
		const begin = (work: Promise<void>) => {
			const ended = work.finally(() => underWay.delete(ended));
			underWay.add(ended);
		};
		if (first) begin(first);
		for (;;) {
			const { shortestMs } = this.reader;
			const most = mostUnderWay(shortestMs, this.list.sharing, plan.knowsPages);
			while (underWay.size < most) {
				// Before an answer shows how many are needed, the parts that there are have to do.
				const task = plan.next(shortestMs < Infinity);
				if (!task) break;
				begin(this.downwards(plan, task));
			}
			if (underWay.size === 0) return;
			await Promise.race(underWay);
		}
	}

	/** The page at the oldest end, which tells where the list begins. */
	async oldest(plan: Plan): Promise<void> {
		const page = await this.reader.page({ newestFirst: false });
		plan.covered(-Infinity, passedBy(page), page.count);
	}

	/** One page from the task's top, or as many as it takes through a crowd. */
	private async downwards(plan: Plan, task: Task): Promise<void> {
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
	async upwards(from: number): Promise<void> {
		for (let at: number | undefined = from; at !== undefined;) {
			const window: Window = { from: at - GUARD_MS, newestFirst: false };
			const page = await this.reader.page(window);
			at = page.next === undefined ? undefined : page.span?.last;
			if (at === undefined || !page.span || !isCrowd(page.span)) continue;
			({ last: at } = await readCrowd(this.reader, page, window));
		}
	}
}

/** Up to which time a page that is read upwards has all: others of its last time may be on the next one. */
export const passedBy = ({ next, span }: PageShown): number =>
	next === undefined || !span ? Infinity : span.last - 1;
