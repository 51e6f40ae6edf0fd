import { anchored, notBelow, readIn, sizeOf, type IsRead, type Reading } from './anchor';
import { readCrowd, type Stretch, type Whole } from './crowd';
import type { OpenRun, Row, Source, View, WindowHint } from './types';

/** How full a window is meant to be: spread records vary by a few per cent around the mean. */
const FILL = 0.94;
/** A window that fills less of a page than this says little about those after it. */
const SPARSE = 0.1;
const MOST_GROWTH = 8;

/** A window that did not fit, and how many records (a hint) are left in it. */
interface Crowd {
	readonly to: number;
	/** Infinity when the service does not say. */
	readonly left: number;
}

/** The first window of a poll; open at its end unless a hint says how wide it may be. */
export interface Opening<T> {
	readonly at: number;
	readonly to?: number;
	readonly view: View<T>;
	readonly hint?: WindowHint;
	readonly open?: OpenRun;
}

/**
 * Reads a list that the service can't sort by update time (action lists sort by start time only,
 * v2 §4.5): windows of update time are cut until each fits into one response, which shows one
 * moment. A timestamp with more records than a response holds can't be cut: there a cursor is
 * followed and proved.
 */
export async function* cutWindows<T>(
	source: Source<T>,
	opening: Opening<T>,
	reading: Reading,
): AsyncGenerator<Stretch<T>> {
	const anchor = anchored(source, reading);
	const { open } = opening;
	const { serverTime } = opening.view;
	const end = serverTime + reading.guardMs;
	const least = narrowest(reading.guardMs);
	const cut = new Cut(opening, least, end);
	let position = opening.at;
	let isRead: IsRead | undefined;
	let { view, to } = opening;
	for (;;) {
		if (view.cursor !== undefined && (to ?? end) - position > least) {
			cut.tooWide(position, to ?? end, view);
			// A poll that has no time for a narrower one leaves that to the next.
			yield { rows: [], upTo: position, window: cut.hintAt(position) };
		} else {
			const sure = (to ?? Infinity) - reading.guardMs;
			const isOneView = view.cursor === undefined;
			const crowd = { from: position, to, position, until: sure, ends: never, open, serverTime };
			const whole: Whole<T> | undefined = isOneView
				? { rows: view.rows, upTo: Infinity, count: view.rows.length, inPieces: false }
				: yield* readCrowd(source, crowd, reading);
			if (!whole) return;
			const upTo = isOneView && to !== undefined ? endOf(whole.rows, sure) : sure;
			const rows = rising(position, whole.rows).filter((row) => row.updatedAt <= upTo);
			cut.fitted(upTo, whole.inPieces ? whole.count : rows.length, whole.count);
			// Who was dealt with in a long run is forgotten with it, so its last time is over as well.
			position = whole.inPieces ? upTo + 1 : upTo;
			yield { rows, upTo: position, window: cut.hintAt(position) };
			if (to === undefined) return;
			// Behind a last record within the guard of the end, the next window can do without its own.
			isRead = upTo > to - reading.guardMs ? readIn(rows) : undefined;
		}
		if (!reading.hasTime()) return;
		const width = cut.width(position);
		to = position + width < end ? position + width : undefined;
		({ view } = await anchor({ from: position, to, isRead }));
	}
}

/** A guard's width of a window below its end may lack records (A2); one that is narrower is no use. */
export const narrowest = (guardMs: number): number => 2 * guardMs + 1;

/** Where to cut next: by the density of the last window, or in half while that says nothing. */
class Cut {
	/** The narrowest comes last; empty while it is unknown whether the rest would fit. */
	private crowds: Crowd[] = [];

	private pageSize: number;

	private dense = true;

	private wanted: number;

	constructor(
		{ view, hint }: Opening<unknown>,
		private readonly narrowest: number,
		private readonly end: number,
	) {
		this.pageSize = hint?.pageSize ?? pageSizeOf(view);
		this.wanted = hint?.ms ?? 0;
		if (hint?.tooWide) this.crowds.push({ to: hint.tooWide, left: Infinity });
	}

	/** For a poll that goes on from here: wider after a sparse window, or it would creep through a gap. */
	hintAt(position: number): WindowHint {
		const { pageSize } = this;
		const tooWide = this.crowds.at(-1)?.to;
		const wider = Math.min(this.wanted * MOST_GROWTH, ((tooWide ?? this.end) - position) / 2);
		const ms = this.wide(this.dense ? this.wanted : wider);
		return { ms, pageSize, ...(tooWide !== undefined && { tooWide }) };
	}

	width(position: number): number {
		const rest = this.end - position;
		const [outer] = this.crowds;
		const inner = this.crowds.at(-1);
		if (outer?.to === this.end && this.fits(outer)) return rest;
		if (this.dense) return this.wide(this.wanted);
		if (!inner) return rest;
		const crowd = inner.to - position;
		return this.wide(this.fits(inner) ? crowd : crowd / 2);
	}

	private wide(ms: number): number {
		return Math.max(this.narrowest, Math.floor(ms));
	}

	private fits({ left }: Crowd): boolean {
		return left <= FILL * this.pageSize;
	}

	tooWide(position: number, to: number, view: View<unknown>): void {
		const { total = Infinity } = view;
		this.pageSize = pageSizeOf(view);
		const share = this.dense && total < Infinity ? (FILL * this.pageSize) / total : 0.5;
		this.wanted = (to - position) * Math.min(0.5, share);
		// A count that should have fitted is no hint.
		const left = total > this.pageSize ? total : Infinity;
		this.crowds = this.crowds
			.filter((crowd) => crowd.to > to)
			.map((crowd) => ({ ...crowd, left: Math.max(crowd.left, left) }));
		this.crowds.push({ to, left });
	}

	/** `count` are news; `held` are all that the window held, with what was below it. */
	fitted(upTo: number, count: number, held: number): void {
		this.crowds = this.crowds
			.filter(({ to }) => to > upTo)
			.map(({ to, left }) => ({ to, left: left - count }));
		this.dense = held >= SPARSE * this.pageSize;
		if (!this.dense) return;
		const wanted = this.wanted * Math.min(MOST_GROWTH, (FILL * this.pageSize) / held);
		// No window reaches beyond the end of the list.
		this.wanted = Math.min(wanted, this.end);
	}
}

/** A page may be short, and even empty: no width can be told from none. */
const pageSizeOf = (view: View<unknown>): number => Math.max(1, sizeOf(view));

/**
 * How far a window that is one view was read: to a guard's width below its end (A2), or to its last
 * record, as it ends at one threshold. The pages of a cursor may each end at another.
 */
const endOf = (rows: ReadonlyArray<Row<unknown>>, sure: number): number =>
	rows.reduce((end, row) => Math.max(end, row.updatedAt), sure);

const never = () => false;

const rising = <T>(position: number, rows: ReadonlyArray<Row<T>>) =>
	notBelow(position, rows).sort((a, b) => a.updatedAt - b.updatedAt);
