import {
	CursorRejected,
	ServiceTrouble,
	type VersionPage,
	type Policy,
	type Query,
	type Row,
	type Source,
	type Window,
} from './types';

/**
 * A stretch of update times that was read without a gap: all of its rows, in rising order of `updatedAt`. Every
 * version before its end was returned, in this stretch or an earlier one; the end of the list is Infinity.
 */
interface Stretch extends WalkResult {
	/** The service's own time. */
	readonly serverTime: number;
	/** The window for a poll that goes on from here. */
	readonly window?: Window;
}

/**
 * How many guard widths a walk by cursor covers: if it ended after one, most of a bulk change would be read
 * several times.
 */
const WALK = 4;
/** Through how many pages of an unsorted list a walk leads at most, if narrower windows are no worse. */
const MOST_PAGES = 10;
/** How full a window should get: numbers of evenly spread records vary by a few per cent around the mean. */
const FILL = 0.9;
/** The largest factor by which a window grows at once. */
const MOST_GROWTH = 8;
/** After this many passes without agreement the list changes too fast; the next poll tries again. */
const MOST_PASSES = 12;
/** The same if a narrower window may do. */
const FEW_PASSES = 3;

/**
 * Reads every version from a time on. The next page of a changing list may not continue the one before, so
 * each stretch is either one response, which shows one moment (A3), or a walk by cursor on which two passes
 * agree. Requests begin a guard's width early and end one late, since the filter may be off by as much (A2).
 * A sorted list is read on from the last time that a page shows; for an unsorted one, time is cut into
 * windows until each fits into one response, or its records lie so close together that a walk through all of them
 * takes fewer requests. The reading ends early only if no time is left; an error is passed on unchanged, after the
 * stretches before it.
 */
export async function* readFrom(
	source: Source,
	start: { readonly at: number; readonly window?: Window },
	policy: Policy,
): AsyncGenerator<Stretch> {
	const { guardMs, hasTime } = policy;
	const { ordered } = source;
	let position = start.at;
	let window = (!ordered && start.window) || WHOLE;
	let serverTime = -Infinity;
	for (;;) {
		const query = queryOf(position, window.ms, guardMs);
		const page = await source.read(query);
		if (serverTime === -Infinity) yield { rows: [], upTo: position, serverTime: page.serverTime };
		// A single response may carry an earlier time.
		serverTime = Math.max(serverTime, page.serverTime);
		assertRising(source, page);
		const from = position;
		const ahead = serverTime + guardMs - from;
		const width = Math.min(window.ms, ahead);
		const shown = ordered ? lastTime(page) : from;
		const own = { rows: page.rows, upTo: page.cursor === undefined ? Infinity : shown };
		// The request began a guard early: if a page shows hardly more than that, a bulk change would be read
		// many times.
		const isFar = own.upTo > from + guardMs / 2;
		const isWalk = !isFar && hasTime() && (ordered || isDense(page, width, { ahead, guardMs }));
		const isNarrowest = ordered || window.ms <= guardMs;
		const beyond = ordered ? from + WALK * guardMs : Infinity;
		const way = { query, beyond, passes: isNarrowest ? MOST_PASSES : FEW_PASSES };
		const found = (isWalk && (await walk(source, way, policy))) || own;
		if (found.upTo > from) {
			position = Math.min(found.upTo, from + window.ms);
			window = widened(window, found.rows.length, serverTime - position);
			const rows = found.rows
				.filter(({ updatedAt }) => updatedAt >= from && updatedAt < position)
				.sort((a, b) => a.updatedAt - b.updatedAt);
			yield { rows, upTo: position, serverTime, window: savedForm(window) };
		} else if (!isNarrowest) {
			window = narrowed(window, page, width, guardMs);
			yield { rows: [], upTo: from, serverTime, window: savedForm(window) };
		} else if (hasTime()) {
			throw new ServiceTrouble(
				'The list changes too fast to be read without a gap; the next poll tries again',
			);
		}
		if (position === Infinity || !hasTime()) return;
	}
}

/** The whole list is requested until it turns out too large for one response. */
const WHOLE: Window = { ms: Infinity, pageSize: 0 };

/** The window in its saved form; the whole list needs none. */
const savedForm = (window: Window): Window | undefined =>
	window.ms < Infinity ? window : undefined;

/**
 * Whether a window of more than one page is to be walked through: if it is all that is left, or if narrower ones
 * would hardly be wider than their margins.
 */
function isDense(
	{ rows, total = Infinity }: VersionPage,
	width: number,
	{ ahead, guardMs }: { readonly ahead: number; readonly guardMs: number },
): boolean {
	const pages = total / rows.length;
	// Two margins come on top of it.
	const least = 2 * WALK * guardMs;
	const isNarrow = width === ahead || width < pages * least;
	return width < 2 * least || (isNarrow && pages <= MOST_PAGES);
}

/** A narrower window, after one of this width that held too many records. */
const narrowed = (
	{ pageSize }: Window,
	{ rows }: VersionPage,
	width: number,
	guardMs: number,
): Window => ({
	ms: Math.max(guardMs, Math.floor(width / 2)),
	// A page that no record of can be read says nothing of how many fit.
	pageSize: Math.max(pageSize, rows.length, 1),
});

/**
 * A window that fits better, after one that was read.
 * @param ahead milliseconds from its end to the present.
 */
function widened(window: Window, count: number, ahead: number): Window {
	if (window.ms === Infinity) return window;
	const growth = (FILL * window.pageSize) / count;
	const ms = Math.floor(window.ms * Math.min(MOST_GROWTH, Math.max(1, growth)));
	return { ...window, ms: ms > ahead ? Infinity : ms };
}

const queryOf = (position: number, width: number, guardMs: number): Query => ({
	...(position > guardMs && { from: position - guardMs }),
	...(width < Infinity && { to: position + width + guardMs }),
});

const lastTime = ({ rows }: VersionPage) => rows.at(-1)?.updatedAt ?? -Infinity;

function assertRising({ ordered }: Source, { rows }: VersionPage): void {
	if (ordered && rows.some((row, at) => row.updatedAt < (rows[at - 1]?.updatedAt ?? 0))) {
		throw new ServiceTrouble('The service did not sort the list by update time as requested');
	}
}

/** The rows of a walk, and the time below which none is missing. */
interface WalkResult {
	/** The rows as they were shown, with both versions of a record that changed meanwhile. */
	readonly rows: readonly Row[];
	readonly upTo: number;
}

/** The way of a walk: a query, read until a time is passed, in so many passes at most. */
interface Way {
	readonly query: Query;
	readonly beyond: number;
	readonly passes: number;
}

/**
 * Walks by cursor through more records of about one time than a page holds, until two passes agree. A cursor
 * that counts records skips one only if a record that it has passed leaves the list; that record is missing
 * from the next pass. So a pass whose records are all in the next one skipped none.
 * @returns `undefined` if time ran out, or no two passes agreed.
 */
async function walk(
	source: Source,
	way: Way,
	{ agreeingPasses, hasTime }: Policy,
): Promise<WalkResult | undefined> {
	let before: WalkResult | undefined;
	let agreed = 0;
	for (let left = way.passes; left > 0; left--) {
		const pass = await onePass(source, way, hasTime);
		if (!hasTime()) return undefined;
		const upTo = Math.min(before?.upTo ?? Infinity, pass?.upTo ?? Infinity);
		agreed = before && pass && holds(pass, before, upTo) ? agreed + 1 : Number(pass !== undefined);
		if (pass && agreed >= agreeingPasses) return { rows: [...newest(pass).values()], upTo };
		before = pass;
	}
	return undefined;
}

/** Whether a pass has every row of the one before it, up to a time. */
function holds(pass: WalkResult, before: WalkResult, upTo: number): boolean {
	const rows = newest(pass);
	return before.rows.every(
		({ id, updatedAt }) => updatedAt >= upTo || rows.get(id)?.updatedAt === updatedAt,
	);
}

function newest({ rows }: WalkResult): ReadonlyMap<number, Row> {
	const byId = new Map<number, Row>();
	for (const row of rows) {
		if (row.updatedAt >= (byId.get(row.id)?.updatedAt ?? 0)) byId.set(row.id, row);
	}
	return byId;
}

/** One pass; `undefined` if time ran out or a cursor was refused. */
async function onePass(
	source: Source,
	{ query, beyond }: Way,
	hasTime: () => boolean,
): Promise<WalkResult | undefined> {
	const rows: Row[] = [];
	const cursors = new Set<string>();
	let cursor: string | undefined;
	try {
		do {
			const page = await source.read({ ...query, cursor });
			for (const row of page.rows) rows.push(row);
			({ cursor } = page);
			if (cursor === undefined) return { rows, upTo: Infinity };
			if (lastTime(page) > beyond) return { rows, upTo: lastTime(page) };
			assertAdvances(page, cursor, cursors);
		} while (hasTime());
	} catch (error) {
		if (!(error instanceof CursorRejected)) throw error as Error;
	}
	return undefined;
}

function assertAdvances(
	{ rows, unreadable = 0 }: VersionPage,
	cursor: string,
	seen: Set<string>,
): void {
	if (rows.length + unreadable === 0)
		throw new ServiceTrouble('The service announced more records and sent none');
	if (seen.has(cursor))
		throw new ServiceTrouble('The service repeated a page, so reading the list would never end');
	seen.add(cursor);
}
