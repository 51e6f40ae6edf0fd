import { anchored, notBelow, type Reading } from './anchor';
import { byCursor, type Proven } from './prove';
import type { Row, Source, View } from './types';

/** How full a window is meant to be: spread records vary by a few per cent around the mean. */
const FILL = 0.94;
/** A window with fewer of the page's records says little about those after it. */
const SPARSE = 0.1;
const MOST_GROWTH = 8;

/** A window that did not fit, and how many records (a hint) are left in it. */
interface Crowd {
	readonly to: number;
	left: number;
}

/**
 * Reads a list that the service can't sort by update time (action lists sort by start time only,
 * v2 §4.5): windows of update time are cut until each fits one answer, which is one moment's view.
 * A moment with more records than an answer holds can't be cut: there a cursor is followed and
 * proved.
 */
export async function* cutWindows<T>(
	source: Source<T>,
	from: number,
	opening: View<T>,
	reading: Reading,
): AsyncGenerator<Proven<T>> {
	if (opening.cursor === undefined) {
		yield { rows: rising(from, opening.rows), upTo: Infinity };
		return;
	}
	const anchor = anchored(source, reading);
	const end = opening.serverTime + reading.guardMs;
	const cut = new Cut(opening.rows.length, 2 * reading.guardMs + 1);
	let position = from;
	let recordThere = false;
	cut.tooWide(position, end, opening.total);
	while (reading.hasTime()) {
		const width = cut.width(position);
		const open = position + width >= end;
		const to = open ? undefined : position + width;
		const { view } = await anchor(position, recordThere, to);
		if (view.cursor !== undefined && width > cut.narrowest) {
			cut.tooWide(position, Math.min(end, position + width), view.total);
			continue;
		}
		const begin = () => anchor(position, false, to);
		const whole = view.cursor === undefined ? view : await byCursor(source, begin, never, reading);
		if (!whole) return;
		const rows = rising(position, whole.rows);
		const last = rows.at(-1)?.updatedAt ?? 0;
		const upTo = to === undefined ? Infinity : Math.max(to - reading.guardMs, last);
		yield { rows, upTo };
		if (open) return;
		position = upTo;
		recordThere = upTo === last;
		cut.fitted(position, rows.length);
	}
}

/** Where to cut next: by the density of the last window, or in half while that says nothing. */
class Cut {
	/** The narrowest comes last. */
	private crowds: Crowd[] = [];

	private dense = true;

	private wanted = 0;

	constructor(
		private readonly pageSize: number,
		readonly narrowest: number,
	) {}

	width(position: number): number {
		const whole = this.crowds[0] ?? { to: position, left: 0 };
		const { to, left } = this.crowds.at(-1) ?? whole;
		const fits = (count: number) => count <= FILL * this.pageSize;
		const half = fits(left) ? to - position : (to - position) / 2;
		const part = this.dense ? this.wanted : half;
		return Math.max(this.narrowest, Math.floor(fits(whole.left) ? whole.to - position : part));
	}

	tooWide(position: number, to: number, total = Infinity): void {
		const share = this.dense && total < Infinity ? (FILL * this.pageSize) / total : 0.5;
		this.wanted = (to - position) * Math.min(0.5, share);
		// A count that should have fitted is no hint.
		const left = total > this.pageSize ? total : Infinity;
		for (const crowd of this.crowds) crowd.left = Math.max(crowd.left, left);
		this.crowds.push({ to, left });
	}

	fitted(position: number, count: number): void {
		for (const crowd of this.crowds) crowd.left -= count;
		const last = this.crowds[0];
		this.crowds = this.crowds.filter(({ to }) => to > position);
		if (this.crowds.length === 0 && last) this.crowds.push({ to: last.to, left: Infinity });
		this.dense = count >= SPARSE * this.pageSize;
		if (this.dense) this.wanted *= Math.min(MOST_GROWTH, (FILL * this.pageSize) / count);
	}
}

const never = () => false;

const rising = <T>(position: number, rows: ReadonlyArray<Row<T>>) =>
	notBelow(position, rows).sort((a, b) => a.updatedAt - b.updatedAt);
