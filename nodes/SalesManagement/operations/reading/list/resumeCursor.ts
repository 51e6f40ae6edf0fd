/** The position at which a later run continues a list, and its text. */
import { GUARD_MS, updateTimeOf, type Listed } from '../../../api/paging/timeRange';
import { attempt, packIds, recordIdIn, unpackIds, UsageError } from '../../../shared';

/** A position in a list: the end of a page, or a time in a list that is read by time. */
export interface ListPosition {
	/** The time before which all records were emitted, in ms since 1970; absent for a position between pages. */
	readonly time?: number;
	/** The service's cursor of the next page; absent for the first one. */
	readonly cursor?: string;
	/** The emitted records that come again when the list is read from there, each with its time. */
	readonly emitted: ReadonlyArray<{ readonly id: unknown; readonly time: number }>;
}

/** The beginning of a list that is read page after page. */
export const FIRST_PAGE: ListPosition = { emitted: [] };

/**
 * The position after the first `count` of some records are emitted, too.
 * @param readUpTo the time up to which a list by time is read with these records. They are sorted by time, except
 * within a tie, whose end must be reached before its time is passed.
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
	// A later range begins one guard earlier and may be off by another, so it may return these records again.
	return { time, emitted: emitted.filter((each) => each.time >= time - 2 * GUARD_MS) };
}

/** The content of a cursor's text. */
interface Resume {
	readonly position: ListPosition;
	/** The number of the last file. */
	readonly part: number;
	/** The time at which the next export of changes begins, in ISO 8601, if it is known. */
	readonly nextStart?: string;
}

const MARK = 'file.';

/** @returns `undefined` if a record has no ID. */
export function cursorText({ position: { emitted, ...position }, ...rest }: Resume) {
	const ids = emitted.flatMap(({ id }) => recordIdIn(id) ?? []);
	if (ids.length < emitted.length) return undefined;
	// The last page of a tie may have returned much later records, too.
	const until = emitted.reduce((latest, { time }) => Math.max(latest, time), 0);
	const text = JSON.stringify({ position, ...rest, until, ids: packIds(ids) });
	return MARK + Buffer.from(text).toString('base64url');
}

/**
 * Reads a cursor's text; any other text is a cursor of the service.
 * @throws UsageError for a text that was cut off.
 */
export function cursorIn(text: string): Resume {
	if (!text.startsWith(MARK)) return { position: { cursor: text, emitted: [] }, part: 0 };
	const resume = attempt((): Resume => {
		const json = Buffer.from(text.slice(MARK.length), 'base64url').toString();
		const {
			until,
			ids,
			position: { time, cursor },
			...rest
		} = JSON.parse(json) as Resume & { until: number; ids: string };
		// The text has only the latest time, so all of them get it.
		const emitted = Array.from(unpackIds(ids), (id) => ({ id, time: until }));
		return { ...rest, position: { time, cursor, emitted } };
	});
	if (resume) return resume;
	throw new UsageError('Start Cursor is not whole: copy all of it.');
}
