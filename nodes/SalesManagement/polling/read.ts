import { anchored, notBelow, type Reading } from './anchor';
import { byCursor, type Proven } from './cursorPasses';
import type { Row, Source, View } from './types';
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
	/** Whether a record was seen at exactly this time. */
	readonly recordThere?: boolean;
	readonly window?: WindowHint;
}

/**
 * Reads everything from a given time on, one trustworthy stretch after another. It ends early only
 * when `hasTime` says no; a failure is passed on unchanged, after the stretches before it.
 */
export async function* readFrom<T>(
	source: Source<T>,
	{ at, recordThere = false, window }: Start,
	reading: Reading,
): AsyncGenerator<Stretch<T>> {
	const to = !source.ordered && window ? at + window.ms : undefined;
	const { view } = await anchored(source, reading)(at, recordThere, to);
	const { serverTime } = view;
	yield { rows: [], upTo: at, serverTime };
	const stretches = source.ordered
		? followOrder(source, at, view, reading)
		: cutWindows(source, at, { view, to, hint: window }, reading);
	for await (const stretch of stretches) yield { ...stretch, serverTime };
}

/**
 * Continues from the last record's time with a fresh first page each time, since each first page
 * shows one moment. That can't get past a run of equal timestamps longer than a page: there, and
 * only there, a cursor is followed and proved.
 */
async function* followOrder<T>(
	source: Source<T>,
	from: number,
	opening: View<T>,
	reading: Reading,
): AsyncGenerator<Proven<T>> {
	const anchor = anchored(source, reading);
	let position = from;
	let view = opening;
	for (;;) {
		assertRising(view.rows);
		const last = view.rows.at(-1)?.updatedAt;
		if (view.cursor === undefined) {
			yield { rows: notBelow(position, view.rows), upTo: Infinity };
			return;
		}
		if (last === undefined) throw new Error('The service announced more records and sent none');
		if (last > position) {
			yield { rows: notBelow(position, view.rows), upTo: last };
			position = last;
		} else {
			const beyond = (rows: ReadonlyArray<Row<T>>) => rows.some((row) => row.updatedAt > position);
			const run = await byCursor(source, () => anchor(position, true), beyond, reading);
			if (!run) return;
			yield { rows: notBelow(position, run.rows), upTo: run.upTo };
			if (run.upTo === Infinity) return;
			position = run.upTo;
		}
		if (!reading.hasTime()) return;
		view = (await anchor(position, true)).view;
	}
}

function assertRising<T>(rows: ReadonlyArray<Row<T>>): void {
	if (rows.some((row, i) => row.updatedAt < (rows[i - 1]?.updatedAt ?? 0))) {
		throw new Error('The service did not sort the list by update time as requested');
	}
}
