/** A service at rest for the polling engine, whose list is asked and counted. */
import type { Policy, Query, Row, Source, View } from '../../../nodes/SalesManagement/polling';

export const NOW = 1_800_000_000_000;

interface Quirks {
	readonly pageSize?: number;
	/** What it says about the length of the list; the truth when absent. */
	readonly total?: (length: number) => number | undefined;
	/** Nobody changes the list: it is brought into order once, not looked over at each request. */
	readonly isStill?: boolean;
}

/** A moment as a service takes it. @throws RangeError for a time that is none. */
export const asSent = (time: number): string => new Date(time).toISOString();

export class QuietService implements Source<number> {
	requests = 0;
	now = NOW;
	readonly asked: Query[] = [];
	private isSorted = false;

	constructor(
		readonly ordered: boolean,
		readonly rows: Array<Row<number>>,
		private readonly quirks: Quirks = {},
	) {}

	async read(query: Query): Promise<View<number>> {
		const { from = 0, to = 8.64e15, cursor = '0' } = query;
		this.requests++;
		this.asked.push(query);
		const [low, high] = [from, to].map((time): number => Date.parse(asSent(time)));
		const { pageSize = 1_000, total = (length: number) => length } = this.quirks;
		const { found, length } = this.between(low!, high!);
		const next = Number(cursor) + pageSize;
		const said = total(length);
		return {
			rows: found(Number(cursor), next),
			...(next < length && { cursor: String(next) }),
			...(said !== undefined && { total: said }),
			serverTime: this.now,
		};
	}

	/** Lists of a hundred pages are asked a hundred times, so no request copies more than its page. */
	private between(low: number, high: number) {
		const { rows, ordered } = this;
		if (!this.isSorted) sortBy(rows, ordered ? timeOf : scattered);
		this.isSorted = this.quirks.isStill ?? false;
		if (ordered) {
			const begin = firstWith(rows, (time) => time >= low);
			const end = Math.max(
				begin,
				firstWith(rows, (time) => time > high),
			);
			return {
				found: (from: number, to: number) => rows.slice(begin + from, Math.min(begin + to, end)),
				length: end - begin,
			};
		}
		const all: Array<Row<number>> = [];
		for (const row of rows) if (row.updatedAt >= low && row.updatedAt <= high) all.push(row);
		return { found: (from: number, to: number) => all.slice(from, to), length: all.length };
	}

	async serverTime(): Promise<number> {
		return this.now;
	}
}

const timeOf = ({ updatedAt }: Row<number>) => updatedAt;
const scattered = ({ id }: Row<number>) => (id * 7919) % 1009;

/** In place, and only if somebody has changed the list. */
function sortBy(rows: Array<Row<number>>, keyOf: (row: Row<number>) => number): void {
	let before = -Infinity;
	for (const row of rows) {
		const key = keyOf(row);
		if (key < before) {
			rows.sort((a, b) => keyOf(a) - keyOf(b));
			return;
		}
		before = key;
	}
}

/** The place of the first row of such a time, in a list sorted by time. */
function firstWith(rows: ReadonlyArray<Row<number>>, is: (time: number) => boolean): number {
	let [low, high] = [0, rows.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (is(rows[middle]!.updatedAt)) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** A record that was created at its only change. */
export const rowAt = (id: number, updatedAt: number, rest: Partial<Row<number>> = {}) => ({
	id,
	createdAt: updatedAt,
	updatedAt,
	digest: 'abcde',
	record: id,
	...rest,
});

/** As the trigger sets it, unless a test says otherwise. */
export const policyWith = (rest: Partial<Policy> = {}): Policy => ({
	tells: 'createdOrUpdated',
	fingerprint: 'question',
	startFrom: 'now',
	lookbackMs: 300_000,
	guardMs: 2_000,
	holdMs: 2_000,
	batchLimit: 5_000,
	agreeingPasses: 2,
	room: { ledger: 46_000, seen: 16_000, watched: 16_000 },
	hasTime: () => true,
	...rest,
});
