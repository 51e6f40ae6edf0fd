import { sizeOf, type Anchored, type Reading } from './anchor';
import { CursorRejected, ServiceTrouble, type Row, type Source } from './types';

/** Rows in rising order, and the time below which none is missing. */
export interface Proven<T> {
	readonly rows: ReadonlyArray<Row<T>>;
	readonly upTo: number;
}

/** After this many passes without agreement the list is too restless; the next poll tries again. */
export const MOST_PASSES = 12;

export class TooRestless extends Error {
	constructor() {
		super('The list changes too fast to be read without a gap; the next poll tries again');
	}
}

/**
 * Follows a cursor until `done` (or the list's end), and again until passes agree. A cursor that
 * counts records skips one only when a record it has already passed leaves the list; such a record
 * is missing from the next pass. So a pass whose records are all in the next one skipped none.
 * `undefined` when time ran out.
 */
export async function byCursor<T>(
	source: Source<T>,
	begin: () => Promise<Anchored<T>>,
	done: (rows: ReadonlyArray<Row<T>>) => boolean,
	reading: Pick<Reading, 'agreeingPasses' | 'hasTime'>,
): Promise<Proven<T> | undefined> {
	let agreed: Proven<T>[] = [];
	for (let pass = 0; pass < MOST_PASSES; pass++) {
		const current = await onePass(source, begin, done, reading.hasTime);
		if (!reading.hasTime()) return undefined;
		if (!current) {
			agreed = [];
			continue;
		}
		const before = agreed.at(-1);
		if (before && !containedIn(before, current)) agreed = [];
		agreed.push(current);
		if (agreed.length >= reading.agreeingPasses) {
			const upTo = Math.min(...agreed.map((pass) => pass.upTo));
			return { rows: current.rows.filter((row) => row.updatedAt <= upTo), upTo };
		}
	}
	throw new TooRestless();
}

/** One pass; `undefined` when time ran out or the service stopped taking its cursor. */
async function onePass<T>(
	source: Source<T>,
	begin: () => Promise<Anchored<T>>,
	done: (rows: ReadonlyArray<Row<T>>) => boolean,
	hasTime: () => boolean,
): Promise<Proven<T> | undefined> {
	const { query, view: first } = await begin();
	const rows: Array<Row<T>> = [];
	const cursors = new Set<string>();
	let view = first;
	for (;;) {
		rows.push(...view.rows);
		const { cursor } = view;
		const last = view.rows.at(-1);
		if (cursor === undefined || (last && done(view.rows))) {
			return { rows: newest(rows), upTo: cursor === undefined ? Infinity : (last?.updatedAt ?? 0) };
		}
		if (sizeOf(view) === 0) throw repeatedPage();
		assertNew(cursors, cursor);
		if (!hasTime()) return undefined;
		try {
			view = await source.read({ ...query, cursor });
		} catch (error) {
			if (error instanceof CursorRejected) return undefined;
			throw error as Error;
		}
	}
}

/** Of two versions of a record the newer, in rising order. */
export function newest<T>(rows: ReadonlyArray<Row<T>>): Array<Row<T>> {
	const found = new Map<number, Row<T>>();
	for (const row of rows) {
		if (row.updatedAt >= (found.get(row.id)?.updatedAt ?? 0)) found.set(row.id, row);
	}
	return [...found.values()].sort((a, b) => a.updatedAt - b.updatedAt);
}

const repeatedPage = () =>
	new ServiceTrouble('The service repeated a page, so reading the list would never end');

/** Adds a cursor to those that were followed. @throws ServiceTrouble where it is among them. */
export function assertNew(seen: Set<string>, cursor: string): void {
	if (seen.has(cursor)) throw repeatedPage();
	seen.add(cursor);
}

/** Whether every row of a pass, as far as the other reached, is in the other too. */
function containedIn<T>(pass: Proven<T>, other: Proven<T>): boolean {
	const versions = new Map(other.rows.map((row) => [row.id, row.updatedAt]));
	const reach = Math.min(pass.upTo, other.upTo);
	return pass.rows.every((row) => row.updatedAt >= reach || versions.get(row.id) === row.updatedAt);
}
