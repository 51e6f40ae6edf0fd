/** How much of a crowd is held that is larger than many pages: a mass import within one second. */
import { clientFor, ORDERED_AT, orderedPieces } from '../../support/manyDeals';

const PAGE = 1_000;
const CROWD = 40_000;
const MINUTE = 60_000;

/** What waits for its turn, what is on its way, and what was just handed out. */
const MOST_HELD = (4 + 1 + 1) * PAGE;

/** A few older deals, one each minute, and very many within a second. */
const withCrowd = (age: number): Float64Array =>
	Float64Array.from([
		...Array.from({ length: 1_500 }, (_, at) => ORDERED_AT - age - (1_600 - at) * MINUTE),
		...Array.from({ length: CROWD }, (_, at) => ORDERED_AT - age + Math.floor(at / PAGE)),
	]);

const settle = async () => await new Promise((resolve) => setTimeout(resolve, 1));

test.each([
	['at the newest end', 10_000],
	['where nothing changes any more', 24 * 60 * MINUTE],
])('a crowd %s is handed out page after page as it comes', async (_, age) => {
	const client = clientFor(withCrowd(age), 0);
	const ids = new Set<number>();
	let handedOut = 0;
	let most = 0;
	for await (const { records } of orderedPieces(client)) {
		handedOut += records.length;
		for (const { id } of records) ids.add(Number(id));
		// Whoever takes them is slow: all that can be asked for without it is.
		for (let turn = 0; turn < 20; turn++) await settle();
		most = Math.max(most, client.requests.length * PAGE - handedOut);
	}
	expect(ids.size).toBe(CROWD + 1_500);
	expect(most).toBeLessThanOrEqual(MOST_HELD);
});
