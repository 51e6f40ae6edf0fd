/** Where a later run goes on in a list, as text. */
import { UsageError } from '../../api/errors/errors';
import { GUARD_MS, updateTimeOf, type Listed } from '../../api/lists/timeRange';
import { packIds, unpackIds } from '../../idSet';

/** The end of a page, and what was emitted of the records that come again from there. */
export interface Place {
	/** All that is older than this was emitted, in ms since 1970; absent for a place between pages. */
	readonly time?: number;
	/** The service's cursor of the next page; absent for the first one. */
	readonly cursor?: string;
	readonly ids: readonly unknown[];
	/** The latest time of these records, in ms since 1970, where the list is read by time. */
	readonly until?: number;
}

/** A place behind further records, which are emitted too. */
export const placeBehind = (place: Place, records: readonly Listed[]): Place => ({
	...place,
	ids: [...place.ids, ...records.map(({ id }) => id)],
	...(place.time !== undefined && {
		until: latest(records.map(updateTimeOf), place.until ?? place.time),
	}),
});

const latest = (times: readonly number[], other: number): number =>
	times.reduce((one, each) => Math.max(one, each), other);

/** What the text beside a file says. */
export interface Resume {
	readonly place: Place;
	/** The number of the part before. */
	readonly part: number;
	/** From which time the next export of changes begins, in ISO 8601, where it is known. */
	readonly nextStart?: string;
}

/** Characters that the ids of a place may take. Beyond, there is no such place. */
const LONGEST_IDS = 8_000;

const MARK = 'file.';

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) > 0;

/** @returns nothing where the ids take too much room. */
export function cursorText({ place: { ids, ...place }, part, nextStart }: Resume) {
	if (!ids.every(isId)) return undefined;
	const packed = packIds(ids);
	if (packed.length > LONGEST_IDS) return undefined;
	const text = JSON.stringify({ ...place, part, nextStart, ids: packed });
	return MARK + Buffer.from(text).toString('base64url');
}

/**
 * What such a text says; any other is a cursor of the list itself.
 * @throws UsageError for one that was cut off.
 */
export function cursorIn(text: string): Resume {
	if (!text.startsWith(MARK)) return { place: { cursor: text, ids: [] }, part: 0 };
	const resume = unpacked(text);
	if (resume) return resume;
	throw new UsageError('Start Cursor is not whole: copy all of it.');
}

function unpacked(text: string): Resume | undefined {
	try {
		const json = Buffer.from(text.slice(MARK.length), 'base64url').toString();
		const { part, nextStart, ids, ...place } = JSON.parse(json) as Omit<Resume, 'place'> &
			Omit<Place, 'ids'> & { ids: string };
		return { place: { ...place, ids: [...unpackIds(ids)] }, part, nextStart };
	} catch {
		return undefined;
	}
}

/** How far a reading by time is. */
export interface Passage {
	/** All that is older than this was emitted, in ms since 1970. */
	readonly time: number;
	/** What was emitted and comes again from there. */
	readonly recent: ReadonlyArray<{ readonly id: unknown; readonly time: number }>;
}

/** The beginning, at a place whose ids are those of an earlier run: any of them may be as late as the last one. */
export const passageFrom = (
	time: number,
	{ ids, until = time + 2 * GUARD_MS }: Place = { ids: [] },
): Passage => ({ time, recent: ids.map((id) => ({ id, time: until })) });

/**
 * Records are emitted.
 * @param passed the time up to which all are.
 */
export function passing(before: Passage, records: readonly Listed[], passed: number): Passage {
	const time = Math.max(before.time, passed);
	const emitted = records.map((each) => ({ id: each.id, time: updateTimeOf(each) }));
	const all = [...before.recent, ...emitted];
	// A range from there may bring these again: it begins a guard earlier, and is as much off. While a tie is
	// passed, they only become more.
	const isWithin = (each: { readonly time: number }) => each.time >= time - 2 * GUARD_MS;
	return { time, recent: time > before.time ? all.filter(isWithin) : all };
}

export const placeOf = ({ time, recent }: Passage): Place => ({
	...{ time, ids: recent.map(({ id }) => id) },
	until: latest(
		recent.map((each) => each.time),
		time,
	),
});
