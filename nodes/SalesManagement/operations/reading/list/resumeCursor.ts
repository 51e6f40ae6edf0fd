/** Where a later run goes on in a list, as text. */
import { GUARD_MS, updateTimeOf, type Listed } from '../../../api/paging/timeRange';
import { attempt, packIds, recordIdIn, unpackIds, UsageError } from '../../../shared';

/** The end of a page, or a time in a list by time. */
export interface ListPosition {
	/** All that is older than this was emitted, in ms since 1970; absent for a position between pages. */
	readonly time?: number;
	/** The service's cursor of the next page; absent for the first one. */
	readonly cursor?: string;
	/** What was emitted of the records that come again from there, each with its time. */
	readonly emitted: ReadonlyArray<{ readonly id: unknown; readonly time: number }>;
}

/** Where a list begins that is read page after page, in its own order. */
export const FIRST_PAGE: ListPosition = { emitted: [] };

/**
 * A position behind the first `count` of further records, which are emitted too.
 * @param readUpTo in a list by time: the time up to which all is read with these records, which come in the order
 * of their times, except in a tie, which is not passed before its end.
 */
export function positionAfter(
	{ emitted: before, ...position }: ListPosition,
	records: readonly Listed[],
	count: number,
	readUpTo = Infinity,
): ListPosition {
	const added = records.slice(0, count).map((each) => ({ id: each.id, time: updateTimeOf(each) }));
	const emitted = [...before, ...added];
	if (position.time === undefined) return { ...position, emitted };
	const next = records[count];
	const time = Math.max(position.time, Math.min(readUpTo, next ? updateTimeOf(next) : Infinity));
	// A range from there may bring these again: it begins a guard earlier, and is as much off.
	return { time, emitted: emitted.filter((each) => each.time >= time - 2 * GUARD_MS) };
}

/** What the text beside a file says. */
interface Resume {
	readonly position: ListPosition;
	/** The number of the part before. */
	readonly part: number;
	/** From which time the next export of changes begins, in ISO 8601, where it is known. */
	readonly nextStart?: string;
}

const MARK = 'file.';

/** @returns nothing where records have no ids. */
export function cursorText({ position: { emitted, ...position }, ...rest }: Resume) {
	const ids = emitted.flatMap(({ id }) => recordIdIn(id) ?? []);
	if (ids.length < emitted.length) return undefined;
	// The last page of a tie may have brought records far behind it.
	const until = emitted.reduce((latest, { time }) => Math.max(latest, time), 0);
	const text = JSON.stringify({ ...position, ...rest, until, ids: packIds(ids) });
	return MARK + Buffer.from(text).toString('base64url');
}

/**
 * What such a text says; any other is a cursor of the list itself.
 * @throws UsageError for one that was cut off.
 */
export function cursorIn(text: string): Resume {
	if (!text.startsWith(MARK)) return { position: { cursor: text, emitted: [] }, part: 0 };
	const resume = attempt((): Resume => {
		const json = Buffer.from(text.slice(MARK.length), 'base64url').toString();
		const { part, nextStart, until, ids, ...position } = JSON.parse(json) as Omit<
			Resume,
			'position'
		> &
			Omit<ListPosition, 'emitted'> & { readonly until: number; readonly ids: string };
		// Any of them may be as late as the last one.
		const emitted = Array.from(unpackIds(ids), (id) => ({ id, time: until }));
		return { position: { ...position, emitted }, part, nextStart };
	});
	if (resume) return resume;
	throw new UsageError('Start Cursor is not whole: copy all of it.');
}
