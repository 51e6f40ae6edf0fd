/** A service at rest for the polling engine, whose list is asked and counted. */
import type { Policy, Query, Row, Source, View } from '../../../nodes/SalesManagement/polling';

export const NOW = 1_800_000_000_000;

interface Quirks {
	readonly pageSize?: number;
	/** What it says about the length of the list; the truth when absent. */
	readonly total?: (length: number) => number | undefined;
}

/** A moment as a service takes it. @throws RangeError for a time that is none. */
export const asSent = (time: number): string => new Date(time).toISOString();

export class QuietService implements Source<number> {
	requests = 0;
	now = NOW;
	readonly asked: Query[] = [];

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
		// In place: what is sorted already is sorted again in no time, a hundred pages long.
		if (this.ordered) this.rows.sort((a, b) => a.updatedAt - b.updatedAt);
		else this.rows.sort((a, b) => ((a.id * 7919) % 1009) - ((b.id * 7919) % 1009));
		const found = this.rows.filter(({ updatedAt }) => updatedAt >= low! && updatedAt <= high!);
		const next = Number(cursor) + pageSize;
		const said = total(found.length);
		return {
			rows: found.slice(Number(cursor), next),
			...(next < found.length && { cursor: String(next) }),
			...(said !== undefined && { total: said }),
			serverTime: this.now,
		};
	}

	async serverTime(): Promise<number> {
		return this.now;
	}
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
