/** Lists that others change while they are read, as the property tests draw them. */
import fc from 'fast-check';
import { NOON, type Habits, type Meanwhile, type Write } from './changingList';

const MINUTE = 60_000;

/** Records that were written one after another, some minutes before the reading began. */
const cluster = fc.record({
	minutesAgo: fc.integer({ min: 6, max: 100_000 }),
	count: fc.integer({ min: 1, max: 60 }),
	everyMs: fc.constantFrom(0, 10, 400, 1_000, 60_000),
});

/** More records of about one time than a page holds, or than several pages do. */
const crowd = fc.record({
	minutesAgo: fc.integer({ min: 6, max: 100_000 }),
	count: fc.integer({ min: 11, max: 60 }),
	everyMs: fc.constantFrom(0, 10, 10, 100),
});

export const layout = (everyMs = [0, 10, 100, 400, 1_000, 60_000]) =>
	fc
		.array(fc.oneof(cluster, crowd), { minLength: 2, maxLength: 8 })
		.map((clusters) =>
			clusters.flatMap(({ minutesAgo, count, everyMs: every }) =>
				Array.from({ length: count }, (_, at) => {
					const step = everyMs.includes(every) ? every : 60_000;
					return NOON - minutesAgo * MINUTE - at * step;
				}),
			),
		)
		.filter((times) => times.length > 30);

/**
 * Records on either side of where what settled ends: a lookback before, and on as the clock goes on.
 * A page of them covers about as much time as windows overlap, where most can go wrong.
 */
export const seam = () => fc.oneof(scattered, evenly);

const SETTLED = NOON - 5 * MINUTE;

// With a bias half of the records would have the same few times.
const scattered = fc
	.record({
		forMs: fc.constantFrom(6_000, 10_000, 25_000),
		places: fc.array(fc.noBias(fc.integer({ min: -1_000, max: 1_000 })), {
			...{ minLength: 31, maxLength: 60 },
		}),
	})
	.map(({ forMs, places }) => places.map((place) => SETTLED + (place * forMs) / 1_000));

const evenly = fc
	.record({
		from: fc.noBias(fc.integer({ min: -16_000, max: -8_000 })),
		count: fc.integer({ min: 40, max: 60 }),
		everyMs: fc.noBias(fc.integer({ min: 440, max: 600 })),
	})
	.map(({ from, count, everyMs }) =>
		Array.from({ length: count }, (_, at) => SETTLED + from + at * everyMs),
	);

export const writes = fc.array(
	fc.record<Write>({
		after: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
		kind: fc.constantFrom('update', 'update', 'update', 'delete', 'create'),
		which: fc.nat(500),
		many: fc.constantFrom(1, 1, 1, 6, 25),
		late: fc.constantFrom(0, 0.5, 1),
	}),
	{ maxLength: 40 },
);

/** Between two readings up to the whole list may be changed, at one time or within minutes, or be gone. */
export const meanwhile = fc.array(
	fc.record<Meanwhile>({
		kind: fc.constantFrom('update', 'delete', 'create'),
		which: fc.nat(200),
		many: fc.constantFrom(1, 30, 200),
		late: fc.constantFrom(0, 1),
		everyMs: fc.constantFrom(0, 10, 400, 1_000, 60_000),
	}),
	{ maxLength: 2 },
);

export const habits = (cursors: Habits['cursors']) =>
	fc.record<Habits>({
		exclusiveEnds: fc.boolean(),
		granularityMs: fc.constantFrom(1, 1_000),
		shownMs: fc.constantFrom(1, 1_000),
		lagMs: fc.constantFrom(0, 3_000, 4 * MINUTE),
		cursors: fc.constant(cursors),
		offMs: fc.constantFrom(0, 999),
	});
