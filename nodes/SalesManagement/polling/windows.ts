import { anchored, notBelow, type Reading } from './anchor';
import { byCursor, type Proven } from './prove';
import type { Row, Source, View } from './types';

/** How full a window is meant to be: spread records vary by a few per cent around the mean. */
const FILL = 0.92;
const MOST_GROWTH = 8;

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
	const pageSize = opening.rows.length;
	const narrowest = 2 * reading.guardMs + 1;
	const end = opening.serverTime + reading.guardMs;
	let position = from;
	let recordThere = false;
	let width = shrunk(end - position, opening, pageSize);
	while (reading.hasTime()) {
		width = Math.max(Math.floor(width), narrowest);
		const open = position + width > end;
		const to = open ? undefined : position + width;
		const begin = () => anchor(position, recordThere, to);
		const { view } = await begin();
		if (view.cursor !== undefined && width > narrowest) {
			width = shrunk(open ? end - position : width, view, pageSize);
			continue;
		}
		const whole = view.cursor === undefined ? view : await byCursor(source, begin, never, reading);
		if (!whole) return;
		const rows = rising(position, whole.rows);
		const last = rows.at(-1)?.updatedAt ?? 0;
		const upTo = to === undefined ? Infinity : Math.max(to - reading.guardMs, last);
		yield { rows, upTo };
		if (open) return;
		position = upTo;
		recordThere = upTo === last;
		width *= Math.min(MOST_GROWTH, (FILL * pageSize) / Math.max(1, rows.length));
	}
}

const never = () => false;

/** What an answer that does not fit says about the width that would. */
function shrunk<T>(width: number, view: View<T>, pageSize: number): number {
	const wanted = view.total === undefined ? 0.5 : (FILL * pageSize) / view.total;
	return width * Math.min(0.5, wanted);
}

const rising = <T>(position: number, rows: ReadonlyArray<Row<T>>) =>
	notBelow(position, rows).sort((a, b) => a.updatedAt - b.updatedAt);
