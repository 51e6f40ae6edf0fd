import {
	CursorRejected,
	ServiceTrouble,
	type Page,
	type Policy,
	type Query,
	type Row,
	type Source,
	type Window,
} from './types';

/** A piece of time of the list, without gaps. */
interface Stretch<T> {
	/** All of its rows, in rising order of `updatedAt`. */
	readonly rows: ReadonlyArray<Row<T>>;
	/** Everything below it has been handed out, in this stretch or before; Infinity at the end of the list. */
	readonly upTo: number;
	/** The service's own time. */
	readonly serverTime: number;
	/** For a poll that goes on from here. */
	readonly window?: Window;
}

/** How many guards' widths a walk covers: one that ended at once would read most of a bulk change several times. */
const WALK = 4;
/** How full a window is meant to be: spread records vary by a few per cent around the mean. */
const FILL = 0.9;
/** A window grows by no more at once. */
const MOST_GROWTH = 8;
/** After so many passes without agreement the list is too restless; the next poll tries again. */
const MOST_PASSES = 12;

/**
 * Reads everything from a time on. A page of a moving list is never trusted to continue the one before:
 * each stretch is one response, which shows one moment (A3), or a walk by cursor that two passes agree
 * on. Requests begin a guard's width early and end one late, since the filter may be off by as much (A2).
 * A sorted list goes on from the last time that a page shows; of any other one the time is cut into
 * windows until each fits into a response. It ends early only when there is no time left; a failure
 * is passed on unchanged, after the stretches before it.
 */
export async function* readFrom<T>(
	source: Source<T>,
	start: { readonly at: number; readonly window?: Window },
	policy: Policy,
): AsyncGenerator<Stretch<T>> {
	const { guardMs, hasTime } = policy;
	let position = start.at;
	let window = (!source.ordered && start.window) || WHOLE;
	let serverTime = -Infinity;
	for (;;) {
		const query = queryOf(position, window.ms, guardMs);
		const page = await source.read(query);
		if (serverTime === -Infinity) yield { rows: [], upTo: position, serverTime: page.serverTime };
		// A lone response may say an earlier time.
		serverTime = Math.max(serverTime, page.serverTime);
		assertRising(source, page);
		const from = position;
		if (page.cursor !== undefined && !source.ordered && window.ms > guardMs) {
			window = narrowed(window, page, serverTime + guardMs - from, guardMs);
			yield { rows: [], upTo: from, serverTime, window: remembered(window) };
		} else {
			const shown = source.ordered ? lastTime(page) : from;
			const own = { rows: page.rows, upTo: page.cursor === undefined ? Infinity : shown };
			// It begins a guard early: pages that show hardly more would read a bulk change many times.
			const isFar = own.upTo > from + guardMs / 2;
			const beyond = source.ordered ? from + WALK * guardMs : Infinity;
			const found = isFar ? own : ((await walk(source, { query, beyond }, policy)) ?? own);
			if (found.upTo <= from) return;
			position = Math.min(found.upTo, from + window.ms);
			window = widened(window, found.rows.length, serverTime - position);
			const rows = found.rows
				.filter(({ updatedAt }) => updatedAt >= from && updatedAt < position)
				.sort((a, b) => a.updatedAt - b.updatedAt);
			yield { rows, upTo: position, serverTime, window: remembered(window) };
		}
		if (position === Infinity || !hasTime()) return;
	}
}

/** What is requested until it has held too many. */
const WHOLE: Window = { ms: Infinity, pageSize: 0 };

/** What a poll that goes on from here has to know of it. */
const remembered = (window: Window): Window | undefined =>
	window.ms < Infinity ? window : undefined;

/**
 * A narrower window after one that held too many.
 * @param ahead how much time there is from its beginning on.
 */
const narrowed = (
	{ ms, pageSize }: Window,
	{ rows }: Page<unknown>,
	ahead: number,
	guardMs: number,
): Window => ({
	ms: Math.max(guardMs, Math.floor(Math.min(ms, ahead) / 2)),
	pageSize: Math.max(pageSize, rows.length),
});

/**
 * A window that fits better after one that was read.
 * @param ahead how much time there is behind it.
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

const lastTime = ({ rows }: Page<unknown>): number => rows.at(-1)?.updatedAt ?? -Infinity;

function assertRising({ ordered }: Source<unknown>, { rows }: Page<unknown>): void {
	if (ordered && rows.some((row, at) => row.updatedAt < (rows[at - 1]?.updatedAt ?? 0))) {
		throw new ServiceTrouble('The service did not sort the list by update time as requested');
	}
}

/** Rows by cursor, and the time below which none is missing. */
interface Walked<T> {
	/** As they were shown: of a record that changed meanwhile, both versions. */
	readonly rows: ReadonlyArray<Row<T>>;
	readonly upTo: number;
}

/** What is walked through: until a time is passed. */
interface Way {
	readonly query: Query;
	readonly beyond: number;
}

/**
 * Walks through more records of about one time than a page holds, until two passes agree. A cursor that
 * counts records skips one only when a record it has already passed leaves the list; such a record is
 * missing from the next pass. So a pass whose records are all in the next one skipped none.
 * @returns `undefined` when time ran out.
 */
async function walk<T>(
	source: Source<T>,
	way: Way,
	{ agreeingPasses, hasTime }: Policy,
): Promise<Walked<T> | undefined> {
	let before: Walked<T> | undefined;
	let agreed = 0;
	for (let passes = 0; passes < MOST_PASSES; passes++) {
		const pass = await onePass(source, way, hasTime);
		if (!hasTime()) return undefined;
		const upTo = Math.min(before?.upTo ?? Infinity, pass?.upTo ?? Infinity);
		agreed = before && pass && holds(pass, before, upTo) ? agreed + 1 : Number(pass !== undefined);
		if (pass && agreed >= agreeingPasses) return { rows: [...newest(pass).values()], upTo };
		before = pass;
	}
	throw new ServiceTrouble(
		'The list changes too fast to be read without a gap; the next poll tries again',
	);
}

/** Whether a pass has every row of the one before it, below a time. */
function holds(pass: Walked<unknown>, before: Walked<unknown>, upTo: number): boolean {
	const rows = newest(pass);
	return before.rows.every(
		({ id, updatedAt }) => updatedAt >= upTo || rows.get(id)?.updatedAt === updatedAt,
	);
}

function newest<T>({ rows }: Walked<T>): ReadonlyMap<number, Row<T>> {
	const byId = new Map<number, Row<T>>();
	for (const row of rows) {
		if (row.updatedAt >= (byId.get(row.id)?.updatedAt ?? 0)) byId.set(row.id, row);
	}
	return byId;
}

/** One pass. `undefined` when time ran out or a cursor was refused. */
async function onePass<T>(
	source: Source<T>,
	{ query, beyond }: Way,
	hasTime: () => boolean,
): Promise<Walked<T> | undefined> {
	const rows: Array<Row<T>> = [];
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
	{ rows, unreadable = 0 }: Page<unknown>,
	cursor: string,
	seen: Set<string>,
): void {
	if (rows.length + unreadable === 0)
		throw new ServiceTrouble('The service announced more records and sent none');
	if (seen.has(cursor))
		throw new ServiceTrouble('The service repeated a page, so reading the list would never end');
	seen.add(cursor);
}
