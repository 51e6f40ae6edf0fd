/** How the simulated service differs from a perfect one, within A1 to A4 of the promise. */
import fc from 'fast-check';

export const YEAR = 365 * 86_400_000;

const words = <Word extends string>(...all: Word[]) => all;

/** What each may be, as often as it stands here; the first one is that of a perfect service. */
const VALUES = {
	/** Timestamps are cut to this many milliseconds. */
	granularity: [1, 1, 1_000],
	/** The filter rounds its bounds to this many milliseconds, up or down. */
	filterUnit: [1, 1_000],
	filterRounds: words('down', 'up'),
	exclusiveEnds: [false, true],
	/** By how much the filter of each query is off besides: another one each, kept by its cursor. */
	filterDrift: [0, 0, 0, 500, 1_999],
	/** Times are shown in steps of this many milliseconds; sorting and filters know the exact ones. */
	shownUnit: [1, 1, 1_000],
	shownRounds: words('down', 'nearest', 'up'),
	/** How much earlier than the first `updatedAt` a record's `createdAt` is. */
	createdBefore: [0, 0, 3, 700],
	/** The `Date` header is cut to this many milliseconds, and off by the skew. */
	dateUnit: [1, 1_000],
	skew: [0, 0, -1_500, 1_500, 700],
	/** By how much the `Date` header of single responses is wrong besides; 0 for never. */
	jump: [0, 0, 0, YEAR, -YEAR, 90_000],
	cursor: words('keyset', 'offset'),
	/** A cursor is taken in the poll in which it was issued only, and no two are the same text. */
	cursorsExpire: [false, false, false, true],
	ties: words('rising', 'falling', 'mixed'),
	ordered: [true, true, false],
	pageSize: [2, 3, 4, 5, 6],
	/** Pages are of any size up to that, though more follow. */
	shortPages: [false, false, true],
	/** How old the view of a stale replica is, for polls that meet one. */
	staleness: [0, 0, 3_000],
	/** Whether a page says how many records its window holds. */
	counts: [true, true, false],
	/** Whether two commits of one record with the same content and timestamp are one version. */
	digestsContent: [false, false, true],
	/** So many records, the first ones, can't be read. */
	unreadable: [0, 0, 0, 0, 8],
	/** The most by which a commit's visibility may lag behind it. */
	lag: [0],
};
type Values = typeof VALUES;
export type Quirks = { -readonly [Name in keyof Values]: Values[Name][number] };

const each = <To>(to: (values: Values[keyof Values]) => To) =>
	Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, to(values)]));

/** None of them. */
export const EXACT = each(([value]) => value) as Quirks;

export const anyQuirks = fc.record(
	each((values) => fc.constantFrom(...values)),
) as fc.Arbitrary<Quirks>;
