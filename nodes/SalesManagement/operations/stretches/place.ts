/** Places in a list from which a later run goes on, as text. */
import { isTableId } from '../../api/lists/idTable';
import { GUARD_MS, type Listed } from '../../api/stretches/shown';
import { UsageError } from '../../api/errors';
import { packGaps, unpackGaps } from '../../gapBits';
import { textOf } from '../../values';

export interface Place {
	/** All that is older than this was handed out, in ms since 1970; absent for a place within pages. */
	readonly time?: number;
	/** The service's cursor of the page; absent for the first one. */
	readonly cursor?: string;
	/** Records that come again from there, and were handed out. */
	readonly ids: Iterable<number>;
}

/** Characters that the ids of a place may take. Beyond, there is no such place. */
const LONGEST_IDS = 8_000;
/** How many they may be. A text that was cut off can look like any number of them. */
const MOST_IDS = 2_000_000;

const [TIME, PAGE] = ['time:', 'page:'] as const;

/** A time, or a cursor, behind the ids. */
function textWith(mark: string, ids: readonly number[], rest: string): string | undefined {
	const packed = packRuns([...new Set(ids)].sort((a, b) => a - b));
	const isTooMuch = ids.length > MOST_IDS || packed.length > LONGEST_IDS;
	return isTooMuch ? undefined : `${mark}${packed};${rest}`;
}

/**
 * Ids as runs of neighbours, so that those of a mass import take next to nothing: where each run begins,
 * and how many ids there are up to its end.
 */
function packRuns(sorted: readonly number[]): string {
	const begins: number[] = [];
	const ends: number[] = [];
	for (const [at, id] of sorted.entries()) {
		if (at === 0 || id !== (sorted[at - 1] ?? 0) + 1) begins.push(id);
		ends[begins.length - 1] = at + 1;
	}
	return `${packGaps(begins)}.${packGaps(ends)}`;
}

/** @returns `undefined` for a text that is not whole. */
function unpackRuns(text: string): number[] | undefined {
	const [begins = [], ends = []] = text.split('.').map((each) => [...unpackGaps(each)]);
	if (begins.length !== ends.length || (ends.at(-1) ?? 0) > MOST_IDS) return undefined;
	const ids = begins.flatMap((begin, run) =>
		Array.from({ length: (ends[run] ?? 0) - (ends[run - 1] ?? 0) }, (_, at) => begin + at),
	);
	return ids.every(isTableId) ? ids : undefined;
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

/** A place within a page, behind its first records. */
export const withinPage = (cursor: string | undefined, ids: readonly number[]) =>
	textWith(PAGE, ids, cursor ?? '');

interface Given {
	readonly id: number;
	readonly time: number;
}

/** The time of a record that an earlier run handed out, until it comes again. */
const UNMET = Infinity;

const timeOf = ({ updatedAt }: Listed): number => Date.parse(textOf(updatedAt));

/** What a reading by time has handed out lately, and how far it is. */
export class Passage {
	private recent: readonly Given[] = [];
	private passed = -Infinity;

	constructor({ time = -Infinity, ids }: Place) {
		this.passed = time;
		this.recent = [...ids].map((id) => ({ id, time: UNMET }));
	}

	/** Records come, also such as were handed out by an earlier run: now their times are known. */
	meet(records: readonly Listed[]): void {
		if (!this.recent.some(({ time }) => time === UNMET)) return;
		const times = new Map(records.map((each) => [each.id, timeOf(each)]));
		this.recent = this.recent.map(({ id, time }) => ({
			id,
			time: time === UNMET ? (times.get(id) ?? time) : time,
		}));
	}

	/**
	 * Records are handed out.
	 * @param passed the time that all of them have passed; no place between them is later.
	 * @param isInOrder whether each of them has passed its own time.
	 * @returns the place behind the first of them.
	 */
	behind(records: readonly Listed[], passed: number, isInOrder: boolean) {
		const { recent, passed: before } = this;
		const given = records.map((each) => ({
			id: Number(each.id),
			time: timeOf(each),
		}));
		this.passed = Math.max(before, passed);
		const all = recent.concat(given);
		// While a crowd is passed, they only become more.
		this.recent = this.passed > before ? inReach(all, this.passed) : all;
		return (count: number): string | undefined => {
			const isAll = count >= given.length;
			const own = isInOrder ? (given[count - 1]?.time ?? before) : passed;
			const time = Math.max(before, isAll ? passed : Math.min(own, passed));
			if (!Number.isFinite(time)) return undefined;
			const ids = inReach([...recent, ...given.slice(0, count)], time).map(({ id }) => id);
			return textWith(TIME, ids, new Date(time).toISOString());
		};
	}
}

/** Those that a window from this time may bring again: it begins a guard earlier, and is as much off. */
const inReach = (given: readonly Given[], time: number): Given[] =>
	given.filter((each) => each.time >= time - 2 * GUARD_MS);
