import { readIn, sizeOf, type Anchored, type Reading } from './anchor';
import { assertNew, MOST_PASSES, newest, TooRestless } from './cursorPasses';
import { packIds, unpackIds } from './idSet';
import {
	CursorRejected,
	type Query,
	type Row,
	type RunPlace,
	type Source,
	type View,
	ServiceTrouble,
} from './types';

/** A run of records that no window can divide, older than the lookback: nothing is added to it any more. */
export interface Run<T> {
	readonly begin: () => Promise<Anchored<T>>;
	/** The request of its pages, without a cursor. */
	readonly query: Query;
	/** Where an earlier poll stopped. */
	readonly place?: RunPlace;
	/** From here on, behind the run, something may still be added. */
	readonly openFrom: number;
	/** Whether a page leaves the run. */
	readonly ends: (rows: ReadonlyArray<Row<T>>) => boolean;
}

/** A piece of a run, connected to the one before. */
export interface Piece<T> {
	readonly rows: ReadonlyArray<Row<T>>;
	/** Where to go on; absent when the run is over. */
	readonly place?: RunPlace;
	/** Nothing below this time is missing; Infinity where one response showed the list to its end. */
	readonly upTo: number;
}

interface Page {
	readonly query: Query;
	readonly next: string;
	/** How many records it held, and the ids of the first that can be read. */
	readonly count: number;
	readonly shown: ReadonlySet<number>;
}

/** As many may leave the list between two requests without the run being begun again. */
const MOST_SHOWN = 100;

/**
 * Reads a run piece by piece, for as many polls as it takes. A cursor that counts records skips some
 * when as many of those before them leave the list: they have moved into the page before. So each page
 * is read once more after the next one; while it still begins with a record that it held before,
 * nothing between the two is missing. Otherwise the run begins again.
 */
export async function* readRun<T>(
	source: Source<T>,
	run: Run<T>,
	{ hasTime }: Pick<Reading, 'hasTime'>,
): AsyncGenerator<Piece<T>> {
	let { place } = run;
	let tries = 0;
	const seen = new Set<string>();
	for (;;) {
		if (!place) {
			seen.clear();
			const { view } = await run.begin();
			const piece = pieceOf(run, newest(view.rows), view);
			yield piece;
			({ place } = piece);
		}
		if (!place || !hasTime()) return;
		const { next } = place;
		const piece = await nextPiece(source, run, pageOf(run.query, place));
		if (piece) yield { ...piece, upTo: Math.min(piece.upTo, run.openFrom) };
		if (piece && !piece.place) return;
		place = piece?.place;
		const hasAdvanced = place?.page === next;
		if (hasAdvanced) assertNew(seen, next);
		tries = hasAdvanced ? 0 : tries + 1;
		if (tries > MOST_PASSES) throw new TooRestless();
	}
}

const pageOf = (query: Query, { page, next, count, shown }: RunPlace): Page => ({
	query: { ...query, ...(page !== undefined && { cursor: page }) },
	next,
	count,
	shown: unpackIds(shown),
});

/**
 * The page after this one, with what has moved from it into this one. Where that doesn't reach it, as
 * pages may be short, what this page shows now; `undefined` when that no longer connects either.
 */
async function nextPiece<T>(source: Source<T>, run: Run<T>, { query, next, count, shown }: Page) {
	try {
		const view = await source.read({ ...run.query, cursor: next });
		const again = await source.read(query);
		if (!isConnected(again.rows, shown, run)) return undefined;
		const reaches = sizeOf(again) >= count || again.rows.some(readIn(view.rows));
		return reaches
			? pieceOf(run, newest([...again.rows, ...view.rows]), view, next)
			: pieceOf(run, newest(again.rows), again, query.cursor);
	} catch (error) {
		if (error instanceof CursorRejected) return undefined;
		throw error as Error;
	}
}

/** A page on which nothing could be read is still the same as long as that is so. */
function isConnected<T>(
	rows: ReadonlyArray<Row<T>>,
	shown: ReadonlySet<number>,
	{ ends }: Pick<Run<T>, 'ends'>,
): boolean {
	const [first] = rows;
	if (!first) return shown.size === 0;
	// One that has changed meanwhile has left the run, and is somewhere behind it.
	return shown.has(first.id) && !ends([first]);
}

function pieceOf<T>(
	{ ends }: Run<T>,
	rows: ReadonlyArray<Row<T>>,
	view: View<T>,
	page?: string,
): Piece<T> {
	const { rows: shown, cursor } = view;
	if (cursor === undefined) return { rows, upTo: Infinity };
	if (sizeOf(view) === 0)
		throw new ServiceTrouble('The service announced more records and sent none');
	const ids = packIds(shown.slice(0, MOST_SHOWN).map(({ id }) => id));
	const place = {
		...(page !== undefined && { page }),
		...{ next: cursor, count: sizeOf(view), shown: ids },
	};
	return { rows, upTo: shown.at(-1)?.updatedAt ?? -Infinity, ...(!ends(shown) && { place }) };
}
