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
import type { Page } from '../types';
import type { Bound, Division } from './division';
import { OddList } from './odd';
import { type LongList } from './pageReader';
import { LOOKBACK_MS, NARROWEST_MS, passedBy, Reading } from './parallel';
import { Plan } from './plan';
import { GUARD_MS, spanOf } from './shown';

/** A list of which the first page is read. */
export interface Opened {
	readonly first: Page;
	/** The end of update time at which that page begins; absent where it is sorted otherwise. */
	readonly begins?: 'newest' | 'oldest';
}

/**
 * Reads the list behind its first page.
 * @returns false for a list that can only be read page after page; what was taken is then in vain.
 * @throws ServiceError of the first request that failed for good.
 */
export const readInStretches = async (list: LongList, opened: Opened): Promise<boolean> =>
	await tried(list, async (reading) => {
		const { first, begins } = opened;
		const { serverTime } = first;
		if (serverTime === undefined) throw new OddList();
		const settled = Math.min(serverTime, Date.now()) - LOOKBACK_MS;
		const plan = planUpTo(settled, list, opened);
		await list.take(first.records);
		await reading.parallel(plan, begins === 'oldest' ? undefined : reading.oldest(plan));
		await reading.upwards(settled);
	});

/**
 * Reads a list as it was divided before, so that nothing has to be found out first. The page that is
 * read upwards from the newest bound tells how much is newer: where that fits the last page, which is
 * read in any case, it is left to that one.
 * @returns as `readInStretches`.
 */
export const readAsDivided = async (list: LongList, division: Division): Promise<boolean> =>
	await tried(list, async (reading) => {
		const { pageSize } = division;
		const began = Date.now();
		// What has not settled is read last of all, and would be read twice.
		const [newest, ...older] = division.bounds.filter(({ time }) => time < began - LOOKBACK_MS);
		if (!newest) throw new OddList();
		const settled = () => Math.min(reading.reader.firstSentAt, began) - LOOKBACK_MS;
		const plan = new Plan({ bounds: [newest, ...older], pageSize, narrowest: NARROWEST_MS });
		let lastFrom = Infinity;
		const readNewer = async () => {
			const page = await reading.reader.page({ from: newest.time - GUARD_MS, newestFirst: false });
			const { count, total } = page;
			if (reading.reader.firstSentAt === Infinity || total === undefined) throw new OddList();
			// By the service's clock it may not have settled.
			if (newest.time >= settled()) throw new OddList();
			// Where its pages are others, the list is to be divided anew.
			if (page.next !== undefined && count < pageSize / 2) throw new OddList();
			// The parts have all that is not newer than their newest bound, a crowd at it as well.
			const passed = Math.max(passedBy(page), newest.time);
			if (total - count < FITTING * pageSize) lastFrom = passed;
			else {
				const rankOf = (time: number, newer: number): Bound => ({
					time,
					rank: newest.rank + newer,
				});
				plan.add(rankOf(passed, count), rankOf(settled(), total));
				reading.reader.expect(total);
			}
		};
		await reading.parallel(plan, readNewer());
		await reading.upwards(Math.min(lastFrom, settled()));
	});

/** The part of a page that may be left to the last one, which also has what is changed meanwhile. */
const FITTING = 0.97;

async function tried(list: LongList, read: (reading: Reading) => Promise<void>): Promise<boolean> {
	const reading = new Reading(list);
	try {
		await read(reading);
		return true;
	} catch (error) {
		if (error instanceof OddList || isNotTaken(error)) return false;
		throw error as Error;
	} finally {
		reading.reader.stop();
	}
}

/** Whether the service does not take the request as it is: the plain list may be another matter. */
export const isNotTaken = (error: unknown): boolean =>
	error instanceof ServiceError && (error.status === 400 || error.status === 422);

/** @throws OddList where so much is new that the newest end is most of what there is to read. */
function planUpTo(settled: number, { known }: LongList, { first, begins }: Opened): Plan {
	const { pageSize, count: rank } = known;
	const rest = { pageSize, narrowest: NARROWEST_MS };
	const all = () => new Plan({ bounds: [{ time: settled, rank }], ...rest });
	if (begins === undefined) return all();
	const span = spanOf(first.records, { newestFirst: begins === 'newest' });
	if (!span || span.last >= settled) throw new OddList();
	if (begins === 'oldest') {
		const plan = all();
		plan.covered(-Infinity, span.last - 1, pageSize);
		return plan;
	}
	const left = rank - pageSize;
	// The rest of the list is taken for as dense as its first page until more is known.
	const oldest = span.last - ((span.first - span.last) * left) / pageSize;
	return new Plan({ bounds: [{ time: span.last, rank: left }], oldest, ...rest });
}
