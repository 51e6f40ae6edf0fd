import {
	anchored,
	fromBelow,
	notBelow,
	readIn,
	type Anchored,
	type IsRead,
	type Reading,
} from './anchor';
import { byCursor, type Proven } from './cursorPasses';
import type { Row, Source } from './types';
import { cutWindows, type WindowHint } from './windows';

/** A piece of the list in rising order, without gaps. */
export interface Stretch<T> {
	readonly rows: ReadonlyArray<Row<T>>;
	/** Every version that the service shows below this time has been read; Infinity at the end. */
	readonly upTo: number;
	/** The service's own time when the poll began. */
	readonly serverTime: number;
	/** For a next poll that has to continue from here. */
	readonly window?: WindowHint;
}

/** Where to begin. */
export interface Start {
	readonly at: number;
	/** Knows versions of exactly this time that were dealt with, if any were. */
	readonly isRead?: IsRead;
	readonly window?: WindowHint;
}

/** Where a page covers this many guards of time, a guard's width of it is cheap to read again. */
const SPREAD = 10;

/**
 * Reads everything from a given time on, one trustworthy stretch after another. It ends early only
 * when `hasTime` says no; a failure is passed on unchanged, after the stretches before it.
 */
export async function* readFrom<T>(
	source: Source<T>,
	start: Start,
	reading: Reading,
): AsyncGenerator<Stretch<T>> {
	const { at, window } = start;
	const isRead = knownAt(source, start, reading);
	// A width that fits includes the guard's width below.
	const width = window && window.ms - (isRead ? 0 : reading.guardMs);
	const to = !source.ordered && width ? at + width : undefined;
	const opening = await anchored(source, reading)({ from: at, to, isRead });
	const { serverTime } = opening.view;
	yield { rows: [], upTo: at, serverTime };
	const stretches = source.ordered
		? followOrder(source, at, opening, reading)
		: cutWindows(source, at, { view: opening.view, to, hint: window }, reading);
	for await (const stretch of stretches) yield { ...stretch, serverTime };
}

/**
 * What a poll that goes on from another may know its place by. A sorted list whose pages cover much
 * time is read from below at once, so that even a poll that gets no second request comes further.
 */
function knownAt<T>(source: Source<T>, { isRead, window }: Start, { guardMs }: Reading) {
	if (!source.ordered) return window && isRead;
	return window && window.ms >= SPREAD * guardMs ? undefined : isRead;
}

/**
 * Continues from the last record's time with a fresh first page each time, since each first page
 * shows one moment. That can't get past a run of equal timestamps longer than a page: there, and
 * only there, a cursor is followed and proved.
 */
async function* followOrder<T>(
	source: Source<T>,
	from: number,
	opening: Anchored<T>,
	reading: Reading,
): AsyncGenerator<Proven<T> & { window?: WindowHint }> {
	const anchor = anchored(source, reading);
	let position = from;
	let { view } = opening;
	/** Where the view begins, or below it. */
	let place = opening.query.from === from ? from : -Infinity;
	for (;;) {
		assertRising(view.rows);
		const last = view.rows.at(-1)?.updatedAt;
		if (view.cursor === undefined) {
			yield { rows: notBelow(position, view.rows), upTo: Infinity };
			return;
		}
		if (last === undefined) throw new Error('The service announced more records and sent none');
		let isRead = readIn(view.rows);
		if (last > place) {
			const rows = notBelow(position, view.rows);
			position = Math.max(position, last);
			yield { rows, upTo: position, window: spanOf(view.rows) };
			place = last;
		} else {
			const start = place;
			const begin = async () => await fromBelow(source, reading, { from: start });
			const beyond = (rows: ReadonlyArray<Row<T>>) => rows.some((row) => row.updatedAt > start);
			const run = await byCursor(source, begin, beyond, reading);
			if (!run) return;
			const rows = notBelow(position, run.rows);
			position = Math.max(position, run.upTo);
			yield { rows, upTo: position, window: spanOf([]) };
			if (run.upTo === Infinity) return;
			place = run.upTo;
			isRead = readIn(run.rows);
		}
		if (!reading.hasTime()) return;
		({ view } = await anchor({ from: place, isRead }));
	}
}

/** How much time one page covers. */
const spanOf = (rows: ReadonlyArray<Row<unknown>>): WindowHint => ({
	ms: (rows.at(-1)?.updatedAt ?? 0) - (rows[0]?.updatedAt ?? 0),
	pageSize: rows.length,
});

function assertRising<T>(rows: ReadonlyArray<Row<T>>): void {
	if (rows.some((row, i) => row.updatedAt < (rows[i - 1]?.updatedAt ?? 0))) {
		throw new Error('The service did not sort the list by update time as requested');
	}
}
