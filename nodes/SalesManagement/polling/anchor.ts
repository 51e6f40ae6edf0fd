import type { Policy, Query, Row, Source, View } from './types';

/** What reading needs to know. */
export type Reading = Pick<Policy, 'guardMs' | 'agreeingPasses' | 'hasTime'>;

/** A view that surely begins at or below the time asked for, with the query that returned it. */
export interface Anchored<T> {
	readonly query: Query;
	readonly view: View<T>;
}

/**
 * Whether a window includes its ends is never relied on. A view that shows a record at or below the
 * anchor surely begins low enough, since a filter is one threshold at one moment; so where there is
 * a record at the anchor, nothing need be read twice. Else the view begins a guard's width below
 * (A2), and so do all later ones once the shortcut has failed.
 */
export function anchored<T>(source: Source<T>, { guardMs }: Reading) {
	let exact = true;
	return async (from: number, recordThere: boolean, to?: number): Promise<Anchored<T>> => {
		const end = to === undefined ? {} : { to };
		if (exact && recordThere) {
			const query = { from, ...end };
			const view = await source.read(query);
			if (view.rows.some((row) => row.updatedAt <= from)) return { query, view };
			// Any page of an unordered list may lack the lowest record; it will be cut anyway.
			if (!source.ordered && view.cursor !== undefined) return { query, view };
			exact = false;
		}
		const query = { ...below(from, guardMs), ...end };
		return { query, view: await source.read(query) };
	};
}

const below = (from: number, guardMs: number): Query =>
	from - guardMs > 0 ? { from: from - guardMs } : {};

export const notBelow = <T>(position: number, rows: ReadonlyArray<Row<T>>) =>
	rows.filter((row) => row.updatedAt >= position);
