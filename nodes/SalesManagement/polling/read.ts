import {
	anchored,
	notBelow,
	readIn,
	sizeOf,
	type Anchored,
	type IsRead,
	type Reading,
} from './anchor';
import { LAST_TIME } from './checks';
import { readCrowd, type Stretch } from './crowd';
import { ServiceTrouble, type OpenRun, type Row, type Source, type WindowHint } from './types';
import { cutWindows, narrowest } from './windows';

/** What a poll reads, with the service's own time when it began. */
export type Timed<T> = Stretch<T> & { readonly serverTime: number };

/** Where to begin. */
export interface Start {
	readonly at: number;
	/** Knows versions of exactly this time that were dealt with, if any were. */
	readonly isRead?: IsRead;
	readonly window?: WindowHint;
	/** The long run in which the last poll stopped. */
	readonly run?: OpenRun;
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
): AsyncGenerator<Timed<T>> {
	const { at, window, run } = start;
	const isRead = knownAt(source, start, reading);
	const to = source.ordered || !window ? undefined : endIn(window, { at, isRead }, reading);
	const piece = { from: at, to: run?.to ?? to, isRead };
	const opening = await anchored(source, reading)(piece);
	const { serverTime } = opening.view;
	yield { rows: [], upTo: at, run, serverTime };
	const stretches = source.ordered
		? followOrder(source, start, opening, reading)
		: cutWindows(
				source,
				{ at, to: piece.to, view: opening.view, hint: window, open: run },
				reading,
			);
	for await (const stretch of stretches) yield { ...stretch, serverTime };
}

/** A width that fits includes the guard's width below; one that is too narrow leads nowhere. */
function endIn({ ms }: WindowHint, { at, isRead }: Start, { guardMs }: Reading): number {
	const width = isRead ? ms : Math.max(narrowest(guardMs), ms - guardMs);
	return Math.min(at + width, LAST_TIME);
}

/**
 * What a poll that goes on from another may know its place by. A sorted list whose pages cover much
 * time is read from below at once, so that even a poll that gets no second request comes further.
 */
function knownAt<T>(source: Source<T>, { isRead, window, run }: Start, { guardMs }: Reading) {
	if (!source.ordered) return run ? undefined : window && isRead;
	return window && window.ms >= SPREAD * guardMs ? undefined : isRead;
}

/**
 * Continues from the last record's time with a fresh first page each time, since each first page
 * shows one moment. That can't get past a run of equal timestamps longer than a page: there, and
 * only there, a cursor is followed and proved.
 */
async function* followOrder<T>(
	source: Source<T>,
	{ at: from, run: open }: Start,
	opening: Anchored<T>,
	reading: Reading,
): AsyncGenerator<Stretch<T>> {
	const anchor = anchored(source, reading);
	const { serverTime } = opening.view;
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
		if (sizeOf(view) === 0)
			throw new ServiceTrouble('The service announced more records and sent none');
		let isRead = readIn(view.rows);
		if (last !== undefined && last > place) {
			const rows = notBelow(position, view.rows);
			position = Math.max(position, last);
			yield { rows, upTo: position, window: spanOf(view.rows) };
			place = last;
		} else {
			// A first page on which nothing can be read says no time: only its cursor leads on.
			const start = place === -Infinity ? from : place;
			const crowd = {
				...{ from: start, until: start, position, open, serverTime },
				ends: (rows: ReadonlyArray<Row<T>>) => rows.some((row) => row.updatedAt > start),
			};
			const whole = yield* readCrowd(source, crowd, reading);
			if (!whole) return;
			const rows = notBelow(position, whole.rows);
			position = Math.max(position, whole.upTo);
			yield { rows, upTo: position, window: spanOf([]) };
			if (whole.upTo === Infinity) return;
			place = whole.upTo;
			isRead = readIn(whole.rows);
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
		throw new ServiceTrouble('The service did not sort the list by update time as requested');
	}
}
