/** Lists that others change while they are read, as the property tests draw them. */
import fc from 'fast-check';
import type { Quirks } from '../../property/trigger/support/service';
import { NOON, type Write } from './changingList';

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

export type Habits = Pick<
	Quirks,
	'exclusiveEnds' | 'granularity' | 'shownUnit' | 'lag' | 'cursor' | 'filterDrift'
>;

export const habits = (cursor: Quirks['cursor']) =>
	fc.record<Habits>({
		exclusiveEnds: fc.boolean(),
		granularity: fc.constantFrom(1, 1_000),
		shownUnit: fc.constantFrom(1, 1_000),
		lag: fc.constantFrom(0, 3_000, 4 * MINUTE),
		cursor: fc.constant(cursor),
		filterDrift: fc.constantFrom(0, 999),
	});
