/**
 * All of a long cursor list in the order of its update times, oldest first, several pages at once.
 * That none is missed has the same reasons as in `read.ts`; here each stretch is read upwards:
 *
 * - A page is asked for by time, not by the cursor of the page before it: each is one moment (A3).
 * - Windows overlap by the guard (A2). Who takes the records drops what comes twice.
 * - What is changed meanwhile moves ahead (A4), to times later than a lookback before the beginning
 *   (A1). These are read last of all, one page after the other.
 */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../values';
import { Ahead, type Stretch } from './ahead';
import { readCrowd } from './crowd';
import { OddList } from './odd';
import type { OrderedList, Piece } from './ordered';
import { knownBy, PageReader, type PageShown } from './pageReader';
import { LOOKBACK_MS, mostUnderWay, NARROWEST_MS } from './parallel';
import { GUARD_MS, isCrowd, spanOf, type Listed, type Window } from './shown';
import { Turns, type Queue } from './turns';

/** Pages that may wait for their turn, or be on their way to it: it bounds the memory. */
const HORIZON = 32;
/** So does what they take together, where records are large. */
const MOST_BYTES_WAITING = 64 * 1024 * 1024;
/** Where two would do, a page that takes longer than usual holds one of them up, and the other can't keep the pace. */
const FEWEST_READERS = 3;
/** However many lists share them. */
const FEWEST_AHEAD = 4;

/**
 * Reads a list of which the first page, the oldest records, is read.
 * @throws OddList for a list that can only be read page after page.
 * @throws ServiceError of the first request that failed for good.
 */
export async function* readInOrder<Each extends Listed>(
	list: OrderedList<Each>,
): AsyncGenerator<Piece<Each>, void, undefined> {
	const reading = new OrderedReading(list);
	try {
		yield* reading.all();
	} finally {
		reading.stop();
	}
}

class OrderedReading<Each extends Listed> {
	private readonly reader: PageReader;
	private readonly turns: Turns<Piece<Each>>;
	/** Pages that may be read ahead. */
	private readonly horizon: number;

	constructor(private readonly list: OrderedList<Each>) {
		const known = knownBy(list.first, list.tripMs);
		this.reader = new PageReader({ ...list, known, take: async () => await Promise.resolve(0) });
		this.horizon = Math.max(FEWEST_AHEAD, Math.floor(HORIZON / list.sharing));
		const room = { pieces: this.horizon, bytes: MOST_BYTES_WAITING / list.sharing };
		this.turns = new Turns(room, list.anyOrder);
	}

	stop(): void {
		this.reader.stop();
		this.turns.stop();
	}

	async *all(): AsyncGenerator<Piece<Each>, void, undefined> {
		const { first, hold, wantedFrom = -Infinity } = this.list;
		const { serverTime, records, totalCount } = first;
		const span = spanOf(records, { newestFirst: false });
		const isWhole = first.nextCursor === undefined;
		const passed = isWhole || !span ? Infinity : span.last;
		const isOfCrowd = span !== undefined && !isWhole && isCrowd(span);
		const isLong = passed < Infinity;
		// Said before anything is handed out, so that nobody holds a place in a list that has none.
		if (isLong && (serverTime === undefined || totalCount === undefined)) throw new OddList();
		const held = await hold(records);
		yield { ...held, passed: isOfCrowd ? span.first : passed, isInOrder: !isOfCrowd };
		if (!isLong || !span || serverTime === undefined) return;
		const settled = Math.min(serverTime, Date.now()) - LOOKBACK_MS;
		// A crowd is read anew, but never from further back than the first page was: who goes on from
		// an earlier run knows what came again from there, and of nothing before.
		const from = Math.max(isOfCrowd ? span.first : span.last, wantedFrom);
		if (from < settled) yield* this.settled(from, settled);
		yield* this.upwards(Math.max(from, settled));
	}

	/** What had not changed for a while when the reading began. */
	private async *settled(from: number, to: number): AsyncGenerator<Piece<Each>, void, undefined> {
		const { pageSize } = this.reader;
		const sizes = { pageSize, narrowest: NARROWEST_MS, horizon: this.horizon };
		const ahead = new Ahead({ from, to, ...sizes });
		this.learn(ahead, this.list.first.records, this.list.first.totalCount);
		for (const stretch of ahead.stretches) this.begin(ahead, stretch);
		yield* this.turns.inTurn(() => {
			ahead.passed();
			this.fill(ahead);
		});
	}

	/** The newest end, from a time on: each page shows where the next one begins. */
	private async *upwards(from: number): AsyncGenerator<Piece<Each>, void, undefined> {
		this.turns.begin(0, async (queue) => {
			for (let at: number | undefined = from; at !== undefined;) {
				at = await this.page({ from: at - GUARD_MS, newestFirst: false }, at, { queue });
			}
		});
		yield* this.turns.inTurn();
	}

	private fill(ahead: Ahead): void {
		const { sharing } = this.list;
		const few = Math.floor(FEWEST_READERS / sharing);
		const most = Math.max(few, mostUnderWay(this.reader.shortestMs, sharing));
		while (this.turns.underWay < most) {
			const stretch = ahead.cut(most);
			if (!stretch) return;
			this.begin(ahead, stretch);
		}
	}

	private begin(ahead: Ahead, stretch: Stretch): void {
		this.turns.begin(
			ahead.stretches.indexOf(stretch),
			async (queue) => await this.readStretch(ahead, stretch, queue),
			() => this.fill(ahead),
		);
	}

	private async readStretch(
		ahead: Ahead,
		stretch: Stretch,
		queue: Queue<Piece<Each>>,
	): Promise<void> {
		const to = ahead.end + GUARD_MS;
		while (stretch.from < stretch.to) {
			const window: Window = { from: stretch.from - GUARD_MS, to, newestFirst: false };
			const at = await this.page(window, stretch.from, {
				queue,
				crowded: (isCrowded) => (stretch.isCrowded = isCrowded),
				isFar: (time) => time >= stretch.to,
				learn: ({ records, total }) => this.learn(ahead, records, total),
			});
			stretch.from = at ?? Infinity;
			this.fill(ahead);
		}
	}

	/** One page, or as many as it takes through a crowd; where to go on, if anything follows. */
	private async page(
		window: Window,
		at: number,
		{ queue, crowded, isFar, learn }: Taking<Piece<Each>>,
	) {
		const hand = async (records: readonly IDataObject[], passed: number, isInOrder: boolean) =>
			this.turns.hand(queue, { ...(await this.list.hold(records)), passed, isInOrder });
		const ask = async (cursor?: string): Promise<PageShown> => {
			await this.turns.roomFor(queue);
			const page = await this.reader.page(window, cursor);
			learn?.(page);
			return page;
		};
		const page = await ask();
		const { records, span } = page;
		const last = page.next === undefined ? undefined : span?.last;
		if (!span || last === undefined || !isCrowd(span)) {
			await hand(records, passedBy(window, last), true);
			return last;
		}
		crowded?.(true);
		// A record that was changed meanwhile is news again. Nothing else of a crowd is kept.
		const seen = new Map<unknown, number>();
		const taken = async (shown: PageShown): Promise<PageShown> => {
			await hand(shown.records, at, false);
			let news = 0;
			for (const { id, updatedAt } of shown.records) {
				const after = Date.parse(textOf(updatedAt)) - at;
				if (seen.get(id) === after) continue;
				seen.set(id, after);
				news++;
			}
			return { ...shown, news };
		};
		const crowd = {
			page: async (_: Window, cursor?: string) => await taken(await ask(cursor)),
			repeatedCursor: (each: Window) => this.reader.repeatedCursor(each),
		};
		const end = (await readCrowd(crowd, await taken(page), window, isFar)).last;
		await hand([], passedBy(window, end), true);
		crowded?.(false);
		return end;
	}

	private learn(ahead: Ahead, records: readonly IDataObject[], total?: number): void {
		const span = spanOf(records, { newestFirst: false });
		if (!span || total === undefined) return;
		ahead.learn(span.first, total);
		if (span.last > span.first) ahead.learn(span.last, total - records.length);
	}
}

/** What becomes of pages. */
interface Taking<Waiting> {
	/** Where they wait for their turn. */
	readonly queue: Queue<Waiting>;
	readonly crowded?: (isCrowded: boolean) => void;
	/** Whether others read on behind a record of this time. */
	readonly isFar?: (time: number) => boolean;
	readonly learn?: (page: PageShown) => void;
}

/**
 * The time up to which all is read when a window was read up to a record, or to its end: nearer to
 * that end than the guard it may hold a record and lack an earlier one (A2).
 */
const passedBy = ({ to = Infinity }: Window, last = Infinity): number =>
	Math.min(last, to - GUARD_MS);
