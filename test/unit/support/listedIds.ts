/** A sweep for deleted records of the polling engine, over a list that is a few ids. */
import { sweep, type IdSource, type SweepState } from '../../../nodes/SalesManagement/polling';

export const HOUR = 3_600_000;

/** A list of one page, and how often each id was looked up. */
export class Listed implements IdSource {
	readonly looked: number[] = [];
	lists = 0;
	constructor(
		public ids: number[],
		private readonly there = new Set<number>(),
	) {}
	async list() {
		this.lists++;
		return { ids: this.ids };
	}
	async look(id: number) {
		this.looked.push(id);
		return this.there.has(id) ? ('there' as const) : ('gone' as const);
	}
}

export const policy = {
	fingerprint: 'question',
	intervalMs: 24 * HOUR,
	now: 0,
	filtered: false,
	batchLimit: 1_000,
	room: 62_000,
	hasTime: () => true,
};
export const stateAfter = async (source: IdSource, saved?: SweepState, rest = {}) =>
	(await sweep(saved, source, { ...policy, ...rest })).state;
