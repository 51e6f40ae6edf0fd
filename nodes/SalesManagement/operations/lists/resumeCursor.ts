/** Where a later run goes on in a list, as text. */
import { UsageError } from '../../api/errors/errors';
import { GUARD_MS, updateTimeOf, type Listed } from '../../api/lists/timeRange';

/** The end of a page, and what was emitted of the records that come again from there. */
export interface Place {
	/** All that is older than this was emitted, in ms since 1970; absent for a place between pages. */
	readonly time?: number;
	/** The service's cursor of the next page; absent for the first one. */
	readonly cursor?: string;
	readonly ids: readonly unknown[];
}

/** What can be packed. */
const isId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) > 0;

/** Characters that the ids of a place may take. Beyond, there is no such place. */
const LONGEST_IDS = 8_000;
/** How many they may be. A text that was cut off can look like any number of them. */
const MOST_IDS = 2_000_000;

const [TIME, PAGE] = ['time:', 'page:'] as const;

/**
 * The place as text; of a place at the beginning of a page, the service's own cursor.
 * @param since ids that were emitted behind the place.
 * @returns nothing where there is no place, or where its ids take too much room.
 */
export function placeText(
	{ time, cursor, ids }: Place,
	since: readonly unknown[],
): string | undefined {
	const all = [...ids, ...since];
	if (time === undefined && all.length === 0) return cursor;
	if (!all.every(isId) || all.length > MOST_IDS) return undefined;
	const packed = packRuns([...new Set(all)].sort((a, b) => a - b));
	if (packed.length > LONGEST_IDS) return undefined;
	if (time === undefined) return `${PAGE}${packed};${cursor ?? ''}`;
	return Number.isFinite(time) ? `${TIME}${packed};${new Date(time).toISOString()}` : undefined;
}

/**
 * Ids as runs of neighbours, so that those of a mass import take next to nothing: `a-2` for ten ids ahead of the
 * run before, and two others behind it; in base 36.
 */
function packRuns(sorted: readonly number[]): string {
	const runs: Array<{ gap: number; others: number }> = [];
	let last = 0;
	for (const id of sorted) {
		const run = runs.at(-1);
		if (run && id === last + 1) run.others++;
		else runs.push({ gap: id - last, others: 0 });
		last = id;
	}
	const short = (number: number) => number.toString(36);
	return runs
		.map(({ gap, others }) => (others > 0 ? `${short(gap)}-${short(others)}` : short(gap)))
		.join('.');
}

/** @returns `undefined` for a text that is not whole. */
function unpackRuns(text: string): number[] | undefined {
	const ids: number[] = [];
	for (const run of text === '' ? [] : text.split('.')) {
		const [gap = Number.NaN, others = 0] = run.split('-').map((each) => parseInt(each, 36));
		const first = (ids.at(-1) ?? 0) + gap;
		if (!isId(first) || !(ids.length + others < MOST_IDS)) return undefined;
		for (let at = 0; at <= others; at++) ids.push(first + at);
	}
	return ids;
}

/**
 * The place as text; what the service calls its cursor is one as it is.
 * @throws UsageError for a text that was cut off.
 */
export function placeIn(text: string): Place {
	const mark = [TIME, PAGE].find((each) => text.startsWith(each));
	if (mark === undefined) return { cursor: text, ids: [] };
	const end = text.indexOf(';');
	const rest = text.slice(end + 1);
	const ids = unpackRuns(text.slice(mark.length, Math.max(end, mark.length)));
	const isWhole = end > 0 && (mark === PAGE || Number.isFinite(Date.parse(rest)));
	if (!isWhole || !ids) throw new UsageError('Start Cursor is not whole: copy all of it.');
	if (mark === TIME) return { time: Date.parse(rest), ids };
	return { ids, ...(rest !== '' && { cursor: rest }) };
}

/** How far a reading by time is, and what it has emitted that comes again from there. */
export class TimePassed {
	private recent: ReadonlyArray<{ readonly id: unknown; readonly time: number }>;

	/** @param place whose ids are those of an earlier run; they lie at most in a tie that begins there. */
	constructor(private place: Place & { readonly time: number }) {
		this.recent = place.ids.map((id) => ({ id, time: place.time + 2 * GUARD_MS }));
	}

	get before(): Place {
		return this.place;
	}

	/**
	 * Records are emitted.
	 * @param passed the time up to which all are.
	 */
	emitted(records: readonly Listed[], passed: number): void {
		const time = Math.max(this.place.time, passed);
		const all = this.recent.concat(
			records.map((each) => ({ id: each.id, time: updateTimeOf(each) })),
		);
		// A range from there may bring these again: it begins a guard earlier, and is as much off. While a tie is
		// passed, they only become more.
		const isWithin = (each: { readonly time: number }) => each.time >= time - 2 * GUARD_MS;
		this.recent = time > this.place.time ? all.filter(isWithin) : all;
		this.place = { time, ids: this.recent.map(({ id }) => id) };
	}
}
