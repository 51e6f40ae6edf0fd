import type { Policy, Query, Row, Source, View } from './types';

/** What reading needs to know. */
export type Reading = Pick<Policy, 'guardMs' | 'lookbackMs' | 'agreeingPasses' | 'hasTime'>;

/** A view that surely begins at or below the time asked for, with the query that returned it. */
export interface Anchored<T> {
	readonly query: Query;
	readonly view: View<T>;
}

/** Whether this very version was read before, at or before the place to go on from. */
export type IsRead = (row: Row<unknown>) => boolean;

/** A piece of time, and how to recognise what was read just before it. */
export interface Piece {
	readonly from: number;
	readonly to?: number;
	readonly isRead?: IsRead;
}

/**
 * A view that begins a guard's width below, since the filter may be off by as much (A2): for each
 * record, and at each request, differently.
 */
export async function fromBelow<T>(
	source: Source<T>,
	{ guardMs }: Reading,
	{ from, to }: Piece,
): Promise<Anchored<T>> {
	const query = queryBelow(from, to, guardMs);
	return { query, view: await source.read(query) };
}

/** How many records a response held, also those that can't be read. */
export const sizeOf = ({ rows, unreadable = 0 }: View<unknown>): number => rows.length + unreadable;

export const queryBelow = (from: number, to: number | undefined, guardMs: number): Query => ({
	...(from - guardMs > 0 && { from: from - guardMs }),
	...(to !== undefined && { to }),
});

type Reach = Pick<Policy, 'lookbackMs' | 'guardMs'>;

/** From here on something may still come to light (A1). */
export const openFrom = (serverTime: number, { lookbackMs, guardMs }: Reach): number =>
	serverTime - lookbackMs - guardMs;

/** Whether nothing of this time or before it can come to light any more. */
export const isFinal = (time: number, serverTime: number, reach: Reach): boolean =>
	time < openFrom(serverTime, reach);

/**
 * The guard's width need not be read again where a view shows a version that was read before: it is
 * a piece of the list without gaps (A3), so it surely begins at or below the place where reading
 * ended. A record of merely the same time proves nothing, since the service may know times more
 * exactly than it shows them. Once the shortcut has failed it is not tried again.
 */
export function anchored<T>(source: Source<T>, reading: Reading) {
	let shortcut = true;
	return async ({ from, to, isRead }: Piece): Promise<Anchored<T>> => {
		if (shortcut && isRead) {
			const query = { from, ...(to !== undefined && { to }) };
			const view = await source.read(query);
			if (view.rows.some(isRead)) return { query, view };
			// Any page of an unordered list may lack the lowest record; it will be cut anyway.
			if (!source.ordered && view.cursor !== undefined) return { query, view };
			shortcut = false;
		}
		return await fromBelow(source, reading, { from, to });
	};
}

/** Recognises what was read in the view before. */
export function readIn(rows: ReadonlyArray<Row<unknown>>): IsRead {
	const versions = new Map(rows.map((row) => [row.id, row]));
	return ({ id, updatedAt, digest }) => {
		const known = versions.get(id);
		return known?.updatedAt === updatedAt && known.digest === digest;
	};
}

export const notBelow = <T>(position: number, rows: ReadonlyArray<Row<T>>) =>
	rows.filter((row) => row.updatedAt >= position);
