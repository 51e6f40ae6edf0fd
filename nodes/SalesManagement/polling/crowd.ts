import {
	fromBelow,
	isFinal,
	notBelow,
	openFrom,
	queryBelow,
	type Piece,
	type Reading,
} from './anchor';
import { byCursor, type Proven } from './cursorPasses';
import { readRun } from './longRun';
import type { OpenRun, Row, RunPlace, Source, WindowHint } from './types';

/** A piece of the list in rising order, without gaps. */
export interface Stretch<T> extends Proven<T> {
	/** For a next poll that has to continue from here. */
	readonly window?: WindowHint;
	/** Set inside a long run: where a next poll can go on in it. */
	readonly run?: OpenRun;
}

/** More records than a response holds, at one time or in a window that can't be cut any more. */
interface Crowd<T> extends Pick<Piece, 'from' | 'to'> {
	/** What lies below was dealt with. */
	readonly position: number;
	/** The last time that belongs to it. */
	readonly until: number;
	/** Whether a page leaves it. */
	readonly ends: (rows: ReadonlyArray<Row<T>>) => boolean;
	/** In which run an earlier poll stopped. */
	readonly open?: OpenRun;
	readonly serverTime: number;
}

/** All of it, or the rest of it after the pieces that were handed out; and how much that was. */
export interface Whole<T> extends Proven<T> {
	readonly count: number;
	readonly inPieces: boolean;
}

/**
 * Reads a crowd by cursor. One to which nothing can be added any more is handed out piece by piece,
 * as a poll may not have the time for all of it; another one as a whole, when passes over it agree.
 * @returns `undefined` when time ran out.
 */
export async function* readCrowd<T>(
	source: Source<T>,
	crowd: Crowd<T>,
	reading: Reading,
): AsyncGenerator<Stretch<T>, Whole<T> | undefined> {
	const { from, to, position, until, ends, open, serverTime } = crowd;
	const begin = async () => await fromBelow(source, reading, { from, to });
	if (!isFinal(to ?? from, serverTime, reading)) {
		const whole = await byCursor(source, begin, ends, reading);
		return whole && { ...whole, count: whole.rows.length, inPieces: false };
	}
	const isOpen = open?.at === from && open.to === to;
	const run = {
		begin,
		ends,
		query: queryBelow(from, to, reading.guardMs),
		openFrom: openFrom(serverTime, reading),
		...(isOpen && { place: open.place }),
	};
	let count = 0;
	for await (const { rows, upTo, place } of readRun(source, run, reading)) {
		count += rows.length;
		if (!place) {
			const rest = rows.filter((row) => row.updatedAt <= upTo);
			return { rows: rest, upTo, count, inPieces: true };
		}
		const found = notBelow(position, rows).filter((row) => row.updatedAt <= until);
		yield {
			rows: found,
			upTo: position,
			run: { at: from, until, to, ...(isKept(place) && { place }) },
		};
	}
	return undefined;
}

/** Longer cursors are not kept: the run then begins again with each poll. */
const LONGEST_CURSOR = 300;

const isKept = ({ page = '', next }: RunPlace): boolean =>
	Math.max(page.length, next.length) <= LONGEST_CURSOR;
